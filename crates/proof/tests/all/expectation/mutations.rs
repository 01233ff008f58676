//! Thousands of small random games, whose values are computed without the checker: true claims have certificates, and no
//! certificate that was tampered with makes the checker accept a claim that is false.

use foregone_proof::Failure;
use num_bigint::BigInt;

use super::model::{Model, Number, fraction};
use super::random::{Random, model};
use super::writer::{Certificate, Plan, Step, seal_raw};
use super::{both_claims, greedy, header, verdict};

/// A game with its value, a certificate, and the graph file.
struct Case {
    model: Model,
    file: String,
    values: Vec<Number>,
    certificate: Certificate,
}

impl Case {
    /// A random game of either class, and a certificate of its value.
    fn new(random: &mut Random, can_return: bool) -> Case {
        let open = if can_return { 2 + random.below(4) } else { 3 + random.below(8) };
        let model = model(random, open, can_return);
        let file = model.file();
        let (values, plans) = plans(&model);
        let denominator = (random.below(2) == 0).then(|| common_denominator(&model, &values));
        let mut header = header(&model, &file);
        header.denominator = denominator.as_ref().map(ToString::to_string);
        let [mut max, mut min] = plans;
        (max.denominator, min.denominator) = (denominator.clone(), denominator);
        let often = random.below(3);
        let certificate =
            both_claims(header, &model, [&max, &min], |_| often > 0 && random.below(3) < often);
        Case { file, values, certificate, model: model.clone() }
    }

    /// The value of the root.
    fn value(&self) -> &Number {
        &self.values[0]
    }

    /// Whether a certificate is accepted. What it claims must then be true.
    fn accepts(&self, certificate: &[u8]) -> bool {
        match verdict(certificate, &self.file) {
            Ok(accepted) => {
                for claim in &accepted.claims {
                    let (words, bound) = claim.rsplit_once(' ').unwrap();
                    let bound: Number = bound.parse().unwrap();
                    let is_true = match words {
                        "at least" => *self.value() >= bound,
                        _ => *self.value() <= bound,
                    };
                    assert!(is_true, "{claim}, but the value is {}: {}", self.value(), self.file);
                }
                true
            }
            Err(Failure::Rejected(_)) => false,
            Err(other) => panic!("{other}"),
        }
    }
}

/// A denominator with which no value is rounded, nor any sum on the way.
fn common_denominator(model: &Model, values: &[Number]) -> BigInt {
    let denominators = values.iter().chain(&model.worths).map(|number| number.denom().clone());
    denominators.fold(BigInt::from(1), num_integer::lcm)
}

/// The values, and a best strategy of each player that does not stay among hot nodes.
fn plans(model: &Model) -> (Vec<Number>, [Plan<'_>; 2]) {
    if model.infinite.is_none() {
        let values = model.expectimax();
        let plans = [true, false].map(|by_max| greedy(model, by_max, &values));
        return (values, plans);
    }
    let (values, strategies) = model.by_brute_force();
    let mut sides = [true, false].into_iter().zip(strategies);
    let mut plan = || {
        let (by_max, strategies) = sides.next().unwrap();
        let plan = |choices: &Vec<usize>| {
            let mut plan = greedy(model, by_max, &values);
            plan.choices.clone_from(choices);
            plan.find_lengths().map(|()| plan)
        };
        strategies.iter().find_map(plan).expect("a strategy that makes progress")
    };
    let plans = [plan(), plan()];
    (values, plans)
}

/// The number of games of a test, more of them if it is to be thorough.
fn games(usual: u64) -> u64 {
    if std::env::var_os("FOREGONE_THOROUGH").is_some() { 20 * usual } else { usual }
}

#[test]
fn true_claims_have_certificates() {
    for (can_return, count) in [(false, 1_500), (true, 1_000)] {
        for seed in 0..games(count) {
            let case = Case::new(&mut Random::new(seed), can_return);
            let accepted = verdict(&case.certificate.seal(), &case.file)
                .unwrap_or_else(|failure| panic!("{failure}: {}", case.file));
            assert_eq!(accepted.value, Some(case.value().to_string()), "{}", case.file);
        }
    }
}

#[test]
fn no_mutation_proves_anything_false() {
    let (mut accepted, mut refused) = (0, 0);
    for (can_return, count) in [(false, 700), (true, 700)] {
        for seed in 0..games(count) {
            let mut random = Random::new(1_000_000 + seed);
            let case = Case::new(&mut random, can_return);
            for _ in 0..40 {
                let mut mutant = case.certificate.clone();
                for _ in 0..=random.below(2) {
                    mutate(&mut mutant, &case, &mut random);
                }
                match case.accepts(&mutant.seal()) {
                    true => accepted += 1,
                    false => refused += 1,
                }
            }
            for _ in 0..10 {
                refused += usize::from(!case.accepts(&with_other_bytes(&case, &mut random)));
            }
        }
    }
    // Some mutants prove the same or something weaker.
    assert!(accepted > 1_000 && refused > 10_000, "{accepted} accepted, {refused} refused");
}

/// A mutation that is aimed at one promise of the checker.
fn mutate(mutant: &mut Certificate, case: &Case, random: &mut Random) {
    let one =
        mutant.header.denominator.as_ref().map_or(fraction(1, 60), |denominator| {
            Number::new(1.into(), denominator.parse().unwrap())
        });
    let header = &mut mutant.header;
    let moved = |text: &Option<String>, by: &Number| {
        let text = text.as_ref()?;
        Some((text.parse::<Number>().unwrap() + by).to_string())
    };
    if mutant.steps.is_empty() {
        header.at_least = moved(&header.at_least, &one);
        return;
    }
    let at = random.below(mutant.steps.len());
    let other = random.below(mutant.steps.len());
    match random.below(14) {
        0 => header.at_least = moved(&header.at_least, &one),
        1 => header.at_most = moved(&header.at_most, &-one),
        // Upper bounds for lower ones.
        2 => std::mem::swap(&mut header.at_least, &mut header.at_most),
        3 => header.at_least = Some((case.value() + one).to_string()),
        4 => header.at_most = None,
        5 => mutant.steps[at].rest = random.below(3) as u64,
        6 => mutant.steps[at] = Step::given_up(),
        7 => mutant.steps.swap(at, other),
        8 => drop(mutant.steps.remove(at)),
        9 => mutant.steps.insert(at, mutant.steps[other].clone()),
        10 => {
            let step = &mut mutant.steps[at];
            if let Some(above) = step.number.first_mut() {
                *above += if random.below(3) == 0 { -1 } else { 1 };
            }
        }
        11 => {
            let step = &mut mutant.steps[at];
            let lower = [
                0,
                1024,
                2048,
                step.length.unwrap_or(1) / 2,
                step.length.unwrap_or(1).saturating_sub(1),
            ];
            step.length = step.length.map(|_| *random.pick(&lower));
        }
        12 => state(mutant, at, case, random),
        _ => {
            let denominator = ["1", "2", "3", "60", "7919"];
            mutant.header.denominator = Some((*random.pick(&denominator)).to_owned());
        }
    }
}

/// States a number that some node has, or one a little larger, and a length or none.
fn state(mutant: &mut Certificate, at: usize, case: &Case, random: &mut Random) {
    let number = random.pick(&case.values).clone();
    let step = &mut mutant.steps[at];
    let denominator = mutant.header.denominator.as_ref();
    step.number = match denominator {
        None => vec![number.numer().clone(), number.denom().clone()],
        Some(text) => vec![(number * text.parse::<BigInt>().unwrap()).ceil().to_integer()],
    };
    step.bits = 1;
    step.length = *random.pick(&[None, Some(1024), Some(1 << 20), Some((1 << 63) - 1)]);
}

/// The certificate with other bytes in its records.
fn with_other_bytes(case: &Case, random: &mut Random) -> Vec<u8> {
    let mut records = case.certificate.records();
    for _ in 0..=random.below(2) {
        if records.is_empty() {
            break;
        }
        let at = random.below(records.len());
        match random.below(3) {
            0 => records[at] ^= 1 << random.below(8),
            1 => drop(records.remove(at)),
            _ => records.insert(at, random.below(8) as u8),
        }
    }
    let count = case.certificate.steps.len() as u64 + random.below(2) as u64;
    seal_raw(&case.certificate.header, &records, count)
}

/// Records that were drawn at random, with numbers and lengths that look right.
#[test]
fn random_records_prove_nothing_false() {
    let mut accepted = 0;
    for seed in 0..games(1_000) {
        let mut random = Random::new(2_000_000 + seed);
        let case = Case::new(&mut random, true);
        for _ in 0..40 {
            let mut mutant = case.certificate.clone();
            let claim = random.pick(&case.values).clone() + fraction(random.below(2) as i64, 60);
            (mutant.header.at_least, mutant.header.at_most) = (None, None);
            match random.below(2) {
                0 => mutant.header.at_least = Some(claim.to_string()),
                _ => mutant.header.at_most = Some(claim.to_string()),
            }
            mutant.steps =
                (0..2 + random.below(4)).map(|_| Step::followed(random.below(2) as u64)).collect();
            for at in 0..mutant.steps.len() {
                if random.below(2) == 0 {
                    state(&mut mutant, at, &case, &mut random);
                }
            }
            accepted += usize::from(case.accepts(&mutant.seal()));
        }
    }
    assert!(accepted > 10, "{accepted} accepted: the test shows nothing");
}

/// The same records with another graph: with the old hash the file is refused, with the new one the claim has to be true there.
#[test]
fn other_weights_are_another_game() {
    let mut compared = 0;
    for seed in 0..games(500) {
        let mut random = Random::new(3_000_000 + seed);
        let case = Case::new(&mut random, seed % 2 == 0);
        let chance: Vec<usize> = (0..case.model.len())
            .filter(|&node| case.model.turns[node] == foregone_proof::rules::chance::Turn::Chance)
            .collect();
        if chance.is_empty() {
            continue;
        }
        let mut other = case.model.clone();
        let node = *random.pick(&chance);
        let at = random.below(other.moves[node].len());
        other.moves[node][at].1 += 1;
        let file = other.file();
        let refused = verdict(&case.certificate.seal(), &file).unwrap_err().to_string();
        assert!(refused.contains("its hash differs"), "{refused}");
        let (values, _) = plans(&other);
        let mut certificate = case.certificate.clone();
        certificate.header.graph = Some(blake3::hash(file.as_bytes()).to_hex().to_string());
        let other = Case { model: other.clone(), file, values, certificate };
        other.accepts(&other.certificate.seal());
        compared += 1;
    }
    assert!(compared > 200);
}
