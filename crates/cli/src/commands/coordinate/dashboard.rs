//! The state of a run, as lines for a terminal, as one line without a terminal, and as a JSON object.

use std::collections::BTreeMap;
use std::time::Duration;

use foregone_fleet::controller::Member;
use foregone_fleet::controller::RunStatus;
use foregone_game::{Outcome, Scale};
use foregone_solve::effort::{Effort, ProofNumbers};
use serde_json::{Value, json};

use super::history::History;
use crate::output::{busy, counted, in_bytes, in_thousands};
use crate::progress::effort;
use crate::table::{Align, Table};

/// The most open questions and the most moves that are shown.
const QUESTIONS: usize = 2;
const MOVES: usize = 12;
/// The most hosts that are shown, those with the most descents first.
const HOSTS: usize = 10;

/// The state of a run at one moment.
pub(super) struct RunSnapshot<'m, 's> {
    pub(super) status: &'m RunStatus<'s>,
    pub(super) scale: &'m Scale,
    /// The time since the coordinator started.
    pub(super) since: Duration,
    /// Results and descents per second.
    pub(super) rates: (f64, f64),
    /// The proof numbers of the root.
    pub(super) efforts: Vec<(Outcome, ProofNumbers)>,
    /// The line to the next leaf.
    pub(super) next: Vec<String>,
}

impl RunSnapshot<'_, '_> {
    /// The JSON object.
    pub(super) fn object(&self) -> Value {
        let tally = self.status.coordinator.tally();
        let pair = |&(outcome, numbers): &(Outcome, ProofNumbers)| {
            json!({
                "at_least": self.scale.name(outcome),
                "proof": numbers.proof.finite(),
                "disproof": numbers.disproof.finite(),
            })
        };
        json!({
            "event": "progress",
            "seconds": self.since.as_secs_f64(),
            "workers": self.status.members.workers(),
            "hosts": self.status.members.hosts(),
            "away": self.status.away,
            "job": self.status.job,
            "results": tally.finals,
            "again": tally.again,
            "cancelled": tally.cancelled,
            "stale": tally.stale,
            "refused": tally.refused + self.status.rejected,
            "descents": tally.descents,
            "results_per_second": self.rates.0,
            "descents_per_second": self.rates.1,
            "nodes": tally.nodes,
            "bytes": self.status.coordinator.bytes(),
            "server": self.status.reachable,
            "efforts": self.efforts.iter().map(pair).collect::<Vec<_>>(),
            "most_proving": self.next,
        })
    }

    /// The line for people without a terminal.
    pub(super) fn line(&self) -> String {
        let open: Vec<String> = self.open().map(|pair| effort(self.scale, pair)).collect();
        format!("{}, {}, next {}", self.summary(), open.join(", "), self.moves())
    }

    fn summary(&self) -> String {
        let RunStatus { members, coordinator, away, job, .. } = self.status;
        format!(
            "{} on {}, {} of {}, {}/s, {}/s, {} in {}",
            counted(members.workers(), "worker"),
            counted(members.hosts() as u64, "host"),
            counted(*away as u64, "job"),
            counted(*job, "descent"),
            counted(self.rates.0 as u64, "result"),
            counted(self.rates.1 as u64, "descent"),
            counted(coordinator.tally().nodes, "node"),
            in_bytes(coordinator.bytes()),
        )
    }

    fn moves(&self) -> String {
        let more = if self.next.len() > MOVES { " …" } else { "" };
        let moves: Vec<&str> = self.next.iter().take(MOVES).map(String::as_str).collect();
        format!("{}{more}", moves.join(" "))
    }

    fn open(&self) -> impl Iterator<Item = &(Outcome, ProofNumbers)> {
        self.efforts.iter().filter(|(_, numbers)| !numbers.is_settled()).take(QUESTIONS)
    }
}

/// The lines on a terminal, with the history of the numbers.
#[derive(Default)]
pub(super) struct Dashboard {
    /// The proof and the disproof number of every question.
    efforts: BTreeMap<Outcome, [History; 2]>,
}

impl Dashboard {
    /// The lines: a summary, the open questions, the next leaf, the hosts.
    pub(super) fn lines(&mut self, snapshot: &RunSnapshot<'_, '_>) -> Vec<String> {
        let mut lines = vec![snapshot.summary()];
        for &(outcome, numbers) in snapshot.open() {
            let histories = self.efforts.entry(outcome).or_default();
            let [proof, disproof] = [numbers.proof, numbers.disproof];
            let mut drawn = |side: usize, effort: Effort| {
                let leaves = effort.finite().unwrap_or_default();
                histories[side].add(snapshot.since, f64::from(leaves));
                format!("{} {}", in_thousands(u64::from(leaves)), histories[side].drawing())
            };
            let name = snapshot.scale.name(outcome);
            lines.push(format!(
                "≥{name}  proof {}  disproof {}",
                drawn(0, proof),
                drawn(1, disproof)
            ));
        }
        lines.push(format!("next {}", snapshot.moves()));
        if !snapshot.status.reachable {
            lines.push("the NATS server is out of reach".to_owned());
        }
        lines.extend(hosts(snapshot));
        lines
    }
}

/// The table of the hosts that are present.
fn hosts(snapshot: &RunSnapshot<'_, '_>) -> Vec<String> {
    let members = snapshot.status.members;
    let mut present: Vec<&Member> = members.iter().filter(|member| member.present).collect();
    if present.is_empty() {
        return vec!["no worker has joined yet: start one with foregone work".to_owned()];
    }
    present.sort_by_key(|member| std::cmp::Reverse(member.descents));
    let columns =
        ["workers", "results", "descents", "busy", "heard"].map(|head| (head, Align::Right));
    let columns: Vec<_> = [("host", Align::Left)].into_iter().chain(columns).collect();
    let mut table = Table::new(&columns);
    for member in present.iter().take(HOSTS) {
        let heard = snapshot.since.saturating_sub(member.seen.1);
        table.add([
            member.name.clone(),
            member.workers.to_string(),
            in_thousands(member.results),
            in_thousands(member.descents),
            busy(member.utilisation()),
            format!("{} s ago", heard.as_secs()),
        ]);
    }
    let mut lines: Vec<String> = table.to_string().lines().map(str::to_owned).collect();
    if present.len() > HOSTS {
        lines.push(format!("and {} more", present.len() - HOSTS));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use foregone_fleet::controller::Members;
    use foregone_fleet::coordinator::Coordinator;
    use foregone_fleet::plan::Plan;
    use foregone_game::Player;
    use foregone_solve::leaf_search::Root;

    #[test]
    fn questions_are_drawn_over_time_until_they_are_settled() {
        let scale = Scale::new(["loss", "win"]);
        let range = (scale.worst(), scale.best());
        let root = Root { table_key: 1, player: Player::Max, outcome: None };
        let mut coordinator = Coordinator::new(1, root, range, Plan::default());
        let status = RunStatus {
            coordinator: &mut coordinator,
            members: &Members::default(),
            away: 0,
            job: 100,
            reachable: false,
            rejected: 0,
        };
        let mut snapshot = RunSnapshot {
            status: &status,
            scale: &scale,
            since: Duration::ZERO,
            rates: (0.0, 0.0),
            efforts: vec![(scale.best(), ProofNumbers::FRESH)],
            next: vec!["a2-a3".to_owned(); MOVES + 1],
        };
        let mut dashboard = Dashboard::default();
        dashboard.lines(&snapshot);
        let numbers = ProofNumbers { proof: Effort::new(9), ..ProofNumbers::FRESH };
        (snapshot.since, snapshot.efforts) =
            (Duration::from_secs(1), vec![(scale.best(), numbers)]);
        let lines = dashboard.lines(&snapshot);
        assert_eq!(lines[1], "≥win  proof 9 ▁▁█  disproof 1 ▁▁▁");
        assert!(lines[2].starts_with("next a2-a3 a2-a3") && lines[2].ends_with(" …"), "{lines:?}");
        assert!(
            lines[3].contains("out of reach") && lines[4].contains("foregone work"),
            "{lines:?}"
        );
        assert!(snapshot.line().contains("≥win 9/1, next a2-a3"), "{}", snapshot.line());
        snapshot.efforts =
            vec![(scale.best(), ProofNumbers { proof: Effort::DONE, disproof: Effort::INFINITE })];
        assert!(dashboard.lines(&snapshot)[1].starts_with("next"));
    }
}
