//! A position of a proof as front ends show it: what the proof does there, how large it is below, and where else it is met.

use foregone_game::Player;
use foregone_proof::lookup::{Found, Place, Size};
use serde::Serialize;

use super::tree::{ProofStep, ProofTree, REPLIES_IN_A_ROW};
use crate::error::Error;
use crate::position::Position;

/// A position of the proof of a claim. `docs/json.md` describes the members.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ProofNode {
    schema: u32,
    /// The canonical spelling of the game.
    pub game: String,
    /// The position in the game's notation.
    pub position: String,
    /// The moves from the position of the certificate to this one.
    pub played: Vec<String>,
    /// What is claimed, in words.
    pub claim: String,
    /// Whose claim it is: `first` or `second`.
    pub owner: &'static str,
    /// The number of records of the whole proof.
    pub records: u64,
    /// What the proof does here.
    #[serde(flatten)]
    pub step: StepView,
}

/// What the proof does at a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct StepView {
    /// `over`, `known`, `searched`, `answer`, `replies`, or `not in the proof`.
    pub place: &'static str,
    /// The result, where play is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// By which rule the checker knows the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// The move of the owner of the claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// Every legal move of the opponent, in the canonical order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replies: Option<Vec<ReplyView>>,
    /// Why the position is not in the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The positions below, everything that is met again counted again, if they were measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// The moves of the longest line below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_line: Option<u64>,
    /// The line by which the proof comes here itself, where that is another one: it leads to the same position or to an image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<Vec<String>>,
}

/// A reply of the opponent, and what the proof does after it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReplyView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What the proof does after it.
    #[serde(flatten)]
    pub step: StepView,
}

impl StepView {
    /// The size of the proof below, if it was measured.
    pub fn size(&self) -> Option<Size> {
        let (positions, longest_line) = (self.positions?, self.longest_line?);
        Some(Size { positions, longest_line })
    }

    /// Whether the proof goes on below.
    pub fn goes_on(&self) -> bool {
        matches!(self.place, "answer" | "replies")
    }

    fn new(step: ProofStep) -> StepView {
        let empty = |place| StepView { place, ..StepView::default() };
        match step {
            ProofStep::Over(outcome) => StepView { outcome: Some(outcome), ..empty("over") },
            ProofStep::Known => empty("known"),
            ProofStep::Searched => empty("searched"),
            ProofStep::Answer(mv) => StepView { answer: Some(mv), ..empty("answer") },
            ProofStep::MoreReplies | ProofStep::Replies(_) => empty("replies"),
            ProofStep::NotInProof(why) => StepView { why: Some(why), ..empty("not in the proof") },
        }
    }

    fn measure(&mut self, size: Option<Size>) {
        self.positions = size.map(|size| size.positions);
        self.longest_line = size.map(|size| size.longest_line);
    }
}

/// A position, where the proof has it, and what it does there.
struct Seen {
    found: Found,
    step: StepView,
}

impl ProofTree {
    /// Whose claim it is: the first player's are about "at least", the second player's about "at most".
    pub fn owner(&self, claim: usize) -> Player {
        match self.claims().get(claim) {
            Some(words) if words.starts_with("at most") => Player::Min,
            _ => Player::Max,
        }
    }

    /// The position that was reached by moves from the root, with what the proof of a claim does there. Where the opponent
    /// moves, each reply has the same about the position after it.
    pub fn node(&self, claim: usize, position: &Position) -> Result<ProofNode, Error> {
        let claims = self.claims();
        let Some(words) = claims.get(claim) else {
            let count = claims.len();
            return Err(Error::input(match count {
                1 => "the certificate has one claim".to_owned(),
                _ => format!("the certificate has {count} claims"),
            }));
        };
        let (here, path) = self.path(position)?;
        let Seen { found, mut step } = self.look(claim, &path, &here, None)?;
        if step.place == "replies" {
            self.add_replies(&mut step, claim, (&path, &found.line), &here)?;
        }
        Ok(ProofNode {
            schema: 1,
            game: here.game().spelling().to_owned(),
            position: here.to_string(),
            played: here.line(),
            claim: (*words).to_owned(),
            owner: self.owner(claim).name(),
            records: self.records(),
            step,
        })
    }

    fn add_replies(
        &self,
        step: &mut StepView,
        claim: usize,
        (path, home): (&[usize], &[usize]),
        here: &Position,
    ) -> Result<(), Error> {
        let mut replies = Vec::new();
        let mut size = Some(Size::LEAF);
        for (index, mv) in here.legal_moves().into_iter().enumerate() {
            let mut after = here.clone();
            after.play(&mv)?;
            let path = [path, &[index]].concat();
            let seen = self.look(claim, &path, &after, Some(home))?;
            size = size.zip(seen.step.size()).map(|(size, child)| size.with(child));
            replies.push(ReplyView { mv, step: seen.step });
        }
        // A position that the opponent has left open for long is not followed to its end.
        if step.size().is_none() {
            step.measure(size);
        }
        step.replies = Some(replies);
        Ok(())
    }

    /// Looks at a position. `before` is where the proof has the position before the last move: from there it comes here by one
    /// more move, unless it has met this position elsewhere.
    fn look(
        &self,
        claim: usize,
        path: &[usize],
        here: &Position,
        before: Option<&[usize]>,
    ) -> Result<Seen, Error> {
        let found = self.find(claim, path)?;
        let mut step = StepView::new(self.step_of(&found, path, here)?);
        // The size below replies is added up from them.
        if let Some(sizes) = self.sizes()
            && (found.place != Place::Replies || before.is_some())
        {
            let in_a_row = REPLIES_IN_A_ROW;
            step.measure(self.size_of(&found, (&sizes, claim), path, here, in_a_row)?);
        }
        if found.place == Place::Known {
            step.rule = Some(rule(here.game().spelling(), found.in_tables));
        }
        let is_elsewhere = match before {
            Some(before) => found.line.strip_prefix(before).is_none_or(|rest| rest.len() != 1),
            None => found.line != path,
        };
        if is_elsewhere && step.goes_on() {
            step.same_as = Some(self.words(&found.line)?);
        }
        Ok(Seen { found, step })
    }

    /// A line as moves.
    fn words(&self, line: &[usize]) -> Result<Vec<String>, Error> {
        let mut here = self.root().clone();
        for &index in line {
            let mv = here.legal_moves().swap_remove(index);
            here.play(&mv)?;
        }
        Ok(here.line())
    }
}

/// How the checker knows the value of a position where play is not over, in words.
fn rule(game: &str, in_tables: bool) -> &'static str {
    match game.split(':').next() {
        _ if in_tables => "it is in the tablebase that the certificate cites",
        Some("breakthrough") => "a pawn cannot be stopped",
        Some("connect4") => "a completed line or the places of the threats decide",
        Some("awari") => "the stones on the board cannot change the result",
        _ => "all lines below end in the opponent's moves, or the rules decide",
    }
}
