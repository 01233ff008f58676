//! What is known about a position, in the words that pages and programs are given.

use foregone::chance::{Fraction, Rounded, decimal};
use foregone::{Outcome, Player, Scale};
use foregone_solve::play::winner;
use serde::Serialize;

/// What a position or a move is worth, as far as it is proved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Worth {
    /// The outcome, or the expectation as a fraction; absent while it is open.
    pub(crate) value: Option<String>,
    /// At least, at most.
    pub(crate) bounds: [String; 2],
    /// What it means, with the name of the winner: `first wins`, `at least draw`, `open`.
    pub(crate) words: String,
    /// The value in a few letters, for the board; empty if its mark says it all, or if it is open.
    #[serde(skip)]
    pub(crate) short: String,
    /// Who gains, for the player to move.
    pub(crate) kind: Kind,
}

/// Whether something is good for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// The player to move wins.
    Win,
    /// Nobody wins.
    Draw,
    /// The other player wins.
    Loss,
    /// Not proved either way.
    Open,
    /// A number, in games with chance.
    Number,
}

/// A legal move, or an outcome of chance, with what is known about the position after it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Row {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// The weight of an outcome of chance.
    pub(crate) weight: Option<u64>,
    #[serde(flatten)]
    pub(crate) worth: Worth,
    /// Nodes that the search for it created.
    pub(crate) nodes: u64,
    /// The share of the nodes of all moves of the position.
    pub(crate) share: Option<f64>,
    /// Why it is known: `rules`, `search`, or nothing.
    pub(crate) source: Option<&'static str>,
}

/// A position with what is known about it and about every move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct View {
    /// `first`, `second`, `chance` or `over`.
    pub(crate) to_move: &'static str,
    #[serde(flatten)]
    pub(crate) worth: Worth,
    /// Best for the player to move first.
    pub(crate) moves: Vec<Row>,
    /// Best play as far as it is known; it begins with the first move of the table.
    pub(crate) line: Vec<String>,
}

impl Kind {
    /// The class of its marks.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Win => "win",
            Kind::Draw => "draw",
            Kind::Loss => "loss",
            Kind::Open => "open",
            Kind::Number => "number-kind",
        }
    }

    /// The shape, as a letter.
    pub(crate) fn mark(self) -> &'static str {
        match self {
            Kind::Win => "▲",
            Kind::Draw => "●",
            Kind::Loss => "▼",
            Kind::Open => "?",
            Kind::Number => "◆",
        }
    }
}

impl Worth {
    /// Bounds of a game without chance, seen by a player.
    pub(crate) fn of(scale: &Scale, (low, high): (Outcome, Outcome), player: Player) -> Worth {
        let kind = match (winner(scale, low), winner(scale, high)) {
            (one, other) if one != other => Kind::Open,
            (Some(winner), _) if winner == player => Kind::Win,
            (Some(_), _) => Kind::Loss,
            // Between two draws of a scale with several there may be anything; a scale has one middle at most.
            (None, _) => Kind::Draw,
        };
        let name = scale.name(low);
        let is_said = low != high || ["win", "draw", "loss"].contains(&name);
        Worth {
            value: (low == high).then(|| name.to_owned()),
            short: if is_said { String::new() } else { name.to_owned() },
            bounds: [scale.name(low).to_owned(), scale.name(high).to_owned()],
            words: words(scale, (low, high)),
            kind,
        }
    }

    /// Bounds of an expectation.
    pub(crate) fn between(low: &Fraction, high: &Fraction) -> Worth {
        let rounded = |number| decimal(number, 4, Rounded::Down);
        let (value, words, kind) = match low == high {
            true if low.is_integer() => (Some(low.to_string()), low.to_string(), Kind::Number),
            true => (Some(low.to_string()), format!("{low} ≈ {}", rounded(low)), Kind::Number),
            false => {
                (None, format!("{} to {}", rounded(low), decimal(high, 4, Rounded::Up)), Kind::Open)
            }
        };
        let short = if value.is_some() { decimal(low, 2, Rounded::Down) } else { String::new() };
        Worth { value, bounds: [low.to_string(), high.to_string()], words, short, kind }
    }
}

/// An outcome with the name of the winner: `first wins`, `draw`, `+3: first wins`.
pub(crate) fn outcome_words(scale: &Scale, outcome: Outcome) -> String {
    let name = scale.name(outcome);
    let who = winner(scale, outcome).map(|player| format!("{} wins", player.name()));
    match (name, who) {
        ("win" | "loss", Some(who)) => who,
        (_, Some(who)) => format!("{name}: {who}"),
        (_, None) => name.to_owned(),
    }
}

fn words(scale: &Scale, (low, high): (Outcome, Outcome)) -> String {
    let named = |outcome| match scale.name(outcome) {
        "win" => "a win of the first",
        "loss" => "a loss of the first",
        name => name,
    };
    match (low > scale.worst(), high < scale.best()) {
        _ if low == high => outcome_words(scale, low),
        (false, false) => "open".to_owned(),
        (true, false) => format!("at least {}", named(low)),
        (false, true) => format!("at most {}", named(high)),
        (true, true) => format!("{} to {}", named(low), named(high)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_the_winner_and_kinds_are_for_the_player_to_move() {
        let scale = Scale::loss_draw_win();
        let worth = |low, high, player| Worth::of(scale, (Outcome(low), Outcome(high)), player);
        assert_eq!(worth(2, 2, Player::Max).words, "first wins");
        assert_eq!(worth(0, 0, Player::Min).kind, Kind::Win);
        assert_eq!(worth(0, 0, Player::Max).kind, Kind::Loss);
        assert_eq!(worth(1, 2, Player::Max).words, "at least draw");
        assert_eq!(
            (worth(0, 2, Player::Max).kind, worth(1, 2, Player::Max).kind),
            (Kind::Open, Kind::Open)
        );
        assert_eq!(worth(1, 1, Player::Max).kind, Kind::Draw);
        let scores = Scale::scores_without_zero(2);
        let worth = Worth::of(&scores, (Outcome(2), Outcome(3)), Player::Max);
        assert_eq!((worth.kind, worth.value), (Kind::Win, None));
    }
}
