//! Pig and Piglet, dice races with a choice between safety and progress: `pig`, `piglet` (Neller and Presser 2004).
//!
//! A turn is at least one roll. A bust (the 1 of Pig's die, tails of Piglet's coin) ends the turn with nothing; anything
//! else is added to the total of the turn, and the player rolls again or holds, which banks the total. Who reaches the
//! target with score and total has won at once. Play can go on for any time, but not for ever: it ends with
//! probability 1. With a limit of turns the game is a draw when they are used up, and play never returns.

mod picture;

use foregone_game::{Drawing, InvalidGame, NotationError, Outcome, Player, Scale};

use crate::game::{AcyclicChance, ChanceGame, CyclicChance, Denominator, Turn};
use crate::notation::ChanceNotation;
use crate::utility::Utility;

/// The largest target.
const TARGET_MAX: u32 = 1_000;
/// The most turns.
const TURNS_MAX: u32 = 10_000;

/// What is thrown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Thrown {
    /// Faces 1 to 6, of which 1 is a bust.
    Die,
    /// Tails is a bust, heads counts 1.
    Coin,
}

/// The game; `LIMITED` if it has a limit of turns.
#[derive(Clone, Copy, Debug)]
pub struct Pig<const LIMITED: bool = false> {
    thrown: Thrown,
    target: u16,
    turns: u16,
}

/// Scores, and where the turn is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    scores: [u16; 2],
    /// What has been thrown in this turn.
    total: u16,
    /// Turns that are left, this one included; 0 if there is no limit.
    turns: u16,
    player: Player,
    /// Whether the player has thrown and chooses; otherwise chance throws.
    chooses: bool,
}

/// The moves of players; outcomes of chance are the face, or 0 and 1 for tails and heads.
const ROLL: u8 = 0;
const HOLD: u8 = 1;

impl Pig {
    /// Pig, with a die.
    pub fn with_die(target: u32) -> Result<Pig, InvalidGame> {
        Pig::new(Thrown::Die, target)
    }

    /// Piglet, with a coin.
    pub fn with_coin(target: u32) -> Result<Pig, InvalidGame> {
        Pig::new(Thrown::Coin, target)
    }

    fn new(thrown: Thrown, target: u32) -> Result<Pig, InvalidGame> {
        let pig = Pig { thrown, target: 0, turns: 0 };
        if !(1..=TARGET_MAX).contains(&target) {
            let name = pig.name();
            return Err(InvalidGame(format!(
                "{name} needs a target from 1 to {TARGET_MAX}, not {target}"
            )));
        }
        Ok(Pig { target: target as u16, ..pig })
    }

    /// The same game with a draw after that many turns of both players together.
    pub fn limited(self, turns: u32) -> Result<Pig<true>, InvalidGame> {
        if !(1..=TURNS_MAX).contains(&turns) {
            let name = self.name();
            return Err(InvalidGame(format!("{name} needs 1 to {TURNS_MAX} turns, not {turns}")));
        }
        Ok(Pig { thrown: self.thrown, target: self.target, turns: turns as u16 })
    }
}

impl<const LIMITED: bool> Pig<LIMITED> {
    fn name(&self) -> &'static str {
        match self.thrown {
            Thrown::Die => "pig",
            Thrown::Coin => "piglet",
        }
    }

    /// The canonical spelling.
    pub fn spelling(&self) -> String {
        let turns = if LIMITED { format!(",turns={}", self.turns) } else { String::new() };
        format!("{}:{}{turns}", self.name(), self.target)
    }

    /// Score and total of the player whose turn it is.
    fn reached(&self, position: &Position) -> u16 {
        position.scores[place(position.player)] + position.total
    }

    /// The turn goes to the other player.
    fn pass(&self, position: &mut Position) {
        position.player = position.player.other();
        position.total = 0;
        position.chooses = false;
        position.turns = position.turns.saturating_sub(1);
    }

    /// The least that a throw without a bust counts.
    fn step(&self) -> u32 {
        match self.thrown {
            Thrown::Die => 2,
            Thrown::Coin => 1,
        }
    }

    fn faces(&self) -> u64 {
        match self.thrown {
            Thrown::Die => 6,
            Thrown::Coin => 2,
        }
    }
}

fn place(player: Player) -> usize {
    usize::from(player == Player::Min)
}

impl<const LIMITED: bool> ChanceGame for Pig<LIMITED> {
    type Position = Position;
    type Move = u8;

    fn scale(&self) -> &Scale {
        if LIMITED { Scale::loss_draw_win() } else { Scale::loss_win() }
    }

    /// The probability of winning; a draw counts half.
    fn utility(&self) -> Utility {
        Utility::chance_of_winning(self.scale())
    }

    fn start(&self) -> Position {
        let (player, chooses) = (Player::Max, false);
        Position { scores: [0; 2], total: 0, turns: self.turns, player, chooses }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if self.reached(position) >= self.target {
            let scale = self.scale();
            Turn::Over(if position.player == Player::Max { scale.best() } else { scale.worst() })
        } else if LIMITED && position.turns == 0 {
            Turn::Over(Outcome(1))
        } else if position.chooses {
            position.player.into()
        } else {
            Turn::Chance
        }
    }

    fn moves(&self, position: &Position, moves: &mut Vec<u8>) {
        match (position.chooses, self.thrown) {
            (true, _) => moves.extend([ROLL, HOLD]),
            (false, Thrown::Die) => moves.extend(1..=6),
            (false, Thrown::Coin) => moves.extend([0, 1]),
        }
    }

    fn weight(&self, _: &Position, _: u8) -> u64 {
        1
    }

    fn play(&self, position: &mut Position, mv: u8) {
        if position.chooses {
            if mv == HOLD {
                position.scores[place(position.player)] += position.total;
                self.pass(position);
            } else {
                position.chooses = false;
            }
        } else if mv + 1 == self.step() as u8 {
            self.pass(position);
        } else {
            position.total += u16::from(mv);
            position.chooses = true;
        }
    }

    /// Faces to the power of the throws that are left: as many in every turn as small ones reach the target.
    fn denominator(&self, position: &Position) -> Option<Denominator> {
        if !LIMITED || matches!(self.turn(position), Turn::Over(_)) {
            return LIMITED.then_some(Denominator { value: 1, weights: 1 });
        }
        let throws = |missing: u16| u32::from(missing).div_ceil(self.step());
        let now = throws(self.target - self.reached(position));
        let later = throws(self.target).checked_mul(u32::from(position.turns) - 1)?;
        let value = u128::from(self.faces()).checked_pow(now.checked_add(later)?)?;
        Some(Denominator { value, weights: self.faces() })
    }
}

impl AcyclicChance for Pig<true> {}

impl CyclicChance for Pig<false> {
    /// It does not matter: play ends with probability 1, whatever the players do.
    fn endless(&self, _: &Position) -> Outcome {
        self.scale().worst()
    }
}

impl<const LIMITED: bool> ChanceNotation for Pig<LIMITED> {
    fn write_move(&self, position: &Position, mv: u8) -> String {
        let name = match (position.chooses, mv) {
            (true, ROLL) => "roll",
            (true, _) => "hold",
            (false, 0) => "tails",
            (false, _) if self.thrown == Thrown::Coin => "heads",
            (false, face) => return face.to_string(),
        };
        name.to_owned()
    }

    /// Scores of both players, the total of the turn, whose turn it is, whether chance throws or the player chooses, and
    /// the turns that are left: `12:30+5 max choose 3`.
    fn write_position(&self, position: &Position) -> String {
        let [max, min] = position.scores;
        let player = if position.player == Player::Max { "max" } else { "min" };
        let phase = if position.chooses { "choose" } else { "throw" };
        let turns = if LIMITED { format!(" {}", position.turns) } else { String::new() };
        format!("{max}:{min}+{} {player} {phase}{turns}", position.total)
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let position = self.parse(text).ok_or_else(|| {
            let turns = if LIMITED { " 3, where 3 is how many turns are left" } else { "" };
            NotationError(format!(
                "write scores, total, player and phase like 2:0+1 max choose{turns}; the phase is choose or throw"
            ))
        })?;
        self.check(&position).map_err(NotationError::new)?;
        Ok(position)
    }

    fn text(&self, position: &Position) -> String {
        let [max, min] = position.scores;
        let turns =
            if LIMITED { format!(", turns left {}", position.turns) } else { String::new() };
        format!(
            "first {max}, second {min}, target {}, this turn {}{turns}\n{}\n",
            self.target,
            position.total,
            self.status(position)
        )
    }

    fn drawing(&self, position: &Position) -> Drawing {
        self.draw(position)
    }
}

impl<const LIMITED: bool> Pig<LIMITED> {
    fn parse(&self, text: &str) -> Option<Position> {
        let mut words = text.split_whitespace();
        let (scores, total) = words.next()?.split_once('+')?;
        let (max, min) = scores.split_once(':')?;
        let player = match words.next()? {
            "max" => Player::Max,
            "min" => Player::Min,
            _ => return None,
        };
        let chooses = match words.next()? {
            "choose" => true,
            "throw" => false,
            _ => return None,
        };
        let turns = if LIMITED { words.next()?.parse().ok()? } else { 0 };
        let scores = [max.parse().ok()?, min.parse().ok()?];
        let total = total.parse().ok()?;
        words.next().is_none().then_some(Position { scores, total, turns, player, chooses })
    }

    fn check(&self, position: &Position) -> Result<(), &'static str> {
        let most_thrown = if self.thrown == Thrown::Die { 5 } else { 0 };
        if position.scores.iter().any(|&score| score >= self.target) {
            Err("a score is below the target: who reaches it has won before holding")
        } else if position.total
            > self.target + most_thrown - position.scores[place(position.player)]
        {
            Err("the total is more than the last throw of a won turn can make it")
        } else if position.chooses && u32::from(position.total) < self.step() {
            Err("a player who chooses has thrown; give the total of the turn or write throw")
        } else if !position.chooses && self.reached(position) >= self.target {
            Err("a player who has reached the target does not throw again; write choose")
        } else if position.turns > self.turns {
            Err("more turns are left than the game has")
        } else if LIMITED && position.turns == 0 && (position.chooses || position.total > 0) {
            Err("no turn is left, so the total is 0 and the phase throw")
        } else {
            Ok(())
        }
    }
}
