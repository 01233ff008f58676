//! The list of replies at a position of a proof: each with its answer, the size of what follows, and where else it is met.

use std::cmp::Reverse;

use foregone::{Position, ProofNode, ProofTree, ReplyView, StepView};
use maud::{Markup, html};

use super::moves::thousands;
use super::proof::Where;
use crate::problem::Problem;

/// A position of a proof, and the replies after the answer to it.
pub(crate) struct Rows {
    /// The position.
    pub(crate) node: ProofNode,
    /// The position where the opponent moves: the same one, or the one after the answer.
    opponent: Option<(Position, ProofNode)>,
    /// Legal moves that the proof does not need.
    others: Vec<String>,
}

impl Rows {
    pub(crate) fn at(tree: &ProofTree, at: &Where, position: &Position) -> Result<Rows, Problem> {
        let node = tree.node(at.claim(), position)?;
        let mut others = Vec::new();
        let opponent = match &node.step.answer {
            Some(answer) => {
                others = position.legal_moves();
                others.retain(|mv| mv != answer);
                let mut after = position.clone();
                after.play(answer)?;
                let next = tree.node(at.claim(), &after)?;
                Some((after, next))
            }
            None if node.step.replies.is_some() => Some((position.clone(), node.clone())),
            None => None,
        };
        Ok(Rows { node, opponent, others })
    }
}

/// The answer, if the owner of the claim moves, and the replies.
pub(crate) fn rows(shown: &Rows, at: &Where, name: &str) -> Markup {
    let step = &shown.node.step;
    html! {
        @if let Some(line) = &step.same_as { p class="soft" { (again(line, at, name)) } }
        @if let Some(answer) = &step.answer {
            p {
                "The " (shown.node.owner) " player plays " b { (answer) } (size(step)) "."
                @if at.shows_all() && !shown.others.is_empty() {
                    " " span class="soft" { "The proof needs no other move: " (shown.others.join(", ")) "." }
                }
            }
        }
        @match &shown.opponent {
            None => p { (evident(step)) },
            Some((position, node)) => {
                @match &node.step.replies {
                    None => p { "Then: " (evident(&node.step)) },
                    Some(replies) => ul class="proof" {
                        @for reply in sorted(replies, at) { (row(reply, position, at, name)) }
                    },
                }
            }
        }
    }
}

/// The replies in the order that is asked for; evident ones are left out unless all are wanted and there are others.
fn sorted<'r>(replies: &'r [ReplyView], at: &Where) -> Vec<&'r ReplyView> {
    let mut sorted: Vec<&ReplyView> = replies.iter().collect();
    if !at.is_by_moves() {
        sorted.sort_by_key(|reply| Reverse((reply.step.goes_on(), reply.step.positions)));
    }
    sorted
}

fn row(reply: &ReplyView, position: &Position, at: &Where, name: &str) -> Markup {
    let mut after = position.clone();
    let step = &reply.step;
    let place = match after.play(&reply.mv) {
        Ok(()) => at.at(after.moves()),
        Err(_) => return html! {},
    };
    let mut beyond = after;
    let below = match step.answer.as_ref().map(|answer| beyond.play(answer)) {
        Some(Ok(())) => at.at(beyond.moves()),
        _ => place.clone(),
    };
    let head = html! {
        a class="move" href=(place.link("", name)) { (reply.mv) }
        @if let Some(answer) = &step.answer { " " a class="move answer" href=(below.link("", name)) { (answer) } }
        @else if step.place == "replies" { span class="soft" { "the opponent moves again" } }
        @else { " " (evident(step)) }
        span class="soft size" { (size(step)) }
        @if let Some(line) = &step.same_as { span class="soft" { " " (again(line, at, name)) } }
    };
    html! {
        li {
            (head)
            @if step.goes_on() {
                details data-unfold=(below.link("/part", name)) {
                    summary { span class="hidden" { "Replies after " (reply.mv) } }
                    p class="soft" { a href=(below.link("", name)) { "What follows" } }
                }
            }
        }
    }
}

/// A position that the proof has met on another line.
fn again(line: &[String], at: &Where, name: &str) -> Markup {
    let place = at.at(line.join(" "));
    html! {
        "same as " a href=(place.link("", name)) {
            @if line.is_empty() { "the start" } @else { (shortened(line)) }
        }
    }
}

/// A line in a few words.
fn shortened(line: &[String]) -> String {
    const SHOWN: usize = 8;
    match line.len().checked_sub(SHOWN) {
        Some(more @ 1..) => format!("… {}", line[more..].join(" ")),
        _ => line.join(" "),
    }
}

/// Why nothing has to be shown below a position.
fn evident(step: &StepView) -> Markup {
    html! {
        @match (step.place, &step.outcome, &step.why) {
            (_, Some(outcome), _) => span class="evident" { "play is over: " (outcome) },
            (_, _, Some(why)) => span class="evident" { (why) },
            ("known", ..) => span class="evident" { "evident: " (step.rule.unwrap_or("the checker knows")) },
            ("searched", ..) => span class="evident" { "the checker searches this by itself" },
            _ => {},
        }
    }
}

/// The size of what follows.
fn size(step: &StepView) -> String {
    match step.size() {
        Some(size) if step.goes_on() => {
            format!(" · tree {} · at most {} plies", about(size.positions), size.longest_line)
        }
        _ => String::new(),
    }
}

/// A number, large ones with two digits and their power of ten.
pub(crate) fn about(number: u64) -> String {
    match number {
        u64::MAX => "over 10¹⁹".to_owned(),
        0..100_000 => thousands(number),
        _ => {
            let power = number.ilog10();
            let digits = number / 10u64.pow(power - 1);
            let raised: String = power.to_string().chars().map(superscript).collect();
            format!("{}.{}·10{raised}", digits / 10, digits % 10)
        }
    }
}

fn superscript(digit: char) -> char {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    digit.to_digit(10).map_or(digit, |digit| DIGITS[digit as usize])
}

#[cfg(test)]
mod tests {
    #[test]
    fn large_numbers_are_short() {
        let cases = [
            (7, "7"),
            (99_999, "99\u{202f}999"),
            (123_456, "1.2·10⁵"),
            (47_000_000, "4.7·10⁷"),
            (u64::MAX, "over 10¹⁹"),
        ];
        for (number, text) in cases {
            assert_eq!(super::about(number), text);
        }
    }
}
