//! Solves a Breakthrough board in memory and prints what was found: `breakthrough WIDTHxHEIGHT [THREADS [depths]]`, to
//! measure.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use tablebase::breakthrough::{Board, Depths, Strong, depth_bytes, peak_bytes};
use tablebase::retro::Control;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let size = arguments.next().unwrap_or_else(|| "5x5".to_owned());
    let (width, height) = size.split_once('x').expect("WIDTHxHEIGHT");
    let number = |text: &str| text.parse().expect("a number");
    let threads = arguments.next().map_or(1, |text| number(&text)) as usize;
    let board = Board::new(number(width), number(height), 0).expect("a board that can be solved");
    let stop = AtomicBool::new(false);
    let control = Control { threads, stop: &stop, report: &|_| () };
    println!("at most {} bytes", peak_bytes(&board, threads));
    let begun = Instant::now();
    let strong = Strong::solve(&board, &control).expect("a solution");
    println!("{:.2} s, {} bytes kept", begun.elapsed().as_secs_f64(), strong.bytes());
    let (white, black) = board.start();
    let winner = if strong.wins(white, black, true) { "first" } else { "second" };
    let counts = strong.counts();
    println!("the {winner} player wins");
    println!("of {} positions White wins {}, Black {}", counts.each, counts.white, counts.black);
    println!("checksum {}", blake3::Hash::from(strong.checksum()).to_hex());
    if arguments.next().is_none() {
        return;
    }
    drop(strong);
    println!("depths: at most {} bytes", depth_bytes(&board, threads));
    let begun = Instant::now();
    let depths = Depths::find(&board, &control).expect("depths");
    println!("{:.2} s", begun.elapsed().as_secs_f64());
    println!("the game lasts {} plies, the longest {}", depths.start, depths.longest());
    println!("{:?}", depths.counts[0]);
}
