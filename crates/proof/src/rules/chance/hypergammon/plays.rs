//! What can be played with a roll: every order of the dice, step by step, with the hits as they happen.

/// Where a checker is that was hit.
pub(super) const BAR: u8 = 25;
/// Where a checker is that was borne off.
pub(super) const OFF: u8 = 0;
/// The points of the home board are this one and those below.
const HOME: u8 = 6;

/// Where the checkers of a player are, by the player's own count. Those that the game does not have count as borne off.
pub type Places = [u8; 3];

/// Places with the rearmost checker first.
pub(super) fn sorted(mut places: Places) -> Places {
    places.sort_unstable_by(|one, other| other.cmp(one));
    places
}

/// The checkers of both players while a roll is played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    /// Those of the player who plays, the rearmost first.
    pub(crate) own: Places,
    /// Those of the other player, in the order from before the roll.
    pub(crate) other: Places,
    /// Which of these were hit: 1 for the first, 2 for the second, 4 for the third, added up.
    pub(super) hits: u8,
    /// How many dice were played.
    dice: u8,
    /// The die that was played first.
    first: u8,
}

impl Board {
    /// One checker moves by one die, if that is legal.
    fn step(&self, checker: usize, die: u8) -> Option<Board> {
        let (from, rearmost) = (self.own[checker], self.own[0]);
        if from == OFF || rearmost == BAR && from != BAR {
            return None;
        }
        let mut next = *self;
        if self.dice == 0 {
            next.first = die;
        }
        next.dice += 1;
        let to = from.saturating_sub(die);
        if to == OFF {
            // A number that is too high bears off only if no checker stands on a higher point.
            if rearmost > HOME || from != die && from != rearmost {
                return None;
            }
        } else {
            // A place off the board, on the bar or elsewhere is never the other player's count of a point.
            let stands = |place: u8| (1..BAR).contains(&place) && BAR - place == to;
            match self.other.iter().filter(|&&place| stands(place)).count() {
                0 => {}
                1 => {
                    let hit = self.other.iter().position(|&place| stands(place))?;
                    next.other[hit] = BAR;
                    next.hits |= 1 << hit;
                }
                _ => return None,
            }
        }
        next.own[checker] = to;
        next.own = sorted(next.own);
        Some(next)
    }

    /// Adds what can come of these dice, in this order, as far as they can be played.
    fn follow(&self, dice: &[u8], list: &mut Vec<Board>) {
        let mut is_stuck = true;
        if let [die, rest @ ..] = dice {
            for checker in 0..self.own.len() {
                let is_like_last = checker > 0 && self.own[checker] == self.own[checker - 1];
                if is_like_last {
                    continue;
                }
                if let Some(next) = self.step(checker, *die) {
                    is_stuck = false;
                    next.follow(rest, list);
                }
            }
        }
        if is_stuck {
            list.push(*self);
        }
    }
}

/// Everything that can be played with a roll, in any order; the same can come more than once.
pub(super) fn plays(
    own: Places,
    other: Places,
    (larger, smaller): (u8, u8),
    list: &mut Vec<Board>,
) {
    list.clear();
    let before = Board { own, other, hits: 0, dice: 0, first: 0 };
    if larger == smaller {
        before.follow(&[larger; 4], list);
    } else {
        before.follow(&[larger, smaller], list);
        before.follow(&[smaller, larger], list);
    }
    // As many dice as possible; if that is one of two different dice, the larger one where it can be played.
    let most = list.iter().map(|board| board.dice).max().unwrap_or(0);
    list.retain(|board| board.dice == most);
    if most == 1 && list.iter().any(|board| board.first == larger) {
        list.retain(|board| board.first == larger);
    }
}
