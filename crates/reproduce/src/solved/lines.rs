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
    quick("breakthrough:2x3", "win", "fe5ff1d2194152c2"),
    quick("breakthrough:3x3", "win", "069ae4f6dad32f4d"),
    quick("breakthrough:4x3", "win", "296425b51e5eb4ac"),
    quick("breakthrough:5x3", "win", "cb45a0f0c331db9a"),
    quick("breakthrough:2x4", "loss", "365ef683b1ab4548"),
    quick("breakthrough:3x4", "loss", "dcf7248d95bb88d1"),
    quick("breakthrough:4x4", "loss", "cfc04e216d176cec"),
    quick("breakthrough:5x4", "loss", "c363e35adaee5e58"),
    quick("breakthrough:2x5", "loss", "e55ab509f2ea67f6"),
    quick("breakthrough:3x5", "loss", "030fccbb079a7e2f"),
    quick("breakthrough:4x5", "loss", "81d1d3f8575686cb"),
    quick("breakthrough:2x6", "win", "0752871999c0f097"),
    quick("breakthrough:2x7", "loss", "f39769e3e0c34ad3"),
    quick("breakthrough:2x8", "win", "9fe62d22cabee9d9"),
    slow("breakthrough:5x5", "loss", "4f8e7b68d349f1d5"),
    slow("breakthrough:6x4", "loss", "7e63476773aeddad"),
    slow("breakthrough:3x6", "win", "07b917a8bd8e7842"),
    slow("breakthrough:3x7", "loss", "3a0ea19443eb7852"),
    with(single("32455aac808aeaa3", 4), slow("breakthrough:4x6", "win", "")),
    slow("breakthrough:6x5", "loss", "c0ea1c206a19e5df"),
    with(single("9929a58a090fa2d4", 8), slow("breakthrough:7x5", "loss", "")),
    with(single("8901aa35d5d10f2b", 8), slow("breakthrough:5x6", "win", "")),
    quick("connect4:4x4", "draw", "7c9592ccbbbc0f06"),
    quick("connect4:5x4", "draw", "866cef15b6b058a0"),
    quick("connect4:4x5", "draw", "f22fdabc3689d72e"),
    slow("connect4:6x4", "loss", "db659074d1dac906"),
    slow("connect4:7x4", "draw", "4857c9cc396d8534"),
    slow("connect4:5x5", "draw", "f3e9010d0083fb0d"),
    slow("connect4:4x6", "draw", "5d40c05afa7bfd29"),
    slow("connect4:6x5", "draw", "653dd3ca06f6fc2d"),
    with(single("5973cd1c439f6cce", 4), slow("connect4:7x5", "draw", "")),
    with(single("6baab0a24cf63d02", 4), slow("connect4:6x6", "loss", "")),
    with(single("841d714a3aad8288", 8), slow("connect4:7x6", "win", "")),
    quick("mnk:3,3,3", "draw", "2e754c4731e64cc6"),
    quick("mnk:4,4,3", "win", "4a9410069530c77f"),
    slow("mnk:4,4,4", "draw", "49f4a42159f7b1ca"),
    quick("woodpush:6,2", "-1", "3ffa0474e8a4f065"),
    quick("woodpush:8,2", "-1", "9984258edfa36fe9"),
    quick("woodpush:10,2", "-2", "6cb7247cad66f558"),
    slow("woodpush:8,3", "1", "99bff60e180feed9"),
    quick("hounds", "win", "dd63c3581c349b59"),
    quick("torere", "draw", "ad3b4062daeb24a5"),
    at("awari", "0,1,0,0,1,0/0,0,0,0,0,1 22-23 S", "2", "0089a85ff2ee9281"),
    at("awari", "0,1,0,0,1,1/1,0,1,0,0,0 N", "-5", "1b8b2ae74ed63e46"),
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
