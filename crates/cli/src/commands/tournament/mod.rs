//! `foregone tournament`: many games between two configurations, so that the worth of a technique is a measured number.

mod contestant;
mod match_play;
mod score;

use std::fmt::Write as _;

use foregone::Game;
use foregone::models::ModelQuestion;
use foregone_game::{Player, Scale};
use serde::Serialize;

pub(crate) use self::contestant::Contestant;
use self::match_play::{Match, Played};
use self::score::Score;
use super::model;
use crate::arguments::playing::TournamentArguments;
use crate::comparison_csv as csv;
use crate::failure::{Ending, Failure};
use crate::files::{Destination, Named};
use crate::output::{self, counted, in_thousands};
use crate::progress::ContestLine;
use crate::table::{Align, Table};
use crate::{interrupt, opening};

/// Plays and reports.
pub(crate) fn run(arguments: &TournamentArguments) -> Result<Ending, Failure> {
    let opened = opening::open(&arguments.game)?;
    let scale = opened.scale();
    let start = arguments.place.of(&opened)?;
    let files = Named::new(arguments.shown.json).output("--csv", arguments.csv.as_ref());
    files.game(&opened.info().spec).check()?;
    let csv = Destination::of(arguments.csv.as_ref(), arguments.force)?;
    let title = arguments.place.subject(&opened.info().spec);
    let questions = [question(&opened, &arguments.one)?, question(&opened, &arguments.two)?];
    let tournament = Match {
        game: &opened,
        base: arguments.place.position.clone(),
        given: start.words(),
        players: [&arguments.one, &arguments.two],
        questions,
        opening_plies: arguments.opening_plies,
        seed: arguments.seed,
    };
    interrupt::after(arguments.time);
    let shown = arguments.shown.progress();
    let line = ContestLine::counting("games", &title, arguments.games as usize, shown);
    let games = tournament.play_all(arguments.games, arguments.threads(), &line)?;
    line.clear();
    let result = Outcome::new(title, arguments, &games);
    if arguments.shown.json {
        output::print_json(&result)?;
    } else {
        output::print(&result.page())?;
    }
    if interrupt::asked() {
        output::warn(&format!("not all games were played: {}", interrupt::reason()));
    }
    if let Some(file) = csv {
        file.write_text(&in_csv(scale, &games))?;
    }
    let complete = games.len() as u64 == arguments.games;
    Ok(if complete { Ending::Answered } else { Ending::LimitReached })
}

/// What a player by an evaluation asks in the game, if the contestant is one.
fn question(game: &Game, contestant: &Contestant) -> Result<Option<ModelQuestion>, Failure> {
    let Some(by) = &contestant.by_evaluation else { return Ok(None) };
    let opponent = by.opponent.as_deref();
    let question = model::question(game, &by.evaluation, opponent, by.depth)?;
    Ok(Some(ModelQuestion { ties: by.ties, ..question }))
}

/// How the tournament went.
#[derive(Serialize)]
struct Outcome {
    schema: u32,
    game: String,
    one: String,
    two: String,
    opening_plies: u32,
    seed: u64,
    games: u64,
    /// Games that were to be played.
    planned: u64,
    #[serde(flatten)]
    score: Score,
    /// The same for the games in which the first contestant had the first move of the game, and the second.
    as_first: Score,
    as_second: Score,
    share: f64,
    interval: (f64, f64),
    moves: u64,
    players: [Effort; 2],
}

/// What a contestant did.
#[derive(Clone, Copy, Default, Serialize)]
struct Effort {
    moves: u64,
    nodes: u64,
    seconds: f64,
    /// Proposals that were vetoed.
    vetoed: u64,
    /// Moves for which a veto has replaced the first proposal by one that is not proved lost.
    replaced: u64,
    /// Moves made where all were proved lost: there the vetoes came too late.
    lost: u64,
    /// Moves that a proof has chosen.
    proved: u64,
    /// Moves that were found in the opponent's time.
    foreseen: u64,
}

impl Outcome {
    fn new(game: String, arguments: &TournamentArguments, games: &[Played]) -> Outcome {
        let mut score = [Score::default(); 3];
        let mut players = [Effort::default(); 2];
        for played in games {
            score[0].add(played.points);
            score[if played.one == Player::Max { 1 } else { 2 }].add(played.points);
            for (sum, part) in players.iter_mut().zip(&played.efforts) {
                sum.moves += part.moves;
                sum.nodes += part.nodes;
                sum.seconds += part.seconds;
                sum.vetoed += part.vetoed;
                sum.replaced += part.replaced;
                sum.lost += part.lost;
                sum.proved += part.proved;
                sum.foreseen += part.foreseen;
            }
        }
        let [all, as_first, as_second] = score;
        Outcome {
            schema: 1,
            game,
            one: arguments.one.name.clone(),
            two: arguments.two.name.clone(),
            opening_plies: arguments.opening_plies,
            seed: arguments.seed,
            games: games.len() as u64,
            planned: arguments.games,
            score: all,
            as_first,
            as_second,
            share: all.share(),
            interval: all.interval(),
            moves: games.iter().map(|played| played.moves.len() as u64).sum(),
            players,
        }
    }

    fn page(&self) -> String {
        let mut text = format!(
            "{}, {} after random openings of {} (seed {})\n",
            self.game,
            counted(self.games, "game"),
            counted(u64::from(self.opening_plies), "move"),
            self.seed
        );
        if self.games < self.planned {
            let why = interrupt::reason();
            text.push_str(&format!("the games that were left are not counted: {why}\n"));
        }
        let (low, high) = self.interval;
        // Writing to a string does not fail.
        let _ = writeln!(text, "\n{}\n{}", self.scores(), self.efforts());
        let _ = writeln!(
            text,
            "{} scores {:.1}% against {} (95% confidence: {:.1}% to {:.1}%)",
            self.one,
            100.0 * self.share,
            self.two,
            100.0 * low,
            100.0 * high
        );
        text
    }

    fn scores(&self) -> Table {
        let right = Align::Right;
        let mut table = Table::new(&[
            (self.one.as_str(), Align::Left),
            ("games", right),
            ("wins", right),
            ("draws", right),
            ("losses", right),
        ]);
        let rows = [
            ("moving first", self.as_first),
            ("moving second", self.as_second),
            ("all", self.score),
        ];
        for (name, score) in rows {
            let numbers = [score.games(), score.wins, score.draws, score.losses].map(in_thousands);
            table.add([name.to_owned()].into_iter().chain(numbers));
        }
        table
    }

    fn efforts(&self) -> Table {
        let right = Align::Right;
        let mut table = Table::new(&[
            ("player", Align::Left),
            ("moves", right),
            ("nodes", right),
            ("proved", right),
            ("vetoed", right),
            ("replaced", right),
            ("all lost", right),
            ("foreseen", right),
            ("seconds", right),
        ]);
        for (name, effort) in [&self.one, &self.two].into_iter().zip(&self.players) {
            let Effort { moves, nodes, proved, vetoed, replaced, lost, foreseen, .. } = *effort;
            let numbers =
                [moves, nodes, proved, vetoed, replaced, lost, foreseen].map(in_thousands);
            let seconds = format!("{:.3}", effort.seconds);
            table.add([name.clone()].into_iter().chain(numbers).chain([seconds]));
        }
        table
    }
}

/// One line per game.
fn in_csv(scale: &Scale, games: &[Played]) -> String {
    let head = ["number", "one", "opening", "moves", "outcome", "points", "by"];
    let line = |(number, played): (u64, &Played)| {
        let (opening, rest) = played.moves.split_at(played.opening);
        [
            number.to_string(),
            played.one.name().to_owned(),
            opening.join(" "),
            rest.join(" "),
            scale.name(played.outcome).to_owned(),
            (f64::from(played.points + 1) / 2.0).to_string(),
            if played.repeated { "repetition" } else { "rules" }.to_owned(),
        ]
    };
    csv::text(&head, (1..).zip(games).map(line))
}
