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
    /// A certificate as one thread writes it with a memory of so many GB, where a canonical one takes too long.
    Single { hash: &'static str, gigabytes: u64 },
    /// Nothing.
    None,
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
    quick("breakthrough:2x3", "win", "a63a404e0d7a0af6"),
    quick("breakthrough:3x3", "win", "034df05114634b9d"),
    quick("breakthrough:4x3", "win", "453a1f8609d00fe0"),
    quick("breakthrough:5x3", "win", "e0847fd501fe317c"),
    quick("breakthrough:2x4", "loss", "3612083dcc46c6e7"),
    quick("breakthrough:3x4", "loss", "2d8b322683da1bb4"),
    quick("breakthrough:4x4", "loss", "56ca69c7d3e6b9b8"),
    quick("breakthrough:5x4", "loss", "9d5ac32eb716e409"),
    quick("breakthrough:2x5", "loss", "b44841df9f23a1ef"),
    quick("breakthrough:3x5", "loss", "3969a48e11f9eee4"),
    quick("breakthrough:4x5", "loss", "c89f6b69df8cde1e"),
    quick("breakthrough:2x6", "win", "89e1b7084756f909"),
    quick("breakthrough:2x7", "loss", "2f28fd820aba3522"),
    quick("breakthrough:2x8", "win", "b8ad73a0de316554"),
    slow("breakthrough:5x5", "loss", "aef320671ca81b34"),
    slow("breakthrough:6x4", "loss", "edf0de48000b0f4c"),
    slow("breakthrough:3x6", "win", "e4bcef0b2fc9a371"),
    slow("breakthrough:3x7", "loss", "4ed4c798fe6cb363"),
    with(single("50255eed14774d8a", 4), slow("breakthrough:4x6", "win", "")),
    slow("breakthrough:6x5", "loss", "a4b07c0392b2cf83"),
    with(single("446c8bf242f937a8", 8), slow("breakthrough:7x5", "loss", "")),
    with(Proof::None, slow("breakthrough:5x6", "win", "")),
    quick("connect4:4x4", "draw", "f21738282a9c68fb"),
    quick("connect4:5x4", "draw", "7d841f88062b099c"),
    quick("connect4:4x5", "draw", "d5378fb7169b0204"),
    slow("connect4:6x4", "loss", "49e43068a5ac3b52"),
    slow("connect4:7x4", "draw", "ecb9cc7e26d0452c"),
    slow("connect4:5x5", "draw", "89353349bd3ff0f0"),
    slow("connect4:4x6", "draw", "676959d8f95595aa"),
    with(Proof::None, slow("connect4:6x5", "draw", "")),
    with(Proof::None, slow("connect4:7x5", "draw", "")),
    with(Proof::None, slow("connect4:6x6", "loss", "")),
    with(Proof::None, slow("connect4:7x6", "win", "")),
    quick("mnk:3,3,3", "draw", "ecd59b744d92b5ec"),
    quick("mnk:4,4,3", "win", "4b94b036675e8ecf"),
    slow("mnk:4,4,4", "draw", "38c434b06389591d"),
    quick("woodpush:6,2", "-1", "2c2919a5010d988b"),
    quick("woodpush:8,2", "-1", "20f9e680d935def7"),
    quick("woodpush:10,2", "-2", "c5165adb61792b88"),
    slow("woodpush:8,3", "1", "85bf8b4fda61334f"),
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
            let hash = match proof {
                Proof::Canonical(hash) | Proof::Single { hash, .. } => hash,
                Proof::None => "-",
            };
            let command = format!("foregone solve {game} ");
            let value = format!(" {value} ");
            let row = [&command, &value, hash, position.unwrap_or_default()];
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
