//! Opponents as people write them: `lines`, `lines@3`, `centre/lines`, `centre:1/3+lines:2/3`.

use foregone_game::Evaluation;

use super::OpponentType;
use super::worth::{Worth, gcd};
use crate::report::Refusal;

/// Reads the types of an opponent, separated by `+`. A type is `EVALUATION[/EVALUATION]...[@DEPTH][:PROBABILITY]`. Without
/// probabilities all types are equally probable.
///
/// ```
/// use foregone_game::Evaluation;
/// use foregone_solve::play::models::{read_opponents, write_opponents};
///
/// let known = Evaluation::ESTIMATE_ONLY;
/// let types = read_opponents(known, "estimate@2:0.25+estimate:3/4").unwrap();
/// assert_eq!((types[0].weight, types[1].weight), (1, 3));
/// assert_eq!(write_opponents(known, &types), "estimate@2:1/4+estimate:3/4");
/// ```
pub fn read_opponents(
    known: &'static [Evaluation],
    text: &str,
) -> Result<Vec<OpponentType>, Refusal> {
    let mut types = Vec::new();
    let mut shares = Vec::new();
    for part in text.split('+').map(str::trim) {
        let (player, share) = match part.split_once(':') {
            Some((player, share)) => (player, Some(read_share(share)?)),
            None => (part, None),
        };
        let (names, depth) = match player.split_once('@') {
            Some((names, depth)) => (names, Some(read_depth(depth)?)),
            None => (player, None),
        };
        let find = |name: &str| Evaluation::find(known, name.trim());
        let evaluations = names.split('/').map(find).collect::<Result<Vec<u8>, _>>();
        let evaluations = evaluations.map_err(|error| Refusal(error.to_string()))?;
        types.push(OpponentType { evaluations, depth, weight: 1 });
        shares.push(share);
    }
    let given: Vec<(u64, u64)> = shares.iter().copied().flatten().collect();
    match given.len() {
        0 => Ok(types),
        some if some == types.len() => weigh(types, &given),
        _ => Err(Refusal::new("give every type of the opponent a probability, or none of them")),
    }
}

/// Writes the types as [`read_opponents`] reads them.
pub fn write_opponents(known: &[Evaluation], types: &[OpponentType]) -> String {
    let total: u64 = types.iter().map(|it| it.weight).sum();
    let name = |&index: &u8| known.get(usize::from(index)).map_or("?", |it| it.name);
    let write = |it: &OpponentType| {
        let mut text = it.evaluations.iter().map(name).collect::<Vec<_>>().join("/");
        text.extend(it.depth.map(|depth| format!("@{depth}")));
        if types.len() > 1 {
            text.push_str(&format!(":{}", Worth::new(it.weight.into(), total.into())));
        }
        text
    };
    types.iter().map(write).collect::<Vec<_>>().join("+")
}

fn read_depth(text: &str) -> Result<u32, Refusal> {
    text.trim().parse().ok().filter(|&depth| depth > 0).ok_or_else(|| {
        Refusal(format!("\"{text}\" is not a depth; write a whole number of plies from 1 on"))
    })
}

/// A probability as a numerator and a denominator.
fn read_share(text: &str) -> Result<(u64, u64), Refusal> {
    let wrong = || Refusal(format!("\"{text}\" is not a probability; write it like 1/3 or 0.25"));
    let number = |digits: &str| {
        let is_number = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
        is_number.then(|| digits.parse::<u64>().ok()).flatten()
    };
    let text = text.trim();
    let share = if let Some((numerator, denominator)) = text.split_once('/') {
        number(numerator).zip(number(denominator))
    } else if let Some((whole, places)) = text.split_once('.') {
        let scale = u32::try_from(places.len()).ok().and_then(|len| 10u64.checked_pow(len));
        number(&format!("{whole}{places}")).zip(scale)
    } else {
        number(text).zip(Some(1))
    };
    share.filter(|&(_, denominator)| denominator > 0).ok_or_else(wrong)
}

/// Gives the types the smallest weights that are in proportion to the probabilities, which must add up to 1.
fn weigh(
    mut types: Vec<OpponentType>,
    shares: &[(u64, u64)],
) -> Result<Vec<OpponentType>, Refusal> {
    let common = shares.iter().try_fold(1u128, |common, &(_, denominator)| {
        let denominator = u128::from(denominator);
        (common / gcd(common, denominator)).checked_mul(denominator)
    });
    let too_long = || Refusal::new("these probabilities have too many digits; take simpler ones");
    let common = common.filter(|&common| common <= u128::from(u64::MAX)).ok_or_else(too_long)?;
    let weights = shares.iter().map(|&(numerator, denominator)| {
        u128::from(numerator) * (common / u128::from(denominator))
    });
    let weights: Vec<u128> = weights.collect();
    let sum: u128 = weights.iter().sum();
    if sum != common {
        let sum = i128::try_from(sum).map_err(|_| too_long())?;
        return Err(Refusal(format!(
            "the probabilities of the opponents add up to {}, not to 1",
            Worth::new(sum, common as i128)
        )));
    }
    let divisor = weights.iter().copied().fold(0, gcd).max(1);
    for (it, weight) in types.iter_mut().zip(weights) {
        it.weight = u64::try_from(weight / divisor).map_err(|_| too_long())?;
    }
    Ok(types)
}
