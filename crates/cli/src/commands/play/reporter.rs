//! What is said during a game: to people in words, to programs one JSON object per event.

use foregone::{Game, MoveValue, Position};
use foregone_game::{Outcome, Player, Scale};
use foregone_solve::play::{Choice, Reason, winner};
use serde_json::{Value, json};

use crate::colour;
use crate::failure::Failure;
use crate::output::{self, counted, indented, printable};

/// Longer lines of play are cut when they are shown.
const LINE: usize = 12;

/// How the game is told.
pub(super) struct GameReporter<'g> {
    pub(super) json: bool,
    pub(super) opened: &'g Game,
}

impl<'g> GameReporter<'g> {
    fn scale(&self) -> &'g Scale {
        self.opened.scale()
    }

    /// The board, and whose turn it is.
    pub(super) fn board(&self, placed: &Position) -> Result<(), Failure> {
        if self.json {
            return output::print_json(&json!({
                "event": "position",
                "position": placed.position(),
                "moves": placed.words(),
                "to_move": placed.player().name(),
            }));
        }
        output::print(&format!("\n{}\n", indented(&output::board(self.opened, placed))))
    }

    /// A person's move.
    pub(super) fn human_played(&self, player: Player, mv: &str) -> Result<(), Failure> {
        if !self.json {
            return Ok(());
        }
        output::print_json(&json!({
            "event": "move", "by": "human", "player": player.name(), "move": mv,
        }))
    }

    /// A move of the solver, or what it would play.
    pub(super) fn chosen(
        &self,
        event: &str,
        player: Player,
        choice: &Choice<String>,
    ) -> Result<(), Failure> {
        if self.json {
            let mut object = choice_object(self.scale(), choice);
            object["event"] = event.into();
            object["trusted"] = self.opened.trusted().into_iter().collect();
            object["player"] = player.name().into();
            if event == "move" {
                object["by"] = "solver".into();
            }
            return output::print_json(&object);
        }
        let who = if event == "move" { "solver plays" } else { "hint:" };
        let reasons = reasons(self.opened, player, choice);
        output::print(&format!(
            "{}\n",
            colour::keep(&format!("{who} {}: {reasons}", choice.mv), printable)
        ))
    }

    /// A move of the solver that was found while the opponent was thinking.
    pub(super) fn foreseen(&self, player: Player, mv: &str) -> Result<(), Failure> {
        if self.json {
            return output::print_json(&json!({
                "event": "move", "by": "solver", "player": player.name(), "move": mv, "why": "foreseen",
                "trusted": self.opened.trusted().into_iter().collect::<Value>(),
            }));
        }
        output::print(&format!(
            "solver plays {}: a win that was proved while you were thinking\n",
            printable(mv)
        ))
    }

    /// The legal moves.
    pub(super) fn moves(&self, moves: &[String]) -> Result<(), Failure> {
        if self.json {
            return output::print_json(&json!({ "event": "moves", "moves": moves }));
        }
        output::print(&format!("moves: {}\n", printable(&moves.join(" "))))
    }

    /// What every move is worth, best first.
    pub(super) fn values(&self, values: &[MoveValue]) -> Result<(), Failure> {
        let bounds = |value: &MoveValue| {
            let (low, high) = value.bounds();
            [self.scale().name(low).to_owned(), self.scale().name(high).to_owned()]
        };
        if self.json {
            let object = |value: &MoveValue| json!({ "move": value.mv, "value": value.value(), "bounds": bounds(value) });
            let moves: Vec<Value> = values.iter().map(object).collect();
            return output::print_json(&json!({ "event": "values", "moves": moves }));
        }
        for value in values {
            let [low, high] = bounds(value);
            let worth = value.value().map_or_else(|| format!("{low} to {high}"), str::to_owned);
            output::print(&format!("{}: {}\n", printable(&value.mv), printable(&worth)))?;
        }
        Ok(())
    }

    /// What values rest on, before the game begins; programs are told with every value.
    pub(super) fn trust(&self) -> Result<(), Failure> {
        match self.opened.trusted() {
            Some(trusted) if !self.json => {
                output::print(&format!("what is proved here is so on trust in {trusted}\n"))
            }
            _ => Ok(()),
        }
    }

    /// How the game ended.
    pub(super) fn over(&self, outcome: Outcome, repeated: bool) -> Result<(), Failure> {
        let (name, winner) = (self.scale().name(outcome), winner(self.scale(), outcome));
        if self.json {
            return output::print_json(&json!({
                "event": "over",
                "outcome": name,
                "winner": winner.map(Player::name),
                "by": if repeated { "repetition" } else { "rules" },
            }));
        }
        let why = if repeated { ": this position has come for the third time" } else { "" };
        let who = match winner {
            Some(player) => format!("{} has won", self.opened.player_name(player)),
            None => "nobody has won".to_owned(),
        };
        let name = colour::value(self.scale(), outcome);
        let max = self.opened.player_name(Player::Max);
        output::print(&format!("the game is over{why}; {who} ({name} for {max})\n"))
    }
}

/// Why a move was chosen, for people.
pub(super) fn reasons(game: &Game, player: Player, choice: &Choice<String>) -> String {
    let mut reasons = vec![match choice.reason {
        Reason::OnlyMove => "the only move".to_owned(),
        Reason::Proved => proved(game, player, choice),
        Reason::BestScore => looked(game, player, choice, "looks best"),
        Reason::AllLost => format!(
            "all moves are proved lost; {}",
            looked(game, player, choice, "this one looks best")
        ),
    }];
    if choice.reason == Reason::BestScore && !choice.vetoed.is_empty() {
        reasons.push(format!("vetoed as proved losses: {}", choice.vetoed.join(", ")));
    }
    if choice.nodes > 0 {
        reasons.push(counted(choice.nodes, "node"));
    }
    reasons.join("; ")
}

fn proved(game: &Game, player: Player, choice: &Choice<String>) -> String {
    let (scale, max) = (game.scale(), game.player_name(Player::Max));
    let value = choice.bounds.0;
    let what = match winner(scale, value) {
        Some(side) if side == player => "a proved win",
        Some(_) => "lost, as is proved",
        None => "a proved draw",
    };
    let mut text = format!("{what} ({} for {max})", colour::value(scale, value));
    if let Some((outcome, plies)) = choice.search_score.and_then(|found| found.score.forced(scale))
        && outcome == value
    {
        text.push_str(&format!(", certain {} ahead", in_plies(plies)));
    } else if choice.line.len() > 1 {
        let more = if choice.line.len() > LINE { " …" } else { "" };
        let shown = &choice.line[..choice.line.len().min(LINE)];
        text.push_str(&format!(", for example {}{more}", shown.join(" ")));
    }
    text
}

fn looked(game: &Game, player: Player, choice: &Choice<String>, verb: &str) -> String {
    let (scale, max) = (game.scale(), game.player_name(Player::Max));
    let Some(found) = choice.search_score else { return format!("{verb} at first sight") };
    match found.score.forced(scale) {
        Some((outcome, plies)) => {
            let what = if winner(scale, outcome) == Some(player) { "wins" } else { "loses" };
            let name = scale.name(outcome);
            format!("{verb}: {what}, certain {} ahead ({name} for {max})", in_plies(plies))
        }
        None => format!(
            "{verb} {} ahead, evaluation {:+} for {max}",
            in_plies(found.depth),
            found.score.number()
        ),
    }
}

fn in_plies(number: u32) -> String {
    if number == 1 { "1 ply".to_owned() } else { format!("{number} plies") }
}

/// The same for programs.
pub(super) fn choice_object(scale: &Scale, choice: &Choice<String>) -> Value {
    let (low, high) = choice.bounds;
    json!({
        "move": choice.mv,
        "why": match choice.reason {
            Reason::OnlyMove => "only move",
            Reason::Proved => "proved",
            Reason::BestScore => "looked best",
            Reason::AllLost => "all lost",
        },
        "bounds": [scale.name(low), scale.name(high)],
        "score": choice.search_score.map(|found| found.score.number()),
        "depth": choice.search_score.map(|found| found.depth),
        "line": choice.line,
        "vetoed": choice.vetoed,
        "nodes": choice.nodes,
        "seconds": choice.elapsed.as_secs_f64(),
    })
}
