//! The analysis of a recorded game for programs: one JSON object.

use foregone_game::Outcome;
use serde_json::{Value, json};

use super::Analysis;
use super::judge::Judged;

impl Analysis {
    /// The analysis for programs.
    pub fn object(&self) -> Value {
        let (game, start) = (self.positions[0].game(), &self.positions[0]);
        let name = |outcome: Outcome| self.scale().name(outcome);
        let position = |judged: &Judged| {
            json!({
                "value": judged.is_known().then(|| name(judged.bounds.0)),
                "bounds": [name(judged.bounds.0), name(judged.bounds.1)],
                "best_move": judged.best,
                "nodes": judged.nodes,
                "stop": judged.stop.name(),
            })
        };
        let plies = self.plies.iter().zip(&self.judged[1..]).map(|(ply, after)| {
            let mut object = position(after);
            object["number"] = ply.number.as_str().into();
            object["player"] = ply.player.name().into();
            object["move"] = ply.mv.as_str().into();
            object["mark"] = ply.mark.name().into();
            object
        });
        json!({
            "schema": 1,
            "game": game.spelling(),
            "position": start.to_string(),
            "algorithm": self.algorithm.name(),
            "status": if self.is_complete() { "solved" } else { "bounded" },
            "start": position(&self.judged[0]),
            "moves": plies.collect::<Vec<_>>(),
            "nodes": self.judged.iter().map(|judged| judged.nodes).sum::<u64>(),
            "trusted": game.trusted().into_iter().collect::<Vec<_>>(),
        })
    }
}
