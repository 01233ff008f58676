//! The viewer of games without chance.

use std::sync::Arc;
use std::time::Duration;

use foregone_game::{Outcome, Player};
use foregone_solve::options::Goal;
use foregone_tablebase::TableError;
use foregone_tablebase::endgames::{Probe, Tables};

use super::budget::Budget;
use super::fact::{Bounds, Fact};
use super::known::Known;
use super::{MoveView, Plies, PositionView, SCHEMA, Source, share};
use crate::answer::Answer;
use crate::error::Error;
use crate::game::Game;
use crate::position::Position;
use crate::proofs::{ProofStep, ProofTree};
use crate::settings::Settings;
use crate::solver::{Solver, StopHandle};

/// Shows positions of one game with the value of every move. It owns a [`Solver`] with its table, and remembers what it has
/// found. It can be sent to another thread, and stopped from there.
///
/// ```
/// use foregone::Game;
/// use foregone::view::Viewer;
///
/// let game = Game::open("mnk:3,3,3")?;
/// let mut viewer = Viewer::new(&game);
/// let view = viewer.view(&game.place(None, Some("b2 a2"))?)?;
/// assert_eq!(view.value.as_deref(), Some("win"));
/// assert_eq!(view.find("c2").and_then(|mv| mv.value.as_deref()), Some("draw"));
/// assert_eq!(view.line.first(), view.moves.first().map(|mv| &mv.name));
/// # Ok::<(), foregone::Error>(())
/// ```
pub struct Viewer {
    game: Game,
    /// The time that a view may spend on searches; 200 ms.
    pub time: Option<Duration>,
    /// The nodes that the searches of a view may create, if they are limited.
    pub nodes: Option<u64>,
    solver: Solver,
    known: Known<Fact>,
    tables: Option<Tables>,
    proofs: Vec<Arc<ProofTree>>,
}

/// Bytes of the table of the searches, and of what is remembered.
const TABLE: u64 = 256 << 20;
const KNOWN: u64 = 32 << 20;

impl Viewer {
    /// A viewer of a game, with at most 200 ms for the searches of a view and 256 MiB for their table.
    pub fn new(game: &Game) -> Viewer {
        let mut settings = Settings::new();
        settings.memory = TABLE;
        Viewer::with(game, settings)
    }

    /// The same with other settings of the searches. Their limits of nodes and time are not looked at.
    pub fn with(game: &Game, mut settings: Settings) -> Viewer {
        settings.certificate = false;
        Viewer {
            game: game.clone(),
            time: Some(Duration::from_millis(200)),
            nodes: None,
            solver: Solver::with(game, settings),
            known: Known::new(KNOWN),
            tables: None,
            proofs: Vec::new(),
        }
    }

    /// Lets that handle stop the searches; a view that is stopped shows what is known.
    #[must_use]
    pub fn stopped_by(self, stop: StopHandle) -> Viewer {
        Viewer { solver: self.solver.stopped_by(stop), ..self }
    }

    /// Looks values up in these tables, which must be of the game. What the caller has not verified is taken on trust.
    #[must_use]
    pub fn with_tables(self, tables: Tables) -> Viewer {
        Viewer { tables: Some(tables), ..self }
    }

    /// Remembers as much as fits into that many bytes, instead of 32 MiB.
    #[must_use]
    pub fn remembering(self, bytes: u64) -> Viewer {
        Viewer { known: Known::new(bytes), ..self }
    }

    /// The proofs of certificates of the game to take values from. Their claims are believed: the caller must have checked them.
    /// Those that are measured also tell how long play is; others may be measured meanwhile.
    pub fn set_checked_proofs(&mut self, proofs: Vec<Arc<ProofTree>>) {
        self.proofs = proofs;
    }

    /// Takes in what an answer proves, such as that of a longer search elsewhere.
    ///
    /// ```
    /// use foregone::view::Viewer;
    /// use foregone::{Game, Solver};
    ///
    /// let game = Game::open("connect4:4x4")?;
    /// let mut viewer = Viewer::new(&game);
    /// viewer.nodes = Some(1);
    /// assert_eq!(viewer.view(&game.start())?.value, None);
    /// viewer.learn(&Solver::new(&game).value(&game.start())?)?;
    /// assert_eq!(viewer.view(&game.start())?.value.as_deref(), Some("draw"));
    /// # Ok::<(), foregone::Error>(())
    /// ```
    pub fn learn(&mut self, answer: &Answer) -> Result<(), Error> {
        let (position, bounds) = (&answer.position, answer.bounds());
        let mut fact = self.look_up(position)?;
        fact.learn(bounds, Some(Source::Search));
        fact.nodes += answer.report.counters.created;
        if answer.value().is_some() {
            fact.line = answer.line().to_vec();
        }
        self.remember(position, &fact);
        if let Some(mv) = answer.best_move() {
            let mut next = position.clone();
            next.play(mv)?;
            let mut kept = self.look_up(&next)?;
            kept.learn_kept(bounds, position.player(), Source::Search);
            self.remember(&next, &kept);
        }
        Ok(())
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What stops a view from another thread.
    pub fn stop_handle(&self) -> StopHandle {
        self.solver.stop_handle()
    }

    /// The position after the moves from the written position, or from the start.
    pub fn at(
        &mut self,
        position: Option<&str>,
        moves: Option<&str>,
    ) -> Result<PositionView, Error> {
        let position = self.game.place(position, moves)?;
        self.view(&position)
    }

    /// A position with the value of every move. Searches take what is left of the budget; none is made if all is known.
    pub fn view(&mut self, position: &Position) -> Result<PositionView, Error> {
        let mut budget = Budget::new(self.time, self.nodes);
        let player = position.player();
        let names = position.legal_moves();
        let mut after = Vec::with_capacity(names.len());
        for name in &names {
            let mut next = position.clone();
            next.play(name)?;
            after.push(next);
        }
        let mut here = self.look_up(position)?;
        let mut facts = Vec::with_capacity(after.len());
        for next in &after {
            facts.push(self.look_up(next)?);
        }
        self.read_proofs(position, &mut here, &names, &mut facts)?;
        conclude(&mut here, &mut facts, player);
        // Searches may leave no time for it.
        self.measure(&after, &mut facts, &budget)?;
        if !here.is_exact() {
            // The moves need most of the budget, and find the table that this search fills.
            let parts = if names.len() > 1 { 3 } else { 1 };
            let kept = self.search(position, &mut here, &mut budget, parts)?;
            if let Some((mv, bounds)) = kept
                && let Some(index) = names.iter().position(|name| *name == mv)
            {
                facts[index].learn_kept(bounds, player, Source::Search);
            }
            conclude(&mut here, &mut facts, player);
        }
        let open: Vec<usize> = (0..after.len()).filter(|&index| !facts[index].is_exact()).collect();
        for (done, &index) in open.iter().enumerate() {
            if !facts[index].is_exact() {
                self.search(&after[index], &mut facts[index], &mut budget, open.len() - done)?;
                conclude(&mut here, &mut facts, player);
            }
        }
        self.measure(&after, &mut facts, &budget)?;
        self.remember(position, &here);
        for (next, fact) in after.iter().zip(&facts) {
            self.remember(next, fact);
        }
        Ok(self.shown(position, here, names, facts))
    }

    /// What is known about a position without a search.
    fn look_up(&mut self, position: &Position) -> Result<Fact, Error> {
        let scale = self.game.scale();
        let all = (scale.worst(), scale.best());
        if let Some(outcome) = position.outcome() {
            let plies = Some(Plies::Exact(0));
            let (low, high, source) = (outcome, outcome, Some(Source::Rules));
            return Ok(Fact { low, high, source, plies, ..Fact::nothing(all) });
        }
        let text = position.to_string();
        if let Some(known) = self.known.get(&text) {
            return Ok(known);
        }
        let mut fact = Fact::nothing(all);
        let Some(tables) = &self.tables else { return Ok(fact) };
        match tables.probe(Some(&text), None) {
            Ok(Probe { outcome: Some(outcome), .. }) => {
                fact.learn((outcome, outcome), Some(Source::Table));
            }
            // A position that the tables do not reach is searched.
            Ok(Probe { outcome: None, .. }) | Err(TableError::Unfit(_)) => {}
            Err(error) => return Err(Error::Failed(error.to_string())),
        }
        Ok(fact)
    }

    /// Takes in what the proofs claim about a position, and about the moves that they make there.
    fn read_proofs(
        &self,
        position: &Position,
        here: &mut Fact,
        names: &[String],
        facts: &mut [Fact],
    ) -> Result<(), Error> {
        let mut proved = (self.game.scale().worst(), self.game.scale().best());
        for proof in &self.proofs {
            let Some(there) = below(proof, position)? else { continue };
            for (claim, bounds) in self.claims(proof)? {
                let step = proof.step_at(claim, &there)?;
                if matches!(step, ProofStep::NotInProof(_)) {
                    continue;
                }
                proved = (proved.0.max(bounds.0), proved.1.min(bounds.1));
                if let ProofStep::Answer(mv) = step
                    && let Some(index) = names.iter().position(|name| *name == mv)
                {
                    facts[index].learn(bounds, Some(Source::Proof));
                }
            }
        }
        here.learn(proved, Some(Source::Proof));
        if here.is_exact() && proved == (here.low, here.high) {
            here.source = Some(Source::Proof);
        }
        Ok(())
    }

    /// The claims of a proof as bounds.
    fn claims(&self, proof: &ProofTree) -> Result<Vec<(usize, Bounds)>, Error> {
        let (worst, best) = (self.game.scale().worst(), self.game.scale().best());
        let mut claims = Vec::new();
        for (number, claim) in proof.claims().into_iter().enumerate() {
            if let Some(name) = claim.strip_prefix("at least ") {
                claims.push((number, (self.game.outcome(name)?, best)));
            } else if let Some(name) = claim.strip_prefix("at most ") {
                claims.push((number, (worst, self.game.outcome(name)?)));
            }
        }
        Ok(claims)
    }

    /// Searches a position with one part of so many of what is left of the budget. Returns a move that keeps what this search
    /// has proved, with what that is.
    fn search(
        &mut self,
        position: &Position,
        fact: &mut Fact,
        budget: &mut Budget,
        parts: usize,
    ) -> Result<Option<(String, Bounds)>, Error> {
        let Some((time, nodes)) = budget.part(parts) else { return Ok(None) };
        (self.solver.settings.time, self.solver.settings.nodes) = (time, nodes);
        let answer = self.solver.ask(position, Goal::Value, &mut ())?;
        let created = answer.report.counters.created;
        budget.spend(created);
        fact.nodes += created;
        let bounds = answer.bounds();
        // Where one look was enough, the tables that the game looks values up in have told it, if it does.
        let looked_up = self.game.tables().is_some() && created <= 1;
        fact.learn(bounds, Some(if looked_up { Source::Table } else { Source::Search }));
        if answer.value().is_some() {
            fact.line = answer.line().to_vec();
        }
        Ok(answer.best_move().map(|mv| (mv.to_owned(), bounds)))
    }

    /// How long the proof of the value after each move is, where there is one that was measured. A large proof is asked as long
    /// as the budget lasts.
    fn measure(
        &self,
        after: &[Position],
        facts: &mut [Fact],
        budget: &Budget,
    ) -> Result<(), Error> {
        let open =
            after.iter().zip(facts).filter(|(_, fact)| fact.is_exact() && fact.plies.is_none());
        for (next, fact) in open {
            for proof in &self.proofs {
                if budget.is_late() {
                    return Ok(());
                }
                let mut proved =
                    Fact::nothing((self.game.scale().worst(), self.game.scale().best()));
                let mut longest = 0;
                let Some(there) = below(proof, next)? else { continue };
                for (claim, bounds) in self.claims(proof)? {
                    if let Some(size) = proof.size(claim, &there)? {
                        proved.learn(bounds, Some(Source::Proof));
                        longest = longest.max(size.longest_line);
                    }
                }
                if (proved.low, proved.high) == (fact.low, fact.high) {
                    (fact.plies, fact.source) = (Some(Plies::InProof(longest)), proved.source);
                }
            }
        }
        Ok(())
    }

    /// Remembers what was found.
    fn remember(&mut self, position: &Position, fact: &Fact) {
        if fact.source.is_some() && position.outcome().is_none() {
            let bytes = fact.line.iter().map(|word| word.len() as u64 + 24).sum();
            self.known.put(&position.to_string(), fact.clone(), bytes);
        }
    }

    /// The facts as a view.
    fn shown(
        &self,
        position: &Position,
        here: Fact,
        names: Vec<String>,
        facts: Vec<Fact>,
    ) -> PositionView {
        let (scale, player) = (self.game.scale(), position.player());
        let name = |outcome: Outcome| scale.name(outcome).to_owned();
        let value = |fact: &Fact| fact.is_exact().then(|| name(fact.low));
        let bounds = |fact: &Fact| [name(fact.low), name(fact.high)];
        let mut rows: Vec<(String, Fact)> = names.into_iter().zip(facts).collect();
        rows.sort_by(|(_, one), (_, other)| match player {
            Player::Max => (other.low, other.high).cmp(&(one.low, one.high)),
            Player::Min => (one.high, one.low).cmp(&(other.high, other.low)),
        });
        let line = match rows.first() {
            Some((mv, fact))
                if here.is_exact() && (fact.low, fact.high) == (here.low, here.high) =>
            {
                [std::slice::from_ref(mv), &fact.line].concat()
            }
            _ => Vec::new(),
        };
        let row = |(mv, fact): (String, Fact)| MoveView {
            value: value(&fact),
            bounds: bounds(&fact),
            weight: None,
            plies: fact.plies,
            nodes: fact.nodes,
            share: None,
            source: fact.source,
            best: here.is_exact() && (fact.low, fact.high) == (here.low, here.high),
            name: mv,
        };
        let mut moves: Vec<MoveView> = rows.into_iter().map(row).collect();
        share(&mut moves);
        PositionView {
            schema: SCHEMA,
            game: self.game.spelling().to_owned(),
            chance: false,
            position: position.to_string(),
            played: position.line(),
            to_move: player.name(),
            over: position.outcome().is_some(),
            value: value(&here),
            bounds: bounds(&here),
            infinite: position.infinite().map(name),
            source: here.source,
            moves,
            line,
            trusted: self.game.trusted().map(str::to_owned).into_iter().collect(),
        }
    }
}

/// The position as one that was reached from that of a proof, if its line came through there.
fn below(proof: &ProofTree, position: &Position) -> Result<Option<Position>, Error> {
    let root = proof.root().to_string();
    let line = position.line();
    let mut here = position.clone();
    let mut undone = 0;
    while here.to_string() != root {
        if !here.undo() {
            return Ok(None);
        }
        undone += 1;
    }
    let mut there = proof.root().clone();
    for mv in &line[line.len() - undone..] {
        there.play(mv)?;
    }
    Ok(Some(there))
}

/// Brings what is known about a position and about its moves together.
fn conclude(here: &mut Fact, facts: &mut [Fact], player: Player) {
    here.learn_from_moves(facts, player);
    for fact in facts {
        fact.learn_from_before(here, player);
    }
}
