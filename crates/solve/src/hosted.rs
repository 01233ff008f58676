//! Games with their types erased: one virtual call per question, everything inside it compiled for the game.

use foregone_game::notation::{NotationError, play_moves, write_line, write_words};
use foregone_game::perft::{lines, perft};
use foregone_game::{
    EndgameTable, Game, KnowledgeLevel, Notation, Outcome, Picture, Player, Scale, UnknownLevel,
};

use crate::limits::Limits;
use crate::observe::Observer;
use crate::options::Question;
use crate::persist::StateReader;
use crate::play::{Choice, Chooser, PlaySetup, PonderResult, Style};
use crate::solve::{Refusal, Report};
use crate::station::{Outfit, Station};

pub use crate::manner::{Looping, Manner, Searching, Undecided};

/// A game that questions can be put to.
pub trait Hosted: Send + Sync {
    /// Its outcomes.
    fn scale(&self) -> &Scale;

    /// Takes values from a tablebase to look up. False if the game has no use for them.
    fn use_endgame_table(&mut self, lookup: EndgameTable) -> bool;

    /// The levels of what the game works out about a position without a search.
    fn knowledge_levels(&self) -> &'static [KnowledgeLevel];

    /// The position after the moves from the written position, or from the start.
    fn place(
        &self,
        position: Option<&str>,
        moves: &str,
    ) -> Result<Box<dyn Placed + '_>, NotationError>;

    /// The same with the moves as single words.
    fn play(
        &self,
        position: Option<&str>,
        moves: &[String],
    ) -> Result<Box<dyn Placed + '_>, NotationError>;

    /// The position after the moves of a record, which may have numbers and comments between them.
    fn replay(
        &self,
        position: Option<&str>,
        record: &str,
    ) -> Result<Box<dyn Placed + '_>, NotationError>;
}

/// A position of a [`Hosted`] game.
pub trait Placed {
    /// The levels of what the game works out about a position without a search.
    fn knowledge_levels(&self) -> &'static [KnowledgeLevel];

    /// The position in the game's notation.
    fn position(&self) -> String;

    /// The moves that led to it from where it was placed.
    fn moves(&self) -> String;

    /// The same as single words.
    fn words(&self) -> Vec<String>;

    /// How often this position has been there since it was placed, now included; 1 where play never returns.
    fn visits(&self) -> usize;

    /// Whose turn it is.
    fn player(&self) -> Player;

    /// The result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// What a play that comes back to the position for ever is worth, where play can return.
    fn infinite(&self) -> Option<Outcome>;

    /// The legal moves, in the canonical order.
    fn legal_moves(&self) -> Vec<String>;

    /// The board as text.
    fn text(&self) -> String;

    /// The board as an SVG document.
    fn svg(&self) -> String;

    /// The number of lines of that many moves.
    fn perft(&self, depth: u32) -> u64;

    /// The positions after all lines of that many moves, in the canonical order.
    fn after(&self, depth: u32) -> Vec<Box<dyn Placed + '_>>;

    /// Answers a question about the position, from the start or from a saved state.
    fn solve(
        &self,
        question: &Question,
        limits: Limits<'_>,
        observer: &mut dyn Observer,
        resume: Option<&mut dyn StateReader>,
    ) -> Result<Report<String>, Refusal>;

    /// A station at which leaves of a search graph below the position are searched.
    fn station(&self, outfit: &Outfit) -> Result<Box<dyn Station + '_>, Refusal>;

    /// Chooses a move for the player to move. The limits end it early, beside those of the style.
    fn choose(&self, style: &Style, limits: Limits<'_>) -> Result<Choice<String>, Refusal>;

    /// The replies of the player to move that give the other one a forced win, as far as searches within the style's
    /// limit for a veto find one.
    fn ponder(&self, style: &Style, limits: Limits<'_>) -> Result<PonderResult<String>, Refusal>;
}

/// A game with the way to answer questions about it.
#[derive(Clone, Debug)]
pub struct Host<G, M> {
    game: G,
    manner: M,
}

impl<G: Game, M: Manner<G>> Host<G, M> {
    /// Takes a game in.
    pub fn new(game: G, manner: M) -> Self {
        Host { game, manner }
    }
}

impl<G, M> Hosted for Host<G, M>
where
    G: Notation + Picture + Send + Sync,
    M: Manner<G>,
{
    fn scale(&self) -> &Scale {
        self.game.scale()
    }

    fn use_endgame_table(&mut self, lookup: EndgameTable) -> bool {
        self.game.use_endgame_table(lookup)
    }

    fn knowledge_levels(&self) -> &'static [KnowledgeLevel] {
        self.game.knowledge_levels()
    }

    fn place(
        &self,
        position: Option<&str>,
        moves: &str,
    ) -> Result<Box<dyn Placed + '_>, NotationError> {
        self.at(position, &self.game.split_moves(moves))
    }

    fn play(
        &self,
        position: Option<&str>,
        moves: &[String],
    ) -> Result<Box<dyn Placed + '_>, NotationError> {
        self.at(position, moves)
    }

    fn replay(
        &self,
        position: Option<&str>,
        record: &str,
    ) -> Result<Box<dyn Placed + '_>, NotationError> {
        self.at(position, &self.game.split_record(record))
    }
}

impl<G, M> Host<G, M>
where
    G: Notation + Picture + Send + Sync,
    M: Manner<G>,
{
    fn at(
        &self,
        position: Option<&str>,
        moves: &[impl AsRef<str>],
    ) -> Result<Box<dyn Placed + '_>, NotationError> {
        let base = match position {
            Some(text) => self.game.read_position(text)?,
            None => self.game.start(),
        };
        let (position, line) = play_moves(&self.game, base.clone(), moves)?;
        Ok(Box::new(At { host: self, base, line, position }))
    }
}

/// The game with the knowledge level of that index.
fn with_knowledge<G: Game>(game: &G, level: u8) -> Result<G, Refusal> {
    let unknown = || UnknownLevel { name: level.to_string(), levels: game.knowledge_levels() };
    game.with_knowledge(level).ok_or_else(|| Refusal(unknown().to_string()))
}

/// Whether the answer to a question about a game with these knowledge levels can be proved, if it is to be.
pub fn provable(question: &Question, levels: &[KnowledgeLevel]) -> Result<(), Refusal> {
    if question.certificate && !question.techniques.are_sound(levels) {
        return Err(Refusal(
            "what is found with a knowledge level that is not sound cannot be certified; \
             take a sound level, or do without the certificate"
                .to_owned(),
        ));
    }
    Ok(())
}

struct At<'h, G: Game, M> {
    host: &'h Host<G, M>,
    base: G::Position,
    line: Vec<G::Move>,
    position: G::Position,
}

impl<G: Game, M: Manner<G>> At<'_, G, M> {
    /// The positions before this one.
    fn past(&self) -> Vec<G::Position> {
        let mut position = self.base.clone();
        let step = |&mv: &G::Move| {
            let before = position.clone();
            self.host.game.play(&mut position, mv);
            before
        };
        self.line.iter().map(step).collect()
    }

    fn chooser<'a>(
        &'a self,
        style: &Style,
        limits: Limits<'a>,
    ) -> Result<Chooser<'a, G, M>, Refusal> {
        let Host { game, manner } = self.host;
        let limits = Limits { time: style.time, ..limits };
        Ok(Chooser { game, manner, play_setup: manner.play_setup(game)?, style: *style, limits })
    }
}

impl<G, M> Placed for At<'_, G, M>
where
    G: Notation + Picture + Send + Sync,
    M: Manner<G>,
{
    fn knowledge_levels(&self) -> &'static [KnowledgeLevel] {
        self.host.game.knowledge_levels()
    }

    fn position(&self) -> String {
        self.host.game.write_position(&self.position)
    }

    fn moves(&self) -> String {
        write_line(&self.host.game, &self.base, &self.line)
    }

    fn words(&self) -> Vec<String> {
        write_words(&self.host.game, &self.base, &self.line)
    }

    fn visits(&self) -> usize {
        let Host { game, manner } = self.host;
        let Ok(PlaySetup { repetition: Some(repetition), .. }) = manner.play_setup(game) else {
            return 1;
        };
        let table_key = |position: &G::Position| (repetition.table_key)(game, position);
        let here = table_key(&self.position);
        1 + self.past().iter().filter(|&position| table_key(position) == here).count()
    }

    fn player(&self) -> Player {
        self.host.game.player(&self.position)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.host.game.outcome(&self.position)
    }

    fn infinite(&self) -> Option<Outcome> {
        self.host.manner.infinite(&self.host.game, &self.position)
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.outcome().is_none() {
            self.host.game.moves(&self.position, &mut moves);
        }
        moves.into_iter().map(|mv| self.host.game.write_move(&self.position, mv)).collect()
    }

    fn text(&self) -> String {
        self.host.game.text(&self.position)
    }

    fn svg(&self) -> String {
        self.host.game.svg(&self.position)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.host.game, &self.position, depth)
    }

    fn after(&self, depth: u32) -> Vec<Box<dyn Placed + '_>> {
        let place = |(line, position): (Vec<G::Move>, G::Position)| -> Box<dyn Placed + '_> {
            let line = [self.line.as_slice(), &line].concat();
            Box::new(At { host: self.host, base: self.base.clone(), line, position })
        };
        lines(&self.host.game, &self.position, depth).into_iter().map(place).collect()
    }

    fn solve(
        &self,
        question: &Question,
        limits: Limits<'_>,
        observer: &mut dyn Observer,
        resume: Option<&mut dyn StateReader>,
    ) -> Result<Report<String>, Refusal> {
        let host = self.host;
        let with_knowledge = match question.techniques.knowledge {
            None => None,
            Some(knowledge) => Some(with_knowledge(&host.game, knowledge)?),
        };
        provable(question, host.game.knowledge_levels())?;
        let game = with_knowledge.as_ref().unwrap_or(&host.game);
        let report = host.manner.solve(game, &self.position, question, limits, observer, resume)?;
        Ok(report.written(&host.game, &self.position))
    }

    fn station(&self, outfit: &Outfit) -> Result<Box<dyn Station + '_>, Refusal> {
        let Host { game, manner } = self.host;
        let with_knowledge = match outfit.techniques.knowledge {
            None => None,
            Some(level) => Some(with_knowledge(game, level)?),
        };
        manner.station(game, with_knowledge, &self.position, outfit)
    }

    fn choose(&self, style: &Style, limits: Limits<'_>) -> Result<Choice<String>, Refusal> {
        let game = &self.host.game;
        let choice = self.chooser(style, limits)?.choose(&self.past(), &self.position)?;
        let write = |&mv: &G::Move| game.write_move(&self.position, mv);
        Ok(Choice {
            mv: write(&choice.mv),
            line: write_words(game, &self.position, &choice.line),
            vetoed: choice.vetoed.iter().map(write).collect(),
            reason: choice.reason,
            search_score: choice.search_score,
            bounds: choice.bounds,
            nodes: choice.nodes,
            elapsed: choice.elapsed,
        })
    }

    fn ponder(&self, style: &Style, limits: Limits<'_>) -> Result<PonderResult<String>, Refusal> {
        let game = &self.host.game;
        let written = |(reply, answer)| {
            let words = write_words(game, &self.position, &[reply, answer]);
            let [reply, answer] = <[String; 2]>::try_from(words).expect("two moves, two words");
            (reply, answer)
        };
        let PonderResult { wins, nodes } = self.chooser(style, limits)?.ponder(&self.position)?;
        Ok(PonderResult { wins: wins.into_iter().map(written).collect(), nodes })
    }
}

impl<M: Copy> Report<M> {
    pub(crate) fn written<G: Notation<Move = M>>(
        self,
        game: &G,
        position: &G::Position,
    ) -> Report<String> {
        let words = |line: &[M]| write_words(game, position, line);
        Report {
            best: self.best.map(|mv| game.write_move(position, mv)),
            line: words(&self.line),
            most_proving: words(&self.most_proving),
            bounds: self.bounds,
            stop: self.stop,
            efforts: self.efforts,
            counters: self.counters,
            elapsed: self.elapsed,
            proofs: self.proofs,
            unproved: self.unproved,
        }
    }
}
