//! Table 1 of L.V. Allis, M. van der Meulen and H.J. van den Herik, *Proof-number search* (Artificial Intelligence 66, 1994): the
//! late positions of game 5 between MARCO and Lithidion, from the end backwards.

/// A row of the table.
pub(super) struct Row {
    /// The number of the move and who is to make it.
    pub(super) position: &'static str,
    /// Alpha-beta without and with a transposition table; `None` where it was given up, after 500,000,000 and 100,000,000
    /// nodes.
    pub(super) alpha_beta: Option<u64>,
    pub(super) with_table: Option<u64>,
    /// The nodes of all two-valued searches, and of the largest.
    pub(super) sum: u64,
    pub(super) max_pos: u64,
    /// The most nodes held, exact or, according to the paper, up to 5 % off.
    pub(super) max_tree: Tree,
}

/// The size of a tree.
pub(super) enum Tree {
    Exactly(u64),
    About(u64),
}

use Tree::{About, Exactly};

const fn row(
    position: &'static str,
    alpha_beta: Option<u64>,
    with_table: Option<u64>,
    sum: u64,
    max_pos: u64,
    max_tree: Tree,
) -> Row {
    Row { position, alpha_beta, with_table, sum, max_pos, max_tree }
}

/// The table. The first row is the position after 109 plies, each other one a ply earlier.
#[rustfmt::skip]
pub(super) const TABLE: [Row; 29] = [
    row("55 (N)", Some(1), Some(1), 5, 1, Exactly(1)),
    row("55 (S)", Some(212), Some(188), 419, 231, Exactly(78)),
    row("54 (N)", Some(245), Some(225), 843, 239, Exactly(79)),
    row("54 (S)", Some(49_671), Some(5_670), 1_589, 749, Exactly(198)),
    row("53 (N)", Some(318_119), Some(12_820), 4_271, 1_278, Exactly(523)),
    row("53 (S)", Some(1_709_963), Some(366_618), 5_727, 2_503, Exactly(889)),
    row("52 (N)", Some(3_475_319), Some(458_497), 11_492, 2_900, Exactly(829)),
    row("52 (S)", Some(15_502_284), Some(2_874_623), 87_967, 47_162, Exactly(26_180)),
    row("51 (N)", Some(51_176_384), Some(6_853_242), 90_150, 38_215, Exactly(23_541)),
    row("51 (S)", Some(37_965_868), Some(2_433_370), 224_314, 156_348, Exactly(43_205)),
    row("50 (N)", Some(144_071_919), Some(3_134_803), 768_686, 344_395, Exactly(87_903)),
    row("50 (S)", Some(161_134_944), Some(5_378_362), 613_750, 397_154, About(83_966)),
    row("49 (N)", Some(24_879_754), Some(2_977_981), 668_746, 382_383, About(105_604)),
    row("49 (S)", Some(27_440_022), Some(3_508_885), 799_694, 369_907, About(119_737)),
    row("48 (N)", Some(75_709_058), Some(4_899_017), 898_058, 554_404, About(145_802)),
    row("48 (S)", Some(75_837_856), Some(4_961_444), 1_340_785, 554_416, About(145_791)),
    row("47 (N)", Some(75_837_857), Some(4_961_445), 902_685, 554_417, About(145_792)),
    row("47 (S)", Some(76_126_790), Some(5_000_194), 1_349_656, 554_679, About(145_605)),
    row("46 (N)", Some(76_126_791), Some(5_000_195), 910_627, 554_680, About(145_606)),
    row("46 (S)", Some(96_567_363), Some(6_390_241), 2_109_880, 903_273, About(208_961)),
    row("45 (N)", Some(38_673_386), Some(9_605_678), 4_199_020, 1_442_758, About(617_544)),
    row("45 (S)", Some(39_486_568), Some(10_369_223), 4_722_589, 1_442_835, About(617_473)),
    row("44 (N)", Some(50_133_433), Some(14_903_279), 4_341_932, 1_451_921, About(634_121)),
    row("44 (S)", Some(61_816_867), Some(11_284_030), 4_789_675, 1_452_571, About(633_620)),
    row("43 (N)", Some(104_434_567), Some(23_327_160), 4_377_050, 1_454_076, About(633_976)),
    row("43 (S)", Some(118_018_891), Some(28_960_404), 5_420_622, 1_583_829, About(633_914)),
    row("42 (N)", Some(361_547_784), Some(62_164_036), 9_857_925, 3_758_110, About(1_251_625)),
    row("42 (S)", None, None, 14_703_057, 5_539_659, About(2_368_832)),
    row("41 (N)", None, None, 17_099_650, 5_562_074, About(2_368_622)),
];

/// Plies from the start of the game to the position of the first row.
pub(super) const FIRST_PLY: usize = 109;
