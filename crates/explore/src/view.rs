//! What is known about a position, in the words that pages show.

use foregone::chance::{Fraction, Rounded, decimal};
use foregone::view::{MoveView, Plies, PositionView, Source};
use foregone::{Outcome, Player, Scale};
use foregone_solve::play::winner;

use crate::address::Placed;

/// What a position or a move is worth, as far as it is proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Worth {
    /// Whether the value is proved.
    pub(crate) is_exact: bool,
    /// What it means, with the name of the winner: `first wins`, `at least draw`, `open`.
    pub(crate) words: String,
    /// The value in a few letters, for the board; empty if its mark says it all, or if it is open.
    pub(crate) short: String,
    /// Who gains, for the player to move.
    pub(crate) kind: Kind,
}

/// Whether something is good for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
pub(crate) struct Row {
    pub(crate) worth: Worth,
    pub(crate) shown: MoveView,
}

/// A position with what is known about it and about every move.
pub(crate) struct View {
    pub(crate) worth: Worth,
    /// Best for the player to move first.
    pub(crate) moves: Vec<Row>,
    pub(crate) shown: PositionView,
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

impl View {
    /// The words for what a viewer shows of a position.
    pub(crate) fn of(placed: &Placed, mut shown: PositionView) -> View {
        let worth = |bounds: &[String; 2]| match placed {
            Placed::Plain(position) => {
                let scale = position.game().scale();
                let outcome = |name: &str, otherwise| scale.read(name).unwrap_or(otherwise);
                let low = outcome(&bounds[0], scale.worst());
                let high = outcome(&bounds[1], scale.best());
                Worth::of(scale, (low, high), position.player())
            }
            Placed::Chance(_) => Worth::between(bounds),
        };
        let moves = std::mem::take(&mut shown.moves);
        let row = |shown: MoveView| Row { worth: worth(&shown.bounds), shown };
        View { worth: worth(&shown.bounds), moves: moves.into_iter().map(row).collect(), shown }
    }
}

impl Row {
    /// Why the value is known.
    pub(crate) fn source(&self) -> &'static str {
        self.shown.source.map_or("–", source_name)
    }

    /// How long play lasts, with the unit.
    pub(crate) fn plies(&self) -> String {
        let unit = |plies: u64| if plies == 1 { "ply" } else { "plies" };
        match self.shown.plies {
            Some(Plies::Exact(0)) => "over".to_owned(),
            Some(Plies::Exact(plies)) => format!("{plies} {}", unit(plies)),
            Some(Plies::InProof(0)) => "evident".to_owned(),
            Some(Plies::InProof(plies)) => format!("{plies} {} in the proof", unit(plies)),
            None => "–".to_owned(),
        }
    }
}

/// Where a value comes from, in a word.
pub(crate) fn source_name(source: Source) -> &'static str {
    match source {
        Source::Search => "search",
        Source::Table => "table",
        Source::Proof => "proof",
        Source::Rules => "rules",
    }
}

impl Worth {
    /// Bounds of a game without chance, seen by a player.
    pub(crate) fn of(scale: &Scale, (low, high): (Outcome, Outcome), player: Player) -> Worth {
        let kind = match (winner(scale, low), winner(scale, high)) {
            (one, other) if one != other => Kind::Open,
            (Some(winner), _) if winner == player => Kind::Win,
            (Some(_), _) => Kind::Loss,
            (None, _) => Kind::Draw,
        };
        let name = scale.name(low);
        let is_said = low != high || ["win", "draw", "loss"].contains(&name);
        Worth {
            is_exact: low == high,
            words: words(scale, (low, high)),
            short: if is_said { String::new() } else { name.to_owned() },
            kind,
        }
    }

    /// Bounds of an expectation, as fractions.
    pub(crate) fn between([low, high]: &[String; 2]) -> Worth {
        let rounded = |text: &str, places, way| match text.parse::<Fraction>() {
            Ok(number) => decimal(&number, places, way),
            Err(_) => text.to_owned(),
        };
        let is_exact = low == high;
        let words = match is_exact {
            true if low.contains('/') => format!("{low} ≈ {}", rounded(low, 4, Rounded::Down)),
            true => low.clone(),
            false => {
                format!("{} to {}", rounded(low, 4, Rounded::Down), rounded(high, 4, Rounded::Up))
            }
        };
        let short = if is_exact { rounded(low, 2, Rounded::Down) } else { String::new() };
        Worth { is_exact, words, short, kind: if is_exact { Kind::Number } else { Kind::Open } }
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
        assert_eq!(worth(1, 2, Player::Max).kind, Kind::Open);
        assert_eq!(worth(1, 1, Player::Max).kind, Kind::Draw);
        let scores = Scale::scores_without_zero(2);
        let worth = Worth::of(&scores, (Outcome(2), Outcome(3)), Player::Max);
        assert_eq!((worth.kind, worth.is_exact), (Kind::Win, false));
    }

    #[test]
    fn expectations_are_fractions_with_a_decimal() {
        let worth = |low: &str, high: &str| Worth::between(&[low.to_owned(), high.to_owned()]);
        assert_eq!(worth("2/3", "2/3").words, "2/3 ≈ 0.6666");
        assert_eq!(worth("1", "1").words, "1");
        assert_eq!(worth("0", "2/3").words, "0 to 0.6667");
        assert_eq!(worth("0", "2/3").kind, Kind::Open);
    }
}
