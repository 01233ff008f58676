//! Measures how long finding a value takes: `probe DIR` with Awari tables, on positions of one block and all over the top
//! layer.

use std::path::Path;
use std::time::Instant;

use foregone_game::random::Random;
use foregone_tablebase::file::{Manifest, Table};

fn main() {
    let folder = std::env::args().nth(1).expect("a folder");
    let folder = Path::new(&folder);
    let manifest = Manifest::read(folder).expect("a manifest");
    let table = Table::open(folder, &manifest.game, manifest.form()).expect("tables");
    let layer = table.manifest().layers.len() - 1;
    let size = table.layer(layer).expect("a layer").size();
    let mut prober = table.prober(256);
    let mut random = Random::new(1);
    for (what, spread, times) in [
        ("one block", 4096.min(size), 10_000_000),
        ("256 blocks", (256 * 4096).min(size), 10_000_000),
        ("the whole layer", size, 100_000),
    ] {
        let indices: Vec<u64> =
            (0..1 << 16).map(|_| random.below(spread as usize) as u64).collect();
        let mut sum = 0;
        for &index in &indices {
            sum += i64::from(prober.value(layer, index).expect("a value"));
        }
        let begun = Instant::now();
        for &index in indices.iter().cycle().take(times) {
            sum += i64::from(prober.value(layer, index).expect("a value"));
        }
        let each = begun.elapsed().as_nanos() as f64 / times as f64;
        println!("{what}: {each:.1} ns for each of {times} values (sum {sum})");
    }
}
