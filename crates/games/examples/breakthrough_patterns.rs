//! All minimal race patterns of Breakthrough up to an order in windows up to a width: how many there are, as pictures or as
//! JSON.
//!
//!     cargo run --release -p foregone-games --example breakthrough_patterns -- 2 4 [count|pictures|json]

use std::time::Instant;

use games::breakthrough::early::patterns::{Turn, estimate, minimal};

/// Enumerations that would take more seconds are refused.
const TOO_LONG: f64 = 3600.0;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number =
        |usual: u32| arguments.next().map_or(usual, |text| text.parse().expect("a number"));
    let (order, width) = (number(2), number(4));
    let form = arguments.next().unwrap_or("count".to_owned());
    let expected = estimate(order, width);
    if expected > TOO_LONG {
        eprintln!("error: that would take about {expected:.0} seconds");
        std::process::exit(1);
    }
    let begun = Instant::now();
    let patterns = minimal(order, width).expect("a strip of at most 64 cells");
    match form.as_str() {
        "json" => println!("{}", serde_json::to_string(&patterns).expect("plain numbers")),
        "pictures" => {
            for pattern in patterns.iter().filter(|pattern| **pattern <= pattern.mirrored()) {
                println!("order {}, {:?}\n{}", pattern.order, pattern.turn, pattern.picture());
            }
        }
        _ => {
            println!("order  to move   minimal  but for mirrors  without edges");
            for turn in [Turn::First, Turn::Second] {
                for order in 1..=order {
                    let of =
                        || patterns.iter().filter(|one| one.order == order && one.turn == turn);
                    let mirrors = of().filter(|one| **one <= one.mirrored()).count();
                    let inside = of().filter(|one| one.edges == [false, false]).count();
                    let who = if turn == Turn::First { "attacker" } else { "defender" };
                    println!("{order:5}  {who} {:9} {mirrors:16} {inside:14}", of().count());
                }
            }
            println!("{:.2} s, about {expected:.2} expected", begun.elapsed().as_secs_f64());
        }
    }
}
