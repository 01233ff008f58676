//! Minimax and alpha-beta on thousands of random games, compared with a simple fixpoint computation.

use foregone_game::graph::{CyclicGraph, Graph, GraphBuilder};
use foregone_game::random::{Random, Shape, cyclic, dag, tree};
use foregone_game::{Cyclic, Game, Outcome, Player, Scale, TableKeyed};
use foregone_games::connect4::{Connect4, Position, Score};

use crate::alpha_beta::{AlphaBetaResult, Mode, Task, search};
use crate::class::NeverReturns;
use crate::current_line::Infinite;
use crate::limits::{Limits, Meter, Stop};
use crate::minimax::minimax;
use crate::options::{Algorithm, Question};
use crate::request::Request;
use crate::solve::solve;
use crate::table::Table;

/// A task for one thread.
fn one_thread<G: TableKeyed>(
    range: (Outcome, Outcome),
    infinite: Option<Infinite<G>>,
    mode: Mode,
) -> Task<G> {
    Task { range, infinite, mode, threads: (1, 0) }
}

/// The value of every node by a fixpoint for each question "at least this?", where infinite play has a given value.
fn values<const KIND: u8>(graph: &Graph<KIND>, infinite: Outcome) -> Vec<Outcome> {
    let count = graph.node_count();
    let mut values = vec![Outcome(0); count];
    for goal in 1..graph.scale().len() as u8 {
        // The least fixpoint if infinite play misses the goal, the greatest if infinite play reaches it.
        let mut holds = vec![infinite.0 >= goal; count];
        let mut changed = true;
        while changed {
            changed = false;
            for node in 0..count as u32 {
                let mut next = graph.successors(node).map(|child| holds[child as usize]);
                let now = match (graph.outcome(&node), graph.player(&node)) {
                    (Some(outcome), _) => outcome.0 >= goal,
                    (None, Player::Max) => next.any(|holds| holds),
                    (None, Player::Min) => next.all(|holds| holds),
                };
                changed |= now != holds[node as usize];
                holds[node as usize] = now;
            }
        }
        for (value, holds) in values.iter_mut().zip(holds) {
            if holds {
                *value = Outcome(goal);
            }
        }
    }
    values
}

/// A random tree, DAG or graph with cycles, and the value of infinite play in the last case.
fn random_game(random: &mut Random) -> (CyclicGraph, Option<Infinite<CyclicGraph>>) {
    let shape = Shape {
        outcomes: 2 + random.below(10),
        depth: 2 + random.below(5),
        width: 1 + random.below(4),
        early_end: random.below(40),
        alternate: random.percent(60),
    };
    match random.below(3) {
        0 => (tree(random, &shape).cyclic(Outcome(0)), None),
        1 => (dag(random, &shape, 5).cyclic(Outcome(0)), None),
        _ => {
            let shape = Shape { depth: 2 + random.below(3), width: 1 + random.below(3), ..shape };
            let infinite = Outcome(random.below(shape.outcomes) as u8);
            let back = 10 + random.below(50);
            (cyclic(random, &shape, 3, back).cyclic(infinite), Some(CyclicGraph::infinite))
        }
    }
}

/// A random game with the values of all its nodes.
struct Sample {
    /// For what else a test draws.
    random: Random,
    graph: CyclicGraph,
    infinite: Option<Infinite<CyclicGraph>>,
    values: Vec<Outcome>,
    /// The value of the start.
    value: Outcome,
    /// All outcomes.
    range: (Outcome, Outcome),
}

impl Sample {
    fn new(seed: u64) -> Sample {
        let mut random = Random::new(seed);
        let (graph, infinite) = random_game(&mut random);
        let values = values(&graph, graph.infinite(&graph.start()));
        let value = values[graph.start() as usize];
        let range = (graph.scale().worst(), graph.scale().best());
        Sample { random, graph, infinite, values, value, range }
    }
}

fn table(bytes: u64) -> Table {
    Table::new(bytes, 32, 0).expect("room for a bucket")
}

fn tables() -> [Option<Table>; 3] {
    [None, Some(table(1 << 16)), Some(table(Table::bucket_bytes(32, 0)))]
}

fn find(
    graph: &CyclicGraph,
    task: &Task<CyclicGraph>,
    table: Option<&Table>,
    nodes: Option<u64>,
) -> (AlphaBetaResult<u16>, u64) {
    let mut meter = Meter::new(Limits { nodes, ..Limits::default() });
    let finding = search(graph, &graph.start(), task, table, &mut meter, &mut |_, _| {});
    (finding, meter.counters.created)
}

/// Whether a line consists of legal moves.
fn is_line(graph: &CyclicGraph, line: &[u16]) -> bool {
    let mut position = graph.start();
    line.iter().all(|&mv| {
        let mut moves = Vec::new();
        if graph.outcome(&position).is_none() {
            graph.moves(&position, &mut moves);
        }
        let legal = moves.contains(&mv);
        if legal {
            graph.play(&mut position, mv);
        }
        legal
    })
}

/// Checks that all entries of a table are true.
fn check_table(table: &Table, values: &[Outcome], context: &dyn core::fmt::Debug) {
    for (node, value) in values.iter().enumerate() {
        if let Some(entry) = table.probe(node as u128) {
            let (low, high) = (entry.facts.low, entry.facts.high);
            assert!(low <= value.0 && value.0 <= high, "{context:?}: {low}..{high}, not {value:?}");
        }
    }
}

#[test]
fn all_searches_agree_with_the_fixpoint() {
    for seed in 0..4000 {
        let Sample { graph, infinite, values, value, range, .. } = Sample::new(seed);
        let mut meter = Meter::new(Limits { nodes: Some(200_000), ..Limits::default() });
        match minimax(&graph, &graph.start(), infinite, &mut meter) {
            Ok(found) => assert_eq!(found, value, "{seed}"),
            Err(stop) => assert_eq!((stop, meter.counters.created), (Stop::Nodes, 200_000)),
        }
        for mode in [Mode::Deepening, Mode::Full] {
            let task = one_thread(range, infinite, mode);
            for table in tables() {
                let (finding, _) = find(&graph, &task, table.as_ref(), None);
                let context = (seed, mode, table.as_ref().map(Table::bytes));
                assert_eq!(finding.stop, Stop::Solved, "{context:?}");
                assert_eq!(finding.bounds, (value, value), "{context:?}");
                assert!(is_line(&graph, &finding.line), "{context:?} {:?}", finding.line);
                if let Some(table) = table {
                    check_table(&table, &values, &context);
                }
            }
        }
    }
}

/// Several threads find the same value as one thread, and all entries of their table are true.
#[test]
fn threads_agree_with_the_fixpoint() {
    for seed in 0..1500 {
        let Sample { mut random, graph, infinite, values, value, range } = Sample::new(seed);
        let threads = (2 + random.below(3), random.below(20) as u64);
        let task = Task { threads, ..one_thread(range, infinite, Mode::Full) };
        for table in tables().into_iter().flatten() {
            let (finding, _) = find(&graph, &task, Some(&table), None);
            let context = (seed, threads, table.bytes());
            assert_eq!(
                (finding.stop, finding.bounds),
                (Stop::Solved, (value, value)),
                "{context:?}"
            );
            assert!(is_line(&graph, &finding.line), "{context:?} {:?}", finding.line);
            check_table(&table, &values, &context);
        }
    }
}

/// Boards on which threads meet, with tables that are too small, that grow, and that are large enough.
#[test]
fn threads_agree_on_connect_four() {
    for (columns, rows, score) in
        [(5, 4, Score::Result), (4, 5, Score::Result), (5, 5, Score::Result), (5, 4, Score::Pons)]
    {
        let game = connect4(columns, rows, score);
        let range = (game.scale().worst(), game.scale().best());
        let value = value_of(&game, &game.start(), Mode::Full);
        for (bytes, threads, alone) in [(1 << 12, 3, 100), (1 << 17, 2, 1000), (1 << 24, 4, 0)] {
            let table = Table::new(bytes, game.table_key_bits(), 0).expect("room");
            let threads = (threads, alone);
            let task = Task { threads, ..one_thread(range, None, Mode::Full) };
            let mut meter = Meter::new(Limits::default());
            let start = game.start();
            let finding = search(&game, &start, &task, Some(&table), &mut meter, &mut |_, _| {});
            assert_eq!(finding.bounds, (value, value), "{columns}x{rows} {bytes}");
            let task = one_thread(range, None, Mode::Full);
            let again = search(&game, &start, &task, Some(&table), &mut meter, &mut |_, _| {});
            assert_eq!(again.bounds, (value, value), "what is in the table, {bytes}");
        }
    }
}

#[test]
fn a_range_is_answered_as_far_as_it_goes() {
    for seed in 0..2000 {
        let Sample { mut random, graph, infinite, value, .. } = Sample::new(seed);
        let outcomes = graph.scale().len();
        let low = random.below(outcomes - 1);
        let high = low + 1 + random.below(outcomes - 1 - low);
        let range = (Outcome(low as u8), Outcome(high as u8));
        for mode in [Mode::Deepening, Mode::Full] {
            for table in tables() {
                let (finding, _) =
                    find(&graph, &one_thread(range, infinite, mode), table.as_ref(), None);
                let (at_least, at_most) = finding.bounds;
                let context = (seed, mode, range, finding.bounds, value);
                assert_eq!(finding.stop, Stop::Solved, "{context:?}");
                assert!(at_least <= value && value <= at_most, "{context:?}");
                assert!(
                    at_least == at_most || at_least >= range.1 || at_most <= range.0,
                    "{context:?}"
                );
            }
        }
    }
}

#[test]
fn node_limits_are_kept_and_never_lead_to_a_false_bound() {
    let mut stopped = 0;
    for seed in 0..1500 {
        let Sample { mut random, graph, infinite, values, value, range } = Sample::new(seed);
        let nodes = 1 + random.below(60) as u64;
        for mode in [Mode::Deepening, Mode::Full] {
            for table in tables() {
                let task = one_thread(range, infinite, mode);
                let (finding, created) = find(&graph, &task, table.as_ref(), Some(nodes));
                let context = (seed, mode, nodes, finding.bounds, value);
                assert!(finding.bounds.0 <= value && value <= finding.bounds.1, "{context:?}");
                assert!(created <= nodes, "{context:?}: {created}");
                if finding.stop == Stop::Nodes {
                    assert_eq!(created, nodes, "{context:?}");
                    stopped += 1;
                } else {
                    assert_eq!(finding.bounds, (value, value), "{context:?}");
                }
                if let Some(table) = table {
                    check_table(&table, &values, &context);
                }
            }
        }
    }
    assert!(stopped > 500, "only {stopped} searches were stopped");
}

#[test]
fn a_table_serves_several_searches() {
    for seed in 0..500 {
        let Sample { graph, infinite, values, value, range, .. } = Sample::new(seed);
        let table = table(1 << 16);
        for mode in [Mode::Deepening, Mode::Full, Mode::Deepening, Mode::Full] {
            let (finding, _) = find(&graph, &one_thread(range, infinite, mode), Some(&table), None);
            assert_eq!(finding.bounds, (value, value), "{seed} {mode:?}");
            check_table(&table, &values, &(seed, mode));
        }
    }
}

/// A Max root with two moves, each to a Min position with two moves:
///
/// ```text
///        r (Max)
///      /         \
///    a (Min)      b (Min)
///   /   \        /   \
///  1     2      0     2
/// ```
///
/// Iteration 1 visits r, a and b for Max, r and a for Min (a may be worth 2, as much as anything), and finds nothing.
/// Iteration 2 visits, for Max, r, a, both
/// leaves of a, b and its first leaf: 0 is no better than the 1 that a is worth, so the last leaf is cut off. For Min the
/// first leaf of either is enough to see that Max does not get more than 1.
#[test]
fn nodes_are_counted_as_in_the_paper() {
    let mut builder = GraphBuilder::new(Scale::loss_draw_win().clone());
    let root = builder.turn("r", Player::Max);
    for (name, leaves) in [("a", [1, 2]), ("b", [0, 2])] {
        let node = builder.turn(name, Player::Min);
        builder.edge(root, node);
        for (place, leaf) in leaves.into_iter().enumerate() {
            let leaf = builder.over(&format!("{name}{place}"), Outcome(leaf));
            builder.edge(node, leaf);
        }
    }
    let graph = builder.build(root).expect("a graph").cyclic(Outcome(1));
    let range = (Outcome(0), Outcome(2));
    let task = one_thread(range, None, Mode::Deepening);
    let (finding, created) = find(&graph, &task, None, None);
    assert_eq!((finding.bounds, finding.line), ((Outcome(1), Outcome(1)), vec![0]));
    assert_eq!((finding.counted, created), (2 + 1 + 3 + 2, 3 + 2 + 6 + 5));
    let mut meter = Meter::new(Limits::default());
    assert_eq!(minimax(&graph, &root, None, &mut meter), Ok(Outcome(1)));
    assert_eq!((meter.counters.created, meter.counters.expanded), (7, 3));
}

/// A line of thousands of plies in a game without branching.
#[test]
fn long_lines_do_not_overflow_the_stack() {
    const PLIES: u32 = 5000;
    let mut builder = GraphBuilder::new(Scale::loss_draw_win().clone());
    let mut last = builder.turn("0", Player::Max);
    for ply in 1..PLIES {
        let player = if ply % 2 == 0 { Player::Max } else { Player::Min };
        let next = builder.turn(&ply.to_string(), player);
        builder.edge(last, next);
        last = next;
    }
    let end = builder.over("end", Outcome(2));
    builder.edge(last, end);
    let graph = builder.build(0).expect("a graph").cyclic(Outcome(1));
    let range = (Outcome(0), Outcome(2));
    for infinite in [None, Some(CyclicGraph::infinite as Infinite<CyclicGraph>)] {
        let mut meter = Meter::new(Limits::default());
        assert_eq!(minimax(&graph, &0, infinite, &mut meter), Ok(Outcome(2)));
        for table in [None, Some(table(1 << 20))] {
            let task = one_thread(range, infinite, Mode::Full);
            let (finding, _) = find(&graph, &task, table.as_ref(), None);
            assert_eq!(finding.bounds, (Outcome(2), Outcome(2)));
            // A table that has grown may have lost some entries.
            let kept = if table.is_none() { PLIES } else { 1000 };
            assert!(finding.line.len() >= kept as usize, "{}", finding.line.len());
        }
    }
    let task = one_thread(range, None, Mode::Deepening);
    let (finding, _) = find(&graph, &task, Some(&table(1 << 20)), Some(2_000_000));
    assert_eq!(finding.stop, Stop::Nodes, "iterations up to depth 2000 visit two million nodes");
}

fn connect4(columns: u32, rows: u32, score: Score) -> Connect4 {
    Connect4::new(columns, rows, score).expect("a board")
}

fn value_of(game: &Connect4, root: &Position, mode: Mode) -> Outcome {
    let table = Table::new(1 << 24, game.table_key_bits(), 0).expect("room");
    let task = one_thread((game.scale().worst(), game.scale().best()), None, mode);
    let mut meter = Meter::new(Limits::default());
    let finding = search(game, root, &task, Some(&table), &mut meter, &mut |_, _| {});
    assert_eq!((finding.stop, finding.bounds.0), (Stop::Solved, finding.bounds.1));
    finding.bounds.0
}

/// Values of the empty boards, from Tromp's table.
#[test]
fn small_connect_four_boards_have_their_known_values() {
    for (columns, rows, value) in [(4, 4, 1), (5, 4, 1), (4, 5, 1), (6, 4, 0), (5, 5, 1), (4, 6, 1)]
    {
        let game = connect4(columns, rows, Score::Result);
        assert_eq!(value_of(&game, &game.start(), Mode::Full), Outcome(value), "{columns}x{rows}");
    }
}

/// Best-first search uses neither static bounds nor move scores, so it checks those of Connect Four on the real board.
#[test]
fn late_connect_four_positions_agree_with_best_first_search() {
    let (plain, scored) = (connect4(7, 6, Score::Result), connect4(7, 6, Score::Pons));
    let mut checked = 0;
    for seed in 0.. {
        let mut random = Random::new(seed);
        let (mut root, mut moves) = (plain.start(), Vec::new());
        for _ in 0..27 {
            moves.clear();
            plain.moves(&root, &mut moves);
            plain.play(&mut root, moves[random.below(moves.len())]);
            if plain.outcome(&root).is_some() {
                break;
            }
        }
        if plain.outcome(&root).is_some() {
            continue;
        }
        let best_first = |game: &Connect4| {
            let question = Question::value(Algorithm::Mopns);
            let report =
                solve::<_, NeverReturns>(game, &root, Request::new(&question, Limits::default()));
            report.expect("a fair question").bounds.0
        };
        for game in [&plain, &scored] {
            let value = best_first(game);
            for mode in [Mode::Full, Mode::Deepening] {
                assert_eq!(value_of(game, &root, mode), value, "seed {seed}, {mode:?}");
            }
        }
        checked += 1;
        if checked == 40 {
            break;
        }
    }
}
