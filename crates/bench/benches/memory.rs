//! What waiting for the table costs: the same look-ups of positions that are not there, at once, and announced before the
//! work that a search does in between. Times, so only their ratio within one run means anything.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use foregone_solve::Table;

/// Bytes of the table: far more than any cache has.
const BYTES: u64 = 1 << 30;
const LOOKUPS: u64 = 4_000_000;
const ROUNDS: usize = 5;

/// Steps of the work before each look-up, of a nanosecond or two: about as long as a game looks at a position.
const STEPS: u32 = 100;

const MULTIPLIER: u64 = 0x5851_f42d_4c95_7f2d;

fn main() -> ExitCode {
    let Some(table) = Table::new(BYTES, u64::BITS, 0) else {
        eprintln!(
            "error: there is no memory for a table of {BYTES} bytes; free some and try again"
        );
        return ExitCode::FAILURE;
    };
    while table.bytes() < BYTES {
        table.grow();
    }
    table.clear(); // every page has been written to, so it is there
    println!("{LOOKUPS} look-ups, nanoseconds each     work alone    at once    announced");
    for _ in 0..ROUNDS {
        let look_up = |table_key| {
            black_box(table.probe(table_key));
        };
        let alone = time(|_| (), |_| ());
        let at_once = time(|_| (), look_up);
        let announced = time(|table_key| table.fetch(table_key), look_up);
        println!("{:32} {alone:14.1} {at_once:10.1} {announced:12.1}", "");
    }
    ExitCode::SUCCESS
}

/// Nanoseconds of a look-up with what comes before.
fn time(announce: impl Fn(u128), look_up: impl Fn(u128)) -> f64 {
    let began = Instant::now();
    let mut table_key = 1u64;
    for _ in 0..LOOKUPS {
        table_key = table_key.wrapping_mul(MULTIPLIER).wrapping_add(0x1405_7b7e_f767_814f);
        announce(u128::from(table_key));
        black_box(
            (0..STEPS).fold(table_key, |work, _| (work ^ work >> 29).wrapping_mul(MULTIPLIER)),
        );
        look_up(u128::from(table_key));
    }
    began.elapsed().as_nanos() as f64 / LOOKUPS as f64
}
