//! Breakthrough as tables: who wins every position of a board, one bit each, by an engine of its own.
//!
//! Values are verified with the rules and the numbers of the game itself, which share nothing with the engine.

use foregone_game::random::Random;
use foregone_game::{Notation, Player};
use foregone_games::breakthrough::Breakthrough;
use foregone_games::breakthrough::index::Numbering;
use foregone_tablebase::breakthrough::{Board, Sweep, build_bytes};
use foregone_tablebase::file::{
    Folder, Form, Layer, LayerSummary, Table, TableError, WordReader, writing_bytes,
};
use foregone_tablebase::retro::verify::{self, LayerCheck};
use foregone_tablebase::retro::{AnalysisError, Control};

use crate::arguments::PlaceArguments;
use crate::failure::Failure;
use crate::opening;

use super::subject::{Builder, Find, Found, Subject, Verifier};

/// The game's name.
pub(super) const NAME: &str = "breakthrough";
/// Every position is won or lost.
const BOUND: i8 = 1;

/// A board and the numbers of its positions.
pub(super) struct Strong {
    identity: String,
    game: Breakthrough,
    board: Board,
    numbering: Numbering,
}

/// Reads the spelling; nothing if the board is too low or too wide for the engine.
pub(super) fn open(spec: &str) -> Result<Option<Strong>, Failure> {
    let identity = opening::open(spec)?.facts.spec;
    let Some((game, board)) = read(&identity) else {
        return if is_too_wide(&identity) { Err(refuse(&identity)) } else { Ok(None) };
    };
    let Some(numbering) = Numbering::new(game.field()) else {
        return Err(refuse(&identity));
    };
    Ok(Some(Strong { identity, game, board, numbering }))
}

fn refuse(identity: &str) -> Failure {
    Failure::bad(format!(
        "{identity} has more positions than tables can number; take a smaller board"
    ))
}

/// Whether a board is high enough for the engine and too wide. Without walls such a board has far more positions than can be
/// written down one by one, so nobody should have to wait until that is found out.
fn is_too_wide(identity: &str) -> bool {
    let size = identity.split_once(':').and_then(|(_, size)| size.split_once('x'));
    let size = size.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    size.is_some_and(|(width, height): (u32, u32)| width > 9 && height >= 4)
}

/// Whether the engine takes a board.
pub(super) fn takes(spec: &str) -> bool {
    read(spec).is_some()
}

/// The game of a canonical spelling, if the engine takes it.
fn read(spec: &str) -> Option<(Breakthrough, Board)> {
    let (_, parameters) = spec.split_once(':')?;
    let (size, walls) = match parameters.split_once(",walls=") {
        Some((size, walls)) => (size, Some(walls)),
        None => (parameters, None),
    };
    let (width, height) = size.split_once('x')?;
    let (width, height) = (width.parse().ok()?, height.parse().ok()?);
    let game = Breakthrough::new(width, height, 0).ok()?;
    let game = walls.map_or(Ok(game.clone()), |walls| game.walled(walls)).ok()?;
    let board = Board::new(width, height, game.walls())?;
    Some((game, board))
}

impl Strong {
    /// Whether the bit of a number is what the moves give; numbers that are no positions have none.
    fn is_right(&self, layer: usize, index: u64, is_won: &impl Fn(usize, u64) -> bool) -> bool {
        let said = is_won(layer, index);
        match self.numbering.position(layer, index) {
            Some(position) => said == self.numbering.wins_ahead(&self.game, &position, is_won),
            None => !said,
        }
    }

    fn sizes(&self) -> impl Iterator<Item = u64> {
        (0..self.numbering.layers()).map(|layer| self.numbering.size(layer))
    }
}

impl Subject for Strong {
    fn identity(&self) -> &str {
        &self.identity
    }

    fn form(&self) -> Form {
        Form::Bits
    }

    fn layers(&self) -> usize {
        self.numbering.layers()
    }

    fn size(&self, layer: usize) -> u64 {
        self.numbering.size(layer)
    }

    fn peak_bytes(&self, threads: usize) -> u64 {
        let largest = self.sizes().max().unwrap_or(0);
        build_bytes(&self.board, threads).saturating_add(writing_bytes(
            Form::Bits,
            largest,
            threads,
        ))
    }

    fn builder(&self) -> Box<dyn Builder + '_> {
        Box::new(Sweeping { subject: self, sweep: Sweep::new(&self.board) })
    }

    fn verify_bytes(&self, _: usize) -> u64 {
        self.sizes().map(|size| Form::Bits.bytes(size)).sum()
    }

    /// The opponent's positions are found in other layers, higher ones among them.
    fn verifies_all_or_nothing(&self) -> bool {
        true
    }

    fn verifier(&self) -> Box<dyn Verifier + '_> {
        Box::new(Looking { subject: self, layers: Vec::new() })
    }

    fn sample(&self, layer: usize, count: u64, random: &mut Random, find: Find<'_>) -> LayerCheck {
        let is_won = |layer: usize, index: u64| find(layer, index) > 0;
        let size = self.numbering.size(layer) as usize;
        for index in (0..count).map(|_| random.below(size) as u64) {
            if !self.is_right(layer, index, &is_won) {
                return LayerCheck::Inconsistent { index };
            }
        }
        LayerCheck::Right { sweeps: 0 }
    }

    fn fits(&self, table: &Table) -> Result<(), Failure> {
        let sizes: Vec<(u64, i8)> = self.sizes().map(|size| (size, BOUND)).collect();
        Ok(table.fits_sizes(&sizes)?)
    }

    fn find(&self, place: &PlaceArguments) -> Result<Found, Failure> {
        let text = place.of(&opening::open(&self.identity)?)?.position();
        let position = self.game.read_position(&text)?;
        let (game, numbering) = (self.game.clone(), self.numbering.clone());
        let value = move |find: Find<'_>| {
            let is_won = |layer: usize, index: u64| find(layer, index) > 0;
            if numbering.wins(&game, &position, &is_won) { BOUND } else { -BOUND }
        };
        let first = position.player == Player::Max;
        let say = move |value: i8| {
            let wins = value > 0;
            let outcome = if wins == first { "win" } else { "loss" };
            let (player, ends) =
                (if first { "White" } else { "Black" }, if wins { "wins" } else { "loses" });
            format!("{outcome}: {player}, to move, {ends}")
        };
        Ok(Found {
            position: text,
            place: self.numbering.find(&position),
            value: Box::new(value),
            say: Box::new(say),
            pawns: Some((position.white, position.black, first)),
        })
    }

    fn position(&self, layer: usize, index: u64) -> String {
        let position = self.numbering.position(layer, index);
        position.map_or_else(String::new, |position| self.game.write_position(&position))
    }

    fn board(&self) -> Option<&Board> {
        Some(&self.board)
    }
}

/// The engine under way.
struct Sweeping<'s> {
    subject: &'s Strong,
    sweep: Sweep,
}

impl Builder for Sweeping<'_> {
    fn load(&mut self, layer: &Layer) -> Result<(), TableError> {
        self.sweep.load(layer.words(self.sweep.part_words())?);
        Ok(())
    }

    fn analyse(&mut self, _: usize, control: &Control<'_>) -> Result<(), AnalysisError> {
        self.sweep.advance(control)
    }

    fn keep(&self, number: usize, folder: &mut Folder) -> Result<(), TableError> {
        let ([lost, won], size) = (self.sweep.results(), self.subject.numbering.size(number));
        let kept = LayerSummary { size, bound: BOUND, counts: vec![lost, 0, won] };
        folder.write_layer(number, kept, WordReader::new(self.sweep.parts()))
    }
}

/// All bits, to look at them one move ahead.
struct Looking<'s> {
    subject: &'s Strong,
    layers: Vec<Vec<u64>>,
}

impl Verifier for Looking<'_> {
    fn load(&mut self, number: usize, layer: &Layer) -> Result<Vec<u64>, TableError> {
        let words = layer.words(usize::MAX)?.pop().unwrap_or_default();
        let won: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
        self.layers.push(words);
        let positions = self.subject.numbering.positions(number);
        Ok(vec![positions.saturating_sub(won), 0, won])
    }

    fn verify(&self, number: usize, control: &Control<'_>) -> Result<LayerCheck, AnalysisError> {
        let is_won = |layer: usize, index: u64| {
            self.layers[layer][(index / 64) as usize] >> (index % 64) & 1 == 1
        };
        let size = self.subject.numbering.size(number);
        verify::each(control, (number, size), |index| self.subject.is_right(number, index, &is_won))
    }
}
