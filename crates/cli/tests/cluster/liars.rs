//! Workers that make wrong claims are found and excluded, and the answer is right all the same.

use std::sync::atomic::{AtomicBool, Ordering};

use foregone::Game;
use foregone_fleet::setup::Setup;
use foregone_nats::Connection;
use foregone_nats::{LeaveReason, WorkerProcess};
use foregone_solve::effort::ProofNumbers;
use foregone_solve::leaf_search::{
    Fact, Leaf, LeafResult, LeafSearch, LeafSearchConfig, LeafSearcher, Root, RunSummary,
};
use foregone_solve::limits::Limits;
use foregone_solve::observe::Observer;
use foregone_solve::options::{Names, Question};
use foregone_solve::{Refusal, Report};

use crate::common::{foregone, json, text};
use crate::server::Server;

/// How a liar lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Script {
    /// Every answer is the opposite of the right one.
    Opposite,
    /// Every position is claimed to be a win, at a cost that nobody could search again.
    Huge,
    /// The same about the first position only.
    Early,
    /// The same after that many honest results.
    Late(u64),
}

/// A leaf search that lies.
struct Lying<'s>(&'s dyn LeafSearch, Script);

struct LyingSearcher<'s>(Box<dyn LeafSearcher + Send + 's>, Script, u64);

fn twisted(numbers: ProofNumbers) -> ProofNumbers {
    if numbers.is_settled() {
        ProofNumbers::settled(numbers.proof.finite() != Some(0))
    } else {
        numbers
    }
}

impl LeafSearch for Lying<'_> {
    fn root(&self) -> Root {
        self.0.root()
    }

    fn searcher(&self) -> Box<dyn LeafSearcher + Send + '_> {
        Box::new(LyingSearcher(self.0.searcher(), self.1, 0))
    }

    fn learn(&self, facts: &mut dyn Iterator<Item = Fact>) {
        self.0.learn(facts);
    }

    fn table_usage(&self) -> (u64, u64) {
        self.0.table_usage()
    }

    fn defect(&self) -> Option<String> {
        self.0.defect()
    }

    fn conclude(
        &self,
        question: &Question,
        summary: RunSummary<'_>,
        limits: Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Report<String> {
        self.0.conclude(question, summary, limits, observer)
    }
}

impl LeafSearcher for LyingSearcher<'_> {
    fn begin(&mut self, leaf: Leaf<'_>) -> Result<(), Refusal> {
        self.0.begin(leaf)
    }

    fn table_key(&self) -> u128 {
        self.0.table_key()
    }

    fn advance(&mut self, descents: u64) -> (u64, bool) {
        self.0.advance(descents)
    }

    fn label(&self) -> Vec<ProofNumbers> {
        let label = self.0.label().into_iter();
        match self.1 {
            Script::Opposite => label.map(twisted).collect(),
            _ => label.collect(),
        }
    }

    fn finish(&mut self) -> LeafResult {
        let mut found = self.0.finish();
        let before = self.2;
        self.2 += 1;
        let lies = match self.1 {
            Script::Opposite => {
                let all = found.label.iter_mut().chain(&mut found.child_labels);
                all.for_each(|numbers| *numbers = twisted(*numbers));
                return found;
            }
            Script::Huge => true,
            Script::Early => before == 0,
            Script::Late(honest) => before >= honest,
        };
        if lies {
            found.label.fill(ProofNumbers::settled(true));
            (found.children, found.child_labels) = (Vec::new(), Vec::new());
            (found.spent, found.created) = (u64::MAX, u64::MAX);
        }
        found
    }
}

/// The leaf search of one worker in such a run.
pub fn leaf_search_config(game: &Game, setup: &Setup) -> LeafSearchConfig {
    let names = Names { scale: game.scale(), knowledge: game.knowledge_levels() };
    setup.leaf_search_config(names, 16 << 20, 1).expect("options that exist")
}

/// Works for a run and lies, until the worker is excluded, the run is over, or `stop` is set.
fn lie(server: &Server, run: &str, script: Script, stop: &AtomicBool) -> LeaveReason {
    let connection = Connection::connect(&server.access()).expect("a connection");
    let program = env!("CARGO_PKG_VERSION");
    let process = WorkerProcess::join(connection, run, program, &mut || true)
        .expect("a run")
        .expect("patience");
    let setup = process.setup().clone();
    let game = Game::open(&setup.game).expect("a game");
    let placed = game.position(&setup.position).expect("a position");
    let leaf_search =
        placed.leaf_search(&leaf_search_config(&game, &setup)).expect("an acyclic game");
    process.work(&Lying(&*leaf_search, script), 1, "the liar", stop).reason
}

/// The liar works alone at first, so that its claims would be the answer.
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
    assert!(matches!(&left, LeaveReason::Excluded(why) if why.contains("wrong claim")), "{left:?}");
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

/// A game that is lost, and needs more descents than one claim may cost.
const LONG: [&str; 4] = ["coordinate", "breakthrough:4x5", "--knowledge", "0"];

fn nobody_is_believed(run: &'static str, more: &[&'static str]) -> Vec<&'static str> {
    let about = ["--run", run, "--json", "--memory", "256MiB", "--trust", "none", "--job", "2000"];
    [&LONG[..], &about, &["--job-time", "0s", "--patience", "2s"], more].concat()
}

/// One worker claims that the root is won. The claim is not verified, so neither this coordinator nor one that
/// continues from its checkpoint gives it as the value.
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

/// A worker lies early, late or always among honest ones: the value is right and verified.
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

/// If workers are trusted, the answer says so in text and in JSON.
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

/// A certificate is made from the rules: if they contradict trusted workers, there is no answer. The checkpoint
/// contains the claims as facts, so a coordinator without trust refuses to continue from it.
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
