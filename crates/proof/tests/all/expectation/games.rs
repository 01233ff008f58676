//! Certificates of the games with chance, whose values were computed elsewhere: with the values as they are known, the checker's
//! rules must be those of the same games.

use foregone_proof::format::ExpectationHeader;
use foregone_proof::rules::chance::{ChanceGame, ChanceRules};
use foregone_proof::{Options, check};

use super::model::{Model, Number, fraction};
use super::writer::Plan;
use super::{both_claims, greedy};

/// How the values of a game are found.
#[derive(Clone, Copy)]
enum Method {
    /// Play never returns.
    Expectimax,
    /// Play can return, but not through chance.
    Sweeps,
    /// Play ends with probability 1.
    Guessing,
}

/// Certificates with exact numbers and, if it is given, with a denominator. Both must be accepted, and prove this value.
fn proves(
    game: &str,
    position: &str,
    utility: &[&str],
    method: Method,
    value: &str,
    denominator: &str,
) {
    match ChanceGame::open(game).unwrap() {
        ChanceGame::Pig(rules) => {
            prove(&rules, game, position, utility, (method, value, denominator))
        }
        ChanceGame::Ewn(rules) => {
            prove(&rules, game, position, utility, (method, value, denominator))
        }
        ChanceGame::DarkChess(rules) => {
            prove(&rules, game, position, utility, (method, value, denominator));
        }
        ChanceGame::Hypergammon(rules) => {
            prove(&rules, game, position, utility, (method, value, denominator));
        }
    }
}

fn prove<G: ChanceRules>(
    rules: &G,
    game: &str,
    position: &str,
    utility: &[&str],
    (method, value, denominator): (Method, &str, &str),
) {
    let root = rules.read(position).unwrap();
    let worths: Vec<Number> = utility.iter().map(|worth| worth.parse().unwrap()).collect();
    let model = Model::explore(rules, &root, worths);
    let values = match method {
        Method::Expectimax => model.expectimax(),
        Method::Sweeps => model.by_sweeps(),
        Method::Guessing => model.by_guessing(),
    };
    assert_eq!(values[0].to_string(), value, "{game} {position}");
    let mut header = ExpectationHeader::new(game, position, utility.iter().copied());
    header.infinite = rules.infinite(&root).map(|rank| rules.outcomes()[rank].to_owned());
    for denominator in ["", denominator] {
        let plan = |by_max: bool| -> Plan<'_> {
            let mut plan = match method {
                Method::Sweeps => nearest(&model, by_max, &values),
                _ => greedy(&model, by_max, &values),
            };
            plan.denominator = denominator.parse().ok();
            plan.find_lengths().expect("play leaves the hot positions");
            plan
        };
        header.denominator = (!denominator.is_empty()).then(|| denominator.to_owned());
        let [max, min] = [plan(true), plan(false)];
        let certificate = both_claims(header.clone(), &model, [&max, &min], |_| false);
        let accepted = check(&certificate.seal()[..], &Options::default());
        let accepted = accepted.unwrap_or_else(|failure| panic!("{game}: {failure}"));
        assert_eq!(accepted.value.as_deref(), Some(value), "{game} {position}");
        assert_eq!(accepted.records, certificate.steps.len() as u64);
        let worths: Vec<&str> = accepted.utility.iter().map(|(_, worth)| worth.as_str()).collect();
        assert_eq!(worths, utility);
    }
}

/// The strategy that goes to the nodes of the same value that had it first, counted in sweeps.
fn nearest<'m>(model: &'m Model, by_max: bool, values: &[Number]) -> Plan<'m> {
    let mut since = vec![0_u32; model.len()];
    let mut now = vec![model.worths[model.infinite.unwrap()].clone(); model.len()];
    for sweep in 1.. {
        let next: Vec<Number> = (0..model.len()).map(|node| model.backed_up(node, &now)).collect();
        for node in (0..model.len()).filter(|&node| next[node] != now[node]) {
            since[node] = sweep;
        }
        if next == now {
            break;
        }
        now = next;
    }
    let mut plan = greedy(model, by_max, values);
    for node in 0..model.len() {
        let good =
            model.moves[node].iter().enumerate().filter(|(_, (to, _))| values[*to] == values[node]);
        let first = good.min_by_key(|(_, (to, _))| since[*to]);
        plan.choices[node] = first.map_or(0, |(index, _)| index);
    }
    plan
}

/// The values of Neller and Presser 2004 for Piglet with the target 2, and of an independent program for the others.
#[test]
fn pig_and_piglet() {
    let win: &[&str] = &["0", "1"];
    for (target, value) in [(2, "4/7"), (3, "6/11"), (4, "2236/4165")] {
        proves(&format!("piglet:{target}"), "0:0+0 max throw", win, Method::Guessing, value, "");
    }
    proves("piglet:2", "1:0+0 max throw", win, Method::Guessing, "4/5", "105");
    proves("piglet:2", "0:1+0 max throw", win, Method::Guessing, "2/5", "105");
    proves("piglet:2", "1:1+0 max throw", win, Method::Guessing, "2/3", "105");
    proves("pig:5", "0:0+0 max throw", win, Method::Guessing, "216/271", "");
    let draws: &[&str] = &["0", "1/2", "1"];
    proves(
        "piglet:3,turns=4",
        "0:0+0 max throw 4",
        draws,
        Method::Expectimax,
        "4209/8192",
        "16384",
    );
    let pig = ("81543457/120932352", "120932352");
    proves("pig:10,turns=2", "0:0+0 max throw 2", draws, Method::Expectimax, pig.0, pig.1);
}

/// The values of an independent program.
#[test]
fn ewn() {
    let win: &[&str] = &["0", "1"];
    for (game, start, value) in [
        ("ewn:3x3,stones=3", "12./3.c/.ba max", "170/243"),
        ("ewn:3x3,stones=3,min=132", "12./3.b/.ca max", "56/81"),
        ("ewn:3x3,stones=3,max=213", "21./3.c/.ba max", "50/81"),
        ("ewn:3x3,stones=3,max=213,min=213", "21./3.c/.ab max", "143/243"),
        ("ewn:3x3,stones=3", "31./2../..a max", "25/27"),
    ] {
        // No line of play has more than ten throws.
        proves(game, start, win, Method::Expectimax, value, &3_u64.pow(12).to_string());
    }
}

/// The values of an independent program; those of 2x2 can be worked out by hand.
#[test]
fn dark_chess() {
    let score: &[&str] = &["-1", "0", "1"];
    proves("darkchess:2x2,pieces=KP", "xx/xx KPkp max", score, Method::Sweeps, "-1", "24");
    proves("darkchess:2x2,pieces=KC", "xx/xx KCkc max", score, Method::Sweeps, "-1/3", "24");
    let limited = "darkchess:2x3,pieces=KCP,limit=1";
    proves(limited, "xx/xx/xx KCPkcp max", score, Method::Expectimax, "-1/30", "720");
}

/// A claim that is weaker than the truth can be proved with less: positions are given up.
#[test]
fn weaker_claims_need_less() {
    let ChanceGame::Ewn(rules) = ChanceGame::open("ewn:3x3,stones=3").unwrap() else { panic!() };
    let root = rules.read("12./3.c/.ba max").unwrap();
    let model = Model::explore(&rules, &root, vec![fraction(0, 1), fraction(1, 1)]);
    let values = model.expectimax();
    let plan = greedy(&model, true, &values);
    let mut header = ExpectationHeader::new("ewn:3x3,stones=3", "12./3.c/.ba max", ["0", "1"]);
    header.at_least = Some("1/10".to_owned());
    // The first throw alone is followed: the rest of its outcomes is given up where it is not needed.
    let (order, _) = plan.order();
    let mut certificate = super::Certificate { header, steps: plan.steps(|_| false) };
    assert_eq!(certificate.steps.len(), order.len());
    // Without the third outcome of the first throw, which comes last.
    let third = model.moves[0][2].0;
    let at = order.iter().position(|&node| node == third).unwrap();
    certificate.steps.truncate(at);
    certificate.steps.push(super::Step::given_up());
    let accepted = check(&certificate.seal()[..], &Options::default()).unwrap();
    assert_eq!((accepted.value, &accepted.claims[..]), (None, &["at least 1/10".to_owned()][..]));
    assert!((accepted.records as usize) < order.len());
}
