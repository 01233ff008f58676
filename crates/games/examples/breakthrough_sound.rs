//! Compares every claim of early knowledge with the values of all positions of a Breakthrough board, and says how many
//! positions each level decides. Boards up to 4x5 and 5x4 fit into a few hundred megabytes.
//!
//!     cargo run --release -p foregone-games --example breakthrough_sound -- 4x5 [walls, as a number of bits]

#[path = "../tests/breakthrough/strong.rs"]
mod strong;

use games::breakthrough::early::{Early, Level};
use games::breakthrough::field::Field;

use strong::{Board, Strong};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let size = arguments.next().unwrap_or("3x5".to_owned());
    let walls = arguments.next().map_or(0, |text| text.parse().expect("a number"));
    let number = |text: &str| text.parse::<u32>().expect("a number");
    let (width, height) = size.split_once('x').map(|(w, h)| (number(w), number(h))).expect("4x5");
    let field = Field::new(width, height, walls);
    let mut strong = Strong::new(Board::new(width as i32, height as i32, walls));
    let early = Level::ALL.map(|level| Early::new(&field, level));
    let (mut all, mut usual) = (0_u64, 0_u64);
    let mut decided = [[0_u64; 2]; Level::ALL.len()];
    let mut wrong = [0_u64; Level::ALL.len()];
    for second in [false, true] {
        if second && field.turned() == field {
            continue;
        }
        for number in 0..strong.size(second) {
            let (own, other) = strong.position(second, number);
            let wins = strong.wins(second, own, other);
            let few = own.count_ones().max(other.count_ones()) <= 2 * width;
            (all, usual) = (all + 1, usual + u64::from(few));
            for (index, early) in early.iter().enumerate() {
                if let Some(claim) = early.judge(second, own, other) {
                    decided[index][0] += 1;
                    decided[index][1] += u64::from(few);
                    wrong[index] += u64::from(claim != wins);
                }
            }
        }
    }
    println!("{size}: {all} positions, {usual} with at most {} pawns each", 2 * width);
    println!("level       decided   share of all   of the usual   wrong");
    for (index, level) in Level::ALL.iter().enumerate() {
        let share = |part: u64, whole: u64| 100.0 * part as f64 / whole as f64;
        println!(
            "{:9} {:10} {:12.2} % {:12.2} % {:7}",
            format!("{level:?}"),
            decided[index][0],
            share(decided[index][0], all),
            share(decided[index][1], usual),
            wrong[index]
        );
    }
}
