//! The texts of positions of hypergammon: `24,5,off/bar,8,3 max 31`.

use super::super::super::spelling::{number, number_from};
use super::super::Side;
use super::plays::{BAR, OFF, Places, sorted};
use super::{Hypergammon, HypergammonPosition, Phase, is_off};
use crate::failure::quote;

fn place_name(place: u8) -> String {
    match place {
        OFF => "off".to_owned(),
        BAR => "bar".to_owned(),
        point => point.to_string(),
    }
}

fn read_place(text: &str) -> Result<u8, String> {
    match text {
        "off" => Ok(OFF),
        "bar" => Ok(BAR),
        point => number_from(point, "a point", 1, 24).map(|point| point as u8),
    }
}

impl Hypergammon {
    pub(super) fn written(&self, position: &HypergammonPosition) -> String {
        let places = |places: Places| {
            let names: Vec<String> =
                places[..self.checkers].iter().map(|&place| place_name(place)).collect();
            names.join(",")
        };
        let phase = match position.phase {
            Phase::Opening => " opening".to_owned(),
            Phase::Roll => String::new(),
            Phase::Play((larger, smaller)) => format!(" {larger}{smaller}"),
        };
        let (max, min) = (places(position.max), places(position.min));
        format!("{max}/{min} {}{phase}", position.side.name())
    }

    fn read_places(&self, text: &str) -> Result<Places, String> {
        let words: Vec<&str> = text.split(',').collect();
        if words.len() != self.checkers {
            return Err(format!(
                "{} does not have the places of {} checkers with commas between them",
                quote(text),
                self.checkers
            ));
        }
        let mut places = [OFF; 3];
        for (place, word) in places.iter_mut().zip(words) {
            *place = read_place(word)?;
        }
        Ok(sorted(places))
    }

    pub(super) fn parse(&self, text: &str) -> Result<HypergammonPosition, String> {
        let mut words = text.split(' ');
        let Some((max, min)) = words.next().and_then(|sides| sides.split_once('/')) else {
            return Err(format!(
                "{} does not begin with the checkers of both players, as in 24,5,off/bar,8,3 max 31",
                quote(text)
            ));
        };
        let (max, min) = (self.read_places(max)?, self.read_places(min)?);
        let side = Side::read(words.next())?;
        let phase = match words.next() {
            None => Phase::Roll,
            Some("opening") => Phase::Opening,
            Some(roll) => {
                let roll = number(roll, "the roll")?;
                let (larger, smaller) = (roll / 10, roll % 10);
                if !(1..=6).contains(&larger) || !(1..=larger).contains(&smaller) {
                    return Err(format!("{roll} is no roll of two dice with the larger one first"));
                }
                Phase::Play((larger as u8, smaller as u8))
            }
        };
        match words.next() {
            None => Ok(HypergammonPosition { max, min, side, phase }),
            Some(word) => Err(format!("{} follows the end of the position", quote(word))),
        }
    }

    /// Refuses positions that cannot be.
    pub(super) fn check(&self, position: &HypergammonPosition) -> Result<(), String> {
        let (own, other) = position.own_and_other();
        let is_point = |place: u8| (1..BAR).contains(&place);
        let meets = |place: &u8| is_point(*place) && position.min.contains(&(BAR - place));
        if position.max.iter().any(meets) {
            return Err("both players have a checker on the same point".to_owned());
        }
        if is_off(own) {
            return Err("the player who has won does not roll".to_owned());
        }
        if is_off(other) && position.phase != Phase::Roll {
            return Err("the game is over, so nothing is rolled".to_owned());
        }
        if position.phase == Phase::Opening && *position != self.start() {
            return Err("the opening roll is that of the start".to_owned());
        }
        Ok(())
    }
}
