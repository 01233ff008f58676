//! The notation of hypergammon, and its picture.
//!
//! Places are written by the player's own count: `bar`, the points 24 to 1, `off`. A move is written as in backgammon, with
//! `+` between the checkers: `24/21+6/5*`, `bar/22`, `6/off`, `24/22(2)`. A point on the way is written only if something is
//! hit there, as in `24/20*/18`.

use core::fmt::Write;

use foregone_game::{Drawing, NotationError, Place, Player};

use super::plays::{Roll, Step};
use super::side::{BAR, CHECKERS_MAX, OFF, Side, mirrored};
use super::{Hypergammon, Phase, Position, encoded};
use crate::game::{ChanceGame, Turn};
use crate::notation::ChanceNotation;

/// What is written if nothing can be moved.
const PASS: &str = "pass";

fn place_name(place: u8) -> String {
    match place {
        OFF => "off".to_owned(),
        BAR => "bar".to_owned(),
        point => point.to_string(),
    }
}

fn read_place(text: &str) -> Option<u8> {
    match text {
        "off" => Some(OFF),
        "bar" => Some(BAR),
        point => point.parse().ok().filter(|point| (1..BAR).contains(point)),
    }
}

fn name(player: Player) -> &'static str {
    if player == Player::Max { "max" } else { "min" }
}

/// The way of one checker: where it starts, and every landing with whether it hits.
#[derive(Clone, PartialEq, Eq)]
struct Way {
    from: u8,
    landings: Vec<(u8, bool)>,
}

impl Way {
    fn end(&self) -> u8 {
        self.landings.last().map_or(self.from, |&(to, _)| to)
    }

    fn written(&self) -> String {
        let mut text = place_name(self.from);
        for (index, &(to, hits)) in self.landings.iter().enumerate() {
            if hits || index + 1 == self.landings.len() {
                text += &format!("/{}{}", place_name(to), if hits { "*" } else { "" });
            }
        }
        text
    }
}

/// The steps of a play as ways of checkers, written; `blots` are the opponent's, a bit each.
fn written(steps: &[Step], mut blots: u32) -> String {
    let mut ways: Vec<Way> = Vec::new();
    for &Step { from, to } in steps {
        let hits = to != OFF && blots >> to & 1 == 1;
        blots &= !(u32::from(hits) << to);
        match ways.iter_mut().find(|way| way.end() == from) {
            Some(way) => way.landings.push((to, hits)),
            None => ways.push(Way { from, landings: vec![(to, hits)] }),
        }
    }
    let mut pieces: Vec<(u8, String)> = ways.iter().map(|way| (way.from, way.written())).collect();
    pieces.sort_by(|a, b| b.cmp(a));
    let mut text: Vec<String> = Vec::new();
    for same in pieces.chunk_by(|a, b| a == b) {
        let times = if same.len() > 1 { format!("({})", same.len()) } else { String::new() };
        text.push(format!("{}{times}", same[0].1));
    }
    if text.is_empty() { PASS.to_owned() } else { text.join("+") }
}

impl Hypergammon {
    /// The checkers after a written play, and the points where it hits; nothing if it is no play of these checkers.
    fn read_play(own: Side, text: &str) -> Option<(Side, u32)> {
        let (mut side, mut hits) = (own, 0);
        for piece in text.split('+').filter(|_| text != PASS) {
            let (way, times) = match piece.strip_suffix(')').and_then(|it| it.split_once('(')) {
                Some((way, times)) => (way, times.parse().ok().filter(|n| (2..=4).contains(n))?),
                None => (piece, 1),
            };
            let (from, landings) = way.split_once('/')?;
            let from = read_place(from)?;
            let mut to = from;
            let last = landings.split('/').count() - 1;
            for (index, landing) in landings.split('/').enumerate() {
                let (place, is_hit) = match landing.strip_suffix('*') {
                    Some(place) => (read_place(place)?, true),
                    None => (read_place(landing)?, false),
                };
                if place >= to || !is_hit && index < last {
                    return None;
                }
                hits |= u32::from(is_hit) << place;
                to = place;
            }
            for _ in 0..times {
                side.places().contains(&from).then_some(())?;
                side = side.moved(from, to);
            }
        }
        Some((side, hits))
    }

    fn read_side(&self, text: &str, player: Player) -> Result<Side, String> {
        let count = self.checkers;
        let wrong = |what: String| {
            let first: Vec<String> = self.first_side().places()[..count]
                .iter()
                .map(|&place| place_name(place))
                .collect();
            format!("the checkers of {} are written like {}: {what}", name(player), first.join(","))
        };
        let mut places = [OFF; CHECKERS_MAX];
        let words: Vec<&str> = text.split(',').collect();
        if words.len() != count {
            return Err(wrong(format!("{count} places with commas between them, not \"{text}\"")));
        }
        for (place, word) in places.iter_mut().zip(words) {
            *place = read_place(word).ok_or_else(|| {
                wrong(format!("a place is bar, a point from 24 to 1, or off, not \"{word}\""))
            })?;
        }
        Ok(Side::new(places))
    }

    fn read_phase(&self, word: Option<&str>) -> Result<Phase, String> {
        match word {
            None => Ok(Phase::Roll),
            Some("opening") => Ok(Phase::Opening),
            Some(word) => {
                let roll = word.parse().ok().and_then(Roll::of_number);
                roll.map(Phase::Play).ok_or_else(|| {
                    format!("after the player comes the roll, such as 31, not \"{word}\"; leave it out before the roll")
                })
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        let mut words = text.split_whitespace();
        let (max, min) = words.next().and_then(|sides| sides.split_once('/')).ok_or(
            "a position is the checkers of both players and who rolls, like 24,5,off/bar,8,3 max",
        )?;
        let sides = [self.read_side(max, Player::Max)?, self.read_side(min, Player::Min)?];
        let player = match words.next() {
            Some("max") => Player::Max,
            Some("min") => Player::Min,
            _ => return Err("after the checkers comes max or min, whose turn it is".to_owned()),
        };
        let phase = self.read_phase(words.next())?;
        if let Some(word) = words.next() {
            return Err(format!("nothing follows the roll; leave out \"{word}\""));
        }
        let position = Position { sides, player, phase };
        self.check(&position).map(|()| position)
    }

    fn check(&self, position: &Position) -> Result<(), String> {
        let [max, min] = position.sides;
        let both = max.points() & min.points_mirrored();
        if both != 0 {
            let point = both.ilog2() as u8;
            return Err(format!(
                "max has a checker on {point}, which is {} of min; a point belongs to one player",
                mirrored(point)
            ));
        }
        if position.phase == Phase::Opening && *position != self.start() {
            return Err("the opening roll is that of the start; leave opening out".to_owned());
        }
        let over = self.finished(position).is_some();
        if over && position.side(position.player).left() == 0 {
            return Err("who has borne off all checkers has won and does not roll; exchange max and min at the end".to_owned());
        }
        if over && position.phase != Phase::Roll {
            return Err("the game is over here; leave the roll out".to_owned());
        }
        Ok(())
    }

    /// What stands on a point of the picture, by the count of the first player.
    fn cell(&self, position: &Position, point: u8) -> String {
        let count = |side: Side, point: u8| side.places().iter().filter(|&&it| it == point).count();
        let [max, min] = position.sides;
        match (count(max, point), count(min, mirrored(point))) {
            (0, 0) => "  .".to_owned(),
            (1, _) => "  x".to_owned(),
            (0, 1) => "  o".to_owned(),
            (0, many) => format!(" {many}o"),
            (many, _) => format!(" {many}x"),
        }
    }

    /// How many checkers are on the bar and off.
    fn aside(&self, position: &Position, player: Player) -> String {
        let side = position.side(player);
        let bar = side.places().iter().filter(|&&place| place == BAR).count();
        format!("{bar} on the bar, {} off", self.checkers - side.left())
    }
}

impl ChanceNotation for Hypergammon {
    fn write_move(&self, position: &Position, mv: u32) -> String {
        let Phase::Play(roll) = position.phase else { return mv.to_string() };
        let other = position.side(position.player.other());
        let blots = (0..CHECKERS_MAX).filter(|&index| other.is_blot(index));
        let blots = blots.fold(0, |bits, index| bits | 1 << mirrored(other.places()[index]));
        let mut text = String::new();
        self.each_move(position, roll, &mut |found, steps| {
            if found == mv && text.is_empty() {
                text = written(steps, blots);
            }
        });
        text
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<u32, NotationError> {
        let mut moves = Vec::new();
        if matches!(self.turn(position), Turn::Over(_)) {
            return Err(NotationError::new("the game is over here; leave out this move"));
        }
        self.moves(position, &mut moves);
        let read = match position.phase {
            Phase::Play(_) => {
                let other = position.side(position.player.other());
                let exact = |(side, hits): (Side, u32)| {
                    let hit = other.hit_by(hits);
                    (hit.count_ones() == hits.count_ones()).then(|| encoded(side, hit))
                };
                Hypergammon::read_play(position.side(position.player), text).and_then(exact)
            }
            _ => text.parse().ok().and_then(Roll::of_number).map(|roll| roll.number().into()),
        };
        read.filter(|mv| moves.contains(mv)).ok_or_else(|| {
            let all: Vec<String> = moves.iter().map(|&mv| self.write_move(position, mv)).collect();
            let what = match position.phase {
                Phase::Play(_) => "move; the moves are",
                _ => "outcome of chance; the outcomes are",
            };
            NotationError(format!("\"{text}\" is no {what} {}", all.join(", ")))
        })
    }

    /// The checkers of both players by their own counts, whose turn it is, and the roll: `24,5,off/bar,8,3 max 31`. Without a
    /// roll the dice are thrown, and `opening` is before the roll that begins the game.
    fn write_position(&self, position: &Position) -> String {
        let side = |player: Player| {
            let places = position.side(player).places();
            let names: Vec<String> =
                places[..self.checkers].iter().map(|&place| place_name(place)).collect();
            names.join(",")
        };
        let phase = match position.phase {
            Phase::Opening => " opening".to_owned(),
            Phase::Roll => String::new(),
            Phase::Play(roll) => format!(" {}", roll.number()),
        };
        format!("{}/{} {}{phase}", side(Player::Max), side(Player::Min), name(position.player))
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        self.parse(text).map_err(NotationError)
    }

    /// The board as the first player sees it: home is below on the right.
    fn text(&self, position: &Position) -> String {
        let mut text = String::new();
        let mut half = |points: [u8; 12], below: bool| {
            let halves = |cell: &dyn Fn(u8) -> String| {
                let cells: Vec<String> = points.iter().map(|&point| cell(point)).collect();
                format!("{} |{}", cells[..6].concat(), cells[6..].concat())
            };
            let numbers = halves(&|point| format!("{point:3}"));
            let cells = halves(&|point| self.cell(position, point));
            let (first, second) = if below { (cells, numbers) } else { (numbers, cells) };
            writeln!(text, "{first}\n{second}").expect("writing to a string");
        };
        half(core::array::from_fn(|index| 13 + index as u8), false);
        half(core::array::from_fn(|index| 12 - index as u8), true);
        for (symbol, player) in [("x", Player::Max), ("o", Player::Min)] {
            let aside = self.aside(position, player);
            writeln!(text, "{symbol}: {aside}").expect("writing to a string");
        }
        text + &self.status(position) + "\n"
    }

    fn drawing(&self, position: &Position) -> Drawing {
        self.draw(position)
    }

    /// The way of each checker that moves; none for a pass.
    fn places(&self, position: &Position, mv: u32, _: &Drawing) -> Vec<Place> {
        self.ways(position, mv)
    }

    fn status(&self, position: &Position) -> String {
        let player = if position.player == Player::Max { "first player" } else { "second player" };
        match (self.turn(position), position.phase) {
            (Turn::Over(outcome), _) => format!("over: {}", self.scale().name(outcome)),
            (_, Phase::Opening) => "first player (x) has won the opening roll".to_owned(),
            (_, Phase::Roll) => format!("{player} to roll"),
            (_, Phase::Play(roll)) => format!("{player} to move, rolled {}", roll.number()),
        }
    }
}
