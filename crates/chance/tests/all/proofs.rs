//! Proofs: a verifier that was written from the document accepts all of them, and none with a stronger claim.

use std::collections::HashMap;

use foregone_chance::certify::{Claim, Proof, Unproved};
use foregone_chance::cyclic::{bounds, solve};
use foregone_chance::fraction::{Fraction, ratio};
use foregone_chance::games::{DarkChess, Ewn, Opened, Pig, open};
use foregone_chance::limits::{Limits, Stop};
use foregone_chance::search::{Options, Studied, Wanted, study};
use foregone_chance::{AcyclicChance, ChanceGame, CyclicChance, Turn, Utility};
use foregone_game::Player;
use foregone_game::random::Random;

use crate::random::{Shape, brute_force, cyclic, dag, reference, tree};
use crate::verifier::{Endless, verify};

const SHAPE: Shape = Shape { depth: 6, width: 3, per_layer: 5, weight: 6, early_end: 15 };

/// Verifies on a stack that is large enough for long lines.
fn on_large_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(1 << 30);
        let thread = builder.spawn_scoped(scope, run).expect("a thread");
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// The proof is accepted, and refused when it claims a bit more.
fn accepted<G: ChanceGame>(
    game: &G,
    root: &G::Position,
    utility: &Utility,
    endless: Endless<'_, G::Position>,
    proof: &Proof,
    is_tight: bool,
) {
    verify(game, root, utility, endless, proof)
        .unwrap_or_else(|why| panic!("{root:?}: {}: {why}", proof.claim));
    if is_tight {
        let step = ratio(1, 1 << 62) * ratio(1, 1 << 62);
        let claim = match &proof.claim {
            Claim::AtLeast(bound) => Claim::AtLeast(bound + step),
            Claim::AtMost(bound) => Claim::AtMost(bound - step),
        };
        let stronger = Proof { claim, ..proof.clone() };
        assert!(verify(game, root, utility, endless, &stronger).is_err(), "{}", stronger.claim);
    }
}

/// Proofs of the value, or of the answer about a threshold.
fn proved<G: AcyclicChance>(
    game: &G,
    root: &G::Position,
    utility: &Utility,
    threshold: Option<&Fraction>,
    limits: Limits<'_>,
) -> Studied<G::Move> {
    let wanted = Wanted { threshold, proofs: true, ..Wanted::default() };
    study(game, root, utility, wanted, Options::default(), limits)
}

/// The claims of proofs that are complete, each verified.
fn claims<G: AcyclicChance>(
    game: &G,
    root: &G::Position,
    utility: &Utility,
    found: &Studied<G::Move>,
    is_tight: bool,
) -> Vec<Claim> {
    let proofs = found.proofs.iter().map(|proof| proof.as_ref().expect("a complete proof"));
    proofs
        .map(|proof| {
            accepted(game, root, utility, None, proof, is_tight);
            proof.claim.clone()
        })
        .collect()
}

/// The claims that say that a position is worth exactly that much.
fn of_value(value: &Fraction, utility: &Utility) -> Vec<Claim> {
    let least = (value > utility.least()).then(|| Claim::AtLeast(value.clone()));
    let most = (value < utility.greatest()).then(|| Claim::AtMost(value.clone()));
    least.into_iter().chain(most).collect()
}

/// The value, thresholds around it, and searches that were stopped.
fn check_acyclic<G: AcyclicChance>(
    game: &G,
    utility: &Utility,
    value: &Fraction,
    random: &mut Random,
) {
    let root = game.start();
    let bytes = [0, 1 << 16, 1 << 24][random.below(3)];
    let limits = Limits { bytes: 1 << 24, ..Limits::default() };
    let found = proved(game, &root, utility, None, limits);
    assert_eq!(claims(game, &root, utility, &found, true), of_value(value, utility));
    for threshold in
        [value.clone(), value - ratio(1, 3), value + ratio(1, 3), value + ratio(1, 1000)]
    {
        let found = proved(game, &root, utility, Some(&threshold), limits);
        let is_met = *value >= threshold;
        assert_eq!(found.answer.is_at_least(&threshold), Some(is_met));
        let bound = if is_met { found.answer.low } else { found.answer.high };
        let trivial = bound == *utility.least() || bound == *utility.greatest();
        let claim = Claim::of(if is_met { Player::Max } else { Player::Min }, bound);
        let found = proved(game, &root, utility, Some(&threshold), limits);
        match claims(game, &root, utility, &found, false).as_slice() {
            [] => assert!(trivial),
            all => assert_eq!(all, [claim]),
        }
    }
    let nodes = random.below(found.answer.tally.nodes as usize) as u64;
    let limits = Limits { nodes: Some(nodes), bytes, ..Limits::default() };
    let found = proved(game, &root, utility, None, limits);
    for proof in &found.proofs {
        match proof {
            Ok(proof) => {
                accepted(game, &root, utility, None, proof, false);
                // With a table nothing that the answer says is lost.
                let is_whole = *proof.claim.bound() == found.answer.low
                    || *proof.claim.bound() == found.answer.high;
                assert!(is_whole || bytes < 1 << 24, "{} of {:?}", proof.claim, found.answer);
            }
            Err(why) => {
                assert!(bytes < 1 << 24, "{why:?}");
                let memory = Unproved::Stopped(Stop::Memory);
                assert!(*why == Unproved::Stopped(Stop::Nodes) || *why == memory, "{why:?}");
            }
        }
    }
}

#[test]
fn trees_and_acyclic_graphs() {
    for seed in 0..600 {
        let mut random = Random::new(seed);
        let graph = tree(&mut random, &SHAPE);
        check_acyclic(&graph, &graph.utility(), &reference(&graph), &mut random);
        let graph = dag(&mut random, &SHAPE);
        check_acyclic(&graph, &graph.utility(), &reference(&graph), &mut random);
    }
}

/// The exact value and bounds that are not quite it, by both players.
fn check_cyclic<G: CyclicChance>(
    game: &G,
    root: &G::Position,
    utility: &Utility,
    digits: u32,
) -> Vec<Claim> {
    let endless = |position: &G::Position| game.endless(position);
    let solution = solve(game, root, utility, Limits::default()).expect("no limit");
    let value = solution.value(root).expect("the start");
    let brackets = bounds(game, root, utility, digits, Limits::default()).expect("no limit");
    let (low, high) = brackets.bounds(root).expect("the start");
    let mut exact = Vec::new();
    for (player, bound) in [(Player::Max, low), (Player::Min, high)] {
        let proof = solution.prove(game, player, Limits::default()).expect("a proof");
        if let Some(proof) = proof {
            accepted(game, root, utility, Some(&endless), &proof, true);
            exact.push(proof.claim);
        }
        let proof = brackets.prove(game, player, Limits::default()).expect("a proof");
        match proof {
            Some(proof) => {
                accepted(game, root, utility, Some(&endless), &proof, false);
                assert_eq!(proof.claim, Claim::of(player, bound));
            }
            None => assert!(bound <= *utility.least() || bound >= *utility.greatest()),
        }
    }
    assert_eq!(exact, of_value(&value, utility));
    exact
}

#[test]
fn graphs_with_cycles() {
    for seed in 0..1_500 {
        let mut random = Random::new(seed);
        let graph = cyclic(&mut random, 3 + (seed % 12) as usize);
        let digits = [2, 10, 45][random.below(3)];
        let (root, utility) = (graph.start(), graph.utility());
        let claims = check_cyclic(&graph, &root, &utility, digits);
        if let Some(values) = brute_force(&graph) {
            assert_eq!(claims, of_value(&values[root as usize], &utility), "seed {seed}");
        }
    }
}

#[test]
fn pig_and_piglet() {
    for target in [2, 3, 5] {
        let piglet = Pig::with_coin(target).expect("a target");
        check_cyclic(&piglet, &piglet.start(), &piglet.utility(), 40);
    }
    let pig = Pig::with_die(10).expect("a target");
    check_cyclic(&pig, &pig.start(), &pig.utility(), 40);
    let utility = Utility::read("loss=-1/3,win=5/7", pig.scale()).expect("a utility");
    check_cyclic(&pig, &pig.start(), &utility, 40);
}

#[test]
fn dark_chess() {
    on_large_stack(|| {
        for (rows, pieces) in [(2, "KC"), (2, "KP"), (3, "KCP"), (3, "PPP")] {
            let game = DarkChess::new(2, rows, pieces, pieces).expect("a board");
            for name in ["score", "win", "not-lose"] {
                let utility = Utility::read(name, game.scale()).expect("a utility");
                check_cyclic(&game, &game.start(), &utility, 40);
            }
        }
    });
}

#[test]
fn games_in_which_play_never_returns() {
    for (spelling, name) in [
        ("ewn:3x3", "score"),
        ("ewn:3x3,die=4", "win"),
        ("pig:6,turns=2", "win"),
        ("piglet:3,turns=4", "not-lose"),
        ("darkchess:2x2,pieces=KC,limit=4", "score"),
        ("darkchess:2x2,pieces=KC,limit=4", "win"),
        ("darkchess:2x2,pieces=CP,limit=3", "not-lose"),
    ] {
        let mut random = Random::new(1);
        let mut check = |game: &dyn Checked| game.check(name, &mut random);
        match open(spelling).expect("a game") {
            Opened::Ewn(game) => check(&game),
            Opened::LimitedPig(game) => check(&game),
            Opened::LimitedDarkChess(game) => check(&game),
            _ => panic!("in {spelling} play can return"),
        }
    }
}

/// A game whose value is computed here by the definition.
trait Checked {
    fn check(&self, utility: &str, random: &mut Random);
}

impl<G: AcyclicChance> Checked for G {
    fn check(&self, utility: &str, random: &mut Random) {
        let utility = Utility::read(utility, self.scale()).expect("a utility");
        let value = definition(self, &self.start(), &utility, &mut HashMap::new());
        check_acyclic(self, &utility, &value, random);
    }
}

/// The value by the definition, every position once.
fn definition<G: AcyclicChance>(
    game: &G,
    position: &G::Position,
    utility: &Utility,
    known: &mut HashMap<G::Position, Fraction>,
) -> Fraction {
    let turn = game.turn(position);
    if let Turn::Over(outcome) = turn {
        return utility.worth(outcome).clone();
    }
    if let Some(value) = known.get(position) {
        return value.clone();
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut values = Vec::new();
    for &mv in &moves {
        values.push(definition(game, &game.after(position, mv), utility, known));
    }
    let value = match turn {
        Turn::Max => values.into_iter().max().expect("a move"),
        Turn::Min => values.into_iter().min().expect("a move"),
        _ => {
            let weight = |&mv: &G::Move| ratio(game.weight(position, mv) as i64, 1);
            let total: Fraction = moves.iter().map(weight).sum();
            moves.iter().zip(values).map(|(mv, value)| weight(mv) * value).sum::<Fraction>() / total
        }
    };
    known.insert(position.clone(), value.clone());
    value
}

/// A threshold needs less than the value: outcomes are given up.
#[test]
fn a_threshold_takes_a_smaller_proof() {
    let game = Ewn::new(3, 3, 3).expect("a board");
    let (root, utility) = (game.start(), game.utility());
    let records = |threshold: Option<Fraction>| {
        let found = proved(&game, &root, &utility, threshold.as_ref(), Limits::default());
        let proof = found.proofs[0].as_ref().expect("a proof");
        assert!(matches!(proof.claim, Claim::AtLeast(_)));
        proof.records
    };
    let (value, half) = (records(None), records(Some(ratio(1, 2))));
    assert!(half < value, "{half} of {value}");
}

/// A proof that does not fit is none, and says so.
#[test]
fn limits_of_proofs() {
    let game = DarkChess::new(2, 3, "KCP", "KCP").expect("a board");
    let utility = game.utility();
    let solution = solve(&game, &game.start(), &utility, Limits::default()).expect("no limit");
    let flag = std::sync::atomic::AtomicBool::new(true);
    let limits = Limits { interrupt: Some(&flag), ..Limits::default() };
    let stopped = Unproved::Stopped(Stop::Interrupted);
    assert_eq!(solution.prove(&game, Player::Max, limits), Err(stopped));
    let game = Ewn::new(3, 3, 3).expect("a board");
    let limits = Limits { bytes: 1 << 13, ..Limits::default() };
    let found = proved(&game, &game.start(), &game.utility(), Some(&ratio(1, 2)), limits);
    assert_eq!(found.answer.is_at_least(&ratio(1, 2)), Some(true));
    assert_eq!(found.proofs, [Err(Unproved::Stopped(Stop::Memory))]);
}
