//! What is said during a game with chance: to people in words, to programs one JSON object per event.

use foregone::chance::{Answer, Choice, Fraction, Move, Position, Reason, Stop};
use foregone_game::{Outcome, Player};
use foregone_solve::play::winner;
use serde_json::{Value, json};

use super::chance::By;
use crate::commands::solve::limit;
use crate::failure::Failure;
use crate::output::{self, counted, indented, printable};
use crate::worth;

/// How the game is told.
pub(super) struct ChanceReporter {
    pub(super) json: bool,
}

impl ChanceReporter {
    /// The seed of the dice, before the game begins.
    pub(super) fn seed(&self, seed: u64, is_given: bool) -> Result<(), Failure> {
        match (self.json, is_given) {
            (true, _) => output::print_json(&json!({ "event": "dice", "seed": seed })),
            (false, true) => Ok(()),
            (false, false) => {
                output::print(&format!("dice: --seed {seed} throws the same ones again\n"))
            }
        }
    }

    /// The board, and whose turn it is.
    pub(super) fn board(&self, placed: &Position) -> Result<(), Failure> {
        if self.json {
            return output::print_json(&json!({
                "event": "position",
                "position": placed.to_string(),
                "moves": placed.line(),
                "to_move": placed.to_move(),
            }));
        }
        output::print(&format!("\n{}\n", indented(&worth::board(placed))))
    }

    /// A person's move.
    pub(super) fn person_played(&self, before: &Position, mv: &str) -> Result<(), Failure> {
        if !self.json {
            return Ok(());
        }
        output::print_json(&json!({
            "event": "move", "by": "human", "player": before.to_move(), "move": mv,
        }))
    }

    /// An outcome of chance.
    pub(super) fn rolled(&self, by: &str, before: &Position, name: &str) -> Result<(), Failure> {
        let moves = before.moves();
        let total: u64 = moves.iter().filter_map(|mv| mv.weight).sum();
        let weight = moves.iter().find(|mv| mv.name == name).and_then(|mv| mv.weight);
        let probability = worth::probability(weight.unwrap_or(0), total);
        if self.json {
            return output::print_json(&json!({
                "event": "chance", "by": by, "outcome": name, "probability": probability,
            }));
        }
        match by {
            "human" => Ok(()),
            _ => {
                output::print(&format!("chance: {} (probability {probability})\n", printable(name)))
            }
        }
    }

    /// A move of the solver, or what it would play.
    pub(super) fn chosen(
        &self,
        event: &str,
        before: &Position,
        choice: &Choice,
    ) -> Result<(), Failure> {
        let value = &choice.value;
        if self.json {
            let mut object = json!({
                "event": event,
                "player": before.to_move(),
                "move": value.mv,
                "why": choice.reason.name(),
                "value": value.value().map(Fraction::to_string),
                "bounds": [value.low.to_string(), value.high.to_string()],
                "nodes": choice.nodes,
                "stop": choice.stop.name(),
            });
            if event == "move" {
                object["by"] = "solver".into();
            }
            return output::print_json(&object);
        }
        let who = if event == "move" { "solver plays" } else { "hint:" };
        let nodes = counted(choice.nodes, "node");
        output::print(&format!("{who} {}: {}; {nodes}\n", printable(&value.mv), why(choice)))
    }

    /// The legal moves, or the outcomes of chance.
    pub(super) fn moves(&self, moves: &[Move]) -> Result<(), Failure> {
        let names: Vec<&str> = moves.iter().map(|mv| mv.name.as_str()).collect();
        if self.json {
            return output::print_json(&json!({ "event": "moves", "moves": names }));
        }
        let is_chance = moves.iter().any(|mv| mv.weight.is_some());
        let label = if is_chance { "outcomes" } else { "moves" };
        output::print(&format!("{label}: {}\n", printable(&names.join(" "))))
    }

    /// What every move or outcome is worth, as `solve --every-move` shows it.
    pub(super) fn values(&self, answer: &Answer) -> Result<(), Failure> {
        if self.json {
            let object = serde_json::to_value(answer.object()).unwrap_or(Value::Null);
            return output::print_json(&json!({
                "event": "values",
                "value": object["value"],
                "bounds": object["bounds"],
                "moves": object["moves"],
            }));
        }
        let moves = answer.moves.as_deref().unwrap_or_default();
        let mut text = worth::table(&answer.utility, moves).to_string();
        if answer.stop != Stop::Solved {
            text.push_str(&format!("not all is known: {}\n", limit(answer.stop)));
        }
        output::print(&text)
    }

    /// How the game ended.
    pub(super) fn over(&self, placed: &Position, outcome: Outcome, by: By) -> Result<(), Failure> {
        let scale = placed.game().scale();
        let (name, winner) = (scale.name(outcome), winner(scale, outcome));
        if self.json {
            return output::print_json(&json!({
                "event": "over",
                "outcome": name,
                "winner": winner.map(Player::name),
                "by": match by {
                    By::Rules => "rules",
                    By::Repetition => "repetition",
                    By::Resignation => "resignation",
                },
            }));
        }
        let why = match by {
            By::Rules => "",
            By::Repetition => ": this position has come for the third time",
            By::Resignation => " by resignation",
        };
        let who = match winner {
            Some(player) => format!("the {} player has won", player.name()),
            None => "nobody has won".to_owned(),
        };
        output::print(&format!(
            "the game is over{why}; {who} ({} for the first player)\n",
            printable(name)
        ))
    }
}

/// Why a move was chosen, for people.
fn why(choice: &Choice) -> String {
    let value = &choice.value;
    let worth = match value.value() {
        Some(exact) if !worth::is_long(exact) => format!("worth {}", worth::spelled(exact)),
        Some(exact) => format!("worth about {}", worth::about(exact, worth::PLACES_OF_BOUNDS)),
        None => worth::between(&value.low, &value.high),
    };
    match choice.reason {
        Reason::OnlyMove => "the only move".to_owned(),
        Reason::Best => format!("the best move, {worth} (for the first player)"),
        Reason::Certain => format!(
            "not solved ({}); it is certainly {worth} (for the first player), more than is certain of the others",
            limit(choice.stop)
        ),
        Reason::Order => format!(
            "not solved ({}), and nothing tells the moves apart; it is first in the move order",
            limit(choice.stop)
        ),
    }
}
