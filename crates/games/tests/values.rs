//! Known values, found again by the plainest searches, which are written in this file and search whole trees.

use std::collections::HashMap;
use std::path::Path;

use foregone_game::perft::lines;
use foregone_game::{Acyclic, Cyclic, CyclicGraph, Game, Keyed, Outcome, Player};
use foregone_games::registry::{GAMES, KnownValue, RegistryGame};
use foregone_games::woodpush::{Rules, Score, WoodpushPath};
use foregone_games::{GameInfo, Mnk, Visitor, graph_file, open};

fn successors<G: Game>(game: &G, position: &G::Position) -> Vec<G::Position> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let play = |mv| {
        let mut child = position.clone();
        game.play(&mut child, mv);
        child
    };
    moves.into_iter().map(play).collect()
}

fn best<G: Game>(
    game: &G,
    position: &G::Position,
    values: impl Iterator<Item = Outcome>,
) -> Outcome {
    match game.player(position) {
        Player::Max => values.max(),
        Player::Min => values.min(),
    }
    .expect("an unfinished position has moves")
}

/// Plain minimax over the whole tree.
fn minimax<G: Acyclic>(game: &G, position: &G::Position) -> Outcome {
    game.outcome(position).unwrap_or_else(|| {
        let children = successors(game, position);
        best(game, position, children.iter().map(|child| minimax(game, child)))
    })
}

/// Minimax that visits every position once.
fn remembered<G: Acyclic + Keyed>(
    game: &G,
    position: &G::Position,
    known: &mut HashMap<G::Key, Outcome>,
) -> Outcome {
    if let Some(outcome) = game.outcome(position) {
        return outcome;
    }
    if let Some(&value) = known.get(&game.key(position)) {
        return value;
    }
    let children = successors(game, position);
    let value = best(game, position, children.iter().map(|child| remembered(game, child, known)));
    known.insert(game.key(position), value);
    value
}

/// Alpha-beta with bounds on the scale, for trees that are too large for minimax.
fn alpha_beta<G: Acyclic>(
    game: &G,
    position: &G::Position,
    mut low: Outcome,
    mut high: Outcome,
) -> Outcome {
    if let Some(outcome) = game.outcome(position) {
        return outcome;
    }
    let player = game.player(position);
    for child in successors(game, position) {
        let value = alpha_beta(game, &child, low, high);
        match player {
            Player::Max => low = low.max(value),
            Player::Min => high = high.min(value),
        }
        if low >= high {
            break;
        }
    }
    if player == Player::Max { low } else { high }
}

/// The value of a position of a game in which play can return: for every outcome in turn, the positions from which `Max`
/// can force it, or `Min` can prevent it, by fixpoint. The player whom infinite play helps need not make progress, so the set of
/// the *other* player grows from finished positions.
fn retrograde<G: Cyclic>(game: &G, root: &G::Position) -> Outcome {
    let (mut index, mut positions) = (HashMap::from([(game.key(root), 0)]), vec![root.clone()]);
    let mut targets: Vec<Vec<usize>> = Vec::new();
    while let Some(position) = positions.get(targets.len()).cloned() {
        let over = game.outcome(&position).is_some();
        let children = if over { Vec::new() } else { successors(game, &position) };
        let mut place = |child: &G::Position| {
            *index.entry(game.key(child)).or_insert_with(|| {
                positions.push(child.clone());
                positions.len() - 1
            })
        };
        targets.push(children.iter().map(&mut place).collect());
    }
    let at_least = |bound: Outcome| {
        let grower = if game.infinite(root) < bound { Player::Max } else { Player::Min };
        let reached = attractor(game, &positions, &targets, grower, |outcome| {
            (outcome >= bound) == (grower == Player::Max)
        });
        reached[0] == (grower == Player::Max)
    };
    game.scale().outcomes().rev().find(|&bound| at_least(bound)).expect("at least the worst")
}

/// The positions from which a player can force play to end as the goal says.
fn attractor<G: Game>(
    game: &G,
    positions: &[G::Position],
    targets: &[Vec<usize>],
    player: Player,
    goal: impl Fn(Outcome) -> bool,
) -> Vec<bool> {
    let mut reached: Vec<bool> =
        positions.iter().map(|position| game.outcome(position).is_some_and(&goal)).collect();
    loop {
        let grown: Vec<usize> = (0..positions.len())
            .filter(|&at| !reached[at] && !targets[at].is_empty())
            .filter(|&at| match game.player(&positions[at]) == player {
                true => targets[at].iter().any(|&to| reached[to]),
                false => targets[at].iter().all(|&to| reached[to]),
            })
            .collect();
        if grown.is_empty() {
            return reached;
        }
        grown.into_iter().for_each(|at| reached[at] = true);
    }
}

#[test]
fn tictactoe_is_a_draw() {
    let game = Mnk::new(3, 3, 3).expect("a board");
    assert_eq!(game.scale().name(minimax(&game, &game.start())), "draw");
}

/// Finds the value of the start position.
struct Value;

impl Visitor for Value {
    type Output = String;

    fn never_returns<G: RegistryGame + Keyed + Acyclic>(self, game: G, _: GameInfo) -> String {
        let value = remembered(&game, &game.start(), &mut HashMap::new());
        game.scale().name(value).to_owned()
    }

    fn carries_past<G: RegistryGame + Acyclic>(self, game: G, _: GameInfo) -> String {
        let scale = game.scale();
        scale.name(alpha_beta(&game, &game.start(), scale.worst(), scale.best())).to_owned()
    }

    fn can_return<G: RegistryGame + Cyclic>(self, game: G, _: GameInfo) -> String {
        let value = retrograde(&game, &game.start());
        game.scale().name(value).to_owned()
    }

    fn any<G: RegistryGame>(self, _: G, info: GameInfo) -> String {
        panic!("{} does not say what infinite play is worth", info.spec)
    }
}

fn value(spec: &str) -> String {
    let read = |path: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
        std::fs::read(path).map_err(|error| error.to_string())
    };
    open(spec, &read, Value).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

#[test]
fn values_in_the_list_of_games_are_right() {
    let mut checked = 0;
    for KnownValue { spec, value: known, source } in GAMES.iter().flat_map(|entry| entry.known) {
        if source.starts_with("exhaustive search") {
            assert_eq!(value(spec), *known, "{spec}");
            checked += 1;
        }
    }
    assert!(checked >= 6);
}

#[test]
fn small_boards() {
    for (spec, known) in [
        ("connect4:4x4", "draw"),
        ("connect4:4x3", "draw"),
        ("connect4:2x9", "draw"),
        ("mnk:4,3,3", "win"),
        ("mnk:3,2,2", "win"),
        ("mnk:1,2,2", "draw"),
        ("mnk:2,2,2", "win"),
        ("mnk:2,2,3", "draw"),
        ("woodpush:2,1", "-1"),
        ("woodpush:2,1,score=moves", "-2"),
        ("woodpush:5,2,ko=previous", "2"),
        ("woodpush:6,2,ko=previous", "-1"),
        ("woodpush:6,3,ko=previous", "-1"),
        ("woodpush:7,2,ko=previous", "-1"),
        ("woodpush:8,3,ko=previous", "1"),
        ("othello:4x4,score=empties", "-10"),
        ("othello:4x4,score=result", "loss"),
        ("othello:4x4,start=parallel", "-3"),
        ("othello:4x4,start=parallel,score=empties", "-4"),
        ("breakthrough:2x3", "win"),
        ("breakthrough:3x3", "win"),
        ("breakthrough:2x4", "loss"),
        ("breakthrough:2x5", "loss"),
        ("breakthrough:2x6", "win"),
        ("breakthrough:3x4", "loss"),
        ("breakthrough:3x5", "loss"),
        ("breakthrough:4x5,walls=a3,b3,c3,d3", "loss"),
        ("breakthrough:3x5,walls=b3", "loss"),
        ("graph:examples/graphs/teaching.json", "win"),
        ("graph:examples/graphs/ghi.json", "win"),
    ] {
        assert_eq!(value(spec), known, "{spec}");
    }
}

/// Whether a player can force an outcome that satisfies the goal within a number of moves.
fn forces<G: Acyclic>(
    game: &G,
    position: &G::Position,
    owner: Player,
    goal: &impl Fn(Outcome) -> bool,
    depth: u32,
) -> bool {
    if let Some(outcome) = game.outcome(position) {
        return goal(outcome);
    }
    if depth == 0 {
        return false;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    game.order_moves(position, &mut moves);
    let wins = |&mv: &G::Move| {
        let mut child = position.clone();
        game.play(&mut child, mv);
        forces(game, &child, owner, goal, depth - 1)
    };
    if game.player(position) == owner { moves.iter().any(wins) } else { moves.iter().all(wins) }
}

/// Problem 86 of Saffidine and Cazenave 2012 (Table 3) is worth 2. The tree is too deep for alpha-beta, so both halves of the
/// statement are proved by deepening.
#[test]
fn problem_86_is_worth_two_pieces_or_ten_moves() {
    for (score, known) in [(Score::Pieces, "2"), (Score::Moves, "10")] {
        let game = WoodpushPath::new(Rules::new(8, 3, score, None).expect("rules"));
        let problem = &lines(&game, &game.start(), 4)[85].1;
        let value = game.scale().find(known).expect("a score");
        let proved = |owner, goal: &dyn Fn(Outcome) -> bool| {
            [23, 26, 32].iter().any(|&depth| forces(&game, problem, owner, &goal, depth))
        };
        assert!(proved(Player::Max, &|outcome| outcome >= value), "at least {known}");
        assert!(proved(Player::Min, &|outcome| outcome <= value), "at most {known}");
    }
}

/// A search that stores what it finds under a loop without the line that led there: the mistake that the example of
/// graph history interaction is about.
fn careless(
    game: &CyclicGraph,
    position: u32,
    line: &mut Vec<u32>,
    known: &mut HashMap<u32, Outcome>,
) -> Outcome {
    if line.contains(&position) {
        return game.infinite(&position);
    }
    if let Some(outcome) = game.outcome(&position).or(known.get(&position).copied()) {
        return outcome;
    }
    line.push(position);
    let values: Vec<Outcome> = successors(game, &position)
        .into_iter()
        .map(|child| careless(game, child, line, known))
        .collect();
    line.pop();
    let value = best(game, &position, values.into_iter());
    known.insert(position, value);
    value
}

#[test]
fn the_example_of_history_interaction_is_what_it_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/graphs/ghi.json");
    let file = graph_file::read(&std::fs::read(path).expect("the example")).expect("a graph");
    let game = file.graph.cyclic(file.repetition.expect("a value of infinite play"));
    for node in 0..game.node_count() as u32 {
        let expected = if ["B", "E"].contains(&game.name(node)) { "loss" } else { "win" };
        assert_eq!(game.scale().name(retrograde(&game, &node)), expected, "{}", game.name(node));
    }
    let wrong = careless(&game, game.start(), &mut Vec::new(), &mut HashMap::new());
    assert_eq!(game.scale().name(wrong), "loss", "the table has J as lost");
}
