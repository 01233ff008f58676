//! The solver's rules of games with chance and the checker's plain ones, written twice, must be the same game: along random play
//! they have the same turns, the same moves in the same order with the same weights, and the checker reads what the solver
//! writes.

use foregone_chance::games::{Opened, open};
use foregone_chance::graph::file::{DecidedGraph, read};
use foregone_chance::{ChanceNotation, CyclicChance, Turn as SolverTurn};
use foregone_game::Outcome;
use foregone_game::random::Random;
use foregone_proof::rules::chance::{ChanceGame, ChanceGraph, ChanceRules, Turn};

/// What infinite play is worth, where play can return.
type Infinite<G> = Option<fn(&G, &<G as foregone_chance::ChanceGame>::Position) -> Outcome>;

/// The number of moves after which a random game is ended.
const LONGEST: usize = 500;

fn compare<G: ChanceNotation, R: ChanceRules>(
    game: &G,
    rules: &R,
    infinite: Infinite<G>,
    seed: u64,
) {
    assert_eq!(game.scale().names(), rules.outcomes());
    let rank = |outcome: Outcome| usize::from(outcome.0);
    let mut random = Random::new(seed);
    for _ in 0..60 {
        let mut position = game.start();
        for _ in 0..LONGEST {
            let text = game.write_position(&position);
            let plain = rules.read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(rules.write(&plain), text);
            let worth = infinite.map(|infinite| rank(infinite(game, &position)));
            assert_eq!(rules.infinite(&plain), worth, "{text}");
            let turn = match game.turn(&position) {
                SolverTurn::Over(outcome) => Turn::Over(rank(outcome)),
                SolverTurn::Max => Turn::Max,
                SolverTurn::Min => Turn::Min,
                SolverTurn::Chance => Turn::Chance,
            };
            assert_eq!(rules.turn(&plain), turn, "{text}");
            if matches!(turn, Turn::Over(_)) {
                break;
            }
            let (mut moves, mut after) = (Vec::new(), Vec::new());
            game.moves(&position, &mut moves);
            rules.successors(&plain, &mut after);
            let expected: Vec<(String, u64)> = moves
                .iter()
                .map(|&mv| {
                    let is_chance = turn == Turn::Chance;
                    let weight = if is_chance { game.weight(&position, mv) } else { 1 };
                    (game.write_position(&game.after(&position, mv)), weight)
                })
                .collect();
            let found: Vec<(String, u64)> =
                after.iter().map(|(next, weight)| (rules.write(next), *weight)).collect();
            assert_eq!(found, expected, "{text}");
            position = game.after(&position, moves[random.below(moves.len())]);
        }
    }
}

fn compare_cyclic<G: ChanceNotation + CyclicChance, R: ChanceRules>(
    game: &G,
    rules: &R,
    seed: u64,
) {
    compare(game, rules, Some(G::endless), seed);
}

#[test]
fn both_sets_of_rules_of_games_with_chance_are_the_same_game() {
    let specs = "pig pig:1 pig:7 pig:100,turns=5 piglet piglet:2 piglet:5,turns=3 ewn ewn:3x3 ewn:4x4 ewn:4x4,stones=3 \
                 ewn:1x2 ewn:2x7 ewn:9x3,stones=1 ewn:3x3,die=5,max=312,min=213 ewn:5x5,die=4,max=654321 ewn:6x4,die=9 \
                 darkchess darkchess:4x8,limit=40 darkchess:2x2,pieces=KP darkchess:2x3,pieces=KCP \
                 darkchess:2x4,pieces=KPPP,min-pieces=GMCC,limit=9 darkchess:5x4,pieces=KGMRNCCPPP,limit=30 \
                 hypergammon hypergammon:1 hypergammon:2 darkchess:1x6,pieces=KCP,min-pieces=CCC darkchess:3x3,pieces=KCCP,min-pieces=KGCPP";
    for (seed, spec) in (0..).zip(specs.split_whitespace()) {
        let opened = open(spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
        let known = ChanceGame::open(&opened.spelling());
        match (&opened, known.unwrap_or_else(|error| panic!("{spec}: {error}"))) {
            (Opened::Pig(game), ChanceGame::Pig(rules)) => compare_cyclic(game, &rules, seed),
            (Opened::LimitedPig(game), ChanceGame::Pig(rules)) => compare(game, &rules, None, seed),
            (Opened::Ewn(game), ChanceGame::Ewn(rules)) => compare(game, &rules, None, seed),
            (Opened::DarkChess(game), ChanceGame::DarkChess(rules)) => {
                compare_cyclic(game, &rules, seed);
            }
            (Opened::LimitedDarkChess(game), ChanceGame::DarkChess(rules)) => {
                compare(game, &rules, None, seed);
            }
            (Opened::Hypergammon(game), ChanceGame::Hypergammon(rules)) => {
                compare_cyclic(game, &rules, seed);
            }
            (_, other) => panic!("{spec} is {other:?}"),
        }
    }
}

#[test]
fn both_readers_of_graphs_with_chance_read_the_same_game() {
    let folder = format!("{}/../chance/tests/data", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(folder).expect("a folder");
    let files = files.map(|entry| entry.expect("an entry").path());
    let flip = format!("{}/../../examples/graphs/flip.json", env!("CARGO_MANIFEST_DIR"));
    let graphs = files.filter(|path| path.extension().is_some_and(|kind| kind == "json"));
    let mut compared = 0;
    for path in graphs.chain([flip.into()]) {
        let bytes = std::fs::read(&path).expect("a file");
        let rules = ChanceGraph::read_file(&bytes).expect("a graph");
        match read(&bytes).expect("a graph").decide().expect("a class") {
            DecidedGraph::Acyclic(graph) => compare(&graph, &rules, None, 1),
            DecidedGraph::Cyclic(graph) => compare_cyclic(&graph, &rules, 1),
        }
        compared += 1;
    }
    assert!(compared > 20, "{compared} graphs");
}
