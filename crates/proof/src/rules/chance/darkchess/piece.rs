//! The pieces of Chinese dark chess.

use super::super::Side;

/// The kinds of pieces, the highest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Kind {
    King,
    Guard,
    Minister,
    Rook,
    Knight,
    Cannon,
    Pawn,
}

/// The number of kinds.
pub(super) const KINDS: usize = 7;

const ALL: [(Kind, char); KINDS] = [
    (Kind::King, 'K'),
    (Kind::Guard, 'G'),
    (Kind::Minister, 'M'),
    (Kind::Rook, 'R'),
    (Kind::Knight, 'N'),
    (Kind::Cannon, 'C'),
    (Kind::Pawn, 'P'),
];

impl Kind {
    /// The kind of an upper case letter.
    pub(super) fn read(letter: char) -> Option<Kind> {
        ALL.iter().find(|(_, known)| *known == letter).map(|(kind, _)| *kind)
    }

    /// The place in the order of kinds, 0 for the highest.
    pub(super) fn rank(self) -> usize {
        self as usize
    }
}

/// A piece of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Piece {
    pub(super) side: Side,
    pub(super) kind: Kind,
}

impl Piece {
    /// All pieces in the order of outcomes: Max's from the highest to the lowest, then Min's.
    pub(super) fn all() -> impl Iterator<Item = Piece> {
        [Side::Max, Side::Min]
            .into_iter()
            .flat_map(|side| ALL.into_iter().map(move |(kind, _)| Piece { side, kind }))
    }

    /// The piece of a letter.
    pub(super) fn read(letter: char) -> Option<Piece> {
        Piece::all().find(|piece| piece.letter() == letter)
    }

    pub(super) fn letter(self) -> char {
        let letter = ALL[self.kind.rank()].1;
        match self.side {
            Side::Max => letter,
            Side::Min => letter.to_ascii_lowercase(),
        }
    }

    /// Whether the piece captures this one beside it.
    pub(super) fn captures_beside(self, other: Piece) -> bool {
        let is_enough = match (self.kind, other.kind) {
            (Kind::Cannon, _) | (Kind::King, Kind::Pawn) => false,
            (Kind::Pawn, Kind::King) => true,
            (own, other) => own.rank() <= other.rank(),
        };
        self.side != other.side && is_enough
    }
}
