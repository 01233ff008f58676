//! Positions, moves and outcomes of chance as people write them.

use foregone_game::scene::PlacedMove;
use foregone_game::{Drawing, NotationError, Place, Scene};

use crate::game::{ChanceGame, Turn};

/// Reading and writing, both ways: what is written can be read again and gives the same thing.
///
/// Everything has a default, so that `impl ChanceNotation for MyGame {}` is enough: positions and moves are written in
/// their `Debug` form, and moves are read by comparing with the legal ones.
pub trait ChanceNotation: ChanceGame {
    /// A move or an outcome of chance, without white space and commas.
    fn write_move(&self, position: &Self::Position, mv: Self::Move) -> String {
        let _ = position;
        format!("{mv:?}")
    }

    /// Reads one move or outcome of chance. The error says why it is not possible here.
    fn read_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Self::Move, NotationError> {
        let mut moves = Vec::new();
        if matches!(self.turn(position), Turn::Over(_)) {
            return Err(NotationError::new("the game is over here; leave out this move"));
        }
        self.moves(position, &mut moves);
        let written = |mv: &Self::Move| self.write_move(position, *mv);
        moves.iter().copied().find(|mv| written(mv) == text).ok_or_else(|| {
            let all: Vec<String> = moves.iter().map(written).collect();
            let what = match self.turn(position) {
                Turn::Chance => "outcome of chance; the outcomes are",
                _ => "move; the moves are",
            };
            NotationError(format!("\"{text}\" is no {what} {}", all.join(", ")))
        })
    }

    /// A position, with everything that decides how play goes on; by default its `Debug` form.
    fn write_position(&self, position: &Self::Position) -> String {
        format!("{position:?}")
    }

    /// Reads a position. The error says what is impossible about it. By default only the start is read.
    fn read_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        let start = self.start();
        match text == self.write_position(&start) {
            true => Ok(start),
            false => Err(NotationError::new(
                "this game reads no positions but its start; play the moves that lead there",
            )),
        }
    }

    /// The position as lines of text, for a terminal; every line ends with a line break.
    fn text(&self, position: &Self::Position) -> String {
        format!("{}\n{}\n", self.write_position(position), self.status(position))
    }

    /// The position as a drawing with named cells; by default its lines of text.
    fn drawing(&self, position: &Self::Position) -> Drawing {
        Drawing::of_text(&self.text(position))
    }

    /// Where a move is on the drawing of the position, so that people can point at it; nowhere if it has no place there. Asked
    /// for outcomes of chance, too.
    fn places(&self, position: &Self::Position, mv: Self::Move, drawing: &Drawing) -> Vec<Place> {
        let _ = (position, mv, drawing);
        Vec::new()
    }

    /// The whole game in Graphviz' language, if it is written down position by position.
    fn dot(&self) -> Option<String> {
        None
    }

    /// Whose turn it is, or how the game has ended, in a few words.
    fn status(&self, position: &Self::Position) -> String {
        match self.turn(position) {
            Turn::Over(outcome) => format!("over: {}", self.scale().name(outcome)),
            Turn::Max => "first player to move".to_owned(),
            Turn::Min => "second player to move".to_owned(),
            Turn::Chance => "chance to move".to_owned(),
        }
    }
}

/// A drawing of a position with its moves, or with the outcomes of chance, in the canonical order.
pub fn scene<G: ChanceNotation>(game: &G, position: &G::Position) -> Scene {
    let mut moves = Vec::new();
    if !matches!(game.turn(position), Turn::Over(_)) {
        game.moves(position, &mut moves);
    }
    let drawing = game.drawing(position);
    let placed = |mv: G::Move| PlacedMove {
        name: game.write_move(position, mv),
        places: game.places(position, mv, &drawing),
    };
    let moves = moves.into_iter().map(placed).collect();
    Scene { drawing, moves }
}

/// Plays a written list of moves and outcomes of chance, separated by white space or commas. The error names the move by
/// number.
pub fn read_line<G: ChanceNotation>(
    game: &G,
    mut position: G::Position,
    text: &str,
) -> Result<(G::Position, Vec<G::Move>), NotationError> {
    let mut line = Vec::new();
    let pieces = text.split(|c: char| c.is_whitespace() || c == ',').filter(|p| !p.is_empty());
    for (number, piece) in (1..).zip(pieces) {
        let mv = game
            .read_move(&position, piece)
            .map_err(|error| NotationError(format!("move {number} (\"{piece}\"): {error}")))?;
        game.play(&mut position, mv);
        line.push(mv);
    }
    Ok((position, line))
}
