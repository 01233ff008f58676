//! Breakthrough: `breakthrough:WIDTHxHEIGHT`. Pawns go straight or diagonally ahead and capture diagonally; the
//! first player to bring one to the far row wins.
//!
//! White, who is `Max` and begins, has two rows of pawns at the bottom and goes up; Black has two at the top and goes down.
//! On boards of three rows, where two would not leave one in between, each has one. Every move takes a pawn nearer to its
//! far row, so play never returns. Without walls there is always a move as long as there is a pawn: the one furthest ahead
//! has nothing of its own colour before it.

pub mod board;
pub mod field;
pub mod index;
pub mod knowledge;
mod move_score;
mod notation;
mod picture;
mod reading;
mod table_key;

use std::sync::Arc;

use foregone_game::{
    Acyclic, EndgameTable, Evaluation, Game, InvalidGame, KnowledgeLevel, Outcome, Player, Scale,
};

pub use board::{Move, Position};
pub use field::Field;
pub use knowledge::KNOWLEDGE_LEVELS;

use board::{Movers, cells};
use index::TableValues;
use knowledge::{Knowledge, Level};
use table_key::Packing;

/// The knowledge level unless another one is asked for. A higher level means fewer nodes, but no less time.
const DEFAULT_LEVEL: Level = Level::Attack;

/// The game, with its size and its walls.
#[derive(Clone, Debug)]
pub struct Breakthrough {
    /// The board as White sees it, and as Black does.
    fields: [Field; 2],
    scale: Scale,
    /// The rows that a player has pawns on at the start.
    rows: u32,
    /// Whether the walls are their own mirror image.
    symmetric: bool,
    packing: Option<Packing>,
    knowledge: Knowledge,
    /// What certificates leave out: the default level, whatever level searches use.
    checker_knowledge: Knowledge,
    /// Values of a tablebase, if there is one.
    known: Option<Arc<TableValues>>,
}

impl Breakthrough {
    /// The game on a board of that size, with walls as cells of a [`Field`], or a sentence about why there is none.
    ///
    /// ```
    /// use foregone_game::{Game, Notation};
    /// use foregone_games::Breakthrough;
    ///
    /// let game = Breakthrough::new(3, 5, 0)?.walled("b3")?;
    /// assert_eq!(game.write_position(&game.start()), "bbb/bbb/.#./www/www w");
    /// # Ok::<(), foregone_game::InvalidGame>(())
    /// ```
    pub fn new(width: u32, height: u32, walls: u64) -> Result<Breakthrough, InvalidGame> {
        let size = u64::from(width) * u64::from(height);
        if width < 2 || height < 3 || size > u64::from(field::CELLS) {
            return Err(InvalidGame(format!(
                "breakthrough needs a width of 2 or more, a height of 3 or more, and at most {} cells; {width}x{height} is not possible",
                field::CELLS
            )));
        }
        let rows = if height > 3 { 2 } else { 1 };
        let bare = Field::new(width, height, 0);
        let starts = |field: &Field| (0..rows).fold(0, |set, row| set | field.row(row));
        let free = bare.open() & !starts(&bare) & !bare.turn(starts(&bare));
        if let Some(wall) = cells(walls & !free).next() {
            return Err(InvalidGame(format!(
                "breakthrough has no walls where pawns start or off the board, as on {}",
                notation::name(&bare, wall)
            )));
        }
        let field = Field::new(width, height, walls);
        let knowledge = Knowledge::new(&field, DEFAULT_LEVEL);
        Ok(Breakthrough {
            fields: [field, field.turned()],
            scale: Scale::new(["loss", "win"]),
            rows,
            symmetric: field.is_symmetric(),
            packing: Packing::of(&field),
            checker_knowledge: knowledge.clone(),
            knowledge,
            known: None,
        })
    }

    /// The board as White sees it, which is the one that positions are about.
    #[inline]
    pub fn field(&self) -> &Field {
        &self.fields[0]
    }

    /// The board as the player to move sees it, with the mover's pawns, who go up there, and the opponent's.
    #[inline]
    pub fn mover_view(&self, position: &Position) -> (&Field, u64, u64) {
        let [white, black] = &self.fields;
        match position.player {
            Player::Max => (white, position.white, position.black),
            Player::Min => (black, white.turn(position.black), white.turn(position.white)),
        }
    }

    /// How many rows of pawns each player starts with.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Whether mirror images of positions are worth the same.
    pub fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// Whether the player to move wins or loses, as far as a proof may leave it out, and how many steps of attacks were counted
    /// to see it. The game is not over.
    pub fn examine_attacks(&self, position: &Position) -> (Option<bool>, u32) {
        let (_, own, other) = self.mover_view(position);
        self.checker_knowledge.examine(position.player == Player::Min, own, other)
    }

    /// What it means that the player to move wins, or loses, if that is known: at least, at most.
    #[inline]
    fn between(&self, position: &Position, wins: Option<bool>) -> (Outcome, Outcome) {
        match wins {
            None => (self.scale.worst(), self.scale.best()),
            Some(wins) => {
                let winner = if wins { position.player } else { position.player.other() };
                (self.won_by(winner), self.won_by(winner))
            }
        }
    }

    /// What a win of that player is called.
    #[inline]
    fn won_by(&self, player: Player) -> Outcome {
        match player {
            Player::Max => self.scale.best(),
            Player::Min => self.scale.worst(),
        }
    }

    /// The positions after all moves.
    #[inline]
    fn next(&self, position: Position) -> impl Iterator<Item = Position> {
        let (movers, straight) =
            (Movers::of(self.field(), &position), self.stride(position.player));
        let ways = [(movers.first, -1), (movers.straight, 0), (movers.last, 1)];
        ways.into_iter().flat_map(move |(pawns, aside)| {
            cells(pawns).map(move |from| {
                let mut next = position;
                next.step(from, from.wrapping_add_signed(straight + aside));
                next
            })
        })
    }

    /// How far a straight step of that player is, in cells.
    #[inline]
    fn stride(&self, player: Player) -> i8 {
        let width = self.field().width() as i8;
        match player {
            Player::Max => width,
            Player::Min => -width,
        }
    }
}

impl Game for Breakthrough {
    type Position = Position;
    type Move = Move;

    const OUTCOMES_MAX: usize = 2;

    #[inline]
    fn scale(&self) -> &Scale {
        &self.scale
    }

    fn start(&self) -> Position {
        let field = self.field();
        let white = (0..self.rows).fold(0, |set, row| set | field.row(row));
        Position { white, black: field.turn(white), player: Player::Max }
    }

    #[inline]
    fn player(&self, position: &Position) -> Player {
        position.player
    }

    /// A player whose pawn has arrived has won; otherwise a player who cannot move has lost.
    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if let Some(winner) = position.arrived(self.field()) {
            return Some(self.won_by(winner));
        }
        let stuck = Movers::of(self.field(), position).all() == 0;
        stuck.then(|| self.won_by(position.player.other()))
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        Movers::of(self.field(), position).list(self.stride(position.player), moves);
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        let (from, to) = board::ends(mv);
        debug_assert!(position.pawns(position.player) >> from & 1 != 0);
        debug_assert!((self.field().open() & !position.pawns(position.player)) >> to & 1 != 0);
        position.step(from, to);
    }

    #[inline]
    fn move_score(&self, position: &Position, mv: Move) -> i32 {
        self.score_move(position, mv)
    }

    fn with_tablebase(&self, lookup: EndgameTable) -> Option<Breakthrough> {
        let known = Some(Arc::new(TableValues::new(self.field(), lookup)?));
        Some(Breakthrough { known, ..self.clone() })
    }

    #[inline]
    fn checker_bounds(&self, position: &Position) -> (Outcome, Outcome) {
        let known = self.known.as_ref().filter(|known| known.may_be_cited());
        let wins = known.and_then(|known| known.wins(position)).or_else(|| {
            let (_, own, other) = self.mover_view(position);
            self.checker_knowledge.mover_wins(position.player == Player::Min, own, other)
        });
        self.between(position, wins)
    }

    #[inline]
    fn checker_image(&self, position: &Position) -> Position {
        if self.symmetric { position.first_image(self.field()) } else { *position }
    }

    #[inline]
    fn static_bounds(&self, position: &Position) -> (Outcome, Outcome) {
        let wins = self.known.as_ref().and_then(|known| known.wins(position)).or_else(|| {
            let (_, own, other) = self.mover_view(position);
            self.knowledge.mover_wins(position.player == Player::Min, own, other)
        });
        self.between(position, wins)
    }

    fn knowledge_levels(&self) -> &'static [KnowledgeLevel] {
        KNOWLEDGE_LEVELS
    }

    fn with_knowledge(&self, level: u8) -> Option<Breakthrough> {
        let level = *Level::ALL.get(usize::from(level))?;
        Some(Breakthrough { knowledge: Knowledge::new(self.field(), level), ..self.clone() })
    }

    fn estimate(&self, position: &Position) -> i32 {
        self.material(position, Player::Max) - self.material(position, Player::Min)
    }

    fn evaluations(&self) -> &'static [Evaluation] {
        Evaluation::ESTIMATE_ONLY
    }
}

/// Every move takes a pawn to the next row, and none ever goes back.
impl Acyclic for Breakthrough {}

#[cfg(test)]
mod tests {
    use foregone_game::Notation;
    use foregone_game::conformance::playouts;

    use super::*;

    fn game(spelling: &str) -> Breakthrough {
        let (size, walls) = spelling.split_once(' ').unwrap_or((spelling, ""));
        let (width, height) = size.split_once('x').expect("a size");
        let number = |text: &str| text.parse().expect("a number");
        let game = Breakthrough::new(number(width), number(height), 0).expect("a board");
        if walls.is_empty() { game } else { game.walled(walls).expect("walls") }
    }

    /// The written positions that moves lead to, found on the written board, in the canonical order.
    fn plain(text: &str) -> Vec<String> {
        let (board, player) = text.split_once(' ').expect("a board and a player");
        let rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
        let (own, other, way) = if player == "w" { ('w', 'b', -1) } else { ('b', 'w', 1) };
        let mut found = Vec::new();
        for (from_row, row) in rows.iter().enumerate().rev() {
            for (from, _) in row.iter().enumerate().filter(|(_, symbol)| **symbol == own) {
                for sideways in [-1, 0, 1] {
                    let to_row = from_row as isize + way;
                    let to = from as isize + sideways;
                    if !(0..rows.len() as isize).contains(&to_row)
                        || !(0..row.len() as isize).contains(&to)
                    {
                        continue;
                    }
                    let (to_row, to) = (to_row as usize, to as usize);
                    let there = rows[to_row][to];
                    if there == '.' || there == other && sideways != 0 {
                        let mut after = rows.clone();
                        (after[from_row][from], after[to_row][to]) = ('.', own);
                        let after: Vec<String> =
                            after.iter().map(|row| row.iter().collect()).collect();
                        found.push(format!("{} {other}", after.join("/")));
                    }
                }
            }
        }
        found
    }

    #[test]
    fn moves_are_those_that_the_written_board_has() {
        let spellings =
            ["2x3", "3x3", "4x4", "5x6", "8x8", "2x32", "21x3", "5x6 a3,c4", "8x8 a3,h3,d4,e5,b6"];
        for spelling in spellings {
            let game = game(spelling);
            playouts(&game, 7, 40, |position, _| {
                let text = game.write_position(position);
                let (expected, mut moves) = (plain(&text), Vec::new());
                let (top, bottom) = (text.split('/').next(), text.split(['/', ' ']).rev().nth(1));
                let (top, bottom) = (top.expect("a row"), bottom.expect("a row"));
                let result = match (top.contains('w'), bottom.contains('b'), expected.is_empty()) {
                    (true, ..) => Some(Outcome(1)),
                    (_, true, _) => Some(Outcome(0)),
                    (.., true) => Some(Outcome(u8::from(text.ends_with('b')))),
                    _ => None,
                };
                assert_eq!(game.outcome(position), result, "{text}");
                if result.is_none() {
                    game.moves(position, &mut moves);
                    let after = moves.iter().map(|&mv| {
                        let mut child = *position;
                        game.play(&mut child, mv);
                        game.write_position(&child)
                    });
                    assert_eq!(after.collect::<Vec<_>>(), expected, "{text}");
                }
            });
        }
    }

    #[test]
    fn who_arrives_wins_and_who_cannot_move_loses() {
        for (spelling, position, outcome) in [
            ("3x5", "b.w/.../.../.../... b", Some(1)),
            ("3x5", "b../.../.../.../.bw w", Some(0)),
            ("3x5", "bbb/.../.../.../... w", Some(0)),
            ("3x5", ".../.../.../.../w.. b", Some(1)),
            ("3x5", "bbb/w../.../.../w.. w", None),
            ("3x5 a3,b3", "b../b../##./w../... w", Some(0)),
            ("3x5 a3,b3", "b../b../##./w../... b", None),
            ("3x5 a3,b3", "b../.../##b/w../.w. b", None),
        ] {
            let game = game(spelling);
            let position = game.read_position(position).expect("a position");
            assert_eq!(game.outcome(&position), outcome.map(Outcome), "{position:?}");
        }
    }

    #[test]
    fn the_mover_always_goes_up() {
        let game = game("5x6 b3,c4");
        playouts(&game, 3, 30, |position, _| {
            let (field, own, other) = game.mover_view(position);
            let plain = Position { white: own, black: other, player: Player::Max };
            let (mut turned, mut moves) = (Vec::new(), Vec::new());
            Movers::of(field, &plain).list(field.width() as i8, &mut turned);
            Movers::of(game.field(), position).list(game.stride(position.player), &mut moves);
            if position.player == Player::Min {
                turned.reverse();
            }
            let last = field.cells() as u8 - 1;
            let back = |mv: Move| match (position.player, board::ends(mv)) {
                (Player::Max, _) => mv,
                (Player::Min, (from, to)) => board::moved(last - from, last - to),
            };
            assert_eq!(turned.into_iter().map(back).collect::<Vec<_>>(), moves);
        });
    }

    #[test]
    fn impossible_boards_are_refused() {
        for (width, height) in [(1, 8), (8, 2), (9, 8), (0, 0), (u32::MAX, u32::MAX)] {
            let error = Breakthrough::new(width, height, 0).expect_err("no board").0;
            assert!(error.contains("at most 64 cells"), "{error}");
        }
        let error = Breakthrough::new(5, 5, 1 << 5).expect_err("where pawns start").0;
        assert!(error.ends_with("as on a2"), "{error}");
        assert!(Breakthrough::new(5, 5, 1 << 60).is_err(), "off the board");
    }
}
