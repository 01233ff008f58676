//! How far workers are believed. Whatever they claim to be settled is a [`Claim`]: a position, a question and the answer,
//! which anybody who knows the rules can search again.

use std::str::FromStr;

use fleet::message::{Found, Label, WorkerId, duels};

/// Claims that are kept in case one of them turns out false.
const KEPT: usize = 1 << 20;

/// How far workers are believed.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Trust {
    /// Entirely: those are our own machines.
    #[default]
    All,
    /// A share of what they claim is searched again as it comes in.
    Sample(f64),
    /// Not at all: before the run is called solved, all that the answer rests on is established here once more.
    None,
}

impl FromStr for Trust {
    type Err = String;

    fn from_str(text: &str) -> Result<Trust, String> {
        let share = |text: &str| text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
        match text.split_once(':') {
            None if text == "all" => Ok(Trust::All),
            None if text == "none" => Ok(Trust::None),
            Some(("sample", text)) if let Some(share) = share(text) => Ok(Trust::Sample(share)),
            _ => Err("it is all, none, or sample: and a share such as sample:0.05".to_owned()),
        }
    }
}

/// That a question about a position is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Who says so.
    pub worker: WorkerId,
    /// The moves from the root, by their places in the canonical order.
    pub line: Vec<u16>,
    /// Which of the questions, counted from 0.
    pub question: u8,
    /// Whether it is answered with yes.
    pub proved: bool,
    /// The descents that were needed.
    pub spent: u64,
}

/// What a result claims: about its position and about where its moves lead.
pub(crate) fn claims(worker: WorkerId, line: &[u16], found: &Found) -> Vec<Claim> {
    let mut all = Vec::new();
    let mut add = |line: &[u16], label: &Label| {
        for (question, duel) in duels(label).unwrap_or_default().into_iter().enumerate() {
            if duel.is_settled() {
                let (line, question) = (line.to_vec(), question as u8);
                let proved = duel.proof.finite() == Some(0);
                all.push(Claim { worker, line, question, proved, spent: found.spent });
            }
        }
    };
    add(line, &found.label);
    let mut child_line = line.to_vec();
    for child in &found.children {
        child_line.push(child.mv);
        add(&child_line, &child.label);
        child_line.pop();
    }
    all
}

/// Whether numbers claim anything.
pub(crate) fn settles(label: &Label) -> bool {
    duels(label).is_none_or(|label| label.iter().any(|duel| duel.is_settled()))
}

/// The claims that were made.
#[derive(Default)]
pub(crate) struct Claims(std::collections::VecDeque<Claim>);

impl Claims {
    pub(crate) fn keep(&mut self, claims: Vec<Claim>) {
        self.0.extend(claims);
        while self.0.len() > KEPT {
            self.0.pop_front();
        }
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Those that were easiest to find first: they are the easiest to find again.
    pub(crate) fn easiest_first(&self) -> Vec<Claim> {
        let mut claims: Vec<Claim> = self.0.iter().cloned().collect();
        claims.sort_by_key(|claim| claim.spent);
        claims
    }
}

#[cfg(test)]
mod tests {
    use fleet::message::Child;

    use super::*;

    #[test]
    fn trust_is_read() {
        assert_eq!("all".parse(), Ok(Trust::All));
        assert_eq!("none".parse(), Ok(Trust::None));
        assert_eq!("sample:0.25".parse(), Ok(Trust::Sample(0.25)));
        for text in
            ["", "some", "sample", "sample:", "sample:2", "sample:-1", "sample:nan", "all:1"]
        {
            assert!(text.parse::<Trust>().is_err(), "{text}");
        }
    }

    #[test]
    fn claims_are_what_is_settled() {
        const NEVER: u32 = u32::MAX;
        let child = |mv, label: Label| Child { mv, code: 1, max_moves: true, label };
        let found = Found {
            label: vec![(0, NEVER), (3, 4)],
            children: vec![child(5, vec![(1, 1), (NEVER, 0)]), child(6, vec![(1, 1), (2, 1)])],
            spent: 9,
            ..Found::default()
        };
        let claims = claims(7, &[2], &found);
        let plain: Vec<_> =
            claims.iter().map(|it| (it.line.as_slice(), it.question, it.proved)).collect();
        assert_eq!(plain, [(&[2][..], 0, true), (&[2, 5][..], 1, false)]);
        assert!(settles(&found.label) && !settles(&vec![(3, 4)]));
    }
}
