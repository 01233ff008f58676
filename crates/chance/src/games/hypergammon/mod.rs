//! Hypergammon, `hypergammon`: backgammon with three checkers a side, or with fewer.
//!
//! The checkers of both players start on their points 24, 23 and 22. Everything else is backgammon without a doubling cube:
//! the result is 1 point, 2 for a gammon or 3 for a backgammon. Play can return, because hit checkers start again; but it
//! ends with probability 1 under best play. The start is before the opening roll that the first player has won: the dice differ.

mod lists;
mod picture;
mod plays;
mod side;
mod table;
mod text;

use foregone_game::{InvalidGame, Outcome, Player, Scale};

use crate::game::{ChanceGame, CyclicChance, Turn};
use plays::{Roll, Step, each_play};
use side::CHECKERS_MAX;

pub use side::Side;
pub use table::HypergammonPlan;

/// The game.
#[derive(Clone, Debug)]
pub struct Hypergammon {
    checkers: usize,
    scale: Scale,
}

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    /// The roll that begins the game: no doubles.
    Opening,
    /// The player's dice are thrown.
    Roll,
    /// The player moves.
    Play(Roll),
}

/// Where all checkers are, whose turn it is, and the roll if it is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    sides: [Side; 2],
    player: Player,
    phase: Phase,
}

impl Position {
    /// Before the roll of a player.
    pub(super) fn before_roll(player: Player, mover: Side, other: Side) -> Position {
        let mut sides = [mover, other];
        if player == Player::Min {
            sides.swap(0, 1);
        }
        Position { sides, player, phase: Phase::Roll }
    }

    /// The checkers of a player, by that player's own count.
    pub fn side(&self, player: Player) -> Side {
        self.sides[usize::from(player == Player::Min)]
    }
}

/// A play as a number: the places of the own checkers after it, the rearmost first, with 5 bits each, and then which of the
/// opponent's checkers it hits, the rearmost in the lowest of 3 bits. Two plays that leave the same position are one move.
fn encoded(side: Side, hit: u8) -> u32 {
    (side.packed() as u32) << 3 | u32::from(hit)
}

/// The checkers after a play, and the opponent's checkers that it hits.
fn decoded(mv: u32) -> (Side, u8) {
    let place = |shift: u32| (mv >> shift & 31) as u8;
    (Side::new([place(13), place(8), place(3)]), (mv & 7) as u8)
}

impl Hypergammon {
    /// A game with 1 to 3 checkers a side.
    pub fn new(checkers: u32) -> Result<Hypergammon, InvalidGame> {
        match checkers {
            1..=3 => Ok(Hypergammon {
                checkers: checkers as usize,
                scale: Scale::scores_without_zero(3),
            }),
            _ => Err(InvalidGame(format!(
                "hypergammon needs 1 to {CHECKERS_MAX} checkers a side, not {checkers}"
            ))),
        }
    }

    /// The canonical spelling.
    pub fn spelling(&self) -> String {
        format!("hypergammon:{}", self.checkers)
    }

    /// Where the checkers of a player start: on 24, 23 and 22, as many as there are.
    fn first_side(&self) -> Side {
        let places = [24, 23, 22];
        let place = |index| if index < self.checkers { places[index] } else { side::OFF };
        Side::new(core::array::from_fn(place))
    }

    /// Calls `found` with every play of a roll as a move, and the steps that it is made of; a move can come more than once.
    fn each_move(&self, position: &Position, roll: Roll, found: &mut dyn FnMut(u32, &[Step])) {
        let (own, other) = (position.side(position.player), position.side(position.player.other()));
        each_play(own, held_against(other), roll, &mut |play, steps| {
            found(encoded(play.side, other.hit_by(play.touched)), steps);
        });
    }

    /// The outcome if one side has borne off all checkers.
    fn finished(&self, position: &Position) -> Option<Outcome> {
        let has_won = |player: &Player| position.side(*player).left() == 0;
        let winner = [Player::Max, Player::Min].into_iter().find(has_won)?;
        let lost = position.side(winner.other()).points_lost(self.checkers);
        Some(outcome(winner, lost))
    }
}

/// The outcome if a player wins that many points.
fn outcome(winner: Player, points: u8) -> Outcome {
    Outcome(match winner {
        Player::Max => 2 + points,
        Player::Min => 3 - points,
    })
}

/// The points that a side holds, a bit each, by the count of the other player.
fn held_against(side: Side) -> u32 {
    side.held().map_or(0, |point| 1 << side::mirrored(point))
}

impl ChanceGame for Hypergammon {
    type Position = Position;
    type Move = u32;

    fn scale(&self) -> &Scale {
        &self.scale
    }

    fn start(&self) -> Position {
        let sides = [self.first_side(); 2];
        Position { sides, player: Player::Max, phase: Phase::Opening }
    }

    fn turn(&self, position: &Position) -> Turn {
        match (self.finished(position), position.phase) {
            (Some(outcome), _) => Turn::Over(outcome),
            (None, Phase::Play(_)) => position.player.into(),
            (None, _) => Turn::Chance,
        }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<u32>) {
        let rolls = Roll::all().map(|roll| (roll, u32::from(roll.number())));
        match position.phase {
            Phase::Roll => moves.extend(rolls.map(|(_, number)| number)),
            Phase::Opening => {
                let differ = rolls.filter(|(roll, _)| !roll.is_double());
                moves.extend(differ.map(|(_, number)| number));
            }
            Phase::Play(roll) => {
                let mut plays = Vec::new();
                self.each_move(position, roll, &mut |mv, _| plays.push(mv));
                plays.sort_unstable();
                plays.dedup();
                moves.extend(plays);
            }
        }
    }

    fn weight(&self, _: &Position, mv: u32) -> u64 {
        Roll::of_number(mv).map_or(1, Roll::weight)
    }

    fn play(&self, position: &mut Position, mv: u32) {
        if let Phase::Play(_) = position.phase {
            let (own, hit) = decoded(mv);
            let (player, other) = (position.player, position.player.other());
            let hit = position.side(other).after_hits(hit);
            *position = Position::before_roll(other, hit, own);
            debug_assert_eq!(position.side(player), own, "sides belong to players");
        } else if let Some(roll) = Roll::of_number(mv) {
            position.phase = Phase::Play(roll);
        }
    }
}

impl CyclicChance for Hypergammon {
    /// It does not matter: each player has a best strategy with which play ends with probability 1, whatever the other one
    /// does. The bounds of [`sweeps`](crate::sweeps) prove that as well.
    fn endless(&self, _: &Position) -> Outcome {
        self.scale.worst()
    }
}
