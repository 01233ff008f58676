//! Common code of the tests: plain minimax, all ways to ask a question, and the independent checker.

use std::collections::{HashMap, HashSet};

use foregone_game::graph::Graph;
use foregone_game::random::{Random, Shape, dag, tree};
use foregone_game::{AcyclicGraph, Game, Outcome, Player, Scale};
use foregone_proof::format::{Header, Writer};
use foregone_solve::Report;
use foregone_solve::certify::{Claim, LeafLimits, Proof};
use foregone_solve::options::Initial;
use foregone_solve::options::Sum;
use foregone_solve::options::Ties;
use foregone_solve::options::{
    Algorithm, Goal, Group, Names, OPTIONS, Question, SecondLevel, Strategy, Techniques, When,
};

/// The value of every position of a graph by plain minimax.
pub fn minimax<const A: u8>(
    graph: &Graph<A>,
    node: u32,
    known: &mut HashMap<u32, Outcome>,
) -> Outcome {
    if let Some(&value) = known.get(&node) {
        return value;
    }
    let value = graph.outcome(&node).unwrap_or_else(|| {
        let values: Vec<Outcome> =
            graph.successors(node).map(|child| minimax(graph, child, known)).collect();
        match graph.player(&node) {
            Player::Max => values.into_iter().max(),
            Player::Min => values.into_iter().min(),
        }
        .expect("an inner node has moves")
    });
    known.insert(node, value);
    value
}

/// The value of every position when infinite play has the value `infinite`, question by question. The player who does
/// not profit from cycles must force the end; the positions from which they can are found backwards from the end until
/// nothing changes.
pub fn retrograde<const K: u8>(graph: &Graph<K>, infinite: Outcome) -> Vec<Outcome> {
    let nodes = graph.node_count() as u32;
    let mut values = vec![graph.scale().worst(); nodes as usize];
    for goal in graph.scale().outcomes().skip(1) {
        let reacher = if infinite >= goal { Player::Min } else { Player::Max };
        let mut won = vec![false; nodes as usize];
        loop {
            let before = won.clone();
            for node in 0..nodes {
                let mut next = graph.successors(node).map(|child| before[child as usize]);
                won[node as usize] = match graph.outcome(&node) {
                    Some(outcome) => (outcome >= goal) == (reacher == Player::Max),
                    None if graph.player(&node) == reacher => next.any(|won| won),
                    None => next.all(|won| won),
                };
            }
            if won == before {
                break;
            }
        }
        for (value, &won) in values.iter_mut().zip(&won) {
            if won == (reacher == Player::Max) {
                *value = goal;
            }
        }
    }
    values
}

/// A small tree or DAG with up to `outcomes_max` outcomes.
pub fn small_game(random: &mut Random, outcomes_max: usize) -> AcyclicGraph {
    let shape = Shape {
        outcomes: 2 + random.below(outcomes_max - 1),
        depth: 2 + random.below(5),
        width: 1 + random.below(4),
        early_end: random.below(40),
        alternate: random.percent(70),
    };
    tree_or_dag(random, &shape, 6)
}

/// A game of a given shape: a tree, or a DAG with `per_layer` positions in each layer.
pub fn tree_or_dag(random: &mut Random, shape: &Shape, per_layer: usize) -> AcyclicGraph {
    let graph =
        if random.percent(50) { tree(random, shape) } else { dag(random, shape, per_layer) };
    graph.acyclic().expect("made without cycles")
}

/// Every algorithm with every strategy or second level, on a tree and on a DAG with both sums, with every way to free
/// memory. Techniques that should make no difference, the initial numbers and the order of ties are drawn at random.
pub fn questions(random: &mut Random, value: Outcome) -> Vec<Question> {
    let mut questions = Vec::new();
    for &algorithm in Group::TREE.algorithms {
        let strategies =
            [Strategy::Binary, Strategy::Linear, Strategy::Doubling, Strategy::Known(value)];
        let strategies = if algorithm.is_multiple() { &strategies[..1] } else { &strategies[..] };
        let seconds = [
            SecondLevel::Full,
            SecondLevel::Fixed(5),
            SecondLevel::Breuker { a: 20.0, b: 5.0 },
            SecondLevel::Table(5),
        ];
        let seconds = match algorithm {
            Algorithm::Pn2 => &seconds[..],
            Algorithm::Mopn2 => &seconds[..3],
            _ => &seconds[..1],
        };
        for &strategy in strategies {
            for &second_level in seconds {
                for techniques in techniques(random) {
                    questions.push(Question {
                        goal: Goal::Value,
                        algorithm,
                        strategy,
                        second_level,
                        techniques,
                        certificate: true,
                        proof_part_records: Some(1 + random.below(4) as u64),
                        ..Question::value(algorithm)
                    });
                }
            }
        }
    }
    questions
}

/// An algorithm with a random set of the options that it takes, from the option table: every option is left out or gets
/// one of the samples of its values.
pub fn random_options(random: &mut Random, algorithm: Algorithm, scale: &Scale) -> Question {
    let names = Names { scale, knowledge: &[] };
    let proof_part_records = Some(1 + random.below(20) as u64);
    let small = random.percent(30);
    let proof_leaves = random.percent(50).then_some(LeafLimits::NEVER);
    let mut question = Question {
        certificate: true,
        small,
        proof_part_records,
        proof_leaves,
        ..Question::value(algorithm)
    };
    for row in OPTIONS.iter().filter(|row| row.group.contains(algorithm)) {
        let samples = row.values.samples();
        if samples.is_empty() || random.percent(50) {
            continue;
        }
        // Options that contradict an earlier one are refused, which is as it should be.
        let _ = row.set(&mut question, &samples[random.below(samples.len())], names);
    }
    if algorithm == Algorithm::Mopn2 && matches!(question.second_level, SecondLevel::Table(_)) {
        question.second_level = SecondLevel::Full; // a table answers one question at a time
    }
    question
}

/// A random choice of initial numbers.
pub fn initial(random: &mut Random) -> Initial {
    [Initial::Unit, Initial::Mobility, Initial::Estimate(3)][random.below(3)]
}

fn techniques(random: &mut Random) -> Vec<Techniques> {
    let mut all = Vec::new();
    for (dag, sum) in [(false, Sum::Plain), (true, Sum::Plain), (true, Sum::Weak)] {
        for (delete_solved, prune) in [
            (When::Never, When::Never),
            (When::Full, When::Full),
            (When::AtOnce, When::AtOnce),
            (When::AtOnce, When::Never),
        ] {
            all.push(Techniques {
                delete_solved,
                prune,
                delete_least_proving: random.percent(50),
                stop_unchanged: random.percent(50),
                restart_changed: random.percent(50),
                initial: initial(random),
                dag,
                sum,
                ties: if random.percent(50) { Ties::Lowest } else { Ties::Highest },
                ..Techniques::default()
            });
        }
    }
    all
}

/// Checks proofs with the independent checker, each distinct proof once.
pub struct Judge<'g, const K: u8> {
    graph: &'g Graph<K>,
    infinite: Option<Outcome>,
    json: Vec<u8>,
    accepted: HashSet<(bool, Outcome, Vec<u8>)>,
}

impl<'g, const K: u8> Judge<'g, K> {
    pub fn new(graph: &'g Graph<K>) -> Judge<'g, K> {
        Judge::cyclic(graph, None)
    }

    /// A judge for a game with cycles; `infinite` is the value of infinite play.
    pub fn cyclic(graph: &'g Graph<K>, infinite: Option<Outcome>) -> Judge<'g, K> {
        let json = json(graph, infinite).into_bytes();
        let infinite = infinite.filter(|_| graph.find_cycle().is_some());
        Judge { graph, infinite, json, accepted: HashSet::new() }
    }

    /// Checks that the proofs of a report prove its bounds and that the checker accepts them.
    pub fn check(&mut self, report: &Report<u16>, context: &dyn std::fmt::Debug) {
        let scale = self.graph.scale();
        let mut claims = Vec::new();
        claims.extend((report.bounds.0 > scale.worst()).then_some(Claim::AtLeast(report.bounds.0)));
        claims.extend((report.bounds.1 < scale.best()).then_some(Claim::AtMost(report.bounds.1)));
        let proved: Vec<Claim> = report.proofs.iter().map(|proof| proof.claim).collect();
        assert_eq!(proved, claims, "{context:?}");
        for proof in &report.proofs {
            let key = (proof.claim.answer(), proof.claim.goal(), proof.parts.concat());
            if self.accepted.insert(key) {
                let file = self.certificate(proof);
                if let Err(failure) = foregone_proof::check(
                    file.as_slice(),
                    &foregone_proof::Options::with_game_file(&self.json),
                ) {
                    panic!("{failure:?}\n{context:?}\n{}", String::from_utf8_lossy(&self.json));
                }
            }
        }
    }

    /// Whether the checker accepts a proof. If the number of records is wrong, it is tried again with the right one.
    pub fn accepts(&self, proof: &Proof) -> bool {
        let options = foregone_proof::Options::with_game_file(&self.json);
        let verdict = foregone_proof::check(self.certificate(proof).as_slice(), &options);
        let Err(failure) = verdict else { return true };
        let sentence = failure.to_string();
        let found = sentence.split("the file has ").nth(1).and_then(|rest| rest.split(' ').next());
        let Some(count) = found.and_then(|count| count.parse().ok()) else { return false };
        let proof = Proof { count, ..proof.clone() };
        foregone_proof::check(self.certificate(&proof).as_slice(), &options).is_ok()
    }

    fn certificate(&self, proof: &Proof) -> Vec<u8> {
        let scale = self.graph.scale();
        let mut header = Header::new("graph:random.json", self.graph.name(self.graph.start()));
        match proof.claim {
            Claim::AtLeast(outcome) => header.at_least = Some(scale.name(outcome).to_owned()),
            Claim::AtMost(outcome) => header.at_most = Some(scale.name(outcome).to_owned()),
        }
        header.infinite = self.infinite.map(|worth| scale.name(worth).to_owned());
        header.graph = Some(blake3::hash(&self.json).to_hex().to_string());
        let mut file = Vec::new();
        let mut writer = Writer::in_parts(&mut file, &header).expect("writing to memory");
        for part in &proof.parts {
            writer.part(0, part).expect("writing to memory");
        }
        writer.count(proof.count);
        writer.finish().expect("writing to memory");
        file
    }
}

/// The graph in the format of graph files.
pub fn json<const K: u8>(graph: &Graph<K>, infinite: Option<Outcome>) -> String {
    let quoted = |name: &str| format!("\"{name}\"");
    let list = |names: Vec<String>| format!("[{}]", names.join(", "));
    let mut nodes = Vec::new();
    for node in 0..graph.node_count() as u32 {
        let body = match graph.outcome(&node) {
            Some(outcome) => format!("{{\"value\": \"{}\"}}", graph.scale().name(outcome)),
            None => {
                let player = if graph.player(&node) == Player::Max { "max" } else { "min" };
                let moves = graph.successors(node).map(|child| quoted(graph.name(child))).collect();
                format!("{{\"player\": \"{player}\", \"moves\": {}}}", list(moves))
            }
        };
        nodes.push(format!("{}: {body}", quoted(graph.name(node))));
    }
    let outcomes = list(graph.scale().names().iter().map(|name| quoted(name)).collect());
    let start = quoted(graph.name(graph.start()));
    let repetition = infinite
        .map(|worth| format!("\"repetition\": {}, ", quoted(graph.scale().name(worth))))
        .unwrap_or_default();
    format!(
        "{{\"outcomes\": {outcomes}, {repetition}\"start\": {start}, \"nodes\": {{{}}}}}",
        nodes.join(", ")
    )
}
