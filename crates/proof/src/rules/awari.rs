//! Awari, with the pits in a ring in the direction of sowing: South's A to F, then North's a to f.

use super::spelling::{bad_value, nothing_left, number_from, take_option};
use super::{Rules, loss_draw_win, names};
use crate::failure::quote;

/// Stones in the game.
const STONES: usize = 48;

/// The rule for a grand slam, a move that captures all stones of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GrandSlam {
    Legal,
    Forbidden,
    Empty,
}

/// `awari` with the options `grandslam`, `rest` and `score`.
#[derive(Clone, Debug)]
pub struct Awari {
    grand_slam: GrandSlam,
    /// Whether the stones that are left when a player cannot move are divided between the players.
    rest_divided: bool,
    /// Whether the outcome is only won, drawn or lost, and not the difference.
    only_result: bool,
    outcomes: Vec<String>,
}

/// The stones in the ring of pits, the stones captured by South and by North, and the player to move. South is Max.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    ring: [usize; 12],
    captured: [usize; 2],
    south_moves: bool,
}

/// The pits of South or of North.
fn row(south: bool) -> core::ops::Range<usize> {
    if south { 0..6 } else { 6..12 }
}

impl Position {
    /// The number of stones in the row of a player.
    fn stones_of(&self, south: bool) -> usize {
        self.ring[row(south)].iter().sum()
    }

    /// The position after a pit of the player to move is sown and stones are captured.
    fn sown(&self, pit: usize, grand_slam: GrandSlam) -> Position {
        let mut next = self.clone();
        let mut hand = core::mem::take(&mut next.ring[pit]);
        let mut at = pit;
        while hand > 0 {
            at = (at + 1) % 12;
            if at != pit {
                next.ring[at] += 1;
                hand -= 1;
            }
        }
        let opponents = row(!self.south_moves);
        let before_capture = next.clone();
        let mut captured = 0;
        while opponents.contains(&at) && (next.ring[at] == 2 || next.ring[at] == 3) {
            captured += core::mem::take(&mut next.ring[at]);
            at = (at + 11) % 12;
        }
        if captured > 0 && grand_slam == GrandSlam::Empty && next.stones_of(!self.south_moves) == 0
        {
            (next, captured) = (before_capture, 0);
        }
        next.captured[usize::from(!self.south_moves)] += captured;
        next.south_moves = !self.south_moves;
        next
    }

    /// South's captured stones minus North's.
    fn difference(&self) -> i64 {
        self.captured[0] as i64 - self.captured[1] as i64
    }
}

impl Awari {
    /// Opens the game from the parameters after `awari:`, or without parameters.
    pub fn open(parameters: Option<&str>) -> Result<Awari, String> {
        let mut options: Vec<&str> =
            parameters.map_or(Vec::new(), |parameters| parameters.split(',').collect());
        let grand_slam = match take_option(&mut options, "grandslam") {
            None => GrandSlam::Legal,
            Some("forbidden") => GrandSlam::Forbidden,
            Some("empty") => GrandSlam::Empty,
            Some(value) => {
                return Err(bad_value("grandslam", value, "it is forbidden, empty or left out"));
            }
        };
        let rest_divided = match take_option(&mut options, "rest") {
            None => false,
            Some("divided") => true,
            Some(value) => return Err(bad_value("rest", value, "it is divided or left out")),
        };
        let only_result = match take_option(&mut options, "score") {
            None => false,
            Some("result") => true,
            Some(value) => return Err(bad_value("score", value, "it is result or left out")),
        };
        nothing_left(&options)?;
        let limit = STONES as i64;
        let differences = (-limit..=limit).map(|difference| difference.to_string());
        let outcomes = if only_result { loss_draw_win() } else { differences.collect() };
        Ok(Awari { grand_slam, rest_divided, only_result, outcomes })
    }

    /// The rank of a game that ends with this difference.
    fn rank(&self, difference: i64) -> usize {
        let (score, draw) =
            if self.only_result { (difference.signum(), 1) } else { (difference, STONES as i64) };
        (score + draw) as usize
    }

    /// The positions after the legal moves, in the canonical order.
    fn after_moves(&self, position: &Position) -> Vec<Position> {
        let mover = position.south_moves;
        let pits = row(mover).filter(|&pit| position.ring[pit] > 0);
        let all: Vec<Position> = pits.map(|pit| position.sown(pit, self.grand_slam)).collect();
        let keep = |wanted: &dyn Fn(&Position) -> bool| -> Vec<Position> {
            all.iter().filter(|next| wanted(next)).cloned().collect()
        };
        let feeding = keep(&|next| next.stones_of(!mover) > 0);
        if !feeding.is_empty() {
            return feeding;
        }
        // No move leaves the opponent a stone, so every move that captures is a grand slam.
        let without_slams = keep(&|next| next.captured == position.captured);
        if self.grand_slam == GrandSlam::Forbidden && !without_slams.is_empty() {
            return without_slams;
        }
        all
    }

    /// The position where the game begins.
    pub fn start(&self) -> Position {
        Position { ring: [4; 12], captured: [0, 0], south_moves: true }
    }
}

/// The number of ways to distribute stones over pits: C(stones + pits - 1, pits - 1).
fn ways(stones: usize, pits: usize) -> u64 {
    match pits {
        0 => u64::from(stones == 0),
        _ => (1..pits).fold(1, |ways, step| ways * (stones + step) as u64 / step as u64),
    }
}

fn read_row(text: &str, player: &str) -> Result<Vec<usize>, String> {
    let pits: Vec<&str> = text.split(',').collect();
    if pits.len() != 6 {
        return Err(format!("{player}'s row has {} pits, not 6", pits.len()));
    }
    pits.iter().map(|pit| number_from(pit, "the number of stones in a pit", 0, STONES)).collect()
}

impl Rules for Awari {
    type Position = Position;

    fn outcomes(&self) -> Vec<&str> {
        names(&self.outcomes)
    }

    fn infinite(&self, position: &Position) -> Option<usize> {
        Some(self.rank(position.difference()))
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        let form = "a position is South's row, / and North's row, a space, the captured stones, a space and the player \
                    to move, as in 4,4,4,4,4,4/4,4,4,4,4,4 0-0 S";
        let parts: Vec<&str> = text.split(' ').collect();
        let [board, captured, mover] = parts[..] else { return Err(form.to_owned()) };
        let (south, north) = board.split_once('/').ok_or(form)?;
        let pits = [read_row(south, "South")?, read_row(north, "North")?].concat();
        let mut ring = [0; 12];
        ring.copy_from_slice(&pits);
        let (by_south, by_north) = captured.split_once('-').ok_or(form)?;
        let captured = [
            number_from(by_south, "the number of stones captured by South", 0, STONES)?,
            number_from(by_north, "the number of stones captured by North", 0, STONES)?,
        ];
        let total = pits.iter().chain(&captured).sum::<usize>();
        if total > STONES {
            return Err(format!("the position has {total} stones, but there are {STONES}"));
        }
        let south_moves = match mover {
            "S" => true,
            "N" => false,
            _ => return Err(format!("the player to move is S or N, not {}", quote(mover))),
        };
        Ok(Position { ring, captured, south_moves })
    }

    fn write(&self, position: &Position) -> String {
        let row = |south| {
            let stones = position.ring[row(south)].iter().map(usize::to_string);
            stones.collect::<Vec<_>>().join(",")
        };
        let [by_south, by_north] = position.captured;
        let mover = if position.south_moves { 'S' } else { 'N' };
        format!("{}/{} {by_south}-{by_north} {mover}", row(true), row(false))
    }

    fn outcome(&self, position: &Position) -> Option<usize> {
        let on_board: usize = position.ring.iter().sum();
        let total = on_board + position.captured[0] + position.captured[1];
        let decided = position.captured.iter().any(|captured| 2 * captured > total);
        if self.only_result && decided {
            return Some(self.rank(position.difference()));
        }
        if position.stones_of(position.south_moves) > 0 {
            return None;
        }
        let rest = match (self.rest_divided, position.south_moves) {
            (true, _) => 0,
            (false, true) => -(on_board as i64),
            (false, false) => on_board as i64,
        };
        Some(self.rank(position.difference() + rest))
    }

    /// At most, one player gets all stones on the board.
    fn static_bounds(&self, position: &Position) -> Option<(usize, usize)> {
        let on_board: usize = position.ring.iter().sum();
        let difference = position.difference();
        Some((self.rank(difference - on_board as i64), self.rank(difference + on_board as i64)))
    }

    fn tablebase_game(&self) -> Option<String> {
        let slam = match self.grand_slam {
            GrandSlam::Legal => "legal",
            GrandSlam::Forbidden => "forbidden",
            GrandSlam::Empty => "empty",
        };
        let rest = if self.rest_divided { "divided" } else { "opponent" };
        Some(format!("awari:grandslam={slam},rest={rest}"))
    }

    fn tablebase_layer_size(&self, layer: usize) -> Option<u64> {
        (layer <= STONES).then(|| ways(layer, 12))
    }

    /// The layer is the number of stones on the board. The boards of a layer are in lexicographic order, with the pits of the
    /// player to move first.
    fn tablebase_index(&self, position: &Position) -> Option<(usize, u64)> {
        let own = row(position.south_moves);
        let pits: Vec<usize> =
            own.chain(row(!position.south_moves)).map(|pit| position.ring[pit]).collect();
        let stones: usize = pits.iter().sum();
        let (mut left, mut before) = (stones, 0);
        for (at, &here) in pits.iter().enumerate() {
            // The boards with fewer stones in this pit come before this board.
            before += (0..here).map(|fewer| ways(left - fewer, 11 - at)).sum::<u64>();
            left -= here;
        }
        Some((stones, before))
    }

    fn tablebase_rank(&self, position: &Position, value: i8) -> usize {
        let gain = if position.south_moves { i64::from(value) } else { -i64::from(value) };
        self.rank(position.difference() + gain)
    }

    fn max_to_move(&self, position: &Position) -> bool {
        position.south_moves
    }

    fn successor(&self, position: &Position, index: usize) -> Option<Position> {
        self.after_moves(position).get(index).cloned()
    }
}
