//! The positions of docs/solved.md with their values and the hashes of what proves them.

/// A position that was solved.
pub(super) struct Line {
    /// The game in its canonical spelling.
    pub(super) game: &'static str,
    /// The position, if it is not the start.
    pub(super) position: Option<&'static str>,
    pub(super) value: &'static str,
    pub(super) proof: Proof,
    /// Whether it takes less than a second.
    pub(super) is_quick: bool,
}

/// What there is besides the word of the search. Hashes are given by their first 16 digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Proof {
    /// A canonical certificate, which the checker accepts.
    Canonical(&'static str),
    /// A certificate as one thread writes it with this much memory in GB, where a canonical one takes too long.
    Single { hash: &'static str, gigabytes: u64 },
}

/// A Breakthrough board all of whose positions were solved.
pub(super) struct Board {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Whether the first player wins.
    pub(super) first_wins: bool,
    /// Plies from the start on and in the longest game from any stored position, if they were counted.
    pub(super) plies: Option<(u16, u16)>,
    /// The checksum of all bits.
    pub(super) checksum: &'static str,
    /// Whether it takes less than a second.
    pub(super) is_quick: bool,
}

const fn quick(game: &'static str, value: &'static str, hash: &'static str) -> Line {
    Line { game, position: None, value, proof: Proof::Canonical(hash), is_quick: true }
}

const fn slow(game: &'static str, value: &'static str, hash: &'static str) -> Line {
    Line { is_quick: false, ..quick(game, value, hash) }
}

const fn single(hash: &'static str, gigabytes: u64) -> Proof {
    Proof::Single { hash, gigabytes }
}

const fn with(proof: Proof, line: Line) -> Line {
    Line { proof, ..line }
}

const fn at(
    game: &'static str,
    position: &'static str,
    value: &'static str,
    hash: &'static str,
) -> Line {
    Line { position: Some(position), ..quick(game, value, hash) }
}

const fn board(
    (width, height): (u32, u32),
    first_wins: bool,
    plies: Option<(u16, u16)>,
    checksum: &'static str,
    is_quick: bool,
) -> Board {
    Board { width, height, first_wins, plies, checksum, is_quick }
}

/// Positions and what they are worth.
pub(super) const LINES: &[Line] = &[
    quick("breakthrough:2x3", "win", "b00a8dac8a01854f"),
    quick("breakthrough:3x3", "win", "ba16d3bd4b47d3d7"),
    quick("breakthrough:4x3", "win", "6cbe6870f08c68fe"),
    quick("breakthrough:5x3", "win", "eea21e204a38b39d"),
    quick("breakthrough:2x4", "loss", "365ef683b1ab4548"),
    quick("breakthrough:3x4", "loss", "dcf7248d95bb88d1"),
    quick("breakthrough:4x4", "loss", "cfc04e216d176cec"),
    quick("breakthrough:5x4", "loss", "c363e35adaee5e58"),
    quick("breakthrough:2x5", "loss", "e9c9b001cb188545"),
    quick("breakthrough:3x5", "loss", "0dc2f2dd9c423df6"),
    quick("breakthrough:4x5", "loss", "3171eda1b10bd201"),
    quick("breakthrough:2x6", "win", "1a4755b1da8faec1"),
    quick("breakthrough:2x7", "loss", "2f7d3db8a7c62cea"),
    quick("breakthrough:2x8", "win", "d5e3cc6eccd6cbed"),
    slow("breakthrough:5x5", "loss", "8e182443886c5968"),
    slow("breakthrough:6x4", "loss", "7e63476773aeddad"),
    slow("breakthrough:3x6", "win", "1b68ee3047476102"),
    slow("breakthrough:3x7", "loss", "b74b47a01803eece"),
    with(single("4c57deffeb7107b2", 4), slow("breakthrough:4x6", "win", "")),
    slow("breakthrough:6x5", "loss", "5230f682a63934c3"),
    with(single("22661a0fc459a94e", 8), slow("breakthrough:7x5", "loss", "")),
    with(single("8fb0b80e0084953e", 8), slow("breakthrough:5x6", "win", "")),
    quick("connect4:4x4", "draw", "b01d607fad782a35"),
    quick("connect4:5x4", "draw", "fd08399ff6359342"),
    quick("connect4:4x5", "draw", "7d7b79140b78f17c"),
    slow("connect4:6x4", "loss", "16088a4632b01f33"),
    slow("connect4:7x4", "draw", "93872cb3c0a0589a"),
    slow("connect4:5x5", "draw", "e4d20c4d7e318474"),
    slow("connect4:4x6", "draw", "5576284291a4101d"),
    slow("connect4:6x5", "draw", "e357f3e5048a3a2e"),
    with(single("18f702c2c09f4fdd", 4), slow("connect4:7x5", "draw", "")),
    with(single("afb0d9cb95c21455", 4), slow("connect4:6x6", "loss", "")),
    with(single("0de242d0fa07db30", 8), slow("connect4:7x6", "win", "")),
    quick("mnk:3,3,3", "draw", "54de572cb3220955"),
    quick("mnk:4,4,3", "win", "fe705cf05e7fb50a"),
    quick("mnk:6,5,4", "win", "429158e562d89c1f"),
    slow("mnk:4,4,4", "draw", "92966bce3db83752"),
    slow("qubic", "win", "557083f876d83137"),
    quick("woodpush:6,2", "-1", "3ffa0474e8a4f065"),
    quick("woodpush:8,2", "-1", "9984258edfa36fe9"),
    quick("woodpush:10,2", "-2", "6cb7247cad66f558"),
    slow("woodpush:8,3", "1", "99bff60e180feed9"),
    quick("hounds", "win", "aad2b66fc23d91c2"),
    quick("torere", "draw", "ae6b84ae51eb14ff"),
    at("awari", "0,1,0,0,1,0/0,0,0,0,0,1 22-23 S", "2", "e8c8fe578ec3b27e"),
    at("awari", "0,1,0,0,1,1/1,0,1,0,0,0 N", "-5", "8707ac0e63aee068"),
];

/// Breakthrough boards as a whole.
pub(super) const BOARDS: &[Board] = &[
    board((2, 4), false, Some((8, 8)), "622d4d2dec513080", true),
    board((3, 4), false, Some((12, 12)), "132960463d5f8608", true),
    board((4, 4), false, Some((14, 14)), "621ea1da09072b1b", true),
    board((5, 4), false, Some((16, 16)), "e3f6d98bfa9564ae", true),
    board((2, 5), false, Some((10, 12)), "293094b8216cb6be", true),
    board((3, 5), false, Some((18, 18)), "be585c5144ce1fca", true),
    board((4, 5), false, Some((22, 22)), "884119498dfa24a3", true),
    board((5, 5), false, Some((26, 30)), "00e73764fe5adc6a", false),
    board((6, 4), false, Some((18, 18)), "2e06fdfa1e1db8fe", false),
    board((3, 6), true, Some((23, 27)), "139446f0d2bee1c7", false),
    board((3, 7), false, Some((32, 38)), "1b788aeb0c63cf04", false),
    board((4, 6), true, Some((31, 36)), "a48e80a1fc44a54b", false),
    board((6, 5), false, None, "c694c4366ccfdbfd", false),
    board((4, 7), true, None, "421272d3cd3a76c5", false),
    board((5, 6), true, None, "472896d0a71a397d", false),
];

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/solved.md"));

    /// Whether a row of the document has all that.
    fn has_row(words: &[&str]) -> bool {
        DOCUMENT.lines().any(|row| words.iter().all(|word| row.contains(word)))
    }

    #[test]
    fn the_document_has_every_line() {
        for Line { game, position, value, proof, .. } in LINES {
            let (Proof::Canonical(hash) | Proof::Single { hash, .. }) = proof;
            let command = format!("foregone solve {game} ");
            let value = format!(" {value} ");
            let row = [command.as_str(), &value, hash, position.unwrap_or_default()];
            assert!(has_row(&row) || has_row(&[command.trim_end(), &value, hash]), "{row:?}");
        }
        for Board { width, height, plies, checksum, .. } in BOARDS {
            let (start, longest) = plies.unwrap_or_default();
            let numbers = [start, longest].map(|plies| match plies {
                0 => " - ".to_owned(),
                plies => format!(" {plies} "),
            });
            let game = format!("breakthrough:{width}x{height} ");
            assert!(has_row(&[&game, &numbers[0], &numbers[1], checksum]), "{game}");
        }
    }
}
