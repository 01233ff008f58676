//! What positions are worth: one solver and one memory of proved values for each game that is looked at. A page may search
//! for a moment; what is not known then is open.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use foregone::chance;
use foregone::{Answer, Error, Outcome, Player, Position, Settings, Solver};

use crate::address::Placed;
use crate::view::{Row, View, Worth};

/// How long a page may search for what is not known.
pub(crate) const BUDGET: Duration = Duration::from_millis(200);
/// For how many games solvers are kept.
const GAMES: usize = 4;
/// How many positions are remembered for each game.
const POSITIONS: usize = 50_000;

/// The solvers of the games that were looked at last.
pub(crate) struct Values {
    memory: u64,
    /// By spelling, latest last.
    games: Mutex<Vec<(String, Arc<Viewer>)>>,
    /// Positions of games with chance, by game and notation.
    chances: Mutex<HashMap<(String, String), View>>,
}

/// The solver of one game, and what it has proved.
pub(crate) struct Viewer {
    /// Locked while it searches; a page that finds it locked shows what is known.
    solver: Mutex<Solver>,
    known: Mutex<HashMap<String, Known>>,
}

/// What is proved about a position.
#[derive(Clone)]
struct Known {
    bounds: (Outcome, Outcome),
    line: Vec<String>,
    nodes: u64,
    source: Option<&'static str>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Values {
    /// Solvers that hold at most that many bytes together.
    pub(crate) fn new(memory: u64) -> Values {
        Values { memory, games: Mutex::default(), chances: Mutex::default() }
    }

    /// The solver of the game of a position.
    pub(crate) fn viewer(&self, position: &Position) -> Arc<Viewer> {
        let mut games = locked(&self.games);
        let spelling = position.game().spelling();
        let found = games.iter().position(|(known, _)| known == spelling);
        let entry = match found {
            Some(at) => games.remove(at),
            None => {
                let mut settings = Settings::new();
                settings.memory = self.memory / GAMES as u64;
                // Pages of several tabs search side by side already.
                settings.set("threads", "1").expect("an option with that value");
                let solver = Mutex::new(Solver::with(position.game(), settings));
                (spelling.to_owned(), Arc::new(Viewer { solver, known: Mutex::default() }))
            }
        };
        let viewer = entry.1.clone();
        games.push(entry);
        if games.len() > GAMES {
            games.remove(0);
        }
        viewer
    }

    /// What is known about a position, after a search of at most the budget.
    pub(crate) fn view(&self, placed: &Placed, budget: Duration) -> Result<View, Error> {
        match placed {
            Placed::Plain(position) => self.viewer(position).view(position, budget),
            Placed::Chance(position) => self.chance_view(position, budget),
        }
    }
}

impl Values {
    fn chance_view(&self, position: &chance::Position, budget: Duration) -> Result<View, Error> {
        let key = (position.game().spelling().to_owned(), position.to_string());
        if let Some(view) = locked(&self.chances).get(&key) {
            return Ok(view.clone());
        }
        let settings = chance::Settings {
            memory: self.memory / GAMES as u64,
            time: Some(budget),
            ..chance::Settings::default()
        };
        let solver = chance::Solver::with(position.game(), settings);
        let answer = solver.ask(position, &chance::Question::value().every_move())?;
        self.learn(&answer);
        Ok(chance_view(&answer))
    }

    /// Remembers what a search has found about a position of a game with chance.
    pub(crate) fn learn(&self, answer: &chance::Answer) {
        let position = &answer.position;
        let mut chances = locked(&self.chances);
        if chances.len() >= POSITIONS {
            chances.clear();
        }
        let key = (position.game().spelling().to_owned(), position.to_string());
        chances.insert(key, chance_view(answer));
    }
}

impl Viewer {
    fn view(&self, position: &Position, budget: Duration) -> Result<View, Error> {
        let (scale, player) = (position.game().scale(), position.player());
        if let Some(outcome) = position.outcome() {
            let worth = Worth::of(scale, (outcome, outcome), player);
            return Ok(View { to_move: "over", worth, moves: Vec::new(), line: Vec::new() });
        }
        let mut found = self.moves(position, budget)?;
        sort(&mut found, player);
        let bounds = self.bounds(position, &found);
        let all: u64 = found.iter().map(|(_, known)| known.nodes).sum();
        let share = |nodes: u64| (all > 0).then(|| nodes as f64 / all as f64);
        let is_known = |known: &Known| known.bounds != (scale.worst(), scale.best());
        let line = found
            .first()
            .filter(|(_, known)| is_known(known))
            .map(|(mv, known)| [std::slice::from_ref(mv), known.line.as_slice()].concat());
        let row = |(mv, known): (String, Known)| Row {
            mv,
            weight: None,
            worth: Worth::of(scale, known.bounds, player),
            nodes: known.nodes,
            share: share(known.nodes),
            source: known.source,
        };
        Ok(View {
            to_move: player.name(),
            worth: Worth::of(scale, bounds, player),
            moves: found.into_iter().map(row).collect(),
            line: line.unwrap_or_default(),
        })
    }

    /// What is known about every move. Moves that are not known share the time that is left.
    fn moves(&self, position: &Position, budget: Duration) -> Result<Vec<(String, Known)>, Error> {
        let until = Instant::now() + budget;
        let mut solver = self.solver.try_lock().ok();
        let moves = position.legal_moves();
        let mut found = Vec::with_capacity(moves.len());
        let mut left = moves.len() as u32;
        for mv in moves {
            let mut after = position.clone();
            after.play(&mv)?;
            let time = until.saturating_duration_since(Instant::now()) / left;
            found.push((mv, self.known(&after, solver.as_deref_mut(), time)?));
            left -= 1;
        }
        Ok(found)
    }

    /// What is known about a position, by the rules, from memory, or by a search of that time.
    fn known(
        &self,
        position: &Position,
        solver: Option<&mut Solver>,
        time: Duration,
    ) -> Result<Known, Error> {
        if let Some(outcome) = position.outcome() {
            let bounds = (outcome, outcome);
            return Ok(Known { bounds, line: Vec::new(), nodes: 0, source: Some("rules") });
        }
        let text = position.to_string();
        if let Some(known) = locked(&self.known).get(&text) {
            return Ok(known.clone());
        }
        let scale = position.game().scale();
        let open = Known {
            bounds: (scale.worst(), scale.best()),
            line: Vec::new(),
            nodes: 0,
            source: None,
        };
        let Some(solver) = solver.filter(|_| !time.is_zero()) else { return Ok(open) };
        solver.settings.time = Some(time);
        let answer = solver.value(position);
        solver.settings.time = None;
        let known = Known::of(&answer?);
        self.remember(text, known.clone());
        Ok(known)
    }

    fn remember(&self, text: String, known: Known) {
        let mut all = locked(&self.known);
        if all.len() >= POSITIONS {
            all.clear();
        }
        all.insert(text, known);
    }

    /// What is proved about a position itself: by its moves, and by searches that were made for it.
    fn bounds(&self, position: &Position, moves: &[(String, Known)]) -> (Outcome, Outcome) {
        let lows = moves.iter().map(|(_, known)| known.bounds.0);
        let highs = moves.iter().map(|(_, known)| known.bounds.1);
        let by_moves = match position.player() {
            Player::Max => (lows.max(), highs.max()),
            Player::Min => (lows.min(), highs.min()),
        };
        let scale = position.game().scale();
        let (low, high) = (by_moves.0.unwrap_or(scale.worst()), by_moves.1.unwrap_or(scale.best()));
        match locked(&self.known).get(&position.to_string()) {
            Some(known) => (low.max(known.bounds.0), high.min(known.bounds.1)),
            None => (low, high),
        }
    }

    /// Takes the solver for a long search, waiting for pages that use it.
    pub(crate) fn solver(&self) -> MutexGuard<'_, Solver> {
        locked(&self.solver)
    }

    /// Remembers what a long search has proved. What was open may be found quickly now, so it is tried again.
    pub(crate) fn learn(&self, answer: &Answer) {
        locked(&self.known).retain(|_, known| known.bounds.0 == known.bounds.1);
        self.remember(answer.position.to_string(), Known::of(answer));
    }
}

impl Known {
    fn of(answer: &Answer) -> Known {
        Known {
            bounds: answer.bounds(),
            line: answer.line().to_vec(),
            nodes: answer.report.counters.created,
            source: (!answer.claims().is_empty()).then_some("search"),
        }
    }
}

/// Best for the player to move first: by what the player is sure of, then by what is still possible.
fn sort(moves: &mut [(String, Known)], player: Player) {
    moves.sort_by(|(_, one), (_, other)| {
        let ((low, high), (other_low, other_high)) = (one.bounds, other.bounds);
        match player {
            Player::Max => (other_low, other_high).cmp(&(low, high)),
            Player::Min => (high, low).cmp(&(other_high, other_low)),
        }
    });
}

/// What an answer says about a position of a game with chance.
fn chance_view(answer: &chance::Answer) -> View {
    let position = &answer.position;
    let known = answer.moves.as_deref().unwrap_or_default();
    let row = |mv: chance::Move| {
        let found = known.iter().find(|value| value.mv == mv.name);
        // A search that had no time for its moves leaves them out.
        let (low, high) = match found {
            Some(value) => (&value.low, &value.high),
            None => (answer.utility.least(), answer.utility.greatest()),
        };
        let (worth, weight) = (Worth::between(low, high), mv.weight);
        let source = worth.value.as_ref().map(|_| "search");
        Row { mv: mv.name, weight, worth, nodes: 0, share: None, source }
    };
    let mut moves: Vec<Row> = position.moves().into_iter().map(row).collect();
    // The answer has the best move first, where a player chooses.
    let rank = |row: &Row| known.iter().position(|value| value.mv == row.mv).unwrap_or(usize::MAX);
    moves.sort_by_key(rank);
    View {
        to_move: position.to_move(),
        worth: Worth::between(&answer.low, &answer.high),
        moves,
        line: answer.best_move.clone().into_iter().collect(),
    }
}
