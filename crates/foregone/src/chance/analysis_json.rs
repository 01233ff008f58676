//! The analysis of a game with chance for programs: one JSON object. Exact numbers are texts such as `170/243`.

use foregone_chance::Turn;
use serde_json::{Value, json};

use super::analysis::{Analysis, Bounds, Judged, Ply};

/// Two numbers as texts.
fn pair((low, high): &Bounds) -> Value {
    json!([low.to_string(), high.to_string()])
}

/// A number if it is known.
fn exact((low, high): &Bounds) -> Value {
    if low == high { low.to_string().into() } else { Value::Null }
}

fn position(judged: &Judged) -> Value {
    let bounds = (judged.low.clone(), judged.high.clone());
    json!({
        "value": exact(&bounds),
        "bounds": pair(&bounds),
        "known": judged.is_known,
        "best_move": judged.best,
        "nodes": judged.nodes,
        "stop": judged.stop.name(),
    })
}

fn ply(number: usize, ply: &Ply, after: &Judged) -> Value {
    let mut object = position(after);
    object["number"] = number.into();
    object["by"] = who(ply.turn).into();
    object["move"] = ply.mv.as_str().into();
    object["mark"] = ply.mark.name().into();
    match &ply.probability {
        Some(probability) => {
            object["probability"] = probability.to_string().into();
            object["luck"] = exact(&ply.change);
            object["luck_bounds"] = pair(&ply.change);
        }
        None => {
            object["error"] = exact(&ply.given_up());
            object["error_bounds"] = pair(&ply.given_up());
        }
    }
    object
}

fn who(turn: Turn) -> &'static str {
    match turn {
        Turn::Max => "first",
        Turn::Min => "second",
        _ => "chance",
    }
}

impl Analysis {
    /// The analysis for programs.
    pub fn object(&self) -> Value {
        let names = self.end.game().scale().names().iter().cloned();
        let worths = self.utility.worths().iter().map(|worth| Value::from(worth.to_string()));
        let totals = self.totals();
        let plies = self.plies.iter().enumerate();
        let start = self.end.along().swap_remove(0);
        json!({
            "schema": 1,
            "chance": true,
            "game": self.end.game().spelling(),
            "position": start.to_string(),
            "utility": names.zip(worths).collect::<serde_json::Map<_, _>>(),
            "status": if self.is_complete() { "solved" } else { "bounded" },
            "start": position(&self.judged[0]),
            "moves": plies
                .map(|(index, it)| ply(index + 1, it, &self.judged[index + 1]))
                .collect::<Vec<_>>(),
            "totals": {
                "first_error": exact(&totals.first),
                "first_error_bounds": pair(&totals.first),
                "second_error": exact(&totals.second),
                "second_error_bounds": pair(&totals.second),
                "luck": exact(&totals.luck),
                "luck_bounds": pair(&totals.luck),
                "unknown": totals.unknown,
            },
            "nodes": self.judged.iter().map(|judged| judged.nodes).sum::<u64>(),
        })
    }
}
