//! Long lines of play stop a search before the stack ends.

use foregone_chance::graph::{AcyclicChanceGraph, ChanceGraphBuilder};
use foregone_chance::limits::{Limits, Stop};
use foregone_chance::number::{Arithmetic, Fractions, Words};
use foregone_chance::search::{
    Approach, Method, Options, ProofSearch, Searcher, Solver, search, solve,
};
use foregone_chance::{ChanceGame, Turn};
use foregone_game::{Outcome, Scale};

/// A line of that many nodes in which Max, chance and Min take turns, and each has a way out but chance.
fn chain(length: usize) -> AcyclicChanceGraph {
    let mut builder = ChanceGraphBuilder::new(Scale::scores(2));
    let over = builder.over("over", Outcome(2));
    let end = builder.over("end", Outcome(3));
    let turns = [Turn::Max, Turn::Chance, Turn::Min];
    let nodes: Vec<u32> =
        (0..length).map(|index| builder.node(&format!("n{index}"), turns[index % 3])).collect();
    for (index, &node) in nodes.iter().enumerate() {
        let next = nodes.get(index + 1).copied().unwrap_or(end);
        builder.edge(node, next);
        if turns[index % 3] != Turn::Chance {
            builder.edge(node, over);
        }
    }
    builder.build(nodes[0]).expect("a graph").acyclic().expect("a line")
}

#[test]
fn plain_searches_stop_at_their_depth() {
    let (short, long) = (chain(390), chain(5_000));
    let fractions = Fractions::new(&short.utility());
    for method in [Method::Expectimax, Method::Star1, Method::Star2 { keep: true }] {
        for (graph, expected) in [(&short, None), (&long, Some(Stop::Depth))] {
            let utility = graph.utility();
            let window = (utility.least(), utility.greatest());
            let found =
                search(graph, &fractions, &graph.start(), window, method, Limits::default());
            assert_eq!(found.err(), expected, "{method:?}");
        }
    }
}

#[test]
fn whole_questions_go_deep_and_stop_in_time() {
    for probe in [true, false] {
        let options = Options { probe, approach: Approach::Window, ..Options::default() };
        for (length, expected) in [(50_000, Stop::Solved), (250_000, Stop::Depth)] {
            let graph = chain(length);
            let (start, utility) = (graph.start(), graph.utility());
            let answer = solve(&graph, &start, &utility, options, Limits::default());
            assert_eq!((answer.stop, answer.counted_in), (expected, "i64"), "{length}");
        }
    }
}

/// Fractions take the largest frames, so they are tried on a stack of the same size.
#[test]
fn fractions_have_room_on_the_stack() {
    let deep = || {
        let graph = chain(90_000);
        let utility = graph.utility();
        let fractions = Fractions::new(&utility);
        let mut solver =
            Solver::new(&graph, &fractions, Options::default(), Limits::default(), 100_000);
        assert_eq!(solver.value(&graph.start()).1, Stop::Solved);
        let words = Words::<i64>::exact(&utility, graph.denominator(&0).expect("1")).expect("1");
        let mut solver =
            Solver::new(&graph, &words, Options::default(), Limits::default(), 100_000);
        assert_eq!(solver.value(&graph.start()).1, Stop::Solved);
        let mut search = ProofSearch::new(&graph, &fractions, Limits::default(), 100_000);
        assert_eq!(search.at_least(&graph.start(), &fractions.greatest()).1, Stop::Solved);
    };
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(deep);
    thread.expect("a thread").join().expect("no overflow");
}
