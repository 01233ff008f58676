//! The pieces of Chinese dark chess: which takes which.

use foregone_game::Player;

use super::PIECE;

/// King, guard, minister, rook, knight, cannon, pawn: the highest first.
pub(super) const LETTERS: &str = "KGMRNCP";
/// How many ranks there are.
pub(super) const RANKS: usize = 7;
/// How many kinds of pieces there are, by player and rank.
pub(super) const KINDS: usize = 2 * RANKS;
const KING: u8 = 0;
pub(super) const CANNON: u8 = 5;
const PAWN: u8 = 6;

/// The kind of a player's piece.
pub(super) fn kind(player: Player, rank: u8) -> usize {
    usize::from(player == Player::Min) * RANKS + usize::from(rank)
}

/// The rank of a capital letter.
pub(super) fn rank(letter: char) -> Option<u8> {
    LETTERS.find(letter).map(|rank| rank as u8)
}

/// The letter of a kind: a capital for `Max`'s pieces.
pub(super) fn letter(kind: u8) -> char {
    let letter = char::from(LETTERS.as_bytes()[usize::from(kind) % RANKS]);
    if usize::from(kind) < RANKS { letter } else { letter.to_ascii_lowercase() }
}

/// The kind of a letter.
pub(super) fn kind_of(letter: char) -> Option<u8> {
    let rank = rank(letter.to_ascii_uppercase())?;
    let player = if letter.is_ascii_uppercase() { Player::Max } else { Player::Min };
    Some(kind(player, rank) as u8)
}

/// Whose revealed piece is on a cell.
#[inline]
pub(super) fn owner(cell: u8) -> Option<Player> {
    match cell.checked_sub(PIECE)? {
        kind if usize::from(kind) < RANKS => Some(Player::Max),
        _ => Some(Player::Min),
    }
}

/// The rank of the revealed piece on a cell.
#[inline]
pub(super) fn rank_on(cell: u8) -> u8 {
    (cell - PIECE) % RANKS as u8
}

/// Whether a piece takes one beside it. Cannons do not: they jump.
#[inline]
pub(super) fn takes(attacker: u8, victim: u8) -> bool {
    match (attacker, victim) {
        (CANNON, _) | (KING, PAWN) => false,
        (PAWN, KING) => true,
        _ => attacker <= victim,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_takes_whom() {
        let rank = |letter| rank(letter).expect("a piece");
        let victims = |letter| -> String {
            LETTERS.chars().filter(|&victim| takes(rank(letter), rank(victim))).collect()
        };
        assert_eq!(victims('K'), "KGMRNC");
        assert_eq!(victims('G'), "GMRNCP");
        assert_eq!(victims('N'), "NCP");
        assert_eq!(victims('C'), "");
        assert_eq!(victims('P'), "KP");
    }
}
