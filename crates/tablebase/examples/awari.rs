//! Builds Awari endgames in memory and prints their statistics: `awari STONES [THREADS]`, to measure the engine alone.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use foregone_game::Layered;
use foregone_games::awari::index::Endgames;
use foregone_tablebase::retro::{Control, analyse};

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u8>().expect("a number"));
    let stones = arguments.next().unwrap_or(13);
    let threads = usize::from(arguments.next().unwrap_or(1));
    let game = Endgames::new(Default::default(), stones);
    let stop = AtomicBool::new(false);
    let control = Control { threads, stop: &stop, report: &|_| () };
    let mut layers: Vec<Vec<i8>> = Vec::new();
    let begun = Instant::now();
    for layer in 0..game.layers() {
        let values = analyse(&game, layer, &layers, &control).expect("values");
        let count = |which: fn(&i8) -> bool| values.iter().filter(|&value| which(value)).count();
        let hash = values.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &value| {
            (hash ^ u64::from(value as u8)).wrapping_mul(0x100_0000_01b3)
        });
        let (won, lost) = (count(|&value| value > 0), count(|&value| value < 0));
        println!(
            "{layer:2} {won}/{}/{lost} {hash:016x} {:.2} s",
            values.len() - won - lost,
            begun.elapsed().as_secs_f64()
        );
        layers.push(values);
    }
}
