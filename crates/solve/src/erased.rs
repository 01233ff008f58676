//! Games and positions with their types erased: one virtual call per question, everything inside it compiled for the game.
//!
//! Both are owned and borrow nothing: a position holds its game by an [`Arc`], so it can be kept, cloned and sent to other
//! threads.

use std::sync::Arc;

use foregone_game::notation::{NotationError, play_moves, write_line, write_words};
use foregone_game::perft::{lines, perft};
use foregone_game::{
    EndgameTable, Evaluation, Game, KnowledgeLevel, Notation, Outcome, Picture, Player, Scale,
    Scene, UnknownLevel,
};

use crate::class::{Class, GameClass};
use crate::leaf_search::{LeafSearch, LeafSearchConfig};
use crate::limits::Limits;
use crate::observe::legal_moves;
use crate::options::Question;
use crate::play::models::{Method, ModelAnswer, ModelQuestion, ModelReport};
use crate::play::{Choice, Chooser, PlaySetup, PonderResult, Style};
use crate::report::{Refusal, Report};
use crate::request::Request;

/// A game that questions can be put to.
pub trait ErasedGame: Send + Sync {
    /// Its outcomes.
    fn scale(&self) -> &Scale;

    /// What kind of game it is.
    fn class(&self) -> GameClass;

    /// What the game can know about a position without a search, level by level.
    fn knowledge_levels(&self) -> &'static [KnowledgeLevel];

    /// The level with which proof-number search suits the game best ([`Game::level_for_proof_numbers`]).
    fn level_for_proof_numbers(&self) -> Option<u8>;

    /// The evaluations that players can be told to play by.
    fn evaluations(&self) -> &'static [Evaluation];

    /// What is wrong with the rules, if play has come to a position that shows it ([`Game::defect`]).
    fn defect(&self) -> Option<String>;

    /// Takes values from a tablebase to look up. False if the game has no use for them.
    fn use_tablebase(&mut self, lookup: EndgameTable) -> bool;

    /// The written position, or the start of the game.
    fn position(
        self: Arc<Self>,
        text: Option<&str>,
    ) -> Result<Box<dyn ErasedPosition>, NotationError>;

    /// Cuts a list of moves into single ones.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str>;

    /// Cuts the record of a game, which may have numbers and comments, into single moves.
    fn split_record<'t>(&self, text: &'t str) -> Vec<&'t str>;
}

/// A position of an [`ErasedGame`], with the moves that led to it from where it was placed.
pub trait ErasedPosition: Send + Sync {
    /// The same position once more.
    fn cloned(&self) -> Box<dyn ErasedPosition>;

    /// Its outcomes.
    fn scale(&self) -> &Scale;

    /// What kind of game it is of.
    fn class(&self) -> GameClass;

    /// What its game can know about a position without a search, level by level.
    fn knowledge_levels(&self) -> &'static [KnowledgeLevel];

    /// Plays written moves one after the other; if one of them is not legal, none is played.
    fn play(&mut self, moves: &[&str]) -> Result<(), NotationError>;

    /// Takes the last move back. False if there is none.
    fn undo(&mut self) -> bool;

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

    /// What infinite play from the position is worth, where play can return.
    fn infinite(&self) -> Option<Outcome>;

    /// The legal moves, in the canonical order.
    fn legal_moves(&self) -> Vec<String>;

    /// A line from here as single words, given by the places of its moves in the canonical order; it ends where there is
    /// no such move.
    fn words_of(&self, line: &[usize]) -> Vec<String>;

    /// The board as text.
    fn text(&self) -> String;

    /// The board as a drawing, with its legal moves.
    fn scene(&self) -> Scene;

    /// The number of lines of that many moves.
    fn perft(&self, depth: u32) -> u64;

    /// The positions after all lines of that many moves, in the canonical order.
    fn after(&self, depth: u32) -> Vec<Box<dyn ErasedPosition>>;

    /// Answers a question about the position.
    fn solve(&self, request: Request<'_>) -> Result<Report<String>, Refusal>;

    /// The search of leaves below the position, for workers that share it.
    fn leaf_search(&self, config: &LeafSearchConfig) -> Result<Box<dyn LeafSearch + '_>, Refusal>;

    /// Chooses a move for the player to move. The limits end it early, beside those of the style.
    fn choose(&self, style: &Style, limits: Limits<'_>) -> Result<Choice<String>, Refusal>;

    /// The replies of the player to move that give the other one a forced win, as far as searches within the style's
    /// limit for a veto find one.
    fn ponder(&self, style: &Style, limits: Limits<'_>) -> Result<PonderResult<String>, Refusal>;

    /// Finds what the position is worth against a model of the opponent, which is no proof.
    fn against_model(
        &self,
        question: &ModelQuestion,
        method: Method,
        limits: Limits<'_>,
    ) -> Result<ModelReport<String>, Refusal>;
}

impl Clone for Box<dyn ErasedPosition> {
    fn clone(&self) -> Self {
        self.cloned()
    }
}

/// Erases the type of a game of that class.
pub fn erase<G, C>(game: G, class: C) -> Arc<dyn ErasedGame>
where
    G: Notation + Picture + Send + Sync + 'static,
    C: Class<G>,
{
    Arc::new(Typed { game, class })
}

/// The position after the moves from the written position, or from the start.
pub fn place(
    game: &Arc<dyn ErasedGame>,
    position: Option<&str>,
    moves: &str,
) -> Result<Box<dyn ErasedPosition>, NotationError> {
    let mut placed = game.clone().position(position)?;
    placed.play(&game.split_moves(moves))?;
    Ok(placed)
}

/// A game with its type and its class.
struct Typed<G, C> {
    game: G,
    class: C,
}

impl<G, C> ErasedGame for Typed<G, C>
where
    G: Notation + Picture + Send + Sync + 'static,
    C: Class<G>,
{
    fn scale(&self) -> &Scale {
        self.game.scale()
    }

    fn class(&self) -> GameClass {
        self.class.class()
    }

    fn knowledge_levels(&self) -> &'static [KnowledgeLevel] {
        self.game.knowledge_levels()
    }

    fn level_for_proof_numbers(&self) -> Option<u8> {
        self.game.level_for_proof_numbers()
    }

    fn evaluations(&self) -> &'static [Evaluation] {
        self.game.evaluations()
    }

    fn defect(&self) -> Option<String> {
        self.game.defect()
    }

    fn use_tablebase(&mut self, lookup: EndgameTable) -> bool {
        let helped = self.game.with_tablebase(lookup);
        let has_tables = helped.is_some();
        if let Some(game) = helped {
            self.game = game;
        }
        has_tables
    }

    fn position(
        self: Arc<Self>,
        text: Option<&str>,
    ) -> Result<Box<dyn ErasedPosition>, NotationError> {
        let position = match text {
            Some(text) => self.game.read_position(text)?,
            None => self.game.start(),
        };
        Ok(Box::new(At { game: self, base: position.clone(), line: Vec::new(), position }))
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        self.game.split_moves(text)
    }

    fn split_record<'t>(&self, text: &'t str) -> Vec<&'t str> {
        self.game.split_record(text)
    }
}

/// The game with the knowledge level of that index.
fn with_knowledge<G: Game>(game: &G, level: Option<u8>) -> Result<Option<G>, Refusal> {
    let Some(level) = level else { return Ok(None) };
    let unknown = || UnknownLevel { name: level.to_string(), levels: game.knowledge_levels() };
    game.with_knowledge(level).map(Some).ok_or_else(|| Refusal(unknown().to_string()))
}

/// Whether the answer to a question about a game with these knowledge levels can be proved, if it is to be.
pub fn provable(question: &Question, levels: &[KnowledgeLevel]) -> Result<(), Refusal> {
    if question.certificate && !question.techniques.are_sound(levels) {
        return Err(Refusal::new(
            "what is found with a knowledge level that is not sound cannot be certified; take a sound level, or do \
             without the certificate",
        ));
    }
    Ok(())
}

/// A position with the line that led to it.
struct At<G: Game, C> {
    game: Arc<Typed<G, C>>,
    base: G::Position,
    line: Vec<G::Move>,
    position: G::Position,
}

impl<G: Game, C: Class<G>> At<G, C> {
    fn rules(&self) -> &G {
        &self.game.game
    }

    /// An answer, unless the rules have turned out to be wrong on the way to it.
    fn sound<T>(&self, answer: T) -> Result<T, Refusal> {
        self.rules().defect().map_or(Ok(answer), |defect| Err(Refusal(defect)))
    }

    /// The positions before this one.
    fn past(&self) -> Vec<G::Position> {
        let mut position = self.base.clone();
        let step = |&mv: &G::Move| {
            let before = position.clone();
            self.rules().play(&mut position, mv);
            before
        };
        self.line.iter().map(step).collect()
    }

    fn chooser<'a>(
        &'a self,
        style: &Style,
        limits: Limits<'a>,
    ) -> Result<Chooser<'a, G, C>, Refusal> {
        let Typed { game, class } = &*self.game;
        let limits = Limits { time: style.time, ..limits };
        Ok(Chooser { game, class, play_setup: class.play_setup(game)?, style: *style, limits })
    }
}

impl<G, C> ErasedPosition for At<G, C>
where
    G: Notation + Picture + Send + Sync + 'static,
    C: Class<G>,
{
    fn cloned(&self) -> Box<dyn ErasedPosition> {
        Box::new(At {
            game: self.game.clone(),
            base: self.base.clone(),
            line: self.line.clone(),
            position: self.position.clone(),
        })
    }

    fn scale(&self) -> &Scale {
        self.rules().scale()
    }

    fn class(&self) -> GameClass {
        self.game.class.class()
    }

    fn knowledge_levels(&self) -> &'static [KnowledgeLevel] {
        self.rules().knowledge_levels()
    }

    fn play(&mut self, moves: &[&str]) -> Result<(), NotationError> {
        let (position, line) = play_moves(self.rules(), self.position.clone(), moves)?;
        self.position = position;
        self.line.extend(line);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        if self.line.pop().is_none() {
            return false;
        }
        let mut position = self.base.clone();
        for &mv in &self.line {
            self.rules().play(&mut position, mv);
        }
        self.position = position;
        true
    }

    fn position(&self) -> String {
        self.rules().write_position(&self.position)
    }

    fn moves(&self) -> String {
        write_line(self.rules(), &self.base, &self.line)
    }

    fn words(&self) -> Vec<String> {
        write_words(self.rules(), &self.base, &self.line)
    }

    fn visits(&self) -> usize {
        let Typed { game, class } = &*self.game;
        let Ok(PlaySetup { repetition: Some(rules), .. }) = class.play_setup(game) else {
            return 1;
        };
        let table_key = |position: &G::Position| (rules.table_key)(game, position);
        let here = table_key(&self.position);
        1 + self.past().iter().filter(|&position| table_key(position) == here).count()
    }

    fn player(&self) -> Player {
        self.rules().player(&self.position)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules().outcome(&self.position)
    }

    fn infinite(&self) -> Option<Outcome> {
        self.game.class.infinite(self.rules(), &self.position)
    }

    fn legal_moves(&self) -> Vec<String> {
        let moves = legal_moves(self.rules(), &self.position);
        moves.into_iter().map(|mv| self.rules().write_move(&self.position, mv)).collect()
    }

    fn words_of(&self, line: &[usize]) -> Vec<String> {
        let (mut position, mut words) = (self.position.clone(), Vec::new());
        for &place in line {
            let Some(&mv) = legal_moves(self.rules(), &position).get(place) else { break };
            words.push(self.rules().write_move(&position, mv));
            self.rules().play(&mut position, mv);
        }
        words
    }

    fn text(&self) -> String {
        self.rules().text(&self.position)
    }

    fn scene(&self) -> Scene {
        Scene::of(self.rules(), &self.position)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self.rules(), &self.position, depth)
    }

    fn after(&self, depth: u32) -> Vec<Box<dyn ErasedPosition>> {
        let place = |(line, position): (Vec<G::Move>, G::Position)| -> Box<dyn ErasedPosition> {
            let line = [self.line.as_slice(), &line].concat();
            Box::new(At { game: self.game.clone(), base: self.base.clone(), line, position })
        };
        lines(self.rules(), &self.position, depth).into_iter().map(place).collect()
    }

    fn solve(&self, request: Request<'_>) -> Result<Report<String>, Refusal> {
        let Typed { game, class } = &*self.game;
        let other = with_knowledge(game, request.question.techniques.knowledge)?;
        provable(request.question, game.knowledge_levels())?;
        let report = class.solve(other.as_ref().unwrap_or(game), &self.position, request)?;
        self.sound(report.written(game, &self.position))
    }

    fn leaf_search(&self, config: &LeafSearchConfig) -> Result<Box<dyn LeafSearch + '_>, Refusal> {
        let Typed { game, class } = &*self.game;
        let other = with_knowledge(game, config.techniques.knowledge)?;
        class.leaf_search(game, other, &self.position, config)
    }

    fn choose(&self, style: &Style, limits: Limits<'_>) -> Result<Choice<String>, Refusal> {
        let choice = self.chooser(style, limits)?.choose(&self.past(), &self.position)?;
        let write = |&mv: &G::Move| self.rules().write_move(&self.position, mv);
        self.sound(Choice {
            mv: write(&choice.mv),
            line: write_words(self.rules(), &self.position, &choice.line),
            vetoed: choice.vetoed.iter().map(write).collect(),
            reason: choice.reason,
            search_score: choice.search_score,
            bounds: choice.bounds,
            nodes: choice.nodes,
            elapsed: choice.elapsed,
        })
    }

    fn ponder(&self, style: &Style, limits: Limits<'_>) -> Result<PonderResult<String>, Refusal> {
        let written = |(reply, answer)| {
            let words = write_words(self.rules(), &self.position, &[reply, answer]);
            let [reply, answer] = <[String; 2]>::try_from(words).expect("two moves, two words");
            (reply, answer)
        };
        let PonderResult { wins, nodes } = self.chooser(style, limits)?.ponder(&self.position)?;
        self.sound(PonderResult { wins: wins.into_iter().map(written).collect(), nodes })
    }

    fn against_model(
        &self,
        question: &ModelQuestion,
        method: Method,
        limits: Limits<'_>,
    ) -> Result<ModelReport<String>, Refusal> {
        let report = question.answer(self.rules(), &self.position, method, limits)?;
        let written = |found: ModelAnswer<G::Move>| ModelAnswer {
            value: found.value,
            best: self.rules().write_move(&self.position, found.best),
            line: write_words(self.rules(), &self.position, &found.line),
        };
        let ModelReport { found, visited, stop, elapsed } = report;
        self.sound(ModelReport { found: found.map(written), visited, stop, elapsed })
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
