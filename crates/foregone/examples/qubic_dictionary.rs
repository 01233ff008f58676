//! Patashnik's proof that the first player wins Qubic, from his dictionary of 1976-77, as a certificate that the checker accepts.
//!
//! The dictionary has the 2,929 strategic moves of the first player (Patashnik 1980), one a line: a position and a cell. Ken Thompson put
//! it into this form in 1978. It may be used unchanged if its source is credited. It is not part of this program: give the file.
//!
//!     cargo run --release -p foregone --example qubic_dictionary -- DICTIONARY CERTIFICATE
//!
//! The walk takes a position's move from the dictionary, up to the symmetries of the board; elsewhere it blocks the one line that the
//! opponent threatens to complete. Positions that are won by fours need no move: the checker sees it.

use std::cell::Cell;
use std::collections::HashMap;
use std::error::Error;
use std::fs::File;
use std::io::BufWriter;

use foregone_game::{Game, Outcome, Symmetric, TableKeyed};
use foregone_games::Qubic;
use foregone_solve::certify::{ByPosition, Claim, Extraction, LeafLimits, ProofLimits};
use foregone_solve::class::NeverReturns;
use foregone_solve::limits::{Limits, Meter, Stop};

type Position = <Qubic as Game>::Position;

/// A win of the first player, and of the second one.
const WIN: Outcome = Outcome(2);
const LOSS: Outcome = Outcome(0);

/// The strategic moves: for the least image of each position, the position and its move.
struct Dictionary {
    game: Qubic,
    moves: HashMap<u128, (Position, u8)>,
}

impl Dictionary {
    /// Reads the lines below the line of dashes.
    fn read(text: &str) -> Result<Dictionary, String> {
        let game = Qubic::new();
        let mut moves = HashMap::new();
        for line in text.lines().skip_while(|line| !line.starts_with("---")).skip(1) {
            let wrong = || format!("{line:?} is not a position, a space and a cell");
            let (board, cell) = line.split_once(' ').ok_or_else(wrong)?;
            let cell: u8 = cell.trim().parse().map_err(|_| wrong())?;
            let position = read_board(&game, board).ok_or_else(wrong)?;
            let mut legal = Vec::new();
            game.moves(&position, &mut legal);
            if !legal.contains(&cell) {
                return Err(wrong());
            }
            moves.insert(game.table_key(&position), (position, cell));
        }
        match moves.is_empty() {
            true => Err("the file has no moves below a line of dashes".to_owned()),
            false => Ok(Dictionary { game, moves }),
        }
    }

    /// The strategic move at a position, if the dictionary has the position or an image of it.
    fn strategic(&self, position: &Position) -> Option<u8> {
        let (known, cell) = self.moves.get(&self.game.table_key(position))?;
        let mut after = *known;
        self.game.play(&mut after, *cell);
        // The symmetry that takes the known position here takes its successor to the successor of this one.
        let images = self.game.images(known).into_iter().zip(self.game.images(&after));
        let after = images.filter(|(image, _)| image == position).map(|(_, after)| after).next()?;
        self.legal(position).into_iter().find(|&mv| self.after(position, mv) == after)
    }

    /// The only move after which the opponent does not win with the next stone.
    fn block(&self, position: &Position) -> Option<u8> {
        let survives = |&mv: &u8| {
            let next = self.after(position, mv);
            let wins = |&reply: &u8| self.game.outcome(&self.after(&next, reply)) == Some(LOSS);
            self.game.outcome(&next).is_some() || !self.legal(&next).iter().any(wins)
        };
        let surviving: Vec<u8> = self.legal(position).into_iter().filter(survives).collect();
        match surviving[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    fn legal(&self, position: &Position) -> Vec<u8> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        moves
    }

    fn after(&self, position: &Position, mv: u8) -> Position {
        let mut after = *position;
        self.game.play(&mut after, mv);
        after
    }
}

/// A board as a string of `x`, `o` and numbers of empty cells, the cells in the order of the game up to a mirror image.
fn read_board(game: &Qubic, text: &str) -> Option<Position> {
    let (mut x, mut o, mut at, mut empty) = (Vec::new(), Vec::new(), 0, 0);
    for symbol in text.chars() {
        if let Some(digit) = symbol.to_digit(10) {
            empty = 10 * empty + digit;
            continue;
        }
        at += empty;
        empty = 0;
        match symbol {
            'x' => x.push(at as u8),
            'o' => o.push(at as u8),
            _ => return None,
        }
        at += 1;
    }
    if x.len() != o.len() || at > 64 {
        return None;
    }
    let mut position = game.start();
    for (first, second) in x.into_iter().zip(o) {
        game.play(&mut position, first);
        game.play(&mut position, second);
    }
    Some(position)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [dictionary, certificate] = &arguments[..] else {
        return Err("give the dictionary and a name for the certificate".into());
    };
    let dictionary = Dictionary::read(&std::fs::read_to_string(dictionary)?)?;
    println!("{} strategic moves", dictionary.moves.len());
    let (strategic, blocks) = (Cell::new(0), Cell::new(0));
    let choose = |position: &Position, _: &mut Meter<'_>| -> Result<u8, Stop> {
        let counted = |counter: &Cell<u32>| counter.set(counter.get() + 1);
        if let Some(mv) = dictionary.strategic(position) {
            counted(&strategic);
            return Ok(mv);
        }
        let block = dictionary.block(position).ok_or(Stop::Contradicted)?;
        counted(&blocks);
        Ok(block)
    };
    let limits = ProofLimits { bytes: 1 << 30, part_records: None, leaves: LeafLimits::NEVER };
    let game = &dictionary.game;
    let proof = Extraction::<Qubic, NeverReturns, _>::run(
        game,
        &game.start(),
        Claim::AtLeast(WIN),
        (ByPosition(choose), false),
        limits,
        &mut Meter::new(Limits::default()),
        &mut |_, _| {},
    )
    .map_err(|_| "the dictionary does not prove a win")?;
    println!("{} records: {} strategic, {} blocks", proof.count, strategic.get(), blocks.get());
    let start = foregone::Game::open("qubic")?.start();
    let written = foregone::Certificate::new(&start, &[proof]).ok_or("nothing is proved")?;
    written.write(BufWriter::new(File::create(certificate)?))?;
    Ok(())
}
