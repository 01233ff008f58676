//! Retrograde analysis of small games, against a plain fixed point over positions that are found by searching forwards.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use foregone_game::random::{Random, Shape, cyclic_game, dag};
use foregone_game::{
    ExploreError, ExploreLimits, Explored, Game, Indexed, Keyed, Layered, Outcome, Player,
    PositionIndex,
};
use foregone_games::connect4::Score;
use foregone_games::{Connect4, Hounds, Mnk, Torere};
use foregone_tablebase::retro::verify::{LayerCheck, verify};
use foregone_tablebase::retro::{Control, Values, analyse};

static NEVER: AtomicBool = AtomicBool::new(false);

fn control(threads: usize) -> Control<'static> {
    Control { threads, stop: &NEVER, report: &|_| () }
}

/// Limits that allow this number of positions, whatever their size.
fn limits(positions: usize) -> ExploreLimits<'static> {
    ExploreLimits { positions, bytes: u64::MAX, stop: &NEVER, report: &|_| () }
}

fn build<G: Indexed>(game: &G, threads: usize) -> Values {
    let mut values = Values::new();
    for layer in 0..game.layers() {
        let next = analyse(game, layer, &values, &control(threads)).expect("values");
        values.push(next);
    }
    values
}

/// The values of all positions. For each question "at least this outcome?" an attractor finds the positions from which a
/// player can force the answer. Infinite play decides which player has to force something.
fn plain<G: Keyed>(explored: &Explored<G>, infinite: Option<Outcome>) -> HashMap<G::Key, Outcome> {
    let game = explored.game();
    let decoded: Vec<(usize, u32)> = (0..explored.layers())
        .flat_map(|layer| (0..explored.size(layer)).map(move |index| (layer, index)))
        .map(|(layer, index)| (layer, explored.decode(layer, index)))
        .collect();
    let positions: Vec<_> = decoded.iter().map(|&(_, number)| explored.position(number)).collect();
    let numbers: HashMap<G::Key, usize> =
        positions.iter().enumerate().map(|(at, position)| (game.key(position), at)).collect();
    let targets: Vec<Vec<usize>> = positions
        .iter()
        .map(|position| {
            let mut moves = Vec::new();
            if game.outcome(position).is_none() {
                game.moves(position, &mut moves);
            }
            let after = |&mv: &G::Move| {
                let mut to = (*position).clone();
                game.play(&mut to, mv);
                numbers[&game.key(&to)]
            };
            moves.iter().map(after).collect()
        })
        .collect();
    let mut values = vec![game.scale().worst(); positions.len()];
    for bound in game.scale().outcomes().skip(1) {
        // The player who has to force something must reach it after finitely many moves.
        let owner = match infinite {
            Some(outcome) if outcome >= bound => Player::Min,
            _ => Player::Max,
        };
        let wanted = |outcome: Outcome| (outcome >= bound) == (owner == Player::Max);
        let mut reached: Vec<bool> =
            positions.iter().map(|position| game.outcome(position).is_some_and(wanted)).collect();
        loop {
            let grows = |&at: &usize| {
                !reached[at]
                    && !targets[at].is_empty()
                    && if game.player(positions[at]) == owner {
                        targets[at].iter().any(|&to| reached[to])
                    } else {
                        targets[at].iter().all(|&to| reached[to])
                    }
            };
            let grown: Vec<usize> = (0..positions.len()).filter(grows).collect();
            if grown.is_empty() {
                break;
            }
            grown.into_iter().for_each(|at| reached[at] = true);
        }
        for (value, reached) in values.iter_mut().zip(reached) {
            if reached == (owner == Player::Max) {
                *value = bound;
            }
        }
    }
    positions.iter().map(|position| game.key(position)).zip(values).collect()
}

/// Builds the values with one thread and with two, compares them with the plain ones and verifies them. Returns the value
/// of the start.
fn compare<G: Keyed>(explored: &Explored<G>, infinite: Option<Outcome>) -> String {
    let game = explored.game();
    let values = build(explored, 1);
    assert_eq!(values, build(explored, 2));
    let plain = plain(explored, infinite);
    for layer in 0..explored.layers() {
        let verdict = verify(explored, layer, &values, &control(1)).expect("a verdict");
        assert!(matches!(verdict, LayerCheck::Correct { .. }), "{verdict:?} in layer {layer}");
        for (index, &value) in (0..).zip(&values[layer]) {
            let decoded = explored.decode(layer, index);
            assert_eq!(explored.index(layer, decoded), index);
            let position = explored.position(decoded);
            assert_eq!(explored.find(game, position), Some((layer, decoded)));
            let outcome = explored.outcome(game, position, value);
            assert_eq!(outcome, plain[&game.key(position)]);
        }
    }
    let (layer, decoded) = explored.find(game, &game.start()).expect("the start");
    let value = values[layer][explored.index(layer, decoded) as usize];
    game.scale().name(explored.outcome(game, &game.start(), value)).to_owned()
}

#[test]
fn random_graphs_with_cycles() {
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let shape = Shape {
            outcomes: 2 + random.below(6),
            depth: 2 + random.below(6),
            width: 1 + random.below(4),
            early_end: random.below(30),
            alternate: random.percent(50),
        };
        let (wide, back) = (1 + random.below(8), random.below(60));
        let game = cyclic_game(&mut random, &shape, wide, back);
        let infinite = foregone_game::Cyclic::infinite(&game, &game.start());
        compare(&Explored::cyclic(game, &limits(1000)).expect("a small game"), Some(infinite));
    }
}

#[test]
fn random_graphs_without_cycles() {
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let shape =
            Shape { outcomes: 5, depth: 6, width: 3, early_end: 10, alternate: seed % 2 == 0 };
        let game = dag(&mut random, &shape, 6).acyclic().expect("no cycle");
        let explored = Explored::acyclic(game, &limits(1000)).expect("a small game");
        assert!((0..explored.layers()).all(|layer| explored.is_acyclic(layer)));
        compare(&explored, None);
    }
}

#[test]
fn games_without_cycles() {
    let mnk = |columns, rows, align| {
        let game = Mnk::new(columns, rows, align).expect("a board");
        compare(&Explored::acyclic(game, &limits(100_000)).expect("a small game"), None)
    };
    assert_eq!(mnk(3, 3, 3), "draw");
    assert_eq!(mnk(4, 2, 2), "win");
    let connect4 = Connect4::<u64>::new(4, 3, Score::default()).expect("a board");
    compare(&Explored::acyclic(connect4, &limits(100_000)).expect("a small game"), None);
}

#[test]
fn games_with_cycles() {
    let torere = Explored::cyclic(Torere::new(), &limits(10_000)).expect("a small game");
    assert_eq!(compare(&torere, Some(Outcome(1))), "draw");
    let hounds = Explored::cyclic(Hounds::default(), &limits(100_000)).expect("a small game");
    let infinite = foregone_game::Cyclic::infinite(hounds.game(), &hounds.game().start());
    compare(&hounds, Some(infinite));
}

#[test]
fn a_game_with_too_many_positions_is_refused() {
    let refused = Explored::acyclic(Mnk::new(3, 3, 3).expect("a board"), &limits(100)).err();
    assert!(refused.expect("a refusal").to_string().contains("more than 100 positions"));
}

/// The game has 5,478 positions.
#[test]
fn a_game_that_does_not_fit_into_memory_is_refused() {
    let game = Mnk::new(3, 3, 3).expect("a board");
    let whole = Explored::acyclic(game.clone(), &limits(10_000)).expect("room");
    let half = ExploreLimits { bytes: whole.bytes() / 2, ..limits(10_000) };
    let refused = Explored::acyclic(game.clone(), &half).err();
    assert!(
        matches!(
            refused,
            Some(ExploreError::Memory { found, expanded, needed })
                if (500..5478).contains(&found) && expanded < found && needed > half.bytes
        ),
        "{refused:?}"
    );
    let enough = ExploreLimits { bytes: 8 * whole.bytes(), ..limits(10_000) };
    assert!(Explored::acyclic(game, &enough).is_ok());
}

#[test]
fn it_is_not_explored_further_when_told_to_stop() {
    let stop = AtomicBool::new(true);
    let refused = Explored::acyclic(
        Mnk::new(3, 3, 3).expect("a board"),
        &ExploreLimits { stop: &stop, ..limits(10_000) },
    );
    assert_eq!(refused.err(), Some(ExploreError::Stopped));
}

/// Two positions lead to each other, and from the first one the first player can also end the game. Wrong values of the two
/// positions are consistent with each other but not with the end.
#[test]
fn values_that_only_support_each_other_are_refused() {
    let mut builder =
        foregone_game::graph::GraphBuilder::new(foregone_game::Scale::loss_draw_win().clone());
    let first = builder.turn("first", Player::Max);
    let second = builder.turn("second", Player::Min);
    let end = builder.over("end", Outcome(0));
    builder.edge(first, second);
    builder.edge(second, first);
    builder.edge(first, end);
    let graph = builder.build(first).expect("a graph").cyclic(Outcome(1));
    let explored = Explored::cyclic(graph, &limits(10)).expect("a small game");
    let mut values = build(&explored, 1);
    let top = explored.layers() - 1;
    assert_eq!(values[top], [0, 0]);
    values[top] = vec![1, -1];
    let verdict = verify(&explored, top, &values, &control(1)).expect("a verdict");
    assert_eq!(verdict, LayerCheck::Unfounded { index: 0 });
}

/// Reports come while positions are found, never go back, and the last one says that all of them were expanded.
#[test]
fn enumeration_reports_its_progress() {
    let reports = std::sync::Mutex::new(Vec::new());
    let report = |progress| reports.lock().expect("no panic").push(progress);
    let game = Connect4::<u64>::new(4, 4, Score::Result).expect("a board");
    let whole = Explored::acyclic(game, &ExploreLimits { report: &report, ..limits(1 << 20) });
    let whole = whole.expect("a small game");
    let all: u64 = (0..whole.layers()).map(|layer| whole.size(layer)).sum();
    let reports = reports.into_inner().expect("no panic");
    assert!(reports.len() as u64 > all / 4096, "{} reports", reports.len());
    assert!(reports.is_sorted_by_key(|report| (report.found, report.expanded, report.bytes)));
    let last = reports.last().expect("a report");
    assert_eq!((last.found as u64, last.expanded as u64), (all, all));
}
