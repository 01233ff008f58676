//! Awari, also called Wari or Awele (Allis et al. 1994 §6.1): `awari`.
//!
//! South, who is `Max`, and North have six pits each and sow counter-clockwise; what is captured never comes back. Play
//! can go round with the stones that are left: they are then divided evenly, so infinite play is worth the difference of
//! what has been captured. That is the same all along a loop, because a capture cannot be undone.

pub mod board;
pub mod index;
pub mod lithidion;
mod notation;
mod packed;
mod picture;
pub mod plain;

use foregone_game::{
    Cyclic, EndgameTable, Evaluation, Game, Keyed, Outcome, Player, Scale, TableKeyed,
};

use board::{Board, ROW, Rest, STONES, Variant};
use index::TableValues;

/// The fifth game of the match between MARCO and Lithidion, London 1990 (Allis et al. 1994 appendix B).
pub const MARCO_LITHIDION_5: &str = include_str!("../../data/awari-marco-lithidion-5.txt");

/// What a game is worth.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Score {
    /// South's stones minus North's at the end, for which every stone is played.
    #[default]
    Difference,
    /// Who has more, and the game is over as soon as that is clear.
    Result,
}

/// The game with its rules.
#[derive(Clone, Debug)]
pub struct Awari {
    variant: Variant,
    score: Score,
    scale: Scale,
    /// Values of an endgame tablebase, if there is one.
    known: Option<TableValues>,
}

/// The stones in the pits and those captured, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// As the player to move sees it.
    pub board: Board,
    /// By South, by North.
    pub captured: [u8; 2],
    /// South is `Max`.
    pub player: Player,
}

impl Position {
    /// Stones in the game: those on the board and those captured.
    #[inline]
    pub fn total(&self) -> u8 {
        self.board.stones() + self.captured[0] + self.captured[1]
    }

    /// South's captured stones minus North's.
    #[inline]
    pub fn difference(&self) -> i32 {
        i32::from(self.captured[0]) - i32::from(self.captured[1])
    }

    /// The board as South sees it.
    #[inline]
    pub fn from_south(&self) -> Board {
        match self.player {
            Player::Max => self.board,
            Player::Min => self.board.turned(),
        }
    }
}

/// The place of a player among two.
#[inline]
fn seat(player: Player) -> usize {
    usize::from(player == Player::Min)
}

/// How the players are called.
fn name(player: Player) -> &'static str {
    match player {
        Player::Max => "South",
        Player::Min => "North",
    }
}

impl Default for Awari {
    fn default() -> Awari {
        Awari::new(Variant::default(), Score::default())
    }
}

impl Awari {
    /// The game with these rules.
    pub fn new(variant: Variant, score: Score) -> Awari {
        let scale = match score {
            Score::Difference => Scale::scores(STONES),
            Score::Result => Scale::loss_draw_win().clone(),
        };
        Awari { variant, score, scale, known: None }
    }

    /// The rules that differ from table to table.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The outcome of a game that ends with that difference.
    #[inline]
    pub fn worth(&self, difference: i32) -> Outcome {
        let (rank, draw) = match self.score {
            Score::Difference => (difference, i32::from(STONES)),
            Score::Result => (difference.signum(), 1),
        };
        Outcome((rank + draw) as u8)
    }

    /// The outcome by the tables of endgames.
    #[inline]
    fn look_up(&self, known: &TableValues, position: &Position) -> Option<Outcome> {
        let value = i32::from(known.value(&position.board)?);
        let rest = if position.player == Player::Max { value } else { -value };
        Some(self.worth(position.difference() + rest))
    }

    /// Whether nothing on the board can change the result any more.
    #[inline]
    fn is_decided(&self, position: &Position) -> bool {
        self.score == Score::Result
            && position.difference().unsigned_abs() > u32::from(position.board.stones())
    }
}

impl Game for Awari {
    type Position = Position;
    /// The place of the pit in the row of the player to move.
    type Move = u8;

    const OUTCOMES_MAX: usize = 2 * STONES as usize + 1;

    #[inline]
    fn scale(&self) -> &Scale {
        &self.scale
    }

    fn start(&self) -> Position {
        Position { board: Board([4; 2 * ROW]), captured: [0, 0], player: Player::Max }
    }

    #[inline]
    fn player(&self, position: &Position) -> Player {
        position.player
    }

    /// The game is over when the player to move has no stone, whose rest the variant gives to someone.
    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if self.is_decided(position) {
            return Some(self.worth(position.difference()));
        }
        if position.board.can_move() {
            return None;
        }
        let rest = match (self.variant.rest, position.player) {
            (Rest::Divided, _) => 0,
            (Rest::Opponent, Player::Max) => -i32::from(position.board.stones()),
            (Rest::Opponent, Player::Min) => i32::from(position.board.stones()),
        };
        Some(self.worth(position.difference() + rest))
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<u8>) {
        let legal = position.board.legal(self.variant);
        moves.extend((0..ROW as u8).filter(|&pit| legal >> pit & 1 != 0));
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: u8) {
        let sown = position.board.sow(usize::from(mv), self.variant);
        position.board = sown.board;
        position.captured[seat(position.player)] += sown.captured;
        position.player = position.player.other();
    }

    /// The largest captures first (Allis et al. 1994 §6.3): they lead to positions with fewer stones, and are often good.
    #[inline]
    fn order_moves(&self, position: &Position, moves: &mut [u8]) {
        moves.sort_by_key(|&mv| -self.move_score(position, mv));
    }

    #[inline]
    fn move_score(&self, position: &Position, mv: u8) -> i32 {
        i32::from(position.board.sow(usize::from(mv), self.variant).captured)
    }

    fn with_tablebase(&self, lookup: EndgameTable) -> Option<Awari> {
        let known = Some(TableValues::new(self.variant, lookup));
        Some(Awari { known, ..self.clone() })
    }

    /// What has been captured, and a little for stones in the own row, which cannot all be captured soon.
    #[inline]
    fn estimate(&self, position: &Position) -> i32 {
        let south = position.from_south().0[..ROW].iter().copied().map(i32::from).sum::<i32>();
        let north = i32::from(position.board.stones()) - south;
        8 * position.difference() + south - north
    }

    fn evaluations(&self) -> &'static [Evaluation] {
        Evaluation::ESTIMATE_ONLY
    }

    #[inline]
    fn checker_bounds(&self, position: &Position) -> (Outcome, Outcome) {
        let known = self.known.as_ref().filter(|known| known.may_be_cited());
        let cited = known.and_then(|known| self.look_up(known, position));
        cited.map_or_else(|| self.reach(position), |outcome| (outcome, outcome))
    }

    #[inline]
    fn static_bounds(&self, position: &Position) -> (Outcome, Outcome) {
        let known = self.known.as_ref().and_then(|known| self.look_up(known, position));
        known.map_or_else(|| self.reach(position), |outcome| (outcome, outcome))
    }
}

impl Awari {
    /// What is on the board can all go to one player, and no more than that.
    #[inline]
    fn reach(&self, position: &Position) -> (Outcome, Outcome) {
        let (difference, stones) = (position.difference(), i32::from(position.board.stones()));
        (self.worth(difference - stones), self.worth(difference + stones))
    }
}

impl Keyed for Awari {
    /// A one for every stone and a zero after every pit, then the same for South's captured stones and North's, with
    /// the player to move above: 48 stones and 13 zeros between 14 places are 61 bits.
    type Key = u64;

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let mut key = 0;
        for &stones in position.board.0.iter().chain(&position.captured) {
            key = key << (stones + 1) | ((1 << stones) - 1) << 1;
        }
        // The zero after the last place says nothing.
        key >> 1 | u64::from(position.player == Player::Min) << 61
    }
}

impl TableKeyed for Awari {
    #[inline]
    fn table_key_bits(&self) -> u32 {
        62
    }

    #[inline]
    fn table_key(&self, position: &Position) -> u128 {
        u128::from(self.key(position))
    }
}

impl Cyclic for Awari {
    /// Repetition divides the stones on the board evenly, so they do not count.
    fn infinite(&self, position: &Position) -> Outcome {
        self.worth(position.difference())
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::Notation;

    use super::board::GrandSlam;
    use super::*;

    fn outcome(game: &Awari, text: &str) -> Option<String> {
        let position = game.read_position(text).expect("a position");
        game.outcome(&position).map(|outcome| game.scale().name(outcome).to_owned())
    }

    fn infinite(game: &Awari, text: &str) -> String {
        let position = game.read_position(text).expect("a position");
        game.scale().name(game.infinite(&position)).to_owned()
    }

    #[test]
    fn who_cannot_move_leaves_the_rest() {
        let game = Awari::default();
        assert_eq!(outcome(&game, "0,0,0,0,0,0/0,0,2,0,0,1 20-25 S").as_deref(), Some("-8"));
        assert_eq!(outcome(&game, "0,2,0,0,0,1/0,0,0,0,0,0 20-25 N").as_deref(), Some("-2"));
        assert_eq!(outcome(&game, "0,2,0,0,0,1/0,0,0,0,0,0 20-25 S"), None);
        assert_eq!(outcome(&game, "0,0,0,0,0,0/0,0,0,0,0,0 48-0 S").as_deref(), Some("48"));
        let rest = Rest::Divided;
        let divided = Awari::new(Variant { rest, ..Variant::default() }, Score::Difference);
        assert_eq!(outcome(&divided, "0,0,0,0,0,0/0,0,2,0,0,1 20-25 S").as_deref(), Some("-5"));
    }

    #[test]
    fn a_result_is_clear_with_more_than_half_of_the_stones() {
        let game = Awari::new(Variant::default(), Score::Result);
        let board = "0,0,0,0,1,0/0,0,0,0,0,2";
        assert_eq!(outcome(&game, &format!("{board} 20-25 S")).as_deref(), Some("loss"));
        assert_eq!(outcome(&game, &format!("{board} 25-20 N")).as_deref(), Some("win"));
        assert_eq!(outcome(&game, &format!("{board} 24-21 N")), None);
        assert_eq!(outcome(&game, &format!("{board} S")), None);
        assert_eq!(outcome(&game, "0,0,0,0,0,0/0,0,0,0,0,0 24-24 S").as_deref(), Some("draw"));
        assert_eq!(infinite(&game, &format!("{board} 24-21 N")), "win");
        assert_eq!(infinite(&Awari::default(), &format!("{board} 21-24 N")), "-3");
        let position = game.read_position(&format!("{board} 24-21 N")).expect("a position");
        assert_eq!(game.static_bounds(&position), (Outcome(1), Outcome(2)), "at least a draw");
    }

    #[test]
    fn large_captures_are_tried_first() {
        let (game, mut moves) = (Awari::default(), Vec::new());
        let position = game.read_position("1,0,4,19,4,2/1,1,3,1,0,0 5-7 S").expect("figure 11");
        game.moves(&position, &mut moves);
        assert_eq!(moves, [0, 2, 3, 4, 5]);
        game.order_moves(&position, &mut moves);
        assert_eq!(moves, [3, 5, 2, 0, 4]);
    }

    #[test]
    fn keys_fit_where_all_stones_lie_in_one_place() {
        let game = Awari::default();
        let mut keys = Vec::new();
        for place in 0..14 {
            for player in [Player::Max, Player::Min] {
                let mut places = [0; 14];
                places[place] = STONES;
                let mut pits = [0; 2 * ROW];
                pits.copy_from_slice(&places[..2 * ROW]);
                let captured = [places[12], places[13]];
                keys.push(game.key(&Position { board: Board(pits), captured, player }));
            }
        }
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
        assert!(keys.iter().all(|&key| key >> game.table_key_bits() == 0));
    }

    #[test]
    fn a_forbidden_grand_slam_is_made_if_there_is_nothing_else() {
        let grand_slam = GrandSlam::Forbidden;
        let game = Awari::new(Variant { grand_slam, ..Variant::default() }, Score::Difference);
        let moves = |text: &str| {
            let (mut moves, position) = (Vec::new(), game.read_position(text).expect("a position"));
            game.moves(&position, &mut moves);
            moves
        };
        assert_eq!(moves("0,0,0,0,0,1/1,0,0,0,0,0 S"), [5]);
        assert_eq!(moves("1,0,0,0,0,1/1,0,0,0,0,0 S"), [0]);
    }
}
