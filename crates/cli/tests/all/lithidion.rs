//! The values of table 1 of L.V. Allis, M. van der Meulen and H.J. van den Herik, *Proof-number search* (1994): the last positions
//! of the fifth game between MARCO and Lithidion, solved with endgames of up to 13 stones as in the paper, or looked up.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use foregone_catalogue::awari::ask;
use foregone_game::notation::read_line;
use foregone_game::{EndgameTable, Game, Player};
use foregone_games::awari::board::Variant;
use foregone_games::awari::index::{Endgames, TableValues};
use foregone_games::awari::{Awari, MARCO_LITHIDION_5, Position};
use foregone_solve::limits::{Limits, Stop};
use foregone_solve::options::{Algorithm, Question};
use foregone_tablebase::retro::{Control, Values, analyse};

/// The number of a move and who is to make it.
type Turn = (usize, char);

/// From the first of these turns to the last, perfect play ends with these numbers of stones for South and North.
const TABLE: [(Turn, Turn, (i32, i32)); 4] = [
    ((41, 'N'), (45, 'N'), (21, 27)),
    ((46, 'S'), (49, 'N'), (25, 23)),
    ((50, 'S'), (51, 'S'), (26, 22)),
    ((51, 'N'), (55, 'N'), (24, 24)),
];

/// The moves made before a position.
fn plies((number, player): Turn) -> usize {
    2 * (number - 1) + usize::from(player == 'N')
}

/// The positions of the table with those moves before them, and South's stones minus North's in the end.
fn positions() -> Vec<(usize, Position, i32)> {
    let game = Awari::default();
    let (_, moves) = read_line(&game, game.start(), MARCO_LITHIDION_5).expect("a legal game");
    let mut position = game.start();
    let mut all = vec![position];
    for mv in moves {
        game.play(&mut position, mv);
        all.push(position);
    }
    let rows = TABLE.iter().flat_map(|&(first, last, (south, north))| {
        assert_eq!(south + north, 48);
        (plies(first)..=plies(last)).map(move |plies| (plies, south - north))
    });
    rows.map(|(plies, difference)| (plies, all[plies], difference)).collect()
}

fn values(stones: u8) -> Values {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let game = Endgames::new(Variant::default(), stones);
    let control = Control { threads: 2, stop: &NEVER, report: &|_| () };
    let mut values = Values::new();
    for layer in 0..=usize::from(stones) {
        values.push(analyse(&game, layer, &values, &control).expect("values"));
    }
    values
}

/// Awari with endgames of up to 13 stones, made once.
fn awari() -> Arc<Awari> {
    static AWARI: LazyLock<Arc<Awari>> = LazyLock::new(|| {
        let game = Awari::default().with_tablebase(EndgameTable::new(values(13), true));
        Arc::new(game.expect("Awari looks values up"))
    });
    AWARI.clone()
}

/// Solves the positions with these numbers of moves before them, the last position first.
fn solve(wanted: core::ops::RangeInclusive<usize>) {
    let game = awari();
    let mut solved = 0;
    for (plies, position, difference) in positions().into_iter().rev() {
        if !wanted.contains(&plies) {
            continue;
        }
        solved += 1;
        for algorithm in [Algorithm::Dfpn, Algorithm::Dfmopns] {
            let limits = Limits { bytes: 1 << 28, ..Limits::default() };
            let report = ask(&game, &position, &Question::value(algorithm), limits);
            let report = report.expect("a fair question");
            assert_eq!(report.stop, Stop::Solved);
            let expected = game.scale().find(&difference.to_string()).expect("an outcome");
            assert_eq!(report.bounds, (expected, expected), "{plies} plies, {algorithm:?}");
        }
    }
    assert_eq!(solved, wanted.count());
}

#[test]
fn the_table_has_29_positions() {
    let positions = positions();
    assert_eq!(positions.len(), 29);
    assert_eq!((positions[0].0, positions[28].0), (81, 109));
    for (plies, position, _) in positions {
        let player = if plies % 2 == 0 { Player::Max } else { Player::Min };
        assert_eq!((position.player, position.total()), (player, 48));
    }
}

#[test]
fn the_values_of_table_1_from_46_south_on() {
    solve(plies((46, 'S'))..=plies((55, 'N')));
}

#[test]
fn the_values_of_table_1_before_46_south() {
    solve(plies((41, 'N'))..=plies((45, 'N')));
}

/// Looks up only the last position, which has 14 stones. With the environment variable FOREGONE_THOROUGH all positions are
/// looked up: that takes 226 million values, half a gigabyte and, without --release, many minutes.
#[test]
fn the_values_of_table_1_stand_in_the_tables() {
    let thorough = std::env::var_os("FOREGONE_THOROUGH").is_some();
    let (stones, count) = if thorough { (20, 29) } else { (14, 1) };
    let known = TableValues::new(Variant::default(), EndgameTable::new(values(stones), false));
    let mut found = 0;
    for (plies, position, difference) in positions() {
        let Some(value) = known.value(&position.board).map(i32::from) else { continue };
        let gain = if position.player == Player::Max { value } else { -value };
        assert_eq!(position.difference() + gain, difference, "{plies} plies");
        found += 1;
    }
    assert_eq!(found, count);
}
