//! Workers who claim what is not so are found, named and sent away, and the answer is right all the same.

use std::sync::atomic::{AtomicBool, Ordering};

use foregone_fleet::message::Setup;
use foregone_game::Outcome;
use foregone_nats::broker::Broker;
use foregone_nats::crew::{Crew, Left};
use foregone_solve::effort::ProofNumbers;
use foregone_solve::limits::Limits;
use foregone_solve::observe::Observer;
use foregone_solve::options::{Question, Techniques};
use foregone_solve::station::{Fact, Findings, Labour, Leaf, Outfit, Root, Station, Verdict};
use foregone_solve::{Refusal, Report};

use crate::common::{foregone, json, text};
use crate::server::Server;

/// What a liar does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Script {
    /// Every answer is the opposite of what was found.
    Opposite,
    /// Whatever the position is, it is said to be a win, at a cost that nobody could search again.
    Huge,
    /// The same about the first position only.
    Early,
    /// The same, after that many honest results.
    Late(u64),
}

/// A station at which somebody lies.
struct Lying<'s>(&'s dyn Station, Script);

struct LyingLabour<'s>(Box<dyn Labour + Send + 's>, Script, u64);

fn twisted(numbers: ProofNumbers) -> ProofNumbers {
    if numbers.is_settled() {
        ProofNumbers::settled(numbers.proof.finite() != Some(0))
    } else {
        numbers
    }
}

impl Station for Lying<'_> {
    fn root(&self) -> Root {
        self.0.root()
    }

    fn worker(&self) -> Box<dyn Labour + Send + '_> {
        Box::new(LyingLabour(self.0.worker(), self.1, 0))
    }

    fn learn(&self, facts: &mut dyn Iterator<Item = Fact>) {
        self.0.learn(facts);
    }

    fn held(&self) -> (u64, u64) {
        self.0.held()
    }

    fn conclude(
        &self,
        question: &Question,
        verdict: Verdict<'_>,
        limits: Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Report<String> {
        self.0.conclude(question, verdict, limits, observer)
    }
}

impl Labour for LyingLabour<'_> {
    fn begin(&mut self, leaf: Leaf<'_>) -> Result<(), Refusal> {
        self.0.begin(leaf)
    }

    fn table_key(&self) -> u128 {
        self.0.table_key()
    }

    fn go_on(&mut self, descents: u64) -> (u64, bool) {
        self.0.go_on(descents)
    }

    fn label(&self) -> Vec<ProofNumbers> {
        let label = self.0.label().into_iter();
        match self.1 {
            Script::Opposite => label.map(twisted).collect(),
            _ => label.collect(),
        }
    }

    fn finish(&mut self) -> Findings {
        let mut found = self.0.finish();
        let before = self.2;
        self.2 += 1;
        let lies = match self.1 {
            Script::Opposite => {
                let all = found.label.iter_mut().chain(&mut found.labels);
                all.for_each(|numbers| *numbers = twisted(*numbers));
                return found;
            }
            Script::Huge => true,
            Script::Early => before == 0,
            Script::Late(honest) => before >= honest,
        };
        if lies {
            found.label.fill(ProofNumbers::settled(true));
            (found.offspring, found.labels) = (Vec::new(), Vec::new());
            (found.spent, found.created) = (u64::MAX, u64::MAX);
        }
        found
    }
}

/// What a station of a run is equipped with.
pub fn outfit(setup: &Setup) -> Outfit {
    Outfit {
        range: (Outcome(setup.range.0), Outcome(setup.range.1)),
        on_table: true,
        bytes: 16 << 20,
        techniques: Techniques {
            knowledge: setup.knowledge,
            epsilon: setup.epsilon,
            ..Techniques::default()
        },
        heavy: setup.heavy,
    }
}

/// Works for a run and lies, until it is sent away, the run is over, or it is told to stop.
fn lie(server: &Server, run: &str, script: Script, stop: &AtomicBool) -> Left {
    let broker = Broker::connect(&server.access()).expect("a connection");
    let program = env!("CARGO_PKG_VERSION");
    let crew = Crew::join(broker, run, program, &mut || true).expect("a run").expect("patience");
    let setup = crew.setup().clone();
    let game = foregone::Game::open(&setup.game).expect("a game");
    let placed = game.position(&setup.position).expect("a position");
    let station = placed.station(&outfit(&setup)).expect("a station");
    crew.work(&Lying(&*station, script), 1, "the liar", stop).left
}

/// The liar works alone at first: what it says would be the answer.
fn caught(trust: &str) {
    const GAME: &str = "mnk:4,4,3";
    let server = Server::start();
    let proof = server.folder.file("proof.fgc");
    let mut coordinator = server.run(
        "coordinator",
        &[
            "coordinate",
            GAME,
            "--run",
            "lies",
            "--json",
            "--memory",
            "256MiB",
            "--trust",
            trust,
            "--job",
            "20",
            "--certificate",
            text(&proof),
        ],
    );
    coordinator.until("it begins", |it| it["event"] == "begin");
    let left = lie(&server, "lies", Script::Opposite, &AtomicBool::new(false));
    assert!(matches!(&left, Left::Dismissed(why) if why.contains("not so")), "{left:?}");
    let mut honest = server.work("honest", "lies");
    assert_eq!(coordinator.end(), 0, "{}", coordinator.said());
    assert_eq!(honest.end(), 0, "{}", honest.said());
    let objects = coordinator.objects();
    let excluded = objects.iter().find(|it| it["event"] == "excluded").expect("an exclusion");
    assert!(
        excluded["name"].as_str().is_some_and(|name| name.starts_with("the liar")),
        "{excluded}"
    );
    let answer = objects.last().expect("an answer");
    let alone = json(foregone(&["solve", GAME, "--json"]).assert().success());
    assert_eq!((&answer["status"], &answer["value"]), (&"solved".into(), &alone["value"]));
    foregone(&["check", text(&proof)]).assert().success();
}

#[test]
fn a_liar_is_caught_by_samples() {
    caught("sample:0.5");
}

#[test]
fn a_liar_is_caught_when_nobody_is_believed() {
    caught("none");
}

/// A game that is lost, and takes more than may be spent on one claim.
const LONG: [&str; 4] = ["coordinate", "breakthrough:4x5", "--knowledge", "0"];

fn nobody_is_believed(run: &'static str, more: &[&'static str]) -> Vec<&'static str> {
    let about = ["--run", run, "--json", "--memory", "256MiB", "--trust", "none", "--job", "2000"];
    [&LONG[..], &about, &["--job-time", "0s", "--patience", "2s"], more].concat()
}

/// One worker, who says that the root is won: nobody has established that, so it is not said, neither at once nor by whoever
/// goes on from the checkpoint.
#[test]
fn a_lie_that_is_too_large_proves_nothing() {
    let server = Server::start();
    let kept = server.folder.file("run.ckpt");
    let kept: &'static str = Box::leak(text(&kept).to_owned().into_boxed_str());
    let files = ["--checkpoint", kept, "--every", "200ms", "--time", "4s"];
    let mut coordinator = server.run("coordinator", &nobody_is_believed("huge", &files));
    coordinator.until("it begins", |it| it["event"] == "begin");
    let stop = AtomicBool::new(false);
    let unproved = |process: &mut crate::server::Process| {
        assert_eq!(process.end(), 3, "{}", process.said());
        let answer = process.objects().pop().expect("an answer");
        assert!(answer["value"].is_null() && answer["status"] == "unknown", "{answer}");
        assert_eq!(answer["bounds"], serde_json::json!(["loss", "win"]));
    };
    std::thread::scope(|scope| {
        scope.spawn(|| lie(&server, "huge", Script::Huge, &stop));
        coordinator.end();
        stop.store(true, Ordering::Relaxed);
    });
    unproved(&mut coordinator);
    let said = coordinator.objects();
    assert!(
        said.iter().any(|it| it["event"] == "withdrawn" || it["event"] == "excluded"),
        "nobody has looked at the lie"
    );
    let mut alone = server.run("alone", &nobody_is_believed("huge", &files));
    unproved(&mut alone);
}

/// Somebody lies early, late or always, among honest ones: the value is the right one, and it is established.
#[test]
fn lies_among_honest_workers_change_nothing() {
    for (run, script) in
        [("early", Script::Early), ("late", Script::Late(20)), ("always", Script::Huge)]
    {
        let server = Server::start();
        let mut coordinator = server.run("coordinator", &nobody_is_believed(run, &[]));
        coordinator.until("it begins", |it| it["event"] == "begin");
        std::thread::scope(|scope| {
            scope.spawn(|| lie(&server, run, script, &AtomicBool::new(false)));
            if script != Script::Early {
                coordinator.until("somebody is there", |it| it["event"] == "joined");
            }
            let mut honest = server.work("honest", run);
            assert_eq!(coordinator.end(), 0, "{script:?}: {}", coordinator.said());
            assert_eq!(honest.end(), 0, "{}", honest.said());
        });
        let answer = coordinator.objects().pop().expect("an answer");
        assert_eq!((&answer["status"], &answer["value"]), (&"solved".into(), &"loss".into()));
        assert!(answer["reported"].is_null(), "{answer}");
        let workers = answer["workers"].as_array().expect("a list");
        let liar = |it: &&serde_json::Value| {
            it["name"].as_str().is_some_and(|name| name.starts_with("the liar"))
        };
        assert!(workers.iter().filter(|it| !liar(it)).all(|it| it["excluded"].is_null()));
    }
}

/// Whoever is believed is believed, and the answer says so: in words, and for programs.
#[test]
fn what_is_believed_is_reported() {
    let server = Server::start();
    let command = ["coordinate", "mnk:4,4,3", "--memory", "256MiB", "--job", "20"];
    let mut told = server.run("told", &[&command[..], &["--run", "told"]].concat());
    let mut worker = server.work("worker", "told");
    assert_eq!((told.end(), worker.end()), (0, 0), "{}", told.said());
    let page = told.printed();
    assert!(page.contains("mnk:4,4,3 is reported to be worth win"), "{page}");
    assert!(page.contains("workers say so"), "{page}");
    let object = [&command[..], &["--run", "object", "--json"]].concat();
    let mut object = server.run("object", &object);
    let mut worker = server.work("other", "object");
    assert_eq!((object.end(), worker.end()), (0, 0), "{}", object.said());
    let answer = object.objects().pop().expect("an answer");
    assert_eq!((&answer["status"], &answer["stop"]), (&"reported".into(), &"reported".into()));
    assert!(answer["value"].is_null() && answer["reported"]["bounds"][0] == "win", "{answer}");
}

/// A certificate is made from the rules: if they contradict those who are believed, there is no answer. What they have said is in
/// the checkpoint as if it were a fact, so nobody who believes nobody goes on from there.
#[test]
fn the_rules_overrule_those_who_are_believed() {
    let server = Server::start();
    let [proof, kept] = ["proof.fgc", "run.ckpt"].map(|name| server.folder.file(name));
    let about = ["coordinate", "mnk:4,4,3", "--run", "rules", "--json", "--memory", "256MiB"];
    let files = ["--certificate", text(&proof), "--checkpoint", text(&kept), "--job", "20"];
    let trusting = |trust| [&about[..], &files, &["--trust", trust]].concat();
    let mut coordinator = server.run("coordinator", &trusting("all"));
    coordinator.until("it begins", |it| it["event"] == "begin");
    std::thread::scope(|scope| {
        scope.spawn(|| lie(&server, "rules", Script::Opposite, &AtomicBool::new(false)));
        assert_eq!(coordinator.end(), 1, "{}", coordinator.said());
    });
    let answer = coordinator.objects().pop().expect("an answer");
    assert!(answer["value"].is_null() && answer["status"] != "solved", "{answer}");
    assert_eq!(answer["unproved"], "contradicted", "{answer}");
    assert!(!proof.exists(), "a certificate of nothing");
    let mut doubting = server.run("doubting", &trusting("none"));
    assert_eq!(doubting.end(), 2, "{}", doubting.said());
    assert!(doubting.said().contains("--trust all"), "{}", doubting.said());
}
