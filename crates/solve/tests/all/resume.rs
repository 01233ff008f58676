//! A search that is stopped, saved, loaded and resumed ends as an uninterrupted one: with the same answer, principal
//! variation, proofs and counters. A damaged state is rejected with a message.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::support::{minimax, small_game, tree_or_dag};
use foregone_game::random::{Random, Shape};
use foregone_game::{AcyclicGraph, Game, Outcome};
use foregone_games::connect4::{Connect4, Score};
use foregone_solve::class::{CarriesPast, NeverReturns};
use foregone_solve::limits::{Limits, Stop};
use foregone_solve::observe::{Observer, Snapshot};
use foregone_solve::options::{Algorithm, Question, SecondLevel, Techniques, When};
use foregone_solve::persist::{Save, StateReader};
use foregone_solve::request::Request;
use foregone_solve::{Refusal, Report, solve};

/// All questions except those with a table in the second level, which is not saved.
fn questions(random: &mut Random, value: Outcome) -> Vec<Question> {
    let mut questions = crate::support::questions(random, value);
    questions.retain(|question| !matches!(question.second_level, SecondLevel::Table(_)));
    questions
}

/// Keeps the last state, or every state that is offered.
#[derive(Default)]
struct Keeper {
    all: bool,
    states: Vec<Vec<u8>>,
}

impl Observer for Keeper {
    fn progress(&mut self, _snapshot: &Snapshot) {}

    fn wants_checkpoint(&mut self, stopping: bool) -> bool {
        stopping || self.all
    }

    fn checkpoint(&mut self, state: &dyn Save) {
        let mut bytes = Vec::new();
        state.save(&mut bytes);
        self.states.push(bytes);
    }
}

/// Where the elapsed time is in a state: after the eleven counters.
const ELAPSED: std::ops::Range<usize> = 88..96;

type Answer<M> = Result<Report<M>, Refusal>;

/// Answers a question, from a saved state if there is one, and returns the states that were saved.
fn answer(
    graph: &AcyclicGraph,
    question: &Question,
    limits: Limits<'_>,
    state: Option<&[u8]>,
) -> (Answer<u16>, Vec<Vec<u8>>) {
    let mut keeper = Keeper::default();
    let mut bytes = state.unwrap_or_default();
    let resume = state.is_some().then_some(&mut bytes as &mut dyn StateReader);
    let root = graph.start();
    let report = solve::<_, NeverReturns>(
        graph,
        &root,
        Request::new(question, limits).watched(&mut keeper).resumed(resume),
    );
    (report, keeper.states)
}

/// Everything in a report except the time, for comparison.
fn essence<M: std::fmt::Debug>(report: &Report<M>) -> String {
    let Report { bounds, stop, best, line, most_proving, efforts, counters, .. } = report;
    let (proofs, unproved) = (&report.proofs, report.unproved);
    format!(
        "{bounds:?} {stop:?} {best:?} {line:?} {most_proving:?} {efforts:?} {counters:?} {proofs:?} {unproved:?}"
    )
}

/// Stops a search repeatedly, after at most `step` more nodes each time. Now and then compares it with an uninterrupted
/// search under the same limit, and at the end with one without limit. Returns how often it was stopped.
fn stop_and_go(
    graph: &AcyclicGraph,
    question: &Question,
    bytes: u64,
    step: usize,
    random: &mut Random,
) -> usize {
    let unlimited = Limits { bytes, ..Limits::default() };
    let ask = |limits, state: Option<&[u8]>| {
        let (report, states) = answer(graph, question, limits, state);
        (report.unwrap_or_else(|refusal| panic!("{} {question:?}", refusal.0)), states)
    };
    let (mut state, mut nodes, mut stops): (Option<Vec<u8>>, _, _) = (None, 0, 0);
    loop {
        nodes += 1 + random.below(step) as u64;
        let limits = Limits { nodes: Some(nodes), ..unlimited };
        let (report, mut states) = ask(limits, state.as_deref());
        let stopped = report.stop == Stop::Nodes;
        if !stopped || random.percent(10) {
            let (direct, _) = ask(limits, None);
            assert_eq!(essence(&report), essence(&direct), "{question:?} {limits:?}");
        }
        if !stopped {
            // If the limit cut a second level short, that search had created fewer nodes than an uninterrupted one.
            let (whole, _) = ask(unlimited, None);
            let (rest, _) = ask(unlimited, state.as_deref());
            assert_eq!(essence(&rest), essence(&whole), "{question:?} {limits:?}");
            return stops;
        }
        assert_eq!(states.len(), 1, "a search that stops is saved once: {question:?} {limits:?}");
        state = states.pop();
        stops += 1;
        if random.percent(10) {
            // Resuming under the same limit does nothing: the loaded state is saved again unchanged.
            let (_, again) = ask(limits, state.as_deref());
            let timeless =
                |state: &Vec<u8>| [&state[..ELAPSED.start], &state[ELAPSED.end..]].concat();
            assert_eq!(again.first().map(timeless), state.as_ref().map(timeless), "{question:?}");
        }
    }
}

#[test]
fn every_combination_can_be_stopped_anywhere() {
    let mut stops = 0;
    for seed in 0..60 {
        let graph = small_game(&mut Random::new(seed), 11);
        let mut random = Random::new(!seed);
        let value = minimax(&graph, graph.start(), &mut HashMap::new());
        for question in questions(&mut random, value) {
            stops += stop_and_go(&graph, &question, 1 << 30, 12, &mut random);
        }
    }
    assert!(stops > 30_000, "{stops}");
}

/// When memory is short, what is freed and in which order slots are reused decides how the search ends.
#[test]
fn a_full_memory_stays_as_full() {
    let (mut stops, mut full) = (0, 0);
    for seed in 0..30 {
        let mut random = Random::new(seed);
        let shape = Shape {
            outcomes: 2 + random.below(10),
            depth: 9,
            width: 4,
            early_end: 15,
            alternate: true,
        };
        let graph = tree_or_dag(&mut random, &shape, 60);
        let value = minimax(&graph, graph.start(), &mut HashMap::new());
        for mut question in questions(&mut random, value) {
            // With so little memory a certificate may cost a million nodes.
            question.certificate = random.percent(3);
            let bytes = 4096 + random.below(8000) as u64;
            stops += stop_and_go(&graph, &question, bytes, 100, &mut random);
            let limits = Limits { bytes, ..Limits::default() };
            let whole = answer(&graph, &question, limits, None).0.expect("a fair question");
            full += u32::from(whole.stop == Stop::Memory || whole.counters.given_up > 0);
        }
    }
    assert!(stops > 2000 && full > 200, "{stops} {full}");
}

/// States saved during the search, at every look at the clock: each leads to the same end.
#[test]
fn a_state_saved_in_passing_is_as_good() {
    let game = Connect4::<u64>::new(4, 4, Score::Result).expect("a board");
    let root = game.start();
    let dag = Techniques { dag: true, delete_solved: When::AtOnce, ..Techniques::default() };
    for algorithm in [Algorithm::Pns, Algorithm::Mopns] {
        for (techniques, certificate) in [(Techniques::default(), true), (dag, false)] {
            let question = Question { techniques, certificate, ..Question::value(algorithm) };
            let mut keeper = Keeper { all: true, ..Keeper::default() };
            let limits = Limits::default();
            let whole = solve::<_, NeverReturns>(
                &game,
                &root,
                Request::new(&question, limits).watched(&mut keeper),
            )
            .expect("a fair question");
            assert!(keeper.states.len() > 5, "{}", keeper.states.len());
            for state in keeper.states.iter().step_by(keeper.states.len() / 5) {
                let source: &mut dyn StateReader = &mut state.as_slice();
                let limits = Limits { bytes: 1 << 31, ..limits }; // more does no harm
                let report = solve::<_, NeverReturns>(
                    &game,
                    &root,
                    Request::new(&question, limits).resumed(Some(source)),
                )
                .unwrap_or_else(|refusal| panic!("{} {question:?}", refusal.0));
                assert_eq!(essence(&report), essence(&whole), "{question:?}");
                assert!(report.elapsed > Duration::ZERO);
            }
        }
    }
}

/// The search is interrupted at random times: in a second level, in a proof, between two runs.
#[test]
fn interruptions_change_nothing() {
    let game = Connect4::<u64>::new(4, 4, Score::Result).expect("a board");
    let root = game.start();
    let mut random = Random::new(11);
    let (mut stops, mut in_proofs) = (0, 0);
    for (algorithm, second_level) in [
        (Algorithm::Pn2, SecondLevel::Full),
        (Algorithm::Mopn2, SecondLevel::Fixed(300)),
        (Algorithm::Pns, SecondLevel::Full),
        (Algorithm::Mopns, SecondLevel::Full),
    ] {
        let techniques = Techniques { delete_solved: When::AtOnce, ..Techniques::default() };
        let question =
            Question { techniques, second_level, certificate: true, ..Question::value(algorithm) };
        let ask = |limits: Limits<'_>,
                   observer: &mut dyn Observer,
                   resume: Option<&mut dyn StateReader>| {
            solve::<_, CarriesPast>(
                &game,
                &root,
                Request::new(&question, limits).watched(observer).resumed(resume),
            )
            .unwrap_or_else(|refusal| panic!("{} {question:?}", refusal.0))
        };
        let whole = ask(Limits::default(), &mut (), None);
        for round in 0..60 {
            // How often each case occurs depends on the machine.
            if round >= 6 && stops > 20 && in_proofs > 2 {
                break;
            }
            let mut state: Option<Vec<u8>> = None;
            for turn in 1.. {
                let (flag, mut keeper) = (AtomicBool::new(false), Keeper::default());
                let limits = Limits { interrupt: Some(&flag), ..Limits::default() };
                let delay = Duration::from_micros(random.below(8000 << turn.min(8)) as u64);
                let report = thread::scope(|scope| {
                    scope.spawn(|| {
                        thread::sleep(delay);
                        flag.store(true, Ordering::Relaxed);
                    });
                    let mut bytes = state.as_deref().unwrap_or_default();
                    let resume = state.is_some().then_some(&mut bytes as &mut dyn StateReader);
                    ask(limits, &mut keeper, resume)
                });
                if keeper.states.is_empty() {
                    assert_eq!(essence(&report), essence(&whole), "{question:?}");
                    break;
                }
                assert_eq!(keeper.states.len(), 1, "saved once");
                stops += 1;
                in_proofs += u32::from(report.stop == Stop::Solved);
                state = keeper.states.pop();
            }
        }
    }
    assert!(stops > 20 && in_proofs > 2, "{stops} {in_proofs}");
}

#[test]
fn a_damaged_state_is_refused_or_harmless() {
    let (mut refused, mut accepted) = (0, 0);
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let graph = small_game(&mut random, 5);
        let value = minimax(&graph, graph.start(), &mut HashMap::new());
        for question in questions(&mut random, value) {
            let limits = Limits { nodes: Some(2 + random.below(60) as u64), ..Limits::default() };
            let Some(state) = answer(&graph, &question, limits, None).1.pop() else { continue };
            let limits = Limits { nodes: Some(5000), bytes: 1 << 20, ..Limits::default() };
            for _ in 0..4 {
                let short = &state[..random.below(state.len())];
                assert!(answer(&graph, &question, limits, Some(short)).0.is_err());
                let mut flipped = state.clone();
                let bit = random.below(8 * state.len());
                flipped[bit / 8] ^= 1 << (bit % 8);
                match answer(&graph, &question, limits, Some(&flipped)).0 {
                    Err(Refusal(why)) => {
                        assert!(!why.is_empty());
                        refused += 1;
                    }
                    Ok(_) => accepted += 1,
                }
            }
        }
    }
    // Accepted damage is in counters, or in data that the search does not read again.
    assert!(refused > accepted && accepted > 0, "{refused} refused, {accepted} accepted");
}

/// A state of another game, and one that is too large, are rejected.
#[test]
fn a_state_must_belong_to_the_question() {
    let start = |columns, rows| {
        let game = Connect4::<u64>::new(columns, rows, Score::Result).expect("a board");
        let root = game.start();
        (game, root)
    };
    let (game, root) = start(4, 4);
    let question = Question::value(Algorithm::Mopns);
    let mut keeper = Keeper::default();
    let limits = Limits { nodes: Some(10_000), ..Limits::default() };
    solve::<_, NeverReturns>(&game, &root, Request::new(&question, limits).watched(&mut keeper))
        .expect("a fair question");
    let state = keeper.states.pop().expect("it was stopped");
    let resume = |columns, rows, question: &Question, bytes| {
        let (game, root) = start(columns, rows);
        let limits = Limits { bytes, ..limits };
        let source: &mut dyn StateReader = &mut state.as_slice();
        solve::<_, NeverReturns>(&game, &root, Request::new(question, limits).resumed(Some(source)))
            .map(|_| ())
    };
    assert_eq!(resume(4, 4, &question, 1 << 30), Ok(()));
    let Refusal(why) = resume(5, 4, &question, 1 << 30).expect_err("another game");
    assert_eq!(why, "has moves that are not those of the rules");
    let Refusal(why) = resume(4, 4, &question, 10_000).expect_err("too little memory");
    assert!(why.starts_with("announces"), "{why}");
    for other in [Algorithm::Pns, Algorithm::Pn2] {
        assert!(resume(4, 4, &Question::value(other), 1 << 30).is_err());
    }
}
