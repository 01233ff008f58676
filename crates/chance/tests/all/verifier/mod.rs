//! A plain verifier of proofs, written from `docs/certificate-chance.md`: fractions only, and nothing of the writer.

use std::collections::HashMap;

use foregone_chance::certify::{Claim, Proof};
use foregone_chance::fraction::{Fraction, ceil, floor};
use foregone_chance::{ChanceGame, Turn, Utility};
use foregone_game::Outcome;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::Zero;

/// The worth of infinite play that returns to a position.
pub type Endless<'a, P> = Option<&'a (dyn Fn(&P) -> Outcome + Sync)>;

/// Checks a proof; the error says why it is refused.
pub fn verify<G: ChanceGame>(
    game: &G,
    root: &G::Position,
    utility: &Utility,
    endless: Endless<'_, G::Position>,
    proof: &Proof,
) -> Result<(), String> {
    let at_least = matches!(proof.claim, Claim::AtLeast(_));
    let worst = if at_least { utility.least() } else { utility.greatest() };
    let best = if at_least { utility.greatest() } else { utility.least() };
    let read = Reader { bytes: &proof.bytes, denominator: proof.denominator.as_ref() };
    let entered = HashMap::new();
    let mut check = Check { game, utility, endless, at_least, worst, read, entered, records: 0 };
    let bound = proof.claim.bound();
    if check.better(bound, best) || !check.better(bound, worst) {
        return Err(format!("{} is no claim", proof.claim));
    }
    let (number, _) = check.meet(root)?;
    if check.better(bound, &number) {
        return Err(format!("{number} is proved, and {} is claimed", proof.claim));
    }
    if !check.read.bytes.is_empty() || check.records != proof.records {
        return Err("records are left or missing".to_owned());
    }
    Ok(())
}

struct Reader<'a> {
    bytes: &'a [u8],
    denominator: Option<&'a BigInt>,
}

impl Reader<'_> {
    fn large(&mut self) -> Result<BigUint, String> {
        let length = self.bytes.iter().position(|byte| byte & 0x80 == 0).ok_or("it ends early")?;
        let (own, rest) = self.bytes.split_at(length + 1);
        self.bytes = rest;
        if own.len() > 4096 || (own.len() > 1 && own[length] == 0) {
            return Err("an integer is too long".to_owned());
        }
        let digits: Vec<u8> = own.iter().map(|byte| byte & 0x7f).collect();
        BigUint::from_radix_le(&digits, 128).ok_or("no integer".to_owned())
    }

    fn small(&mut self) -> Result<u64, String> {
        u64::try_from(self.large()?).map_err(|_| "more than 64 bits".to_owned())
    }

    fn number(&mut self) -> Result<Fraction, String> {
        let coded = BigInt::from(self.large()?);
        let half: BigInt = (&coded + 1) / 2;
        let above = if coded.is_even() { half } else { -half };
        let below = match self.denominator {
            Some(denominator) => denominator.clone(),
            None => BigInt::from(self.large()?),
        };
        if below.is_zero() {
            return Err("a denominator is 0".to_owned());
        }
        let number = Fraction::new(above.clone(), below.clone());
        match self.denominator.is_none() && (*number.numer() != above || *number.denom() != below) {
            true => Err("a fraction is not in lowest terms".to_owned()),
            false => Ok(number),
        }
    }
}

/// What is known of a position that was entered.
#[derive(Clone)]
enum State {
    OnLine(Option<(Fraction, u64)>),
    Left(Fraction, u64),
}

struct Check<'a, G: ChanceGame> {
    game: &'a G,
    utility: &'a Utility,
    endless: Endless<'a, G::Position>,
    at_least: bool,
    worst: &'a Fraction,
    read: Reader<'a>,
    entered: HashMap<G::Position, State>,
    records: u64,
}

impl<G: ChanceGame> Check<'_, G> {
    fn better(&self, one: &Fraction, other: &Fraction) -> bool {
        if self.at_least { one > other } else { one < other }
    }

    fn rounded(&self, number: Fraction) -> Fraction {
        match self.read.denominator {
            None => number,
            Some(d) if self.at_least => Fraction::new(floor(&number, d), d.clone()),
            Some(d) => Fraction::new(ceil(&number, d), d.clone()),
        }
    }

    fn is_hot(&self, position: &G::Position, number: &Fraction) -> bool {
        let worth =
            |endless: &dyn Fn(&G::Position) -> Outcome| self.utility.worth(endless(position));
        self.endless.is_some_and(|endless| self.better(number, worth(endless)))
    }

    fn meet(&mut self, position: &G::Position) -> Result<(Fraction, u64), String> {
        let turn = self.game.turn(position);
        if let Turn::Over(outcome) = turn {
            return Ok((self.rounded(self.utility.worth(outcome).clone()), 0));
        }
        match self.entered.get(position) {
            Some(State::Left(number, length)) => return Ok((number.clone(), *length)),
            Some(State::OnLine(Some(stated))) => return Ok(stated.clone()),
            Some(State::OnLine(None)) => return Err("a number is not stated".to_owned()),
            None => {}
        }
        let record = self.read.small()?;
        self.records += 1;
        let (kind, index) = (record & 3, (record >> 2) as usize);
        if kind == 3 || (kind == 2 && index > 0) {
            return Err("a record is refused".to_owned());
        }
        if kind == 2 {
            let number = self.rounded(self.worst.clone());
            self.entered.insert(position.clone(), State::Left(number.clone(), 0));
            return Ok((number, 0));
        }
        let stated = match kind {
            1 => {
                let number = self.read.number()?;
                let is_hot = self.is_hot(position, &number);
                Some((number, if is_hot { self.read.small()? } else { 0 }))
            }
            _ => None,
        };
        self.entered.insert(position.clone(), State::OnLine(stated.clone()));
        let (number, length) = self.follow(position, turn, index)?;
        let number = match &stated {
            Some((claimed, _)) if self.better(claimed, &number) => {
                return Err(format!("{claimed} is stated, and {number} is computed"));
            }
            Some((claimed, _)) => claimed.clone(),
            None => number,
        };
        let mut left = (number.clone(), 0);
        if self.is_hot(position, &number) {
            if length >= 1 << 63 {
                return Err("a length is too long".to_owned());
            }
            left.1 = match stated {
                Some((_, claimed)) if claimed < length => {
                    return Err(format!(
                        "the length {claimed} is stated, and {length} is computed"
                    ));
                }
                Some((_, claimed)) => claimed,
                None => length,
            };
        }
        self.entered.insert(position.clone(), State::Left(number, left.1));
        Ok(left)
    }

    /// The computed number and length.
    fn follow(
        &mut self,
        position: &G::Position,
        turn: Turn,
        index: usize,
    ) -> Result<(Fraction, u64), String> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let owner = if self.at_least { Turn::Max } else { Turn::Min };
        if index >= moves.len() || (turn != owner && index > 0) {
            return Err("a record names no move".to_owned());
        }
        if turn == owner {
            let (number, length) = self.meet(&self.game.after(position, moves[index]))?;
            return Ok((number, length + 1024));
        }
        let (mut sum, mut total, mut lengths) = (Fraction::zero(), 0, 0u128);
        let mut lowest: Option<(Fraction, u64)> = None;
        for &mv in &moves {
            let (number, length) = self.meet(&self.game.after(position, mv))?;
            let weight = if turn == Turn::Chance { self.game.weight(position, mv) } else { 1 };
            sum += &number * BigInt::from(weight);
            total += weight;
            lengths += u128::from(weight) * u128::from(length);
            lowest = Some(match lowest {
                Some((other, most)) if self.better(&number, &other) => (other, most.max(length)),
                Some((_, most)) => (number, most.max(length)),
                None => (number, length),
            });
        }
        let (number, length) = match turn {
            Turn::Chance => {
                let mean = u64::try_from(lengths.div_ceil(u128::from(total)));
                (self.rounded(sum / BigInt::from(total)), mean.map_err(|_| "a length is too long")?)
            }
            _ => lowest.ok_or("no move")?,
        };
        Ok((number, length + 1024))
    }
}
