//! Figures from the papers, reproduced to the node.

use foregone_game::notation::{read_line, write_line};
use foregone_game::{Game, Outcome};
use foregone_games::connect4::{Connect4, Score};
use foregone_solve::class::NeverReturns;
use foregone_solve::limits::{Limits, Stop};
use foregone_solve::options::{Algorithm, Goal, Question, Strategy};
use foregone_solve::request::Request;
use foregone_solve::{Report, solve};

fn connect4(moves: &str, question: &Question) -> Report<u8> {
    let game = Connect4::<u64>::new(4, 5, Score::Result).expect("a board");
    let (root, _) = read_line(&game, game.start(), moves).expect("a legal line");
    solve::<_, NeverReturns>(&game, &root, Request::new(question, Limits::default()))
        .expect("a fair question")
}

#[test]
fn the_position_1111_takes_as_many_nodes_as_the_reference() {
    let report = connect4("1111", &Question::value(Algorithm::Mopns));
    assert_eq!(
        (report.stop, report.bounds, report.counters.created),
        (Stop::Solved, (Outcome(1), Outcome(1)), 87_848)
    );
    let at_least =
        |rank| Question { goal: Goal::AtLeast(Outcome(rank)), ..Question::value(Algorithm::Pns) };
    assert_eq!(connect4("1111", &at_least(1)).counters.created, 30_682);
    assert_eq!(connect4("1111", &at_least(2)).counters.created, 40_223);
    let known =
        Question { strategy: Strategy::Known(Outcome(1)), ..Question::value(Algorithm::Pns) };
    assert_eq!(connect4("1111", &known).counters.created, 30_682 + 40_223);
}

/// Figures 1, 2 and 3 (with the numbers of figure 5) of Allis et al. 1994: a search that has expanded the nodes of the
/// figure selects the leaf that the paper calls most proving.
#[test]
fn the_most_proving_nodes_are_those_of_the_paper() {
    for (figure, goal, unknown, most_proving) in [
        ("pns-figure1", 1, "efh", "c h"),
        ("pns-figure2", 1, "ijklmfgh", "b e l"),
        ("pns-figure3", 3, "ijlg", "b e l"),
    ] {
        let path = format!("{}/../../examples/graphs/{figure}.json", env!("CARGO_MANIFEST_DIR"));
        let bytes = std::fs::read(&path).expect("an example file");
        let graph = foregone_games::graph_file::read(&bytes)
            .expect("a graph")
            .graph
            .acyclic()
            .expect("a tree");
        let question =
            Question { goal: Goal::AtLeast(Outcome(goal)), ..Question::value(Algorithm::Pns) };
        // Expand node after node until the search selects a leaf whose value the figure leaves open.
        let next = (1..).map(|nodes| {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let report =
                solve::<_, NeverReturns>(&graph, &graph.start(), Request::new(&question, limits))
                    .expect("a fair question");
            write_line(&graph, &graph.start(), &report.most_proving)
        });
        let is_unknown =
            |line: &String| line.chars().last().is_some_and(|leaf| unknown.contains(leaf));
        assert_eq!(next.take(50).find(is_unknown).as_deref(), Some(most_proving), "{figure}");
    }
}
