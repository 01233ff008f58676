//! What the levels of early knowledge are worth: nodes and time of a plain df-pn search of Breakthrough's first position.
//!
//!     cargo run --release -p foregone-games --example breakthrough_levels -- 5x5 [levels, as in 1-4]

use std::time::Instant;

use games::breakthrough::early::{Early, Level};
use games::breakthrough::field::Field;

const INFINITE: u32 = u32::MAX;
/// Entries of the table, 16 bytes each and 2 in a bucket.
const BUCKETS: usize = 1 << 24;

/// What the table says of a position: who it is, and the efforts to prove and to disprove that the mover wins.
#[derive(Clone, Copy, Default)]
struct Entry {
    lock: u64,
    phi: u32,
    delta: u32,
}

/// A df-pn search; positions are seen by the player to move, whose pawns go up.
struct Search {
    field: Field,
    early: Early,
    table: Vec<[Entry; 2]>,
    nodes: u64,
    judged: u64,
}

#[derive(Clone, Copy)]
struct Child {
    own: u64,
    other: u64,
    code: u64,
    phi: u32,
    delta: u32,
}

impl Search {
    fn new(field: Field, level: Level) -> Search {
        let table = vec![[Entry::default(); 2]; BUCKETS];
        Search { early: Early::new(&field, level), field, table, nodes: 0, judged: 0 }
    }

    /// A number that mirrored positions share.
    fn code(&self, own: u64, other: u64) -> u64 {
        let mixed = |own: u64, other: u64| {
            let mut code = own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ other;
            code = (code ^ code >> 32).wrapping_mul(0xda94_2042_e4dd_58b5);
            code ^ code >> 29
        };
        // Both halves of the board differ after mixing, so the smaller code names the pair.
        mixed(own, other).min(mixed(self.field.mirror(own), self.field.mirror(other)))
    }

    fn bucket(code: u64) -> usize {
        (code.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 40) as usize % BUCKETS
    }

    fn look_up(&self, code: u64) -> Option<(u32, u32)> {
        let bucket = &self.table[Self::bucket(code)];
        bucket.iter().find(|entry| entry.lock == code).map(|entry| (entry.phi, entry.delta))
    }

    /// Keeps the bigger of two efforts in the first place of a bucket, the latest in the second.
    fn store(&mut self, code: u64, phi: u32, delta: u32) {
        let bucket = &mut self.table[Self::bucket(code)];
        let entry = Entry { lock: code, phi, delta };
        let weight = |entry: &Entry| {
            entry.phi.min(entry.delta).saturating_add(if entry.phi == 0 || entry.delta == 0 {
                8
            } else {
                0
            })
        };
        if bucket[0].lock == code || bucket[1].lock != code && weight(&entry) >= weight(&bucket[0])
        {
            if bucket[0].lock != code {
                bucket[1] = bucket[0];
            }
            bucket[0] = entry;
        } else {
            bucket[1] = entry;
        }
    }

    fn children(&mut self, own: u64, other: u64, children: &mut Vec<Child>) {
        let field = self.field;
        let empty = field.open() & !(own | other);
        let width = field.width();
        for (targets, shift) in [
            (field.ahead(own) & empty, width),
            (field.ahead_first(own) & !own, width - 1),
            (field.ahead_last(own) & !own, width + 1),
        ] {
            let mut rest = targets;
            while rest != 0 {
                let to = rest & rest.wrapping_neg();
                rest ^= to;
                let (moved, left) = (own ^ to >> shift | to, other & !to);
                let (own, other) = (field.turn(left), field.turn(moved));
                let mut child = Child { own, other, code: 0, phi: 1, delta: 1 };
                if to & field.goal() != 0 {
                    (child.phi, child.delta) = (INFINITE, 0);
                    children.clear();
                    children.push(child);
                    return;
                }
                self.judged += 1;
                match self.early.judge(false, own, other) {
                    Some(true) => (child.phi, child.delta) = (0, INFINITE),
                    Some(false) => {
                        (child.phi, child.delta) = (INFINITE, 0);
                        children.clear();
                        children.push(child);
                        return;
                    }
                    None => {
                        child.code = self.code(own, other);
                        if let Some((phi, delta)) = self.look_up(child.code) {
                            (child.phi, child.delta) = (phi, delta);
                        }
                    }
                }
                if child.delta == 0 {
                    children.clear();
                    children.push(child);
                    return;
                }
                if child.phi != 0
                    && !children.iter().any(|other| other.code == child.code && child.code != 0)
                {
                    children.push(child);
                }
            }
        }
    }

    /// Searches until the efforts reach a threshold; they are returned.
    fn search(&mut self, own: u64, other: u64, code: u64, limit: (u32, u32)) -> (u32, u32) {
        self.nodes += 1;
        let mut children = Vec::with_capacity(16);
        self.children(own, other, &mut children);
        loop {
            let mut phi = INFINITE;
            let (mut second, mut best) = (INFINITE, 0);
            let mut delta: u32 = 0;
            for (index, child) in children.iter().enumerate() {
                if child.delta < phi {
                    (second, phi, best) = (phi, child.delta, index);
                } else {
                    second = second.min(child.delta);
                }
                delta = if child.phi == INFINITE {
                    INFINITE
                } else {
                    delta.saturating_add(child.phi).min(INFINITE - 1).max(if delta == INFINITE {
                        INFINITE
                    } else {
                        0
                    })
                };
            }
            if phi == 0 {
                delta = INFINITE;
            } else if phi == INFINITE {
                delta = 0;
            }
            if phi >= limit.0 || delta >= limit.1 {
                self.store(code, phi, delta);
                return (phi, delta);
            }
            let child = children[best];
            let wide = second.saturating_add(second / 4).saturating_add(1);
            let child_limit = (limit.1 - (delta - child.phi), limit.0.min(wide));
            let (phi, delta) = self.search(child.own, child.other, child.code, child_limit);
            if phi == 0 {
                children.swap_remove(best);
            } else {
                (children[best].phi, children[best].delta) = (phi, delta);
            }
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let size = arguments.next().unwrap_or("5x5".to_owned());
    let levels = arguments.next().unwrap_or("1-4".to_owned());
    let number = |text: &str| text.parse::<u32>().expect("a number");
    let (width, height) = size.split_once('x').map(|(w, h)| (number(w), number(h))).expect("5x5");
    let (low, high) = levels.split_once('-').map(|(l, h)| (number(l), number(h))).expect("1-4");
    let field = Field::new(width, height, 0);
    let own = field.row(0) | field.row(1);
    let other = field.turn(own);
    println!("board  level     first player    nodes     judged   seconds");
    for level in &Level::ALL[low as usize..=high as usize] {
        let mut search = Search::new(field, *level);
        let begun = Instant::now();
        let code = search.code(own, other);
        let (phi, _) = search.search(own, other, code, (INFINITE - 1, INFINITE - 1));
        let seconds = begun.elapsed().as_secs_f64();
        let wins = if phi == 0 { "wins" } else { "loses" };
        let (nodes, judged) = (search.nodes, search.judged);
        println!(
            "{size:6} {:9} {wins:12} {nodes:10} {judged:10} {seconds:9.2}",
            format!("{level:?}")
        );
    }
}
