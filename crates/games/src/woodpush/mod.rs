//! Woodpush: `woodpush:L,P`, a strip of L cells with P pieces for each player (Cazenave and Nowakowski,
//! *Retrograde analysis of Woodpush*; Saffidine and Cazenave 2012 §5.2).
//!
//! The rule about repetition makes two games of it. [`WoodpushPath`] (`ko=path`, the default) forbids every board
//! of the line of play: no play returns, but a position carries its line. [`WoodpushPrevious`] (`ko=previous`) is
//! the rule as Saffidine and Cazenave 2012 state it: longer cycles are allowed, and an option says what they are worth.
//! Everything else is shared: [`Rules`] here, and the moves on the strip in a file of their own.

mod notation;
mod path;
mod picture;
mod previous;
mod strip;

use foregone_game::{InvalidGame, Outcome, Player, Scale};

pub use path::{PathPosition, WoodpushPath};
pub use previous::{PreviousPosition, WoodpushPrevious};

use strip::Strip;

/// What a result is worth to the winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Score {
    /// The number of the winner's pieces on the board: what the experiments of Saffidine and Cazenave 2012 fit.
    #[default]
    Pieces,
    /// The moves the winner can still make until the board is empty: what the text of the paper says.
    Moves,
}

/// What both games of Woodpush have in common.
#[derive(Clone, Debug)]
pub struct Rules {
    length: u32,
    pieces: u32,
    score: Score,
    scale: Scale,
    /// The highest score on the scale.
    limit: u32,
    /// The rank of the score 1: right above -1, unless there is a 0.
    lowest_win: u32,
    /// A bit for every cell.
    full: u32,
}

impl Rules {
    /// Rules for a strip of that length with that many pieces for each player; `scale` widens the scale of
    /// [`Score::Pieces`]. The error is a sentence about why there is no such game.
    ///
    /// ```
    /// use foregone_game::{Game, Notation};
    /// use foregone_games::WoodpushPath;
    /// use foregone_games::woodpush::{Rules, Score};
    ///
    /// let game = WoodpushPath::new(Rules::new(6, 2, Score::Pieces, None)?);
    /// assert_eq!(game.write_position(&game.start()), "LL..RR L");
    /// # Ok::<(), foregone_game::InvalidGame>(())
    /// ```
    pub fn new(
        length: u32,
        pieces: u32,
        score: Score,
        scale: Option<u32>,
    ) -> Result<Rules, InvalidGame> {
        if !(2..=30).contains(&length) || pieces < 1 || pieces > length / 2 {
            return Err(InvalidGame(format!(
                "woodpush needs 2 to 30 cells and 1 to half as many pieces for each player; {length},{pieces} is not possible"
            )));
        }
        let most = (Scale::MAX_LEN / 2) as u32;
        let limit = match (score, scale) {
            (Score::Pieces, None) => pieces,
            (Score::Pieces, Some(limit)) if (pieces..=most).contains(&limit) => limit,
            (Score::Pieces, Some(limit)) => {
                return Err(InvalidGame(format!(
                    "scale={limit} is not possible: with {pieces} pieces it may be {pieces} to {most}"
                )));
            }
            (Score::Moves, None) => pieces * length - pieces * (pieces - 1) / 2,
            (Score::Moves, Some(_)) => {
                return Err(InvalidGame(
                    "scale goes with score=pieces only; leave it out with score=moves".to_owned(),
                ));
            }
        };
        if limit > most {
            return Err(InvalidGame(format!(
                "with score=moves, woodpush:{length},{pieces} has scores up to {limit}, and {most} is the most a scale can hold"
            )));
        }
        let scale = Scale::scores_without_zero(limit as u8);
        let full = (1 << length) - 1;
        Ok(Rules { length, pieces, score, scale, limit, lowest_win: limit, full })
    }

    /// The same with a 0 on the scale, for infinite play that neither player wins.
    fn with_draw(mut self) -> Result<Rules, InvalidGame> {
        let most = (Scale::MAX_LEN as u32 - 1) / 2;
        if self.limit > most {
            return Err(InvalidGame(format!(
                "woodpush with loop=0 has scores up to {most} at most, not {}; take another score for loop, such as loop=-1",
                self.limit
            )));
        }
        self.scale = Scale::scores(self.limit as u8);
        self.lowest_win = self.limit + 1;
        Ok(self)
    }

    /// The number of cells.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// The number of pieces each player starts with.
    pub fn pieces(&self) -> u32 {
        self.pieces
    }

    /// What a result is worth.
    pub fn score(&self) -> Score {
        self.score
    }

    /// The highest score on the scale.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// The result of a game that this player has won on this board.
    fn won(&self, winner: Player, board: Strip) -> Outcome {
        let pieces = board.of(winner);
        let score = match (self.score, winner) {
            (Score::Pieces, _) => pieces.count_ones(),
            (Score::Moves, Player::Max) => cells(pieces).map(|cell| self.length - cell).sum(),
            (Score::Moves, Player::Min) => cells(pieces).map(|cell| cell + 1).sum(),
        };
        Outcome(match winner {
            Player::Max => self.lowest_win + score - 1,
            Player::Min => self.limit - score,
        } as u8)
    }

    /// The result if a player has no pieces left. Never both: a move takes at most one piece off the board.
    #[inline]
    fn cleared(&self, board: Strip) -> Option<Outcome> {
        if board.right == 0 {
            Some(self.won(Player::Max, board))
        } else if board.left == 0 {
            Some(self.won(Player::Min, board))
        } else {
            None
        }
    }

    /// Appends the moves that `legal` accepts, in the canonical order: pieces from the left, forward before push.
    /// `legal` is told the board after the move and whether the move is a push.
    #[inline]
    fn moves(
        &self,
        board: Strip,
        player: Player,
        moves: &mut Vec<u8>,
        mut legal: impl FnMut(Strip, bool) -> bool,
    ) {
        let pushers = board.pushers(player);
        for cell in cells(board.of(player)) {
            if legal(board.forward(self.full, player, cell), false) {
                moves.push((cell * 2) as u8);
            }
            if pushers >> cell & 1 != 0 && legal(board.push(self.full, player, cell), true) {
                moves.push((cell * 2 + 1) as u8);
            }
        }
    }

    /// Who runs out of pieces loses, so what counts is how many moves are left before that, and who can push.
    fn estimate(&self, board: Strip) -> i32 {
        let left: u32 = cells(board.left).map(|cell| self.length - cell).sum();
        let right: u32 = cells(board.right).map(|cell| cell + 1).sum();
        let pushers = |player| board.pushers(player).count_ones() as i32;
        4 * (left as i32 - right as i32) + 3 * (pushers(Player::Max) - pushers(Player::Min))
    }

    /// The board after a move.
    #[inline]
    fn after(&self, board: Strip, player: Player, mv: u8) -> Strip {
        let cell = u32::from(mv / 2);
        if mv.is_multiple_of(2) {
            board.forward(self.full, player, cell)
        } else {
            board.push(self.full, player, cell)
        }
    }
}

/// The order in which a search should try moves: the rightmost piece first, forward before push for each piece. It
/// comes closest to the node counts of Saffidine and Cazenave 2012 (Table 2).
#[inline]
fn rightmost_first(moves: &mut [u8]) {
    moves.sort_unstable_by_key(|&mv| core::cmp::Reverse(mv ^ 1));
}

/// The cells of a set, from the left.
#[inline]
fn cells(mut set: u32) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let cell = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}
