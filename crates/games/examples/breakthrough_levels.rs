//! What the levels of early knowledge are worth: nodes and time of a plain df-pn search of Breakthrough's first position.
//!
//!     cargo run --release -p foregone-games --example breakthrough_levels -- 5x5 [levels, as in 1-4]
//!
//! Nodes are entries into a position, positions judged are the children looked at then.

use std::time::Instant;

use games::breakthrough::early::{Early, Level};
use games::breakthrough::field::Field;

const INFINITE: u32 = u32::MAX;
/// Buckets of the table, of two entries of 16 bytes each.
const BUCKETS: usize = 1 << 24;

/// What the table says of a position: who it is, and the efforts to prove and to disprove that the mover wins.
#[derive(Clone, Copy, Default)]
struct Entry {
    lock: u64,
    phi: u32,
    delta: u32,
}

impl Entry {
    /// Answers and large efforts are worth keeping.
    fn weight(&self) -> u32 {
        if self.phi == 0 || self.delta == 0 { 8 } else { self.phi.min(self.delta) }
    }
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
            let code = own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ other;
            let code = (code ^ code >> 32).wrapping_mul(0xda94_2042_e4dd_58b5);
            code ^ code >> 29
        };
        mixed(own, other).min(mixed(self.field.mirror(own), self.field.mirror(other)))
    }

    fn bucket(code: u64) -> usize {
        (code.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 40) as usize % BUCKETS
    }

    fn look_up(&self, code: u64) -> Option<(u32, u32)> {
        let bucket = &self.table[Self::bucket(code)];
        bucket.iter().find(|entry| entry.lock == code).map(|entry| (entry.phi, entry.delta))
    }

    /// Keeps the weightier of two entries in the first place of a bucket, the latest in the second.
    fn store(&mut self, code: u64, phi: u32, delta: u32) {
        let [first, second] = &mut self.table[Self::bucket(code)];
        let entry = Entry { lock: code, phi, delta };
        if first.lock == code {
            *first = entry;
        } else if second.lock != code && entry.weight() >= first.weight() {
            *second = std::mem::replace(first, entry);
        } else {
            *second = entry;
        }
    }

    /// The positions after the moves that do not lose at once; only one that wins if there is one.
    fn children(&mut self, own: u64, other: u64) -> Vec<Child> {
        let (field, width) = (self.field, self.field.width());
        let mut children: Vec<Child> = Vec::with_capacity(16);
        for (mut targets, shift) in [
            (field.ahead(own) & !(own | other), width),
            (field.ahead_first(own) & !own, width - 1),
            (field.ahead_last(own) & !own, width + 1),
        ] {
            while targets != 0 {
                let to = targets & targets.wrapping_neg();
                targets ^= to;
                let then = (field.turn(other & !to), field.turn(own ^ to >> shift | to));
                let child = self.child(then.0, then.1, to & field.goal() != 0);
                if child.delta == 0 {
                    return vec![child];
                }
                if child.phi != 0 && children.iter().all(|known| known.code != child.code) {
                    children.push(child);
                }
            }
        }
        children
    }

    fn child(&mut self, own: u64, other: u64, over: bool) -> Child {
        self.judged += 1;
        let seen = if over { Some(false) } else { self.early.judge(false, own, other) };
        let (code, (phi, delta)) = match seen {
            Some(true) => (0, (0, INFINITE)),
            Some(false) => (0, (INFINITE, 0)),
            None => {
                let code = self.code(own, other);
                (code, self.look_up(code).unwrap_or((1, 1)))
            }
        };
        Child { own, other, code, phi, delta }
    }

    /// Searches until an effort reaches its limit; returns the efforts.
    fn search(&mut self, own: u64, other: u64, code: u64, limit: (u32, u32)) -> (u32, u32) {
        self.nodes += 1;
        let mut children = self.children(own, other);
        loop {
            let (mut phi, mut second, mut best) = (INFINITE, INFINITE, 0);
            let mut delta: u32 = 0;
            for (index, child) in children.iter().enumerate() {
                if child.delta < phi {
                    (second, phi, best) = (phi, child.delta, index);
                } else {
                    second = second.min(child.delta);
                }
                delta = delta.saturating_add(child.phi).min(INFINITE - 1);
            }
            if phi == 0 {
                delta = INFINITE;
            }
            if phi >= limit.0 || delta >= limit.1 {
                self.store(code, phi, delta);
                return (phi, delta);
            }
            let child = children[best];
            let wide = second.saturating_add(second / 4).saturating_add(1);
            let limits = (limit.1 - (delta - child.phi), limit.0.min(wide));
            let (phi, delta) = self.search(child.own, child.other, child.code, limits);
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
    let pair = |text: &str, mark: char| {
        let number = |text: &str| text.parse::<u32>().expect("a number");
        text.split_once(mark).map(|(one, two)| (number(one), number(two))).expect("two numbers")
    };
    let ((width, height), (low, high)) = (pair(&size, 'x'), pair(&levels, '-'));
    let field = Field::new(width, height, 0);
    let own = field.row(0) | field.row(1);
    let other = field.turn(own);
    println!("board  level     first player      nodes     judged   seconds");
    for level in &Level::ALL[low as usize..=high as usize] {
        let mut search = Search::new(field, *level);
        let begun = Instant::now();
        let code = search.code(own, other);
        let (phi, _) = search.search(own, other, code, (INFINITE - 1, INFINITE - 1));
        let seconds = begun.elapsed().as_secs_f64();
        let wins = if phi == 0 { "wins" } else { "loses" };
        let (nodes, judged) = (search.nodes, search.judged);
        let level = format!("{level:?}");
        println!("{size:6} {level:9} {wins:12} {nodes:10} {judged:10} {seconds:9.2}");
    }
}
