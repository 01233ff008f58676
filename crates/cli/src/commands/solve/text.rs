//! The answer for people: the board, what it is worth, and what that took.

use foregone::{Answer, BELIEF, GameClass, MoveValue};
use foregone_game::Player;
use foregone_solve::limits::Stop;
use foregone_solve::options::{Goal, When};

use super::{Checkpoint, MemberSummary, Page};
use crate::colour;
use crate::output::{
    self, Rows, busy, counted, in_bytes, in_seconds, in_thousands, indented, printable,
};
use crate::progress::effort;
use crate::table::{Align, Table};

/// Longer lines of play are cut when they are shown.
const LINE: usize = 40;

/// The whole page.
pub(super) fn page(page: &Page<'_>) -> String {
    let answer = page.answer;
    let board = output::board(answer.position.game(), &answer.position);
    let headline = colour::keep(&headline(answer), printable);
    let mut text = format!("{}\n{headline}\n\n", indented(&board));
    let mut rows = Rows::default();
    if answer.is_contradicted() {
        rows.add("proved", "nothing");
    } else if answer.is_answered() {
        add_play(&mut rows, answer);
    } else {
        add_state(&mut rows, answer);
    }
    if answer.is_over() {
        rows.add("note", "the game is over here; nothing had to be searched");
    } else {
        if answer.is_believed() {
            rows.add("unproved", BELIEF);
        }
        if let Some(trusted) = trusted(answer) {
            rows.add("on trust", trusted);
        }
        if let Some(reported) = answer.reported.as_ref().filter(|_| !answer.is_contradicted()) {
            let said = answer.spelled(reported.bounds).join(", ");
            rows.add("reported", format!("{said}: {}", reported.why));
        }
        add_cost(&mut rows, answer);
    }
    add_certificate(&mut rows, page);
    add_checkpoint(&mut rows, page);
    text.push_str(&rows.to_string());
    if let Some(values) = &page.moves {
        text.push_str(&format!("\n{}", moves(answer, values)));
    }
    if let Some(members) = page.members.as_deref().filter(|members| !members.is_empty()) {
        text.push_str(&format!("\n{}", member_table(members)));
    }
    let open = Some(answer.report.stop).filter(|_| !answer.is_answered()).or(page.open_move());
    if let Some(stop) = open {
        text.push_str(&format!("\nTo go further: {}.\n", advice(page, stop).join("; ")));
    }
    text
}

/// The answer in one line.
fn headline(answer: &Answer) -> String {
    let (subject, scale) = (answer.position.subject(), answer.scale());
    let max = answer.position.game().player_name(Player::Max);
    let (low, high) = answer.report.bounds;
    if !answer.is_answered() {
        return format!("{subject} is not solved: {} first", limit(answer.report.stop));
    }
    if answer.is_contradicted() {
        return format!("{subject} is not solved: the rules do not bear out what was found");
    }
    let is_worth = match trusted(answer) {
        _ if answer.is_believed() => "is believed to be worth",
        _ if answer.is_reported() => "is reported to be worth",
        Some(_) => "is, on trust, worth",
        None => "is worth",
    };
    match answer.question().goal {
        Goal::AtLeast(goal) => {
            let holds = if low >= goal { "yes" } else { "no" };
            format!("{subject} {is_worth} at least {}: {holds}", scale.name(goal))
        }
        _ if low == high => {
            format!("{subject} {is_worth} {} (for {max})", colour::value(scale, low))
        }
        _ => {
            let said = answer.spelled(answer.report.bounds).join(", ");
            format!("{subject} {is_worth} {said} (for {max})")
        }
    }
}

fn limit(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "the node limit was reached",
        Stop::Memory => "the memory limit was reached",
        Stop::Time => "the time limit was reached",
        Stop::Interrupted | Stop::Solved | Stop::Contradicted => "it was interrupted",
    }
}

fn add_play(rows: &mut Rows, answer: &Answer) {
    if answer.value().is_none() && !answer.is_believed() && !answer.is_reported() {
        rows.add("proved", answer.claims().join(", "));
    }
    if let Some(best) = answer.best_move() {
        rows.add("best move", best);
    }
    if !answer.line().is_empty() {
        rows.add("line", shortened(answer.line()));
    }
}

/// What a search that did not finish has reached.
fn add_state(rows: &mut Rows, answer: &Answer) {
    let claims = answer.claims();
    let proved = if claims.is_empty() { "nothing yet".to_owned() } else { claims.join(", ") };
    rows.add("proved", proved);
    for (index, question) in answer.report.efforts.iter().enumerate() {
        let label = if index == 0 { "efforts" } else { "" };
        rows.add(label, format!("{} (to prove/to refute)", effort(answer.scale(), question)));
    }
    if !answer.report.most_proving.is_empty() {
        rows.add("next leaf", shortened(&answer.report.most_proving));
    }
}

fn shortened(moves: &[String]) -> String {
    let mut text = moves.iter().take(LINE).cloned().collect::<Vec<_>>().join(" ");
    if moves.len() > LINE {
        text.push_str(&format!(" … ({} moves)", moves.len()));
    }
    text
}

fn add_cost(rows: &mut Rows, answer: &Answer) {
    let (counters, elapsed) = (answer.report.counters, answer.report.elapsed);
    let algorithm = answer.algorithm();
    rows.add(
        "algorithm",
        match counters.runs {
            1 => algorithm.to_owned(),
            runs => format!("{algorithm}, {runs} runs"),
        },
    );
    if let Some(why) = &answer.decided.chosen {
        rows.add("chosen", why.clone());
    }
    rows.add("created", counted(counters.created, "node"));
    rows.add("expanded", counted(counters.expanded, "node"));
    if counters.counted > 0 {
        rows.add(
            "at depth",
            format!("{}, each in its own iteration", counted(counters.counted, "node")),
        );
    }
    rows.add(
        "peak",
        format!("{}, {}", counted(counters.peak_nodes, "node"), in_bytes(counters.peak_bytes)),
    );
    if counters.deleted > 0 {
        rows.add("deleted", counted(counters.deleted, "node"));
    }
    if counters.given_up > 0 {
        rows.add("given up", counted(counters.given_up, "node"));
    }
    let rate = counters.created as f64 / elapsed.as_secs_f64().max(1e-6);
    rows.add("time", format!("{} ({} nodes/s)", in_seconds(elapsed), in_thousands(rate as u64)));
}

fn add_certificate(rows: &mut Rows, page: &Page<'_>) {
    let answer = page.answer;
    match &page.certificate {
        Some(written) => written.add_to(rows),
        None if page.unwritten.is_some() => {
            rows.add("certificate", "none: the file could not be written");
        }
        None if answer.report.unproved.is_some() => {
            rows.add("certificate", "none written: it could not be completed");
        }
        None if answer.question().certificate => {
            rows.add("certificate", "none written: nothing was proved");
        }
        None => {}
    }
}

/// What the values rest on that was never verified here.
fn trusted(answer: &Answer) -> Option<&str> {
    answer.position.game().tables().and_then(|tables| tables.trusted.as_deref())
}

/// The value of every move, best first.
fn moves(answer: &Answer, values: &[MoveValue]) -> Table {
    let mut table =
        Table::new(&[("move", Align::Left), ("value", Align::Left), ("created", Align::Right)]);
    for value in values {
        let worth = match (value.value(), answer.spelled(value.bounds())) {
            (Some(name), _) => name.to_owned(),
            (None, claims) if claims.is_empty() => "unknown".to_owned(),
            (None, claims) => claims.join(", "),
        };
        let created = in_thousands(value.answer.report.counters.created);
        table.add([value.mv.clone(), worth, created]);
    }
    table
}

/// The members of a fleet.
fn member_table(members: &[MemberSummary]) -> Table {
    let (left, right) = (Align::Left, Align::Right);
    let columns = ["workers", "results", "descents", "busy"].map(|head| (head, right));
    let columns: Vec<_> = [("host", left)].into_iter().chain(columns).collect();
    let mut table = Table::new(&columns);
    for member in members {
        let excluded = if member.excluded.is_some() { " (sent away)" } else { "" };
        table.add([
            format!("{}{excluded}", member.name),
            member.workers.to_string(),
            in_thousands(member.results),
            in_thousands(member.descents),
            busy(member.utilisation),
        ]);
    }
    table
}

fn add_checkpoint(rows: &mut Rows, page: &Page<'_>) {
    let last = match &page.checkpoint {
        Some(Checkpoint::Left(last)) => last,
        Some(Checkpoint::Removed { file }) => {
            return rows.add("checkpoint", format!("{file} removed: it is not needed any more"));
        }
        None => return,
    };
    let goes_on = |file: &str| match &page.members {
        Some(_) => "the same command goes on from".to_owned(),
        None => format!("foregone solve --resume {file} goes on from"),
    };
    let text = match (&last.file, &last.failed) {
        (Some(file), None) => format!("{file}: {} here", goes_on(file)),
        (Some(file), Some(why)) => format!(
            "the last one could not be written ({why}); {file} is an older one: {} there",
            goes_on(file)
        ),
        (None, Some(why)) => {
            format!("none: it could not be written ({why}), so a new run starts again")
        }
        (None, None) => return,
    };
    rows.add("checkpoint", text);
}

/// What might help a search that has reached this limit.
fn advice(page: &Page<'_>, stop: Stop) -> Vec<&'static str> {
    let answer = page.answer;
    let (question, techniques) = (answer.question(), &answer.question().techniques);
    let mut advice = match stop {
        Stop::Nodes => vec!["allow more --nodes"],
        Stop::Time => vec!["allow more --time"],
        Stop::Memory => vec!["allow more --memory"],
        Stop::Interrupted | Stop::Solved if page.can_resume() => vec!["resume it"],
        Stop::Interrupted | Stop::Solved | Stop::Contradicted => vec![
            "let it run longer; a new run starts again, unless --checkpoint has kept the old one",
        ],
    };
    if stop == Stop::Memory {
        if !question.algorithm.is_nested() && answer.decided.policy.is_none() {
            advice.push(if question.algorithm.is_multiple() {
                "try --algorithm mopn2, which needs far less memory"
            } else {
                "try --algorithm pn2, which needs far less memory"
            });
        }
        if techniques.delete_solved != When::AtOnce {
            advice.push("try --delete-solved");
        }
        if !techniques.delete_least_proving {
            advice.push("try --delete-least-proving");
        }
    }
    let deep = question.algorithm.is_depth_first();
    if answer.position.game().class() == GameClass::NeverReturns && !techniques.dag && !deep {
        advice.push("try --dag, which merges transpositions");
    }
    if question.goal == Goal::Value && answer.scale().len() > 2 {
        advice.push("ask less with --at-least or --range");
    }
    advice
}

/// A sentence about a certificate that does not prove all that was found.
pub(super) fn unproved(page: &Page<'_>, stop: Stop) -> String {
    let answer = page.answer;
    let reason = match stop {
        Stop::Memory => "a quarter of --memory was not enough for it; allow more",
        Stop::Time => "the time limit was reached; allow more --time",
        Stop::Interrupted => "it was interrupted",
        Stop::Contradicted if page.members.is_some() => {
            return "the certificate was not written: the rules do not bear out what the workers have claimed; start again \
                    with --trust none, which finds out who it was"
                .to_owned();
        }
        Stop::Contradicted => {
            return "the certificate was not written: the rules do not bear out what the search has found, so the state it was resumed from is not its own; start again without --resume".to_owned();
        }
        Stop::Nodes | Stop::Solved => "the parts to be searched again were too large",
    };
    let rest = match &page.certificate {
        Some(written) => format!("proves only {}", written.claims.join(", ")),
        None => "was not written".to_owned(),
    };
    let known = if answer.is_reported() { "reported" } else { "proved" };
    format!("the answer is {known}, but the certificate {rest}: {reason}")
}

/// A sentence about a certificate whose file could not be written.
pub(super) fn unwritten(page: &Page<'_>, why: &str) -> String {
    let again = if page.can_resume() { "resume the search" } else { "solve it again" };
    format!(
        "what was found is as it was printed, but the certificate {why}; make room for it or name another file, and {again}"
    )
}

#[cfg(test)]
mod tests {
    use foregone::{Game, Solver};

    use super::*;
    use crate::commands::solve::ending;
    use crate::failure::Ending;

    /// Rare in practice: the search is done, but not the proof.
    #[test]
    fn an_answer_without_its_certificate_is_a_failure_that_says_why() {
        let game = Game::open("connect4:4x4").expect("a game");
        let mut answer = Solver::new(&game).value(&game.start()).expect("an answer");
        answer.decided.question.certificate = true;
        answer.report.unproved = Some(Stop::Memory);
        let shown = Page {
            answer: &answer,
            certificate: None,
            unwritten: None,
            checkpoint: None,
            moves: None,
            members: None,
        };
        assert_eq!(ending(&shown), Ending::Failed);
        assert!(page(&shown).contains("connect4:4x4 is worth draw"));
        assert!(page(&shown).contains("certificate  none written: it could not be completed"));
        assert_eq!(
            unproved(&shown, Stop::Memory),
            "the answer is proved, but the certificate was not written: a quarter of --memory was not enough for it; \
             allow more"
        );
    }
}
