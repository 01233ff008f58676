//! Tablebases that anybody can build again and that were verified. A certificate that cites one of them is accepted, not
//! merely accepted on trust.
//!
//! An entry is the spelling of the game in the manifest, the number of layers, and the hash of their content as
//! `docs/tablebase.md` defines it. That page names the command that builds all of these tablebases and compares them.

/// Whether the tablebase is one of [`ALL`].
///
/// ```
/// use foregone_proof::verified_tablebases::{ALL, contains};
///
/// let (game, layers, hash) = ALL[0];
/// assert!(contains(game, layers, hash));
/// assert!(!contains(game, layers + 1, hash));
/// ```
pub fn contains(game: &str, layers: usize, hash: &str) -> bool {
    ALL.contains(&(game, layers, hash))
}

/// Awari with its default options.
const AWARI: &str = "awari:grandslam=legal,rest=opponent";

/// The verified tablebases: game, layers, hash of the content.
pub const ALL: &[(&str, usize, &str)] = &[
    (AWARI, 2, "36a2354928b92883d50a7dc7f2ecb25e2c3e008a6ca5f9fb83f7ef4d7bffd5dc"),
    (AWARI, 3, "54f93372ec84a3a620419239cd098423daad872e5f2896435b8ac2a3f44d5ce7"),
    (AWARI, 4, "0337b3c8c4daa1e46c3cff96ad644371674e8eda2bbcf0da6ef54f910fe2b31c"),
    (AWARI, 5, "e27534ed3ce5eeb5ddfe5d3bbe9f8f57f3f6c823aedef09413871491a4d52df2"),
    (AWARI, 6, "73cacb95bc81bdee12df87463b315e3a237c63060f3be75b16e9f09e5e683c78"),
    (AWARI, 7, "e33f9efb8b750c991d1ab913a2284d0ce40dbf66c1dbc916ab9610205b6462b8"),
    (AWARI, 8, "9ee518d5e97c25f5a68de6531a6fd1330fc4fc025d50ef81b919bcf0ddad9fd7"),
    (AWARI, 9, "3a87530b2931f88706e3cc3684dfabb9145466900c723f4e73e12bd6cb48657b"),
    (AWARI, 10, "2ae11064e54111ff4594c30a1f2863931782b4cea03b5656c5216755ae46af97"),
    (AWARI, 11, "307bce5d181d5a0a58df973e484e03f0d74556ecdd2c272719ec3e5a39edc824"),
    (AWARI, 12, "73bd5a57acb01baac162f08d707aa23aeb5a4f9a87eadebd192d2bfda5c86e63"),
    (AWARI, 13, "9d8edfeb4519b3b1b5cef09b6d5537541073f29023e98ad2592774716621a047"),
    (AWARI, 14, "c1059bce09f112a7f26c132c815968f0eda23b5909c548acc05b838b84a1c79e"),
    ("breakthrough:2x4", 7, "789ccf1e4ab242012b535e2c11f5ba33ad5c0a982d67bfb1e6daa1d3f31df776"),
    ("breakthrough:3x4", 10, "76565b6715d6bcf9f0b64b9efca9c38516f3befc598d548f3c634a4131cfb7c9"),
    ("breakthrough:4x4", 13, "1ba76fb259c122264322af29cefce108b3e97046b5cb8164596306c58c98bfb1"),
    ("breakthrough:5x4", 16, "c65425fb565335f6e849f92d8008a9a3cc605c1eb5aaf82e23db666f70e740b3"),
    ("breakthrough:6x4", 19, "c45ecc0e8beeba16aae90fb53a0769c660d5562d2e98a2c05708c2fdb22f72c8"),
    ("breakthrough:2x5", 7, "6c594a3c73cc8c500f1f379387369c3d269957f8a29df4046232ce342728ae80"),
    ("breakthrough:3x5", 10, "5b97d92a50bfe96eed61535268d0aee15837a3431f7e19d2e790f7f712e3341f"),
    ("breakthrough:4x5", 13, "1b48da547924f272e3fd44e336c63e89b3a8b27cf597669dad380d4ca9d10e56"),
    ("breakthrough:5x5", 16, "33db8ac1713fa233b18d4fd66e93e17139401e955306b0681c396d9e84ce38d3"),
    ("breakthrough:2x6", 7, "c3e51285d4b67680f74328fe8a0b7e0a3d42acd4c93855dbe3ec9c0bf837980c"),
    ("breakthrough:3x6", 10, "abe43c8235e8f9ffb48ad93556ba65f29b62d8f5247149957f26724063848d02"),
];
