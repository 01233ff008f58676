//! The results of a simulation as text, as CSV, as a drawing and as JSON.

use std::fmt::Write as _;

use serde::Serialize;

use super::{Fleet, Row, Simulated, state_name};
use crate::arguments::fleet::SimulateArguments;
use crate::output::in_thousands;
use crate::plot::{Scatter, Series};
use crate::table::{Align, Table};

const COLOURS: [&str; 6] = ["#14507d", "#b4552d", "#3c7a3a", "#6d4a8c", "#8a6d1f", "#4a5a68"];

/// What `--json` prints.
#[derive(Serialize)]
pub(super) struct Object {
    schema: u32,
    game: String,
    value: Option<String>,
    sequential: SequentialObject,
    latency: f64,
    cost: f64,
    job: u64,
    partial: u64,
    in_flight: u32,
    seed: u64,
    fleets: Vec<Fleet>,
}

#[derive(Serialize)]
struct SequentialObject {
    algorithm: &'static str,
    epsilon: f64,
    mobility: bool,
    visits: u64,
}

impl Simulated<'_> {
    fn fleet(&self, row: &Row) -> Fleet {
        let result = &row.result;
        Fleet {
            policy: row.policy.name(),
            workers: row.size.workers,
            hosts: row.size.hosts,
            state: state_name(result.state),
            time: result.time,
            speed_up: self.speed_up(row),
            against_sequential: self.against_sequential(row),
            idle: result.idle,
            redundant: result.redundant,
            coordinating: result.coordinating,
            descents: result.descents,
            messages: result.messages,
            jobs: result.tally.jobs,
            again: result.tally.again,
            cancelled: result.tally.cancelled,
            expanded: result.tally.expanded,
            nodes: result.tally.nodes,
            bytes: result.bytes,
        }
    }

    pub(super) fn object(&self, arguments: &SimulateArguments) -> Object {
        let (low, high) = self.sequential.bounds;
        Object {
            schema: 1,
            game: self.subject.clone(),
            value: (low == high).then(|| self.scale.name(low).to_owned()),
            sequential: SequentialObject {
                algorithm: self.sequential.algorithm,
                epsilon: f64::from(self.sequential.epsilon) / 256.0,
                mobility: self.sequential.mobility,
                visits: self.sequential.visits,
            },
            latency: arguments.network.latency as f64 / 1000.0,
            cost: arguments.network.cost as f64 / 1000.0,
            job: arguments.jobs.job,
            partial: arguments.jobs.partial,
            in_flight: arguments.jobs.in_flight,
            seed: arguments.network.seed,
            fleets: self.rows.iter().map(|row| self.fleet(row)).collect(),
        }
    }

    pub(super) fn page(&self, arguments: &SimulateArguments) -> String {
        let jobs = &arguments.jobs;
        let mut text = format!(
            "{} in virtual time: a unit is a descent, latency {}, {} per message, jobs of {}\n\n",
            self.subject,
            arguments.network.latency as f64 / 1000.0,
            arguments.network.cost as f64 / 1000.0,
            in_thousands(jobs.job),
        );
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", self.table());
        let _ = writeln!(
            text,
            "best sequential: {} with epsilon {}{} enters {} positions",
            self.sequential.algorithm,
            f64::from(self.sequential.epsilon) / 256.0,
            if self.sequential.mobility { " and mobility" } else { "" },
            in_thousands(self.sequential.visits)
        );
        let wrong = self.rows.iter().filter(|row| self.is_wrong(row)).count();
        let (low, high) = self.sequential.bounds;
        let value = match (low == high, wrong) {
            (_, 1..) => format!("{wrong} of the fleets have found another value"),
            (true, 0) => format!("value: {}", self.scale.name(low)),
            (false, 0) => {
                format!("value: {} to {}", self.scale.name(low), self.scale.name(high))
            }
        };
        let _ = writeln!(text, "{value}");
        text
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&[
            ("policy", Align::Left),
            ("workers", Align::Right),
            ("hosts", Align::Right),
            ("time", Align::Right),
            ("speed-up", Align::Right),
            ("of sequential", Align::Right),
            ("idle", Align::Right),
            ("in vain", Align::Right),
            ("messages", Align::Right),
            ("expanded", Align::Right),
            ("nodes", Align::Right),
        ]);
        let times = |number: Option<f64>| match number {
            Some(number) if number < 10.0 => format!("{number:.2}"),
            Some(number) => format!("{number:.1}"),
            None => "-".to_owned(),
        };
        for row in &self.rows {
            let fleet = self.fleet(row);
            let time = in_thousands(fleet.time.round() as u64);
            let time = match fleet.state {
                "solved" => time,
                state => format!("{state} at {time}"),
            };
            table.add([
                fleet.policy.to_owned(),
                fleet.workers.to_string(),
                fleet.hosts.to_string(),
                time,
                times(fleet.speed_up),
                times(fleet.against_sequential),
                format!("{:.0} %", 100.0 * fleet.idle),
                format!("{:.0} %", 100.0 * fleet.redundant),
                in_thousands(fleet.messages),
                in_thousands(fleet.expanded),
                in_thousands(fleet.nodes),
            ]);
        }
        table
    }

    pub(super) fn csv(&self) -> String {
        let mut text = "policy,workers,hosts,state,time,speed_up,against_sequential,idle,redundant,coordinating,descents,\
                        messages,jobs,again,cancelled,expanded,nodes,bytes\n"
            .to_owned();
        let number = |number: Option<f64>| number.map_or(String::new(), |it| format!("{it:.3}"));
        for row in &self.rows {
            let it = self.fleet(row);
            let _ = writeln!(
                text,
                "{},{},{},{},{:.3},{},{},{:.4},{:.4},{:.4},{},{},{},{},{},{},{},{}",
                it.policy,
                it.workers,
                it.hosts,
                it.state,
                it.time,
                number(it.speed_up),
                number(it.against_sequential),
                it.idle,
                it.redundant,
                it.coordinating,
                it.descents,
                it.messages,
                it.jobs,
                it.again,
                it.cancelled,
                it.expanded,
                it.nodes,
                it.bytes
            );
        }
        text
    }

    /// The speed-up of every policy over the number of workers.
    pub(super) fn plot(&self) -> Scatter {
        let mut lines: Vec<Series> = Vec::new();
        for row in &self.rows {
            let Some(speed_up) = self.speed_up(row) else { continue };
            let point = (row.size.workers as f64, speed_up.max(1.0));
            match lines.last_mut().filter(|line| line.label == row.policy.name()) {
                Some(line) => line.points.push(point),
                None => lines.push(Series {
                    label: row.policy.name().to_owned(),
                    colour: COLOURS[lines.len() % COLOURS.len()],
                    dashed: false,
                    points: vec![point],
                }),
            }
        }
        Scatter {
            title: self.subject.clone(),
            note: "speed-up in virtual time against the same policy with one worker".to_owned(),
            x_label: "workers".to_owned(),
            y_label: "speed-up".to_owned(),
            points: Vec::new(),
            lines,
        }
    }
}
