//! The checkers of one player.

/// The most checkers a side.
pub(super) const CHECKERS_MAX: usize = 3;
/// Where a checker is that was borne off.
pub(super) const OFF: u8 = 0;
/// Where a checker is that was hit.
pub(super) const BAR: u8 = 25;
/// The points of the home board are this one and those below.
const HOME: u8 = 6;

/// Where the checkers of a player are, by the player's own count, the rearmost first: 25 is the bar, 24 to 1 are the points,
/// and 0 is off the board. A game with fewer checkers counts those that it does not have as borne off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Side(pub(super) [u8; CHECKERS_MAX]);

/// The same point by the count of the other player.
pub(super) const fn mirrored(point: u8) -> u8 {
    BAR - point
}

impl Side {
    /// A side from places in any order.
    pub(super) fn new(mut places: [u8; CHECKERS_MAX]) -> Side {
        places.sort_unstable_by(|a, b| b.cmp(a));
        Side(places)
    }

    /// The places of all checkers, the rearmost first.
    pub fn places(self) -> [u8; CHECKERS_MAX] {
        self.0
    }

    /// The places in one number, the rearmost first, with 5 bits each.
    pub(super) fn packed(self) -> usize {
        self.0.iter().fold(0, |number, &place| number << 5 | usize::from(place))
    }

    /// The side after one checker has moved.
    pub(super) fn moved(self, from: u8, to: u8) -> Side {
        let mut places = self.0;
        if let Some(place) = places.iter_mut().find(|place| **place == from) {
            *place = to;
        }
        Side::new(places)
    }

    /// How far all checkers are from being off, added up.
    pub(super) fn pips(self) -> usize {
        self.0.iter().map(|&place| usize::from(place)).sum()
    }

    /// Checkers that are not off.
    pub(super) fn left(self) -> usize {
        self.0.iter().filter(|&&place| place != OFF).count()
    }

    /// Whether the player may bear off: all checkers are in the home board or off.
    pub(super) fn is_home(self) -> bool {
        self.0[0] <= HOME
    }

    /// The point that two or more checkers hold, if there is one. Three checkers hold one point at most.
    pub(super) fn held(self) -> Option<u8> {
        let is_point = |place: u8| (1..BAR).contains(&place);
        self.0.windows(2).find(|pair| pair[0] == pair[1] && is_point(pair[0])).map(|pair| pair[0])
    }

    /// Whether the checker of that index stands on a point alone.
    pub(super) fn is_blot(self, index: usize) -> bool {
        let place = self.0[index];
        (1..BAR).contains(&place) && self.0.iter().filter(|&&other| other == place).count() == 1
    }

    /// Every point with a checker, a bit each, by the count of the other player.
    pub(super) fn points_mirrored(self) -> u32 {
        let points = self.0.iter().filter(|place| (1..BAR).contains(*place));
        points.fold(0, |bits, &point| bits | 1 << mirrored(point))
    }

    /// Every point with a checker, a bit each.
    pub(super) fn points(self) -> u32 {
        let points = self.0.iter().filter(|place| (1..BAR).contains(*place));
        points.fold(0, |bits, &point| bits | 1 << point)
    }

    /// Which of the checkers a play hits that lands on those points, by the count of the other player: bit 0 is the rearmost
    /// checker.
    pub(super) fn hit_by(self, touched: u32) -> u8 {
        let hit =
            |&index: &usize| self.is_blot(index) && touched >> mirrored(self.0[index]) & 1 == 1;
        (0..CHECKERS_MAX).filter(hit).fold(0, |bits, index| bits | 1 << index)
    }

    /// The side after those checkers were hit.
    pub(super) fn after_hits(self, hit: u8) -> Side {
        let mut places = self.0;
        for (index, place) in places.iter_mut().enumerate() {
            if hit >> index & 1 == 1 {
                *place = BAR;
            }
        }
        Side::new(places)
    }

    /// How many points the other player wins if this side has lost: 1, or 2 with nothing borne off (a gammon), or 3 if
    /// moreover a checker is on the bar or in the winner's home board (a backgammon).
    pub(super) fn points_lost(self, checkers: usize) -> u8 {
        if self.left() < checkers {
            1
        } else if self.0[0] < mirrored(HOME) {
            2
        } else {
            3
        }
    }
}
