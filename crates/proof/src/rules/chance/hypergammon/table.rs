//! The positions before a roll in the order in which a table has them.

use super::plays::{Board, Places, plays, sorted};
use super::{BAR, Hypergammon, HypergammonPosition, Phase, Side, is_off, rolls, weight};

/// The places of one player's checkers with their numbers, which begin at 0.
#[derive(Debug)]
pub(crate) struct Numbers {
    places: Vec<Places>,
    /// The numbers of the places, read as a number to the base 26.
    by_digits: Vec<u16>,
}

fn digits(places: Places) -> usize {
    places.iter().fold(0, |number, &place| 26 * number + usize::from(place))
}

impl Numbers {
    /// All lists of places from the rearmost to the foremost checker, in lexicographic order.
    pub(crate) fn new(rules: &Hypergammon) -> Numbers {
        let all = 0..=BAR;
        let lists = all.clone().flat_map(|a| {
            let all = all.clone();
            all.clone().flat_map(move |b| all.clone().map(move |c| [a, b, c]))
        });
        let is_list = |places: &Places| {
            places.is_sorted_by(|one, other| one >= other)
                && places[rules.checkers..].iter().all(|&place| place == 0)
        };
        let places: Vec<Places> = lists.filter(is_list).collect();
        let mut by_digits = vec![0; 26 * 26 * 26];
        for (number, &places) in (0..).zip(&places) {
            by_digits[digits(places)] = number;
        }
        Numbers { places, by_digits }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// Those of a number.
    pub(crate) fn places(&self, number: usize) -> Places {
        self.places[number]
    }

    /// The number of places with the rearmost checker first.
    fn number(&self, places: Places) -> usize {
        self.by_digits[digits(places)].into()
    }

    /// The number of the position in which one player rolls and the other waits, among all pairs of places.
    pub(crate) fn pair(&self, rolls: Places, waits: Places) -> usize {
        self.number(rolls) * self.len() + self.number(waits)
    }
}

/// What a pair of places is, of the player who rolls and of the one who waits.
pub(crate) enum Pair {
    /// No position.
    Nothing,
    /// The player who waits has won so many points.
    Over(usize),
    /// A position in which play goes on.
    Open,
}

impl Hypergammon {
    /// What it is if a player with the first places rolls, and the other one has the second places.
    pub(crate) fn pair(&self, rolls: Places, waits: Places) -> Pair {
        let is_point = |place: u8| (1..BAR).contains(&place);
        let meets = |place: &u8| is_point(*place) && waits.contains(&(BAR - place));
        if is_off(rolls) || rolls.iter().any(meets) {
            return Pair::Nothing;
        }
        if is_off(waits) { Pair::Over(self.points_lost(rolls)) } else { Pair::Open }
    }

    /// The rank of the outcome in which a player who waits wins so many points, if Max rolls, and if Min rolls.
    pub(crate) fn outcomes_of_waiting(points: usize) -> [usize; 2] {
        [Hypergammon::outcome(Side::Min, points), Hypergammon::outcome(Side::Max, points)]
    }

    /// The sum of the weights of all rolls.
    pub(crate) fn weights() -> i64 {
        rolls().map(|roll| weight(roll) as i64).sum()
    }

    /// The sum over all rolls of the weight times the greatest of the numbers after a play. `number` is asked for the places of
    /// the player who rolls next, and for those of the one who has played.
    pub(crate) fn sum_of_best(
        own: Places,
        other: Places,
        boards: &mut Vec<Board>,
        mut number: impl FnMut(Places, Places) -> [i64; 2],
    ) -> [i64; 2] {
        let mut sums = [0; 2];
        for roll in rolls() {
            plays(own, other, roll, boards);
            let mut best = [i64::MIN; 2];
            for board in boards.iter() {
                let after = number(sorted(board.other), board.own);
                best = [best[0].max(after[0]), best[1].max(after[1])];
            }
            let weight = weight(roll) as i64;
            sums = [sums[0] + weight * best[0], sums[1] + weight * best[1]];
        }
        sums
    }

    /// The places of the player who rolls and of the one who waits, and whether that is Max, of a position before a roll; nothing
    /// for other positions and for the opening.
    pub(crate) fn before_roll(position: &HypergammonPosition) -> Option<(Places, Places, bool)> {
        let (own, other) = position.own_and_other();
        let is_max = position.side == Side::Max;
        (position.phase == Phase::Roll).then_some((own, other, is_max))
    }
}
