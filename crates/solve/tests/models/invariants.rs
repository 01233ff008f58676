//! Random trees with random evaluations: every method finds the value of the definition, and what must hold of it holds.

use foregone_game::Game;
use foregone_game::Player;
use foregone_game::random::Random;
use foregone_solve::limits::{Limits, Stop};
use foregone_solve::play::models::{Method, ModelQuestion, ModelReport, OpponentType, Ties};

use super::definition::{Definition, Fraction};
use super::games::{COUNT, Tree};

fn report<G: Game>(game: &G, question: &ModelQuestion, method: Method) -> ModelReport<G::Move> {
    question.answer(game, &game.start(), method, Limits::default()).expect("a possible question")
}

fn value<G: Game>(game: &G, question: &ModelQuestion, method: Method) -> Fraction {
    let found = report(game, question, method).found.expect("no limit");
    Fraction(found.value.numerator(), found.value.denominator())
}

fn opponent(evaluation: u8, weight: u64) -> OpponentType {
    OpponentType { evaluations: vec![evaluation], depth: None, weight }
}

/// A random question: one to three types, sometimes with models of us or with depths of their own.
fn random_question(random: &mut Random) -> ModelQuestion {
    let ties = if random.percent(50) { Ties::First } else { Ties::Worst };
    let depth = 1 + random.below(5) as u32;
    let kind = random.below(3);
    let opponents = (0..1 + random.below(3)).map(|place| {
        // At most eight evaluations in all.
        let levels = if kind == 1 { 1 + random.below(if place == 2 { 2 } else { 3 }) } else { 1 };
        OpponentType {
            evaluations: (0..levels).map(|_| random.below(COUNT) as u8).collect(),
            depth: (kind == 2 && random.percent(70)).then(|| 1 + random.below(4) as u32),
            weight: random.below(4) as u64,
        }
    });
    let mut opponents: Vec<OpponentType> = opponents.collect();
    opponents[0].weight += 1;
    ModelQuestion { evaluation: random.below(COUNT) as u8, depth, opponents, ties }
}

fn trees(count: u64) -> impl Iterator<Item = (Tree, Random)> {
    (0..count)
        .map(|seed| {
            let mut random = Random::new(seed);
            let depth = 1 + random.below(6) as u32;
            let alternate = random.percent(70);
            (Tree::random(&mut random, depth, alternate), random)
        })
        .filter(|(tree, _)| tree.outcome(&tree.start()).is_none())
}

#[test]
fn every_method_finds_the_value_of_the_definition() {
    let mut compared = [0; 3];
    for (tree, mut random) in trees(6000) {
        let question = random_question(&mut random);
        let (root, us) = (tree.start(), tree.player(&tree.start()));
        let definition = Definition { game: &tree, ties: question.ties };
        let expected = definition.value(us, &root, question.depth, &question);
        for &method in question.methods() {
            compared[method as usize] += 1;
            let found = report(&tree, &question, method).found.expect("no limit");
            let value = Fraction(found.value.numerator(), found.value.denominator());
            assert_eq!(value, expected, "{method:?} {question:?}");
            // The move is the first one that leads to the value.
            let mut moves = Vec::new();
            tree.moves(&root, &mut moves);
            let reaches = |mv: &&u64| {
                let mut child = root;
                tree.play(&mut child, **mv);
                definition.value(us, &child, question.depth - 1, &question) == expected
            };
            assert_eq!(moves.iter().find(reaches), Some(&found.best), "{method:?} {question:?}");
            assert_eq!(found.line.first(), Some(&found.best));
        }
    }
    assert!(compared.iter().all(|&count| count > 2000), "{compared:?}");
}

/// Cuts leave out leaves, and never add any.
#[test]
fn cuts_only_save() {
    let (mut plain_leaves, mut leaves) = (0, 0);
    for (tree, mut random) in trees(2000) {
        let question = random_question(&mut random);
        if !question.methods().contains(&Method::OnePass) {
            continue;
        }
        let [cut, plain] =
            [Method::OnePass, Method::Plain].map(|method| report(&tree, &question, method).visited);
        assert!(cut.leaves <= plain.leaves && cut.nodes <= plain.nodes);
        (leaves, plain_leaves) = (leaves + cut.leaves, plain_leaves + plain.leaves);
    }
    assert!(10 * leaves < 9 * plain_leaves, "{leaves} of {plain_leaves}");
}

#[test]
fn a_model_that_is_ourselves_gives_minimax() {
    for (tree, mut random) in trees(3000) {
        let mut question = random_question(&mut random);
        let own = question.evaluation;
        let minimax = Definition { game: &tree, ties: question.ties }.minimax(
            &tree.start(),
            question.depth,
            own,
        );
        question.opponents = Vec::new();
        for method in Method::ALL {
            assert_eq!(value(&tree, &question, method), minimax);
        }
        // One type with our evaluation, and a second type that has no weight.
        for opponents in [vec![opponent(own, 1)], vec![opponent(own, 1), opponent(own ^ 1, 0)]] {
            question.opponents = opponents;
            for method in Method::ALL {
                assert_eq!(value(&tree, &question, method), minimax, "{method:?} {question:?}");
            }
        }
    }
}

/// By the same evaluation to the same depth, a model promises at least the minimax value. If the evaluation is exact, that is
/// the value of the game.
#[test]
fn a_model_promises_at_least_the_minimax_value() {
    let mut more = 0;
    for (tree, mut random) in trees(3000) {
        let question = random_question(&mut random);
        let us = tree.player(&tree.start());
        let minimax = ModelQuestion { opponents: Vec::new(), ..question.clone() };
        let minimax = value(&tree, &minimax, Method::OnePass);
        let against = value(&tree, &question, question.methods()[0]);
        assert!(!Fraction::better(us, minimax, against), "{question:?}");
        more += usize::from(against != minimax);
    }
    assert!(more > 50, "{more}");
}

/// Types with one evaluation are one type, whatever their weights.
#[test]
fn equal_types_are_one_type() {
    for (tree, mut random) in trees(2000) {
        let mut question = random_question(&mut random);
        let evaluation = random.below(COUNT) as u8;
        question.opponents = vec![opponent(evaluation, 5)];
        let one = value(&tree, &question, Method::OnePass);
        question.opponents = vec![opponent(evaluation, 1), opponent(evaluation, 2)];
        for method in Method::ALL {
            assert_eq!(value(&tree, &question, method), one);
        }
    }
}

/// The worst of equal picks is never better for us than the first.
#[test]
fn ties_for_the_worst_are_the_safe_rule() {
    for (tree, mut random) in trees(3000) {
        let question = random_question(&mut random);
        // With models of us the rule also decides what others expect.
        if question.opponents.iter().any(|it| it.evaluations.len() > 1) {
            continue;
        }
        let us = tree.player(&tree.start());
        let [first, worst] = Ties::ALL.map(|ties| {
            let question = ModelQuestion { ties, ..question.clone() };
            value(&tree, &question, question.methods()[0])
        });
        assert!(!Fraction::better(us, worst, first), "{question:?}");
    }
}

/// Two types, each with its own reason not to come to the cut position by a move further above, and still both count there.
/// `e0` is ours, `e1` and `e2` are those of the types. With betas from further above the leaf worth 100 would be cut off.
#[test]
fn betas_from_further_above_are_not_enough_for_two_types() {
    let mut tree = Tree::default();
    let (max, min) = (Player::Max, Player::Min);
    let mut leaf =
        |values: [i32; 3]| tree.add(max, Vec::new(), [values[0], values[1], values[2], 0]);
    // Leaves are not over but at the largest depth, so each gets a child.
    let [a, b, c, d] = [[0, 5, 5], [0, 6, 7], [90, 6, 7], [0, 10, 1]].map(&mut leaf);
    let leaves = [a, b, c, d];
    for node in leaves {
        let end = tree.add(max, Vec::new(), [0; COUNT]);
        tree.nodes[node].children = vec![end];
    }
    let chain = |tree: &mut Tree, players: [Player; 3], end: usize| {
        players.into_iter().fold(end, |below, player| tree.add(player, vec![below], [0; COUNT]))
    };
    // The first move of the opponent at the top: both types have 5 there.
    let first = chain(&mut tree, [max, min, max], a);
    let cut = tree.add(max, vec![b, c], [0; COUNT]);
    let other = tree.add(max, vec![d], [0; COUNT]);
    let middle = tree.add(min, vec![cut, other], [0; COUNT]);
    let second = tree.add(max, vec![middle], [0; COUNT]);
    let top = tree.add(min, vec![first, second], [0; COUNT]);
    tree.add(max, vec![top], [0; COUNT]);
    let question = ModelQuestion {
        evaluation: 0,
        depth: 5,
        opponents: vec![opponent(1, 1), opponent(2, 1)],
        ties: Ties::Worst,
    };
    // Type 1 stays with the first move (5), worth 0. Type 2 takes the second (1); there type 1 would pick the position worth 90.
    for method in Method::ALL {
        assert_eq!(value(&tree, &question, method), Fraction(90, 4), "{method:?}");
    }
}

#[test]
fn limits_and_impossible_questions_are_answered() {
    let (tree, _) = trees(50).max_by_key(|(tree, _)| tree.nodes.len()).expect("a tree");
    let question = ModelQuestion {
        evaluation: 0,
        depth: 6,
        opponents: vec![opponent(1, 1), opponent(2, 2)],
        ties: Ties::Worst,
    };
    let limits = Limits { nodes: Some(5), ..Limits::default() };
    for method in Method::ALL {
        let report = question.answer(&tree, &tree.start(), method, limits).expect("possible");
        assert_eq!((report.stop, report.found), (Stop::Nodes, None), "{method:?}");
    }
    let refused = |question: &ModelQuestion, method| {
        let error = question.answer(&tree, &tree.start(), method, Limits::default());
        error.expect_err("it is not possible").0
    };
    let with = |opponents: Vec<OpponentType>| ModelQuestion { opponents, ..question.clone() };
    let none = ModelQuestion { depth: 0, ..question.clone() };
    assert!(refused(&none, Method::Plain).contains("take 1 to 200 plies"));
    assert!(refused(&with(vec![opponent(9, 1)]), Method::Plain).contains("no evaluation"));
    assert!(refused(&with(vec![opponent(1, 0)]), Method::Plain).contains("positive probability"));
    assert!(refused(&with(vec![opponent(1, 1); 9]), Method::Plain).contains("at most 8"));
    let nested = OpponentType { evaluations: vec![1, 2], depth: None, weight: 1 };
    assert!(refused(&with(vec![nested.clone()]), Method::OnePass).contains("take plain"));
    let nested = OpponentType { depth: Some(2), ..nested };
    assert!(refused(&with(vec![nested]), Method::Plain).contains("leave its depth out"));
    let deep = OpponentType { depth: Some(2), ..opponent(1, 1) };
    assert!(refused(&with(vec![deep]), Method::OnePass).contains("take two-pass or plain"));
    let long = ModelQuestion { depth: 100, ..question.clone() };
    assert!(refused(&long, Method::OnePass).contains("simpler probabilities or a smaller depth"));
}
