//! Workers who claim what is not so are found, named and sent away, and the answer is right all the same.

use std::sync::atomic::{AtomicBool, Ordering};

use fleet::message::Setup;
use game::Outcome;
use nats::broker::Broker;
use nats::crew::{Crew, Left};
use solve::effort::Duel;
use solve::limits::Limits;
use solve::observe::Observer;
use solve::options::{Question, Techniques};
use solve::station::{Fact, Findings, Labour, Leaf, Outfit, Root, Station, Verdict};
use solve::{Refusal, Report};

use crate::common::{foregone, json, text};
use crate::server::Server;

/// A station at which every answer is the opposite of what was found.
struct Lying<'s>(&'s dyn Station);

struct LyingLabour<'s>(Box<dyn Labour + Send + 's>);

fn twisted(duel: Duel) -> Duel {
    if duel.is_settled() { Duel::settled(duel.proof.finite() != Some(0)) } else { duel }
}

impl Station for Lying<'_> {
    fn root(&self) -> Root {
        self.0.root()
    }

    fn worker(&self) -> Box<dyn Labour + Send + '_> {
        Box::new(LyingLabour(self.0.worker()))
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

    fn code(&self) -> u128 {
        self.0.code()
    }

    fn go_on(&mut self, descents: u64) -> (u64, bool) {
        self.0.go_on(descents)
    }

    fn label(&self) -> Vec<Duel> {
        self.0.label().into_iter().map(twisted).collect()
    }

    fn finish(&mut self) -> Findings {
        let mut found = self.0.finish();
        found.label.iter_mut().chain(&mut found.labels).for_each(|duel| *duel = twisted(*duel));
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
            glance: setup.glance.map(game::Glance::Level),
            epsilon: setup.epsilon,
            ..Techniques::default()
        },
        heavy: setup.heavy,
    }
}

/// Works for a run and lies, until it is sent away. Why it was.
fn lie(server: &Server, run: &str) -> String {
    let broker = Broker::connect(&server.access()).expect("a connection");
    let program = env!("CARGO_PKG_VERSION");
    let crew = Crew::join(broker, run, program, &mut || true).expect("a run").expect("patience");
    let setup = crew.setup().clone();
    let opened = catalogue::open(&setup.game, &|_| Err("no files".to_owned())).expect("a game");
    let placed = opened.place(Some(&setup.position), None).expect("a position");
    let station = placed.station(&outfit(&setup)).expect("a station");
    let never = AtomicBool::new(false);
    let shift = crew.work(&Lying(&*station), 1, "the liar", &never);
    assert!(!never.load(Ordering::Relaxed));
    match shift.left {
        Left::Dismissed(why) => why,
        left => panic!("the liar was not sent away: {left:?}"),
    }
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
    let why = lie(&server, "lies");
    assert!(why.contains("not so"), "{why}");
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
