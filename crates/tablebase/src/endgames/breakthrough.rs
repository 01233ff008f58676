//! Breakthrough: the winner of every position of a board, one bit each, computed by [`breakthrough`](crate::breakthrough).
//!
//! Values are verified with the rules and the indices of the game itself, which share no code with what computes them.

use foregone_game::random::Random;
use foregone_game::{Notation, Outcome, Player};
use foregone_games::Breakthrough;
use foregone_games::breakthrough::index::Numbering as Indices;

use super::Endgames;
use super::numbering::{LayerBuilder, LayerVerifier, Located, LookUp, Numbering, Positions, place};
use super::open::HasTables;
use crate::TableError;
use crate::breakthrough::{Board, MAX_WIDTH, MIN_HEIGHT, Sweep, build_bytes};
use crate::file::{Folder, Form, Layer, LayerSummary, Table, WordReader, writing_bytes};
use crate::retro::Control;
use crate::retro::verify::{self, LayerCheck};

/// Every position is won or lost.
const BOUND: i8 = 1;
/// Boards of three rows with this many free cells in the row between the pawns have more positions than are enumerated.
const FREE_CELLS: u32 = 8;

/// A board and the indices of its positions.
struct BreakthroughTables {
    name: String,
    game: Breakthrough,
    board: Board,
    indices: Indices,
}

impl HasTables for Breakthrough {
    /// Boards of three rows are enumerated as other games are. The others have bits, unless they are so large that no table
    /// holds them.
    fn endgames(&self, _: Option<usize>) -> Result<Option<Endgames>, TableError> {
        let (field, name) = (self.field(), format!("breakthrough:{}", self.spelling()));
        let (width, height) = (field.width(), field.height());
        if width > MAX_WIDTH {
            return Err(TableError::Unfit(format!(
                "{name} is wider than the {MAX_WIDTH} columns for which tables are built; take a smaller board"
            )));
        }
        let too_large = || {
            TableError::Unfit(format!(
                "{name} has more positions than tables can number; take a smaller board"
            ))
        };
        if height < MIN_HEIGHT {
            let between = field.open() & field.row(1);
            return if between.count_ones() < FREE_CELLS { Ok(None) } else { Err(too_large()) };
        }
        let board = Board::new(width, height, self.walls()).ok_or_else(too_large)?;
        let indices = Indices::new(field).ok_or_else(too_large)?;
        let game = self.clone();
        Ok(Some(Endgames(Box::new(BreakthroughTables { name, game, board, indices }))))
    }
}

impl BreakthroughTables {
    /// Whether the bit of an index is what the moves give. The bit of an index without a position is clear.
    fn is_correct(&self, layer: usize, index: u64, is_won: &impl Fn(usize, u64) -> bool) -> bool {
        let stored = is_won(layer, index);
        match self.indices.position(layer, index) {
            Some(position) => stored == self.indices.wins_ahead(&self.game, &position, is_won),
            None => !stored,
        }
    }

    fn sizes(&self) -> impl Iterator<Item = u64> {
        (0..self.indices.layers()).map(|layer| self.indices.size(layer))
    }
}

impl Positions for BreakthroughTables {
    fn name(&self) -> &str {
        &self.name
    }

    fn fits(&self, table: &Table) -> Result<(), TableError> {
        let sizes: Vec<(u64, i8)> = self.sizes().map(|size| (size, BOUND)).collect();
        table.fits_sizes(&sizes)
    }

    fn locate(&self, position: Option<&str>, moves: Option<&str>) -> Result<Located, TableError> {
        let position = place(&self.game, position, moves)?;
        let (game, indices) = (self.game.clone(), self.indices.clone());
        let value = move |look_up: LookUp<'_>| {
            let is_won = |layer: usize, index: u64| look_up(layer, index) > 0;
            if indices.wins(&game, &position, &is_won) { BOUND } else { -BOUND }
        };
        let white_moves = position.player == Player::Max;
        let meaning = move |value: i8| {
            let wins = value > 0;
            let outcome = if wins == white_moves { "win" } else { "loss" };
            let player = if white_moves { "White" } else { "Black" };
            format!("{outcome}: {player}, to move, {}", if wins { "wins" } else { "loses" })
        };
        Ok(Located {
            position: self.game.write_position(&position),
            place: self.indices.find(&position),
            value: Box::new(value),
            meaning: Box::new(meaning),
            outcome: Box::new(move |value| Some(Outcome(u8::from((value > 0) == white_moves)))),
            pawns: Some((position.white, position.black, white_moves)),
        })
    }

    fn position(&self, layer: usize, index: u64) -> String {
        let position = self.indices.position(layer, index);
        position.map_or_else(String::new, |position| self.game.write_position(&position))
    }
}

impl Numbering for BreakthroughTables {
    fn form(&self) -> Form {
        Form::Bits
    }

    fn layers(&self) -> usize {
        self.indices.layers()
    }

    fn size(&self, layer: usize) -> u64 {
        self.indices.size(layer)
    }

    fn build_bytes(&self, threads: usize) -> u64 {
        let largest = self.sizes().max().unwrap_or(0);
        let writing = writing_bytes(Form::Bits, largest, threads);
        build_bytes(&self.board, threads).saturating_add(writing)
    }

    fn builder(&self) -> Box<dyn LayerBuilder + '_> {
        Box::new(BitBuilder { game: self, sweep: Sweep::new(&self.board) })
    }

    fn verify_bytes(&self, _: usize) -> u64 {
        self.sizes().map(|size| Form::Bits.bytes(size)).sum()
    }

    /// A position with Black to move is stored turned, which may be in a higher layer.
    fn needs_all_layers(&self) -> bool {
        true
    }

    fn verifier(&self) -> Box<dyn LayerVerifier + '_> {
        Box::new(BitVerifier { game: self, layers: Vec::new() })
    }

    fn sample(
        &self,
        layer: usize,
        count: u64,
        random: &mut Random,
        look_up: LookUp<'_>,
    ) -> LayerCheck {
        let is_won = |layer: usize, index: u64| look_up(layer, index) > 0;
        let size = self.indices.size(layer) as usize;
        for index in (0..count).map(|_| random.below(size) as u64) {
            if !self.is_correct(layer, index, &is_won) {
                return LayerCheck::Inconsistent { index };
            }
        }
        LayerCheck::Correct { sweeps: 0 }
    }

    fn board(&self) -> Option<&Board> {
        Some(&self.board)
    }
}

struct BitBuilder<'g> {
    game: &'g BreakthroughTables,
    sweep: Sweep,
}

impl LayerBuilder for BitBuilder<'_> {
    fn load(&mut self, layer: &Layer) -> Result<(), TableError> {
        self.sweep.load(layer.words(self.sweep.part_words())?);
        Ok(())
    }

    fn compute(&mut self, _: usize, control: &Control<'_>) -> Result<(), TableError> {
        Ok(self.sweep.advance(control)?)
    }

    fn write(&self, number: usize, folder: &mut Folder, _: &Control<'_>) -> Result<(), TableError> {
        let ([lost, won], size) = (self.sweep.results(), self.game.indices.size(number));
        let summary = LayerSummary { size, bound: BOUND, counts: vec![lost, 0, won] };
        folder.write_layer(number, summary, WordReader::new(self.sweep.parts()))
    }
}

/// All bits in memory. Play never returns, so a value that fits those of all successors is correct.
struct BitVerifier<'g> {
    game: &'g BreakthroughTables,
    layers: Vec<Vec<u64>>,
}

impl LayerVerifier for BitVerifier<'_> {
    fn load(
        &mut self,
        number: usize,
        layer: &Layer,
        _: &Control<'_>,
    ) -> Result<Vec<u64>, TableError> {
        let words = layer.words(usize::MAX)?.pop().unwrap_or_default();
        let won: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
        self.layers.push(words);
        Ok(vec![self.game.indices.positions(number).saturating_sub(won), 0, won])
    }

    fn verify(&self, number: usize, control: &Control<'_>) -> Result<LayerCheck, TableError> {
        let is_won = |layer: usize, index: u64| {
            self.layers[layer][(index / 64) as usize] >> (index % 64) & 1 == 1
        };
        let size = self.game.indices.size(number);
        let is_correct = |index| self.game.is_correct(number, index, &is_won);
        Ok(verify::each(control, (number, size), is_correct)?)
    }
}
