//! Spellings of games, positions and moves, as the registry of the games reads them. An input has these three parts.

use foregone_game::notation::read_line;
use foregone_games::registry::{GameInfo, RegistryGame, Visitor, open};

use crate::{Target, parts};

/// The notations of all games.
pub(super) struct Notations;

const SEEDS: [[&str; 3]; 14] = [
    ["connect4:7x6", "......./......./......./......./......./......x", "4 4 3"],
    ["connect4:4x4,score=pons", "..../..../..../....", "1 2 3"],
    [
        "qubic",
        "...o/..../..../..../..../..../..../..../..../..../..../..../..../..../..../x...",
        "b23 c11",
    ],
    ["mnk:5,4,4", "...../...../...../..x..", "a1 b2"],
    ["tictactoe", "x../.o./...", "c3"],
    ["woodpush:8,3", "LLL..RRR L", "f3"],
    ["woodpush:6,2,ko=previous,loop=-1", "LL..RR L", "f2"],
    ["hounds", "x../x...o/x.. x", "a2b2"],
    ["torere", "xxxxoooo/. x", "1"],
    ["othello:6x6,start=parallel", "....../....../..oo../..xx../....../...... x", "c2"],
    ["othello:4x4,score=empties", "-----OX--XO----- X; b1:+3", "b1c1"],
    ["awari:grandslam=empty,rest=divided,score=result", "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S", "A"],
    ["breakthrough:5x6,walls=b3,d3,a4", "bbbbb/bbbbb/#..../.#.#./wwwww/wwwww w", "c2-c3"],
    ["breakthrough:3x5", "bbb/bbb/.../www/www w", "a2-b3"],
];

impl Target for Notations {
    fn name(&self) -> &'static str {
        "notation"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        SEEDS.iter().map(|seed| parts::join(&seed.map(str::as_bytes))).collect()
    }

    fn run(&self, input: &[u8]) -> String {
        let texts: Vec<_> = parts::split(input).into_iter().map(String::from_utf8_lossy).collect();
        let text = |index: usize| texts.get(index).map_or("", |text| &**text);
        let read_file = |_: &str| Err("there are no files here".to_owned());
        let reading = Reading { position: text(1), moves: text(2) };
        open(text(0), &read_file, reading).unwrap_or_else(|error| error.to_string())
    }
}

/// Reads a position and moves of an opened game.
struct Reading<'t> {
    position: &'t str,
    moves: &'t str,
}

impl Visitor for Reading<'_> {
    type Output = String;

    fn any<G: RegistryGame>(self, game: G, _: GameInfo) -> String {
        let position = match game.read_position(self.position) {
            Ok(position) => position,
            Err(error) => return error.to_string(),
        };
        let text = game.write_position(&position);
        let again = game.read_position(&text);
        assert!(again.as_ref().ok() == Some(&position), "{text} is read as another position");
        match read_line(&game, position, self.moves) {
            Ok((position, moves)) => {
                format!("{} moves to {:?}", moves.len(), game.write_position(&position))
            }
            Err(error) => error.to_string(),
        }
    }
}
