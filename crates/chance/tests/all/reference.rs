//! The reference trees: values, and the number of nodes and leaves that every search visits, to the node.

use foregone_chance::ChanceGame;
use foregone_chance::fraction::{Fraction, ratio, read as fraction};
use foregone_chance::graph::AcyclicChanceGraph;
use foregone_chance::graph::file::{DecidedGraph, read};
use foregone_chance::limits::Limits;
use foregone_chance::number::{Arithmetic, Fractions, Words};
use foregone_chance::search::{Found, Method, search};

const METHODS: [Method; 4] = [
    Method::Expectimax,
    Method::Star1,
    Method::Star2 { keep: true },
    Method::Star2 { keep: false },
];

fn data(name: &str) -> String {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn tree(name: &str) -> AcyclicChanceGraph {
    let file = read(data(&format!("{name}.json")).as_bytes()).expect(name);
    match file.decide() {
        Ok(DecidedGraph::Acyclic(graph)) => graph,
        other => panic!("{name} is no tree: {other:?}"),
    }
}

/// The rows of a table without its head, cut at commas.
fn rows(name: &str) -> Vec<Vec<String>> {
    let cut = |line: &str| line.split(',').map(str::to_owned).collect();
    data(name).lines().skip(1).map(cut).collect()
}

fn number(text: &str) -> Fraction {
    fraction(text).unwrap_or_else(|| panic!("{text} is no number"))
}

/// The same search in fractions, and in whole numbers of both sizes where they fit.
fn everywhere(
    graph: &AcyclicChanceGraph,
    window: (&Fraction, &Fraction),
    method: Method,
) -> Vec<Found> {
    fn one<A: Arithmetic>(
        graph: &AcyclicChanceGraph,
        arithmetic: &A,
        window: (&Fraction, &Fraction),
        method: Method,
    ) -> Found {
        let limits = Limits::default();
        search(graph, arithmetic, &graph.start(), window, method, limits).expect("no limit")
    }
    let utility = graph.utility();
    let mut found = vec![one(graph, &Fractions::new(&utility), window, method)];
    if let Some(denominator) = graph.denominator(&graph.start()) {
        if let Some(words) = Words::<i128>::exact(&utility, denominator) {
            found.push(one(graph, &words, window, method));
        }
        if let Some(words) = Words::<i64>::exact(&utility, denominator) {
            found.push(one(graph, &words, window, method));
        }
    }
    found
}

#[test]
fn node_counts_of_the_trees() {
    let mut whole = 0;
    for row in rows("trees.csv") {
        let graph = tree(&row[0]);
        assert_eq!(graph.node_count().to_string(), row[6], "{}", row[0]);
        for (method, columns) in METHODS.into_iter().zip([[8, 9], [10, 11], [12, 13], [14, 15]]) {
            let window = (&ratio(-10, 1), &ratio(10, 1));
            let found = everywhere(&graph, window, method);
            whole += found.len() - 1;
            for found in found {
                assert_eq!(found.answer, number(&row[7]), "{} {method:?}", row[0]);
                let counts = [found.tally.nodes, found.tally.leaves].map(|count| count.to_string());
                assert_eq!(
                    counts,
                    columns.map(|column| row[column].clone()),
                    "{} {method:?}",
                    row[0]
                );
            }
        }
    }
    assert!(whole > 50, "only {whole} searches counted in whole numbers");
}

#[test]
fn answers_and_node_counts_of_windows() {
    for row in rows("windows.csv") {
        let graph = tree(&row[0]);
        let (alpha, beta) = (number(&row[1]), number(&row[2]));
        for (method, column) in [(Method::Star1, 4), (Method::Star2 { keep: true }, 6)] {
            for found in everywhere(&graph, (&alpha, &beta), method) {
                assert_eq!(found.answer, number(&row[column]), "{row:?} {method:?}");
                assert_eq!(found.tally.nodes.to_string(), row[column + 1], "{row:?} {method:?}");
            }
        }
    }
}
