//! What `foregone coordinate --json` has written about a run, line by line: workers, progress, restarts, and how it ended.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A run as its events tell it. Events can be added while the run goes on.
///
/// ```
/// let mut log = foregone::RunLog::default();
/// log.add(b"{\"event\":\"begin\",\"run\":\"r\",\"server\":\"s\",\"resumed\":false}\n");
/// log.add(b"{\"event\":\"joined\",\"name\":\"host-1\",\"workers\":2}\n{\"event\":\"prog");
/// log.add(b"ress\",\"seconds\":1.5,\"away\":3,\"most_proving\":[\"4\"]}\nnonsense\n");
/// assert_eq!((log.hosts[0].name.as_str(), log.hosts[0].workers), ("host-1", 2));
/// assert_eq!(log.latest().map(|point| point.away), Some(3));
/// assert_eq!((log.most_proving.len(), log.unreadable), (1, 1));
/// ```
#[derive(Clone, Debug, Default, Serialize)]
pub struct RunLog {
    /// The name of the run, as the last coordinator said it.
    pub run: Option<String>,
    /// The server.
    pub server: Option<String>,
    /// When coordinators started, in seconds of all of them; the first at 0.
    pub starts: Vec<f64>,
    /// The worker processes, in the order in which they joined.
    pub hosts: Vec<HostLog>,
    /// Progress over time. Long runs are thinned out.
    pub points: Vec<Point>,
    /// The line to the leaf that is searched next.
    pub most_proving: Vec<String>,
    /// What happened besides, as sentences with their time; the latest only.
    pub notes: Vec<(f64, String)>,
    /// When the last checkpoint was written, and where.
    pub checkpoint: Option<(f64, String)>,
    /// The last line of a run that has ended: the answer.
    pub answer: Option<Value>,
    /// Lines that are no events.
    pub unreadable: u64,
    /// The seconds of coordinators that ended.
    #[serde(skip)]
    before: f64,
    /// The beginning of a line whose end was not there yet.
    #[serde(skip)]
    rest: Vec<u8>,
    /// How often every second point was left out: every second, fourth, ... one of those that come is kept.
    #[serde(skip)]
    halved: u32,
    /// Points since the last one that is kept.
    #[serde(skip)]
    since: u32,
    /// Whether the last point is not kept.
    #[serde(skip)]
    is_passing: bool,
}

/// A worker process.
#[derive(Clone, Debug, Default, Serialize)]
pub struct HostLog {
    /// Its name.
    pub name: String,
    /// Its number of workers.
    pub workers: u64,
    /// `present`, `left`, `silent`, `excluded` or `refused`.
    pub state: &'static str,
    /// Why it was excluded or refused, or has declined a job.
    pub why: Option<String>,
    /// Results and descents, if the run has ended.
    pub results: Option<u64>,
    /// The same of descents.
    pub descents: Option<u64>,
    /// The share of the time that it was busy, if the run has ended.
    pub busy: Option<f64>,
}

/// How far a run was at a moment.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Point {
    /// Seconds of all coordinators so far.
    pub seconds: f64,
    /// Workers that are present.
    pub workers: u64,
    /// Their processes.
    pub hosts: u64,
    /// Jobs that are queued or with workers.
    pub away: u64,
    /// Descents of a job.
    pub job: u64,
    /// Results so far.
    pub results: u64,
    /// Descents so far.
    pub descents: u64,
    /// Results per second, lately.
    pub results_per_second: f64,
    /// Descents per second, lately.
    pub descents_per_second: f64,
    /// Nodes of the coordinator.
    pub nodes: u64,
    /// Bytes of the coordinator.
    pub bytes: u64,
    /// Whether the server could be reached.
    pub server: bool,
    /// The efforts of the root.
    pub efforts: Vec<Efforts>,
}

/// The efforts to prove and to refute that the root is worth at least an outcome; none is infinite.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Efforts {
    /// The outcome.
    pub at_least: String,
    /// To prove it.
    pub proof: Option<u64>,
    /// To refute it.
    pub disproof: Option<u64>,
}

/// An event, with the members of all kinds.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Event {
    event: Option<String>,
    run: Option<String>,
    name: Option<String>,
    claim: Option<String>,
    why: Option<String>,
    file: Option<String>,
    most_proving: Vec<String>,
    there: bool,
    rebuilt: bool,
    away: u64,
}

/// More points, notes and hosts than these are not kept.
const POINTS: usize = 2000;
const NOTES: usize = 50;
const HOSTS: usize = 5000;
/// A line is not longer than this.
const LINE: usize = 1 << 20;

impl RunLog {
    /// Adds what was appended to the file. The end of a line may come later.
    pub fn add(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            match self.rest.len() + piece.len() <= LINE {
                true => self.rest.extend(piece),
                // What is left of it is not readable.
                false => self.rest = b"!".to_vec(),
            }
            if piece.ends_with(b"\n") {
                let line = core::mem::take(&mut self.rest);
                self.line(&line);
            }
        }
    }

    /// The latest progress.
    pub fn latest(&self) -> Option<&Point> {
        self.points.last()
    }

    fn line(&mut self, line: &[u8]) {
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        let Ok(value) = serde_json::from_slice::<Value>(line) else {
            self.unreadable += 1;
            return;
        };
        let event = Event::deserialize(&value).unwrap_or_default();
        match (event.event.as_deref(), value.get("status")) {
            (None, Some(_)) => self.ends(value),
            (None, None) => self.unreadable += 1,
            (Some("begin"), _) => self.begins(&event, &value),
            (Some("progress"), _) => match Point::deserialize(&value) {
                Ok(point) => self.progress(point, event.most_proving),
                Err(_) => self.unreadable += 1,
            },
            (Some(kind), _) => self.happens(kind, &event, &value),
        }
    }

    fn now(&self) -> f64 {
        self.latest().map_or(self.before, |point| point.seconds.max(self.before))
    }

    fn begins(&mut self, event: &Event, value: &Value) {
        self.before = self.now();
        self.starts.push(self.before);
        self.run = event.run.clone();
        self.server = value["server"].as_str().map(str::to_owned);
        self.answer = None;
        for host in &mut self.hosts {
            if host.state == "present" {
                host.state = "left";
            }
        }
    }

    fn progress(&mut self, mut point: Point, most_proving: Vec<String>) {
        if !point.seconds.is_finite() || point.seconds < 0.0 {
            self.unreadable += 1;
            return;
        }
        point.seconds += self.before;
        self.most_proving = most_proving;
        // The latest point is always there, also where later ones will push it out.
        if self.is_passing {
            self.points.pop();
        }
        self.points.push(point);
        self.is_passing = self.since != 0;
        self.since = (self.since + 1) % (1 << self.halved);
        if self.points.len() > POINTS && !self.is_passing {
            let mut place = 0;
            self.points.retain(|_| {
                place += 1;
                place % 2 == 1
            });
            self.halved += 1;
            self.since = 1;
        }
    }

    fn host(&mut self, name: &str) -> Option<&mut HostLog> {
        let known = self.hosts.iter().position(|host| host.name == name);
        let at = match known {
            Some(at) => at,
            None if self.hosts.len() < HOSTS => {
                self.hosts.push(HostLog { name: name.to_owned(), ..HostLog::default() });
                self.hosts.len() - 1
            }
            None => return None,
        };
        self.hosts.get_mut(at)
    }

    fn happens(&mut self, kind: &str, event: &Event, value: &Value) {
        let name = event.name.clone().unwrap_or_default();
        let why = event.why.clone().or_else(|| event.claim.clone());
        let state = match kind {
            "joined" => Some("present"),
            "left" => Some("left"),
            "silent" => Some("silent"),
            "excluded" => Some("excluded"),
            "refused" => Some("refused"),
            _ => None,
        };
        if let Some(state) = state
            && let Some(host) = self.host(&name)
        {
            host.state = state;
            host.workers = value["workers"].as_u64().unwrap_or(host.workers);
            host.why = why.clone();
        }
        let why = why.unwrap_or_default();
        let note = match kind {
            "silent" => format!("{name} sends no more heartbeats; its jobs are assigned to others"),
            "excluded" => format!("{name} made a wrong claim ({why}) and is excluded"),
            "refused" => format!("{name} is refused: {why}"),
            "declined" => format!("{name} declines a job: {why}"),
            "withdrawn" => format!("a claim is too large to be verified: {why}"),
            "stalled" if event.rebuilt => {
                format!("{} jobs had no worker; the queue is created again", event.away)
            }
            "stalled" => format!("{} jobs had no worker; they are assigned again", event.away),
            "server" if event.there => "the server can be reached again".to_owned(),
            "server" => "the server is out of reach".to_owned(),
            "warning" => why,
            "checkpoint" => {
                self.checkpoint = event.file.clone().map(|file| (self.now(), file));
                return;
            }
            _ => return,
        };
        if self.notes.len() == NOTES {
            self.notes.remove(0);
        }
        self.notes.push((self.now(), note));
    }

    fn ends(&mut self, answer: Value) {
        for worker in answer["workers"].as_array().into_iter().flatten() {
            let Some(host) = self.host(worker["name"].as_str().unwrap_or_default()) else { break };
            host.workers = worker["workers"].as_u64().unwrap_or(host.workers);
            host.results = worker["results"].as_u64();
            host.descents = worker["descents"].as_u64();
            host.busy = worker["utilisation"].as_f64();
            match worker["excluded"].as_str() {
                Some(why) => (host.state, host.why) = ("excluded", Some(why.to_owned())),
                None if host.state.is_empty() => host.state = "left",
                None => {}
            }
        }
        self.answer = Some(answer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(lines: &[Value]) -> RunLog {
        let mut log = RunLog::default();
        for line in lines {
            log.add(format!("{line}\n").as_bytes());
        }
        log
    }

    #[test]
    fn restarts_go_on_in_time_and_workers_have_states() {
        let progress = |seconds: f64, proof: u64| {
            serde_json::json!({"event": "progress", "seconds": seconds, "away": 4, "server": true, "most_proving": ["3", "4"],
                "efforts": [{"at_least": "win", "proof": proof, "disproof": null}]})
        };
        let begin =
            serde_json::json!({"event": "begin", "run": "r", "server": "s", "resumed": false});
        let log = log(&[
            begin.clone(),
            serde_json::json!({"event": "joined", "name": "a", "workers": 2}),
            serde_json::json!({"event": "joined", "name": "b", "workers": 1}),
            progress(1.0, 7),
            progress(2.0, 5),
            serde_json::json!({"event": "checkpoint", "file": "run.fgk"}),
            serde_json::json!({"event": "excluded", "name": "b", "claim": "win at 33"}),
            begin,
            progress(1.5, 4),
            serde_json::json!({"status": "solved", "value": "win", "workers": [
                {"name": "a", "workers": 2, "results": 9, "descents": 90, "utilisation": 0.5, "excluded": null}]}),
        ]);
        assert_eq!(log.starts, [0.0, 2.0]);
        let seconds: Vec<f64> = log.points.iter().map(|point| point.seconds).collect();
        assert_eq!(seconds, [1.0, 2.0, 3.5]);
        assert_eq!(log.checkpoint, Some((2.0, "run.fgk".to_owned())));
        assert_eq!(log.points[2].efforts[0].proof, Some(4));
        let states: Vec<_> = log.hosts.iter().map(|host| (host.state, host.busy)).collect();
        assert_eq!(states, [("left", Some(0.5)), ("excluded", None)], "a checkpoint is no worker");
        assert!(log.notes[0].1.contains("win at 33") && log.answer.is_some());
    }

    #[test]
    fn long_runs_are_thinned_out_and_end_with_the_latest_point() {
        let mut log = RunLog::default();
        for second in 0..10_000 {
            let line = serde_json::json!({"event": "progress", "seconds": second});
            log.add(format!("{line}\n").as_bytes());
            assert_eq!(log.latest().map(|point| point.seconds), Some(f64::from(second)));
        }
        assert!(
            log.points.len() <= POINTS && log.points.len() > POINTS / 3,
            "{}",
            log.points.len()
        );
        assert!(log.points.is_sorted_by(|one, next| one.seconds < next.seconds));
        assert_eq!(log.points[0].seconds, 0.0);
    }

    #[test]
    fn strange_lines_do_no_harm() {
        let mut log = RunLog::default();
        log.add(b"{\"event\":5}\n[]\n{}\n{\"event\":\"progress\",\"seconds\":\"x\"}\n{\"event\":\"progress\",\"seconds\":-1}\n");
        log.add(&vec![b'x'; LINE + 5]);
        log.add(b"\n{\"event\":\"unknown\"}\n");
        assert_eq!((log.unreadable, log.points.len()), (6, 0));
    }
}
