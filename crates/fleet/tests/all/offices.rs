//! An office by itself: who is let in, who is not listened to, and how much room all of them may take.

use std::time::Duration;

use foregone_fleet::audit::Auditor;
use foregone_fleet::coordinator::{Coordinator, State};
use foregone_fleet::message::{Found, FromWorker, Second, ToWorker};
use foregone_fleet::notice::{Delivery, HOST, Notice, Report};
use foregone_fleet::office::trust::Trust;
use foregone_fleet::office::{Event, Office, Order, Setting};
use foregone_fleet::plan::{Plan, Policy};
use foregone_fleet::worker::Worker;
use foregone_game::random::Random;
use foregone_solve::erased::place;
use foregone_solve::persist::Save;
use foregone_solve::station::{Outfit, Station};

use crate::{hosted, plan, small_game};

const NOW: Duration = Duration::from_secs(1);

fn setting(trust: Trust) -> Setting {
    Setting {
        trust,
        patience: Duration::from_secs(15),
        job: 1,
        lasting: None,
        slots: 2,
        epoch: 7,
        room: 1 << 20,
        claim: Some(100_000),
    }
}

fn opened<'s>(station: &'s dyn Station, outfit: &Outfit, plan: Plan, trust: Trust) -> Office<'s> {
    let plan = Plan { claims: trust.claims(), share: false, ..plan };
    let coordinator = Coordinator::new(1, station.root(), outfit.range, plan);
    let questions = outfit.questions() as u8;
    let auditor = (trust != Trust::All).then(|| Auditor::new(station, questions));
    Office::new(coordinator, auditor, setting(trust))
}

fn hello(workers: u32, slots: u32) -> Report {
    Report::Hello { name: "somebody".to_owned(), workers, slots }
}

/// What is queued, and what an honest worker answers.
fn answers(office: &mut Office<'_>, station: &dyn Station) -> Vec<FromWorker> {
    let mut all = Vec::new();
    for order in office.orders() {
        let Order::Queue(job) = order else { continue };
        let mut worker = Worker::new(station);
        worker.receive(ToWorker::Job(*job));
        while !worker.is_idle() {
            worker.step();
            let news = worker.news();
            all.extend(news.filter(|it| matches!(it, FromWorker::Final { .. })));
        }
    }
    all
}

/// Twenty processes that say they have 1,024 workers with 1,000 jobs each.
#[test]
fn a_flood_of_hellos_takes_no_more_than_its_room() {
    let (game, _, outfit) = hosted(small_game(&mut Random::new(8)), Second::Tree);
    let placed = place(&game, None, "").expect("the start");
    let station = placed.station(&outfit).expect("an acyclic game");
    let plan = Plan { job: 1, away: 3, ..plan(Policy::Lock, true) };
    let mut office = opened(&*station, &outfit, plan, Trust::All);
    for host in 1..=20 {
        office.report(host * HOST, 1, hello(1024, 1000), NOW);
    }
    let workers = office.ledger().workers();
    assert!((1024..=4096).contains(&workers), "{workers} workers in a mebibyte");
    let refused = |event: &Event| matches!(event, Event::Refused { .. });
    assert_eq!(office.events().iter().filter(|event| refused(event)).count(), 17);
    let mut most = 0;
    while office.state() == State::Running {
        for message in answers(&mut office, &*station) {
            most = most.max(office.standing().away);
            office.result(HOST, Delivery { worker: HOST, message }, NOW);
        }
    }
    assert!(most <= 3, "{most} jobs were away at a time");
}

/// Whoever was sent away is sent away again, also by a coordinator that begins from the checkpoint.
#[test]
fn a_liar_is_not_let_in_again() {
    let (game, value, outfit) = hosted(small_game(&mut Random::new(8)), Second::Tree);
    let placed = place(&game, None, "").expect("the start");
    let station = placed.station(&outfit).expect("an acyclic game");
    let mut office = opened(&*station, &outfit, plan(Policy::Lock, true), Trust::None);
    office.report(HOST, 1, hello(1, 1), NOW);
    let job = office.orders().into_iter().find_map(|order| match order {
        Order::Queue(job) => Some(job),
        _ => None,
    });
    // The root is said to be worth the best there is, at a cost that nobody could search again; then the worst.
    let ticket = job.expect("the root").ticket;
    let lie = |proved: bool| Found {
        table_key: station.root().table_key,
        spent: u64::MAX,
        created: u64::MAX,
        label: vec![if proved { (0, u32::MAX) } else { (u32::MAX, 0) }; outfit.questions()],
        ..Found::default()
    };
    let is_best = value == outfit.range.1;
    let message = FromWorker::Final { ticket, found: lie(!is_best) };
    office.result(HOST, Delivery { worker: HOST, message }, NOW);
    assert_eq!(office.state(), State::Claimed, "it is said, and that is all");
    while office.audit(NOW) {}
    assert_eq!(office.ledger().dismissed().collect::<Vec<_>>(), [HOST]);
    let dismissed = |office: &mut Office<'_>| {
        let told = |order: &Order| matches!(order, Order::Tell(Some(HOST), Notice::Dismissed(_)));
        office.orders().iter().any(told)
    };
    assert!(dismissed(&mut office) && office.is_urgent());
    office.report(HOST, 2, hello(1, 1), NOW);
    assert!(dismissed(&mut office) && office.ledger().hosts() == 0);
    let kept: Vec<u64> = office.ledger().dismissed().collect();
    let mut office = opened(&*station, &outfit, plan(Policy::Lock, true), Trust::None);
    office.ledger_mut().remember_dismissed(kept);
    office.report(HOST, 1, hello(1, 1), NOW);
    assert!(dismissed(&mut office) && office.ledger().hosts() == 0);
}

/// Nobody speaks for another, and nothing is heard twice.
#[test]
fn a_worker_speaks_for_itself_and_once() {
    let (game, _, outfit) = hosted(small_game(&mut Random::new(8)), Second::Tree);
    let placed = place(&game, None, "").expect("the start");
    let station = placed.station(&outfit).expect("an acyclic game");
    let mut office = opened(&*station, &outfit, plan(Policy::Lock, true), Trust::None);
    office.report(HOST, 1, hello(1, 1), NOW);
    office.report(2 * HOST, 1, hello(1, 1), NOW);
    let bye = Report::News { worker: HOST, message: FromWorker::Bye };
    office.report(2 * HOST, 2, bye.clone(), NOW);
    assert_eq!(office.ledger().hosts(), 2, "it was not its own farewell");
    let message = answers(&mut office, &*station).remove(0);
    office.result(2 * HOST, Delivery { worker: HOST, message }, NOW);
    assert_eq!(office.coordinator().tally().finals, 0, "it was not its own result");
    office.report(HOST, 1, bye.clone(), NOW);
    assert_eq!(office.ledger().hosts(), 2, "an echo");
    office.report(HOST, 2, bye, NOW);
    assert_eq!(office.ledger().hosts(), 1);
}

/// A checkpoint of a run in which nobody is believed holds claims as claims: a coordinator that goes on from it establishes
/// them, and does not find the lie in it proved.
#[test]
fn a_lie_in_a_checkpoint_is_no_fact() {
    let mut lies = 0;
    for seed in 0..40 {
        let (game, value, outfit) = hosted(small_game(&mut Random::new(seed)), Second::Tree);
        let placed = place(&game, None, "").expect("the start");
        let station = placed.station(&outfit).expect("an acyclic game");
        let plan = Plan { job: 1, share: false, ..plan(Policy::Lock, true) };
        let mut office = opened(&*station, &outfit, plan, Trust::None);
        office.report(HOST, 1, hello(1, 1), NOW);
        while office.state() == State::Running && office.ledger().hosts() > 0 {
            for mut message in answers(&mut office, &*station) {
                if let FromWorker::Final { found, .. } = &mut message {
                    found.label.iter_mut().for_each(|numbers| *numbers = (0, u32::MAX));
                    found.children.clear();
                }
                office.result(HOST, Delivery { worker: HOST, message }, NOW);
            }
        }
        if office.state() != State::Claimed || value == outfit.range.1 {
            continue; // it was found out at once, or no lie
        }
        lies += 1;
        let mut bytes = Vec::new();
        office.coordinator().save(&mut bytes);
        office.coordinator().save_claims(&mut bytes);
        let plan = Plan { claims: Trust::None.claims(), ..plan };
        let (root, range, mut source) = (station.root(), outfit.range, bytes.as_slice());
        let mut kept = Coordinator::load(1, root, range, plan, &mut source).expect("a checkpoint");
        kept.load_claims(&mut source).expect("with its claims");
        assert_eq!(kept.state(), State::Claimed, "seed {seed}");
        assert_eq!(kept.bounds(), range, "seed {seed}: nothing is established");
        let auditor = Auditor::new(&*station, outfit.questions() as u8);
        let mut office = Office::new(kept, Some(auditor), setting(Trust::None));
        while office.audit(NOW) {}
        office.report(2 * HOST, 1, hello(1, 1), NOW);
        while office.state() != State::Solved {
            for message in answers(&mut office, &*station) {
                office.result(2 * HOST, Delivery { worker: 2 * HOST, message }, NOW);
            }
            while office.audit(NOW) {}
        }
        assert_eq!(office.coordinator().bounds(), (value, value), "seed {seed}");
    }
    assert!(lies > 10, "only {lies} lies");
}
