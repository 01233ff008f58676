//! Descriptions of games, and a look at a position without a search.

use foregone_games::registry::{GAMES, GameEntry};
use serde::Serialize;

use crate::chance;
use crate::position::Position;

/// A game of the list.
#[derive(Clone, Debug, Serialize)]
pub struct GameView {
    /// The name it is opened by.
    pub name: &'static str,
    /// Other names, for games with fixed parameters.
    pub other_names: &'static [&'static str],
    /// What it is, in one line.
    pub about: &'static str,
    /// How it is spelled, with what can be left out in brackets.
    pub spelling: &'static str,
    /// Each parameter and option.
    pub parameters: Vec<Parameter>,
    /// How a move is written.
    pub moves: &'static str,
    /// How a position is written.
    pub positions: &'static str,
    /// Spellings to try.
    pub examples: &'static [&'static str],
    /// What the game can find out about a position without a search.
    pub knowledge_levels: Vec<Level>,
    /// Values that are known.
    pub known: Vec<KnownValue>,
    /// Whether chance has a turn, too.
    pub chance: bool,
}

/// A parameter or option of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Parameter {
    /// How it is written.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

/// A knowledge level.
#[derive(Clone, Debug, Serialize)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// What it knows.
    pub about: &'static str,
    /// Whether what it knows is true of every position.
    pub is_sound: bool,
}

/// A known value.
#[derive(Clone, Debug, Serialize)]
pub struct KnownValue {
    /// The game.
    pub game: &'static str,
    /// The value of its start position for the first player.
    pub value: &'static str,
    /// Who says so.
    pub source: &'static str,
}

impl GameView {
    /// All games, those with chance last.
    ///
    /// ```
    /// let games = foregone::view::GameView::all();
    /// assert!(games.iter().any(|game| game.name == "connect4" && !game.chance));
    /// assert!(games.iter().any(|game| game.name == "pig" && game.chance));
    /// ```
    pub fn all() -> Vec<GameView> {
        GAMES.iter().chain(chance::ENTRIES).map(GameView::of).collect()
    }

    /// A game of the list.
    pub fn of(entry: &GameEntry) -> GameView {
        let parameter =
            |&(name, meaning): &(&'static str, &'static str)| Parameter { name, meaning };
        let known = entry.known.iter().map(|known| KnownValue {
            game: known.spec,
            value: known.value,
            source: known.source,
        });
        let levels = entry.knowledge_levels.iter().map(|level| Level {
            name: level.name,
            about: level.about,
            is_sound: level.is_sound,
        });
        GameView {
            name: entry.name,
            other_names: entry.other_names,
            about: entry.about,
            spelling: entry.spelling,
            parameters: entry.parameters.iter().map(parameter).collect(),
            moves: entry.moves,
            positions: entry.positions,
            examples: entry.examples,
            knowledge_levels: levels.collect(),
            known: known.collect(),
            chance: chance::is_named(entry.name),
        }
    }
}

/// A position as the rules show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Look {
    schema: u32,
    /// Present and true in games with chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<bool>,
    /// The canonical spelling of the game.
    pub game: String,
    /// The position in the game's notation.
    pub position: String,
    /// Whose turn it is: `first` or `second`, and in games with chance also `chance` or `over`.
    pub to_move: &'static str,
    /// The result, if play is over.
    pub value: Option<String>,
    /// The outcomes, worst for the first player first.
    pub outcomes: Vec<String>,
    /// The legal moves, or the outcomes of chance, in the canonical order.
    pub legal_moves: Vec<String>,
    /// Of outcomes of chance, in the order of the moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<u64>,
    /// The board as text.
    pub text: String,
    /// The lines of 1, 2, … moves, if they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub perft: Option<Vec<u64>>,
}

impl Look {
    /// The same with the numbers of lines of 1, 2, … moves.
    #[must_use]
    pub fn counted(self, perft: Option<Vec<u64>>) -> Look {
        Look { perft, ..self }
    }

    /// A position of a game without chance.
    pub fn at(position: &Position) -> Look {
        let scale = position.game().scale();
        Look {
            schema: super::SCHEMA,
            chance: None,
            game: position.game().spelling().to_owned(),
            position: position.to_string(),
            to_move: position.player().name(),
            value: position.outcome().map(|outcome| scale.name(outcome).to_owned()),
            outcomes: scale.names().to_vec(),
            legal_moves: position.legal_moves(),
            weights: Vec::new(),
            text: position.text(),
            perft: None,
        }
    }

    /// A position of a game with chance.
    pub fn at_chance(position: &chance::Position) -> Look {
        let (scale, moves) = (position.game().scale(), position.moves());
        Look {
            schema: super::SCHEMA,
            chance: Some(true),
            game: position.game().spelling().to_owned(),
            position: position.to_string(),
            to_move: position.to_move(),
            value: position.outcome().map(|outcome| scale.name(outcome).to_owned()),
            outcomes: scale.names().to_vec(),
            weights: moves.iter().filter_map(|mv| mv.weight).collect(),
            legal_moves: moves.into_iter().map(|mv| mv.name).collect(),
            text: position.text(),
            perft: None,
        }
    }
}
