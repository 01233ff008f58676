//! Whole games by layers: against the graph of all positions, against searches, against reference values, and against
//! forged values.

use std::sync::atomic::AtomicBool;

use foregone_chance::cyclic;
use foregone_chance::fraction::{Fraction, read};
use foregone_chance::games::darkchess::DarkLayers;
use foregone_chance::games::ewn::EwnLayers;
use foregone_chance::games::{DarkChess, Ewn, Opened, open};
use foregone_chance::layers::{
    BuildError, Extent, Layered, Memory, Number, Source, Store, VerifyError, build, build_bytes,
    look_up, verify,
};
use foregone_chance::limits::{Limits, Stop};
use foregone_chance::search::{Options, solve};
use foregone_chance::{ChanceGame, ChanceNotation, Turn, Utility};
use foregone_game::random::Random;

fn number(text: &str) -> Fraction {
    read(text).unwrap_or_else(|| panic!("{text} is no number"))
}

fn is_thorough() -> bool {
    std::env::var_os("FOREGONE_THOROUGH").is_some()
}

fn dark(spelling: &str) -> DarkChess {
    match open(spelling) {
        Ok(Opened::DarkChess(game)) => game,
        other => panic!("{spelling}: {other:?}"),
    }
}

fn ewn(spelling: &str) -> Ewn {
    match open(spelling) {
        Ok(Opened::Ewn(game)) => game,
        other => panic!("{spelling}: {other:?}"),
    }
}

fn dark_layers(game: &DarkChess, utility: &str) -> DarkLayers<i32> {
    let utility = Utility::read(utility, game.scale()).expect("a utility");
    DarkLayers::new(game, &utility).expect("a small board")
}

fn built<G: Layered>(layers: &G) -> Memory<G::Number> {
    let mut memory = Memory::default();
    build(layers, &mut memory, Limits::default(), &mut |_| ()).expect("no limit");
    memory
}

fn value<G: Layered>(
    layers: &G,
    memory: &Memory<G::Number>,
    position: &<G::Game as ChanceGame>::Position,
) -> Option<Fraction> {
    let common = Fraction::from_integer(layers.common().into());
    let worth = |outcome: foregone_game::Outcome| {
        Fraction::from_integer(layers.worths()[usize::from(outcome.0)].into()) / &common
    };
    let known = &mut |at: &_, (layer, index): (usize, usize)| {
        Ok::<_, ()>(layers.value(at, memory.layers()[layer][index]))
    };
    look_up(layers, position, &worth, known).expect("memory does not fail")
}

fn verified<G: Layered>(layers: &G, memory: &mut Memory<G::Number>) -> u64 {
    let verified = verify(layers, memory, Extent::Complete, Limits::default(), &mut |_| ());
    verified.unwrap_or_else(|error| panic!("{}: {error:?}", layers.name()))
}

/// The positions of the graph are those that can be reached; the layers have all of them.
#[test]
fn every_position_is_worth_what_the_graph_says() {
    for (spelling, utilities) in [
        ("darkchess:1x4,pieces=KC", &["score", "win", "not-lose"][..]),
        ("darkchess:2x2,pieces=KP", &["score", "win", "not-lose"]),
        ("darkchess:2x2,pieces=KC", &["score", "win", "loss=-3,draw=1/2,win=2"]),
        ("darkchess:2x2,pieces=C,min-pieces=GPP", &["score", "win", "not-lose"]),
        ("darkchess:2x3,pieces=PPP", &["score", "win"]),
        ("darkchess:2x3,pieces=CCP", &["score"]),
        ("darkchess:3x2,pieces=KP,min-pieces=CCRN", &["not-lose"]),
    ] {
        let game = dark(spelling);
        for name in utilities {
            let layers = dark_layers(&game, name);
            let mut memory = built(&layers);
            let utility = Utility::read(name, game.scale()).expect("a utility");
            let graph = cyclic::solve(&game, &game.start(), &utility, Limits::default());
            let graph = graph.expect("no limit");
            for node in 0..graph.graph().len() {
                let position = graph.graph().position(node);
                let found = value(&layers, &memory, position);
                let written = || game.write_position(position);
                assert_eq!(found, Some(graph.value_of(node)), "{spelling} {name} {}", written());
            }
            verified(&layers, &mut memory);
        }
    }
}

/// The references were computed by an independent program in fractions.
#[test]
fn reference_values_of_dark_chess() {
    for (spelling, utility, expected) in [
        ("darkchess:2x3,pieces=KCP", "score", "-23/360"),
        ("darkchess:2x3,pieces=KCP", "win", "29/72"),
        ("darkchess:2x3,pieces=KCP", "not-lose", "193/360"),
        ("darkchess:2x3,pieces=GCP", "score", "-1/60"),
        ("darkchess:2x3,pieces=KGM", "score", "13/45"),
        ("darkchess:2x4,pieces=KPPP", "score", "-9/40"),
        ("darkchess:2x4,pieces=KPPP", "win", "193/560"),
        ("darkchess:2x4,pieces=KPPP", "not-lose", "241/560"),
        ("darkchess:2x4,pieces=CPPP", "score", "-17/560"),
    ] {
        let game = dark(spelling);
        let layers = dark_layers(&game, utility);
        let found = value(&layers, &built(&layers), &game.start());
        assert_eq!(found, Some(number(expected)), "{spelling} {utility}");
    }
}

/// Who wants to win and who does not want to lose play the same game: tables of one tell the other.
#[test]
fn exchanged_players_tell_the_opposite() {
    let game = dark("darkchess:2x2,pieces=KC");
    let (win, not_lose) = (dark_layers(&game, "win"), dark_layers(&game, "not-lose"));
    let (win_values, not_lose_values) = (built(&win), built(&not_lose));
    let mut compared = 0;
    for layer in 0..win.layers() {
        for index in 0..win.size(layer) {
            let Some(position) = win.position(layer, index) else { continue };
            let other = DarkLayers::<i32>::exchanged(&position);
            assert_eq!(DarkLayers::<i32>::exchanged(&other), position);
            let (layer, index) = not_lose.locate(&other).expect("the same pieces");
            let opposite = not_lose.value(&other, not_lose_values.layers()[layer][index]);
            let direct = value(&win, &win_values, &position).expect("a position");
            assert_eq!(direct, number("1") - opposite);
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared} positions");
}

/// Positions after random play, before the roll or after it, against Star2 with a table.
fn compare_with_search(game: &Ewn, layers: &EwnLayers<i64>, memory: &Memory<i64>, plays: usize) {
    let mut random = Random::new(7);
    for _ in 0..plays {
        let (mut position, mut moves, mut is_known) = (game.start(), Vec::new(), true);
        while !matches!(game.turn(&position), Turn::Over(_)) {
            // After a roll the positions that follow are in lower layers.
            if let Some((layer, _)) = layers.locate(&position) {
                is_known = layer < memory.layers().len();
            }
            if is_known && random.below(3) == 0 {
                let utility = game.utility();
                let options = Options::default();
                let answer = solve(game, &position, &utility, options, Limits::default());
                let found = value(layers, memory, &position);
                assert_eq!(found.as_ref(), answer.value(), "{}", game.write_position(&position));
            }
            moves.clear();
            game.moves(&position, &mut moves);
            game.play(&mut position, moves[random.below(moves.len())]);
        }
    }
}

/// The references were computed by an independent program in fractions.
#[test]
fn ewn_on_small_boards() {
    for (spelling, expected) in [
        ("ewn:3x3,stones=3", "170/243"),
        ("ewn:3x3,stones=3,min=132", "56/81"),
        ("ewn:3x3,stones=3,max=213", "50/81"),
        ("ewn:3x3,stones=3,max=213,min=213", "143/243"),
    ] {
        let game = ewn(spelling);
        let layers = EwnLayers::<i64>::new(&game).expect("a small board");
        let mut memory = built(&layers);
        let found = value(&layers, &memory, &game.start());
        assert_eq!(found, Some(number(expected)), "{spelling}");
        compare_with_search(&game, &layers, &memory, 20);
        verified(&layers, &mut memory);
    }
    for spelling in ["ewn:3x4,stones=1,die=2", "ewn:3x3,stones=3,die=4", "ewn:4x3,stones=3,die=2"] {
        let game = ewn(spelling);
        let layers = EwnLayers::<i64>::new(&game).expect("a small board");
        let memory = built(&layers);
        compare_with_search(&game, &layers, &memory, 20);
    }
}

/// With one stone each the second player wins if and only if the longer side is odd and twice the shorter one is at most one
/// more (an independent program found that for all boards up to 20x20).
#[test]
fn ewn_with_one_stone() {
    for (columns, rows) in (2..=9).flat_map(|columns| (2..=9).map(move |rows| (columns, rows))) {
        let game = Ewn::new(columns, rows, 1).expect("room for one stone");
        let layers = EwnLayers::<i32>::new(&game).expect("a small board");
        let (longer, shorter) = (columns.max(rows), columns.min(rows));
        let is_lost = longer % 2 == 1 && 2 * shorter <= longer + 1;
        let expected = number(if is_lost { "0" } else { "1" });
        let found = value(&layers, &built(&layers), &game.start());
        assert_eq!(found, Some(expected), "{columns}x{rows}");
    }
}

/// Memory that breaks down before a layer.
struct Failing<N> {
    memory: Memory<N>,
    fails_at: usize,
    loaded: Vec<usize>,
}

impl<N: Number> Source<N> for Failing<N> {
    type Error = usize;

    fn finished(&self) -> usize {
        self.memory.finished()
    }

    fn load(&mut self, layer: usize) -> Result<Vec<N>, usize> {
        self.loaded.push(layer);
        self.memory.load(layer).map_err(|error| match error {})
    }
}

impl<N: Number> Store<N> for Failing<N> {
    fn save(&mut self, layer: usize, values: &[N]) -> Result<(), usize> {
        if layer == self.fails_at {
            return Err(layer);
        }
        self.memory.save(layer, values).map_err(|error| match error {})
    }
}

#[test]
fn a_build_goes_on_after_the_last_finished_layer() {
    let game = dark("darkchess:2x3,pieces=GCP");
    let layers = dark_layers(&game, "win");
    let whole = built(&layers);
    let mut failing = Failing { memory: Memory::default(), fails_at: 0, loaded: Vec::new() };
    for layer in 0..layers.layers() {
        failing.fails_at = layer;
        failing.loaded.clear();
        let ending = build(&layers, &mut failing, Limits::default(), &mut |_| ());
        assert_eq!(ending, Err(BuildError::Store(layer)));
        assert!(failing.loaded.iter().all(|&loaded| loaded < layer));
        failing.fails_at = layer + 1;
        let ending = build(&layers, &mut failing, Limits::default(), &mut |_| ());
        assert_eq!(ending.is_ok(), layer + 1 == layers.layers());
    }
    assert_eq!(failing.memory.layers(), whole.layers());
    assert!(failing.loaded.len() < layers.layers(), "not all layers are needed at the end");
    let flag = AtomicBool::new(true);
    let limits = Limits { interrupt: Some(&flag), ..Limits::default() };
    let stopped = build(&layers, &mut Memory::default(), limits, &mut |_| ());
    assert_eq!(stopped, Err(BuildError::Stopped(Stop::Interrupted)));
}

#[test]
fn a_changed_value_is_noticed() {
    let game = dark("darkchess:2x2,pieces=KC");
    let layers = dark_layers(&game, "win");
    let right = built(&layers);
    for layer in 0..layers.layers() {
        for index in (0..layers.size(layer)).filter(|&i| layers.position(layer, i).is_some()) {
            let mut forged = right.layers().to_vec();
            forged[layer][index] += if index % 2 == 0 { 1 } else { -1 };
            let found = verify_values(&layers, &forged);
            let fault = found.expect_err("a changed value");
            assert!(fault.layer >= layer, "{fault:?}");
        }
    }
}

fn verify_values<G: Layered>(
    layers: &G,
    values: &[Vec<G::Number>],
) -> Result<u64, foregone_chance::layers::Fault> {
    let mut memory = Memory::default();
    for (layer, values) in values.iter().enumerate() {
        memory.save(layer, values).expect("memory does not fail");
    }
    match verify(layers, &mut memory, Extent::Complete, Limits::default(), &mut |_| ()) {
        Ok(seen) => Ok(seen),
        Err(VerifyError::Wrong(fault)) => Err(fault),
        Err(other) => panic!("{other:?}"),
    }
}

/// Values that support each other in a circle fit all turns, and still are no values: only marks tell them apart. They are
/// made by calling all draws of a layer wins of the first player, and taking back what does not fit.
#[test]
fn a_promise_that_nothing_forces_is_noticed() {
    let game = dark("darkchess:2x3,pieces=CCP");
    let layers = dark_layers(&game, "win");
    let right = built(&layers);
    // Nothing is dark and two pieces are left: a cannon and a pawn cannot capture each other.
    let layer = 0;
    let mut forged = right.layers()[..=layer].to_vec();
    for (index, number) in forged[layer].iter_mut().enumerate() {
        let Some(position) = layers.position(layer, index) else { continue };
        if *number == 0 {
            let for_max = layers.for_max(&position, 1) > layers.for_max(&position, 0);
            *number = if for_max { 1 } else { -1 };
        }
    }
    let promise = loop {
        let fault = verify_values(&layers, &forged).expect_err("a forged layer");
        assert_eq!(fault.layer, layer);
        if fault.is_promise {
            break fault;
        }
        assert_ne!(forged[layer][fault.index], right.layers()[layer][fault.index]);
        forged[layer][fault.index] = right.layers()[layer][fault.index];
    };
    assert_eq!(right.layers()[layer][promise.index], 0, "a draw was called a win");
}

#[test]
fn boards_that_do_not_fit_are_refused() {
    let refused = |spelling: &str| {
        let game = dark(spelling);
        let layers = DarkLayers::<i32>::new(&game, &game.utility());
        layers.map(|_| ()).expect_err("too large").0
    };
    assert_eq!(
        refused("darkchess:4x8"),
        "darkchess:4x8: only boards of at most 16 cells are solved by layers"
    );
    let large = refused("darkchess:2x7,pieces=KPPPPPP");
    assert_eq!(large, "darkchess:2x7,pieces=KPPPPPP: values do not fit into 32 bits");
    let refused = EwnLayers::<i64>::new(&ewn("ewn:5x5")).map(|_| ()).expect_err("six stones").0;
    assert_eq!(refused, "ewn:5x5: only small boards with at most 3 stones are solved by layers");
    let refused = EwnLayers::<i32>::new(&ewn("ewn:4x4,stones=3")).map(|_| ()).expect_err("wide").0;
    assert_eq!(refused, "ewn:4x4,stones=3: values do not fit into 32 bits");
}

#[test]
fn memory_is_known_beforehand() {
    let game = dark("darkchess:2x4,pieces=KPPP");
    let layers = dark_layers(&game, "score");
    let positions: usize = (0..layers.layers()).map(|layer| layers.size(layer)).sum();
    let all = 4 * positions as u64;
    assert!((all / 10..4 * all).contains(&build_bytes(&layers)), "{}", build_bytes(&layers));
}

/// `FOREGONE_THOROUGH=1 cargo test --release -p foregone-chance --test all layers`: random positions of larger boards, each
/// against the graph of what can follow it.
#[test]
fn larger_boards_of_dark_chess() {
    if !is_thorough() {
        return;
    }
    let limits = Limits { bytes: 3 << 30, ..Limits::default() };
    for spelling in ["darkchess:2x4,pieces=KGCP", "darkchess:2x5,pieces=KPPPP"] {
        let game = dark(spelling);
        let layers = dark_layers(&game, "score");
        let memory = built(&layers);
        let mut random = Random::new(11);
        for _ in 0..40 {
            let layer = random.below(layers.layers() * 2 / 3);
            let index = random.below(layers.size(layer));
            let Some(position) = layers.position(layer, index) else { continue };
            let graph = cyclic::solve(&game, &position, &game.utility(), limits);
            let expected = graph.expect("enough memory").value(&position);
            let written = game.write_position(&position);
            assert_eq!(value(&layers, &memory, &position), expected, "{spelling} {written}");
        }
    }
}

/// The lower layers of the largest board, against Star2.
#[test]
fn larger_boards_of_ewn() {
    if !is_thorough() {
        return;
    }
    let game = ewn("ewn:4x4,stones=3");
    let layers = EwnLayers::<i64>::new(&game).expect("a small board");
    let memory = built(&layers);
    let found = value(&layers, &memory, &game.start());
    assert_eq!(found, Some(number("7909618/14348907")));
    compare_with_search(&game, &layers, &memory, 100);
    let game = ewn("ewn:5x5,stones=3");
    let layers = EwnLayers::<i64>::new(&game).expect("a small board");
    let mut failing = Failing { memory: Memory::default(), fails_at: 20, loaded: Vec::new() };
    let ending = build(&layers, &mut failing, Limits::default(), &mut |_| ());
    assert_eq!(ending, Err(BuildError::Store(20)));
    compare_with_search(&game, &layers, &failing.memory, 200);
}
