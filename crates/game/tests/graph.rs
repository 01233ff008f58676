//! Graphs: what the builder refuses, how cycles are found, and how a graph is written for Graphviz.

use foregone_game::graph::GraphBuilder;
use foregone_game::{Game, Graph, Notation, Outcome, Picture, Player, Scale};

/// A graph of `Max` turns with these moves; letters are nodes, and those without moves are wins.
fn graph(edges: &str) -> Graph {
    let mut builder = GraphBuilder::new(Scale::loss_draw_win().clone());
    let has_moves = |letter| edges.split(' ').any(|edge| edge.starts_with(letter));
    let ids: Vec<u32> = ('a'..='e')
        .map(|letter| match has_moves(letter) {
            true => builder.turn(&letter.to_string(), Player::Max),
            false => builder.over(&letter.to_string(), Outcome(2)),
        })
        .collect();
    for edge in edges.split(' ') {
        let ends: Vec<u32> = edge.bytes().map(|letter| ids[usize::from(letter - b'a')]).collect();
        builder.edge(ends[0], ends[1]);
    }
    builder.build(ids[0]).expect("a graph")
}

#[test]
fn the_builder_refuses_what_is_no_game() {
    let scale = || Scale::loss_draw_win().clone();
    let mut builder = GraphBuilder::new(scale());
    let start = builder.turn("a", Player::Max);
    let error = builder.clone().build(start).expect_err("no moves");
    assert_eq!(error.to_string(), "the position \"a\" has neither moves nor a value");
    let over = builder.over("b", Outcome(0));
    builder.edge(start, over);
    builder.edge(over, start);
    let error = builder.build(start).expect_err("moves after the end");
    assert_eq!(error.to_string(), "the finished position \"b\" has moves");
}

#[test]
fn cycles_are_found_and_named() {
    assert_eq!(graph("ab bc ac cd").find_cycle(), None);
    assert!(graph("ab bc ac cd").acyclic().is_ok());
    assert_eq!(graph("ab bc cb").find_cycle(), Some(vec!["b".into(), "c".into(), "b".into()]));
    assert_eq!(graph("aa ab").find_cycle(), Some(vec!["a".into(), "a".into()]), "a move to itself");
    let cycle = graph("ab cd dc").acyclic().expect_err("away from the start, too");
    assert_eq!(cycle.names, ["c", "d", "c"]);
    assert_eq!(cycle.graph.node_count(), 5, "the graph is given back");
}

#[test]
fn a_deep_graph_does_not_exhaust_the_stack() {
    let mut builder = GraphBuilder::new(Scale::loss_draw_win().clone());
    let nodes: Vec<u32> =
        (0..200_000).map(|index| builder.turn(&format!("n{index}"), Player::Min)).collect();
    let over = builder.over("over", Outcome(1));
    for pair in nodes.windows(2) {
        builder.edge(pair[0], pair[1]);
    }
    builder.edge(nodes[nodes.len() - 1], over);
    assert!(builder.build(nodes[0]).expect("a graph").acyclic().is_ok());
}

#[test]
fn graphviz_gets_every_node_and_move_with_names_quoted() {
    let mut builder = GraphBuilder::new(Scale::new(["bad", "go\"od"]));
    let start = builder.turn("a \"quoted\" \\n name", Player::Max);
    let reply = builder.turn("b", Player::Min);
    let over = builder.over("c", Outcome(1));
    builder.edge(start, reply);
    builder.named_edge(reply, over, "finish".to_owned());
    let graph = builder.build(start).expect("a graph");
    let expected = concat!(
        "digraph game {\n",
        r#"  "a \"quoted\" \\n name" [label="a \"quoted\" \\n name", shape=box, penwidth=2];"#,
        "\n",
        r#"  "b" [label="b", shape=circle];"#,
        "\n",
        r#"  "c" [label="c\n= go\"od", shape=plaintext];"#,
        "\n",
        r#"  "a \"quoted\" \\n name" -> "b";"#,
        "\n",
        r#"  "b" -> "c" [label="finish"];"#,
        "\n}\n"
    );
    assert_eq!(graph.dot(), expected);
}

#[test]
fn a_graph_is_played_and_shown_by_name() {
    let game = graph("ab ac bc");
    let start = game.start();
    assert_eq!(game.read_position("a"), Ok(start));
    assert!(game.read_position("z").expect_err("unknown").0.contains("no position named \"z\""));
    assert_eq!(game.read_move(&start, "c"), Ok(1));
    assert_eq!(game.text(&start), "a (first player moves) -> b, c\n");
    let mut position = start;
    game.play(&mut position, 1);
    assert_eq!(
        (game.outcome(&position), game.text(&position).as_str()),
        (Some(Outcome(2)), "c = win\n")
    );
    assert_eq!(game.successors(start).count(), 2);
    assert_eq!((game.edge_count(), game.name(position)), (3, "c"));
}
