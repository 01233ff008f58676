//! Scenes of all games: every legal move is there once, and on the cells that its name speaks of.

use std::collections::HashSet;

use foregone::chance::{Opened, open_any};
use foregone::scene::{Cell, Mark, MarkKind, Place, Scene};
use foregone_game::conformance;
use foregone_game::random::Random;

/// Positions of each game.
const POSITIONS: usize = 50;

/// Games, and whether every move has a place on their boards.
const GAMES: [(&str, bool); 20] = [
    ("connect4:7x6", true),
    ("connect4:4x4,score=pons", true),
    ("connect4:12x4", true),
    ("mnk:3,3,3", true),
    ("mnk:13,7,5", true),
    ("breakthrough:5x5", true),
    ("breakthrough:3x5,walls=c3", true),
    ("awari", true),
    ("hounds", true),
    ("torere", true),
    ("woodpush:8,3", true),
    ("woodpush:8,3,ko=previous", true),
    ("graph:escape", true),
    ("pig:10", false),
    ("ewn", true),
    ("ewn:3x3", true),
    ("darkchess:3x4,pieces=KGMRCP", true),
    ("hypergammon", false),
    ("graph:toss", true),
    ("piglet:3", false),
];

/// A graph in which play can return, with two moves to the same position, and one with chance.
fn file(path: &str) -> Result<Vec<u8>, String> {
    let text = match path {
        "escape" => {
            r#"{"outcomes": ["loss", "draw", "win"], "start": "a", "repetition": "draw", "nodes": {
                "a": {"player": "max", "moves": ["b", ["jump", "b"], "lost"]},
                "b": {"player": "min", "moves": ["a", "won"]},
                "won": {"value": "win"}, "lost": {"value": "loss"}}}"#
        }
        _ => {
            r#"{"outcomes": ["-1", "1"], "start": "a", "nodes": {
                "a": {"player": "max", "moves": ["toss", "lost"]},
                "toss": {"player": "chance", "moves": [["heads", "won"], "lost"], "weights": [2, 1]},
                "won": {"value": "1"}, "lost": {"value": "-1"}}}"#
        }
    };
    Ok(text.as_bytes().to_vec())
}

/// A position of a game of either kind.
enum At {
    Plain(foregone::Position),
    Chance(foregone::chance::Position),
}

impl At {
    fn start(spelling: &str) -> At {
        match open_any(spelling, &file).unwrap_or_else(|error| panic!("{spelling}: {error}")) {
            Opened::Plain(game) => At::Plain(game.start()),
            Opened::Chance(game) => At::Chance(game.start()),
        }
    }

    fn scene(&self) -> Scene {
        match self {
            At::Plain(position) => position.scene(),
            At::Chance(position) => position.scene(),
        }
    }

    fn moves(&self) -> Vec<String> {
        match self {
            At::Plain(position) => position.legal_moves(),
            At::Chance(position) => position.moves().into_iter().map(|mv| mv.name).collect(),
        }
    }

    fn is_chance(&self) -> bool {
        matches!(self, At::Chance(position) if position.to_move() == "chance")
    }

    fn play(&mut self, mv: &str) {
        match self {
            At::Plain(position) => position.play(mv).expect("a legal move"),
            At::Chance(position) => position.play_word(mv).expect("a legal move"),
        }
    }
}

/// Whether the cells of a place are those that the name of the move speaks of, by the notation of the game.
fn speaks_of(spelling: &str, mv: &str, place: Place, cells: &[Cell]) -> bool {
    let name = |index: usize| cells[index].name.as_str();
    let family = spelling.split(':').next().unwrap_or_default();
    match (family, place) {
        ("connect4", Place::Cell(cell)) => name(cell).starts_with(&format!("column {mv},")),
        ("mnk", Place::Cell(cell)) => name(cell) == mv,
        ("awari", Place::Cell(cell)) => mv.starts_with(name(cell)),
        ("breakthrough", Place::Path { from, to }) => {
            mv.split(['-', 'x']).collect::<Vec<_>>() == [name(from), name(to)]
        }
        ("hounds", Place::Path { from, to }) => mv == format!("{}{}", name(from), name(to)),
        ("torere", Place::Path { from, .. }) => name(from) == mv,
        ("woodpush", Place::Path { from, .. }) => mv[1..] == *name(from),
        ("darkchess", Place::Cell(cell)) => mv.contains(name(cell)),
        ("darkchess", Place::Path { from, to }) => mv.contains(name(from)) && mv.contains(name(to)),
        ("ewn" | "graph", Place::Path { from, to }) => from != to,
        _ => false,
    }
}

#[test]
fn every_legal_move_is_in_the_scene_once_on_the_cells_of_its_name() {
    for (spelling, has_places) in GAMES {
        let (mut random, mut at, mut seen) = (Random::new(7), At::start(spelling), 0);
        while seen < POSITIONS {
            let (scene, moves) = (at.scene(), at.moves());
            conformance::scene(&scene);
            let names: Vec<&String> = scene.moves.iter().map(|mv| &mv.name).collect();
            assert_eq!(names, moves.iter().collect::<Vec<_>>(), "{spelling}");
            let distinct: HashSet<_> = moves.iter().collect();
            assert_eq!(distinct.len(), moves.len(), "{spelling}: a name stands for two moves");
            if has_places && !at.is_chance() {
                check_places(spelling, &scene);
            }
            seen += 1;
            match moves.len() {
                0 => at = At::start(spelling),
                count => at.play(&moves[random.below(count)].clone()),
            }
        }
    }
}

fn check_places(spelling: &str, scene: &Scene) {
    let mut places = HashSet::new();
    for mv in &scene.moves {
        assert_eq!(mv.places.len(), 1, "{spelling}: {} is at {:?}", mv.name, mv.places);
        let place = mv.places[0];
        let is_new = places.insert(place) || spelling.starts_with("graph:");
        assert!(is_new, "{spelling}: {} has the place of another move", mv.name);
        assert!(
            speaks_of(spelling, &mv.name, place, &scene.drawing.cells),
            "{spelling}: {} is not at {place:?}",
            mv.name
        );
    }
}

/// A stone that was played is on the cell that the scene has named before: the drawing changes there and nowhere else.
#[test]
fn a_stone_comes_to_rest_where_its_move_was() {
    for (spelling, moves) in [("connect4:7x6", "444"), ("mnk:5,4,4", "c2 d3")] {
        let game = foregone::Game::open(spelling).expect("a game");
        let mut position = game.place(None, Some(moves)).expect("moves");
        for mv in position.legal_moves() {
            let scene = position.scene();
            let placed = scene.moves.iter().find(|it| it.name == mv).expect("the move");
            let Place::Cell(cell) = placed.places[0] else { panic!("{mv} is not on a cell") };
            let Cell { x, y, .. } = scene.drawing.cells[cell];
            position.play(&mv).expect("legal");
            let after = position.scene().drawing.shapes;
            position.undo();
            let before: HashSet<&str> = scene.drawing.shapes.lines().collect();
            let new: Vec<&str> = after
                .lines()
                .filter(|line| line.starts_with("<circle") && !before.contains(line))
                .collect();
            assert_eq!(new.len(), 1, "{spelling} {mv}");
            assert!(
                new[0].contains(&format!("cx=\"{x}\" cy=\"{y}\"")),
                "{spelling} {mv}: {}",
                new[0]
            );
        }
    }
}

#[test]
fn marks_are_drawn_on_every_move_and_the_document_stays_whole() {
    for (spelling, has_places) in GAMES.into_iter().filter(|&(_, has_places)| has_places) {
        let at = At::start(spelling);
        let (scene, chance) = (at.scene(), at.is_chance());
        let kinds = [MarkKind::Win, MarkKind::Draw, MarkKind::Loss, MarkKind::Open];
        let marks: Vec<Mark> = (0..scene.moves.len())
            .map(|mv| Mark { mv, kind: kinds[mv % 4], label: format!("<{mv}") })
            .collect();
        let svg = scene.svg_with(&marks);
        assert_eq!(svg.matches("</svg>").count(), 1);
        let expected = if has_places && !chance { marks.len() } else { 0 };
        assert_eq!(svg.matches("<g class=\"mark ").count(), expected, "{spelling}");
        assert_eq!(svg.matches('<').count(), svg.matches('>').count(), "{spelling}: escaped");
    }
}
