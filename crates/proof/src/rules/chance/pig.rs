//! Pig and Piglet, without and with a limit of turns.

use super::super::spelling::{nothing_left, number, number_from, take_option};
use super::{ChanceRules, Side, Turn, only_text};
use crate::failure::quote;

/// What is thrown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Thrown {
    Die,
    Coin,
}

/// `pig:` and `piglet:`.
#[derive(Clone, Debug)]
pub struct Pig {
    thrown: Thrown,
    target: usize,
    /// The number of turns, if it is limited.
    turns: Option<usize>,
}

/// Scores, and where the turn is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PigPosition {
    max: u16,
    min: u16,
    total: u16,
    side: Side,
    /// The player chooses; otherwise chance throws.
    chooses: bool,
    /// Turns left, where they are limited.
    left: Option<u16>,
}

impl Pig {
    /// `pig:` with these parameters.
    pub fn with_die(parameters: &str) -> Result<Pig, String> {
        Pig::open(Thrown::Die, parameters)
    }

    /// `piglet:` with these parameters.
    pub fn with_coin(parameters: &str) -> Result<Pig, String> {
        Pig::open(Thrown::Coin, parameters)
    }

    fn open(thrown: Thrown, parameters: &str) -> Result<Pig, String> {
        let mut pieces: Vec<&str> = parameters.split(',').collect();
        let target = number_from(pieces.remove(0), "the target", 1, 1_000)?;
        let turns = take_option(&mut pieces, "turns");
        let turns = turns.map(|text| number_from(text, "the number of turns", 1, 10_000));
        nothing_left(&pieces)?;
        Ok(Pig { thrown, target, turns: turns.transpose()? })
    }

    /// The position where the game begins.
    pub fn start(&self) -> PigPosition {
        let left = self.turns.map(|turns| turns as u16);
        PigPosition { max: 0, min: 0, total: 0, side: Side::Max, chooses: false, left }
    }

    /// The score of the player whose turn it is.
    fn score(&self, position: &PigPosition) -> usize {
        usize::from(match position.side {
            Side::Max => position.max,
            Side::Min => position.min,
        })
    }

    /// Whether the player whose turn it is has won.
    fn has_won(&self, position: &PigPosition) -> bool {
        self.score(position) + usize::from(position.total) >= self.target
    }

    /// The turn of the other player.
    fn next_turn(&self, position: &PigPosition) -> PigPosition {
        PigPosition {
            total: 0,
            side: position.side.other(),
            chooses: false,
            left: position.left.map(|left| left.saturating_sub(1)),
            ..position.clone()
        }
    }

    /// The position after a throw that is no bust.
    fn thrown(&self, position: &PigPosition, points: u16) -> PigPosition {
        PigPosition { total: position.total + points, chooses: true, ..position.clone() }
    }

    fn held(&self, position: &PigPosition) -> PigPosition {
        let mut next = self.next_turn(position);
        match position.side {
            Side::Max => next.max += position.total,
            Side::Min => next.min += position.total,
        }
        next
    }

    fn parse(&self, text: &str) -> Result<PigPosition, String> {
        let form = || {
            format!(
                "{} does not have the form 2:0+1 max choose, with the turns that are left at the end where they are limited",
                quote(text)
            )
        };
        let words: Vec<&str> = text.split(' ').collect();
        let (points, side, phase, left) = match (&words[..], self.turns) {
            ([points, side, phase], None) => (*points, *side, *phase, None),
            ([points, side, phase, left], Some(_)) => (*points, *side, *phase, Some(*left)),
            _ => return Err(form()),
        };
        let (scores, total) = points.split_once('+').ok_or_else(form)?;
        let (max, min) = scores.split_once(':').ok_or_else(form)?;
        let chooses = match phase {
            "choose" => true,
            "throw" => false,
            _ => return Err(form()),
        };
        let small = |text: &str, what: &str| -> Result<u16, String> {
            let value = number(text, what)?;
            u16::try_from(value)
                .ok()
                .filter(|&value| value <= 10_000)
                .ok_or_else(|| format!("{what} is {value}, which is more than there can be"))
        };
        Ok(PigPosition {
            max: small(max, "the score of max")?,
            min: small(min, "the score of min")?,
            total: small(total, "the total of the turn")?,
            side: Side::read(Some(side))?,
            chooses,
            left: left.map(|left| small(left, "the number of turns left")).transpose()?,
        })
    }

    /// Refuses positions that cannot be.
    fn check(&self, position: &PigPosition) -> Result<(), &'static str> {
        let (least, most) = match self.thrown {
            Thrown::Die => (2, 5),
            Thrown::Coin => (1, 0),
        };
        let total = usize::from(position.total);
        let is_over_target = |score: u16| usize::from(score) >= self.target;
        if is_over_target(position.max) || is_over_target(position.min) {
            return Err("a score is not below the target");
        }
        if total > self.target + most - self.score(position) {
            return Err("the total of the turn is more than throws can make it");
        }
        if position.chooses && total < least {
            return Err("the player chooses, but has thrown nothing");
        }
        if !position.chooses && self.has_won(position) {
            return Err("the player has won, and throws no more");
        }
        match (position.left, self.turns) {
            (Some(left), Some(turns)) if usize::from(left) > turns => {
                Err("more turns are left than the game has")
            }
            (Some(0), _) if position.chooses || total > 0 => {
                Err("no turn is left, but one is being played")
            }
            _ => Ok(()),
        }
    }
}

impl ChanceRules for Pig {
    type Position = PigPosition;

    fn outcomes(&self) -> Vec<&str> {
        match self.turns {
            None => vec!["loss", "win"],
            Some(_) => vec!["loss", "draw", "win"],
        }
    }

    fn read(&self, text: &str) -> Result<PigPosition, String> {
        let position = self.parse(text)?;
        self.check(&position).map_err(|why| format!("at {} {why}", quote(text)))?;
        let written = self.write(&position);
        only_text(text, position, &written)
    }

    fn write(&self, position: &PigPosition) -> String {
        let PigPosition { max, min, total, side, chooses, left } = position;
        let phase = if *chooses { "choose" } else { "throw" };
        let left = left.map_or_else(String::new, |left| format!(" {left}"));
        format!("{max}:{min}+{total} {} {phase}{left}", side.name())
    }

    fn turn(&self, position: &PigPosition) -> Turn {
        if self.has_won(position) {
            let win = self.outcomes().len() - 1;
            return Turn::Over(if position.side == Side::Max { win } else { 0 });
        }
        match position.left {
            Some(0) => Turn::Over(1),
            _ if position.chooses => position.side.turn(),
            _ => Turn::Chance,
        }
    }

    fn successors(&self, position: &PigPosition, list: &mut Vec<(PigPosition, u64)>) {
        if position.chooses {
            list.push((PigPosition { chooses: false, ..position.clone() }, 1));
            list.push((self.held(position), 1));
            return;
        }
        list.push((self.next_turn(position), 1));
        match self.thrown {
            Thrown::Die => list.extend((2..=6).map(|face| (self.thrown(position, face), 1))),
            Thrown::Coin => list.push((self.thrown(position, 1), 1)),
        }
    }

    fn infinite(&self, _: &PigPosition) -> Option<usize> {
        match self.turns {
            None => Some(0),
            Some(_) => None,
        }
    }
}
