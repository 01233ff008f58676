//! The answer for programs: one JSON object, schema 1. Plain numbers; an infinite effort is `null`.

use foregone_game::{KnowledgeLevel, Scale};
use foregone_solve::effort::Sum;
use foregone_solve::initial::Initial;
use foregone_solve::limits::Stop;
use foregone_solve::mopns::Ties;
use foregone_solve::options::{Algorithm, Question, When};
use serde::Serialize;

use super::{Answer, Checkpoint, Hand, goal_name};
use crate::arguments::question::{BELIEF, second_level_name, strategy_name};
use crate::memory;

/// The object that `--json` prints.
#[derive(Serialize)]
pub(super) struct Object<'a> {
    schema: u32,
    game: &'a str,
    position: &'a str,
    to_move: &'static str,
    algorithm: &'static str,
    /// Why, if `auto` chose it.
    chosen: Option<&'a str>,
    options: Options,
    status: &'static str,
    value: Option<&'a str>,
    bounds: [&'a str; 2],
    best_move: Option<&'a str>,
    line: &'a [String],
    most_proving: &'a [String],
    efforts: Vec<EffortPair<'a>>,
    counters: CounterValues,
    stop: &'static str,
    seconds: f64,
    /// The most memory the program has held, where the operating system says so.
    peak_resident_bytes: Option<u64>,
    certificate: Option<CertificateFile<'a>>,
    /// Why there is no file with the certificate although it was made.
    certificate_unwritten: Option<&'a str>,
    /// The file to go on from.
    checkpoint: Option<&'a str>,
    /// Why the last one could not be written: then the file is an older one.
    checkpoint_unwritten: Option<&'a str>,
    /// Why a wanted proof is missing.
    unproved: Option<&'static str>,
    /// What values rest on that nobody has verified.
    trusted: Vec<&'a str>,
    /// Of fleets whose workers came from elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    workers: Option<&'a [Hand]>,
    /// What was found with a knowledge level that is not sound.
    believed: Option<Belief<'a>>,
    /// What workers say and nobody here has established; of fleets whose workers came from elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    reported: Option<Option<Report<'a>>>,
}

#[derive(Serialize)]
struct Report<'a> {
    bounds: [&'a str; 2],
    why: &'a str,
}

#[derive(Serialize)]
struct Belief<'a> {
    bounds: [&'a str; 2],
    why: &'static str,
}

#[derive(Serialize)]
struct Options {
    goal: String,
    strategy: Option<String>,
    second: Option<String>,
    delete_solved: &'static str,
    prune: &'static str,
    delete_least_proving: bool,
    stop_unchanged: bool,
    restart: bool,
    initial: String,
    knowledge: Option<&'static str>,
    dag: bool,
    sum: &'static str,
    ties: &'static str,
    epsilon: Option<f64>,
    depth: Option<&'static str>,
    forget: Option<bool>,
    collect: Option<bool>,
    table: Option<u64>,
    threads: Option<usize>,
}

#[derive(Serialize)]
struct EffortPair<'a> {
    at_least: &'a str,
    proof: Option<u32>,
    disproof: Option<u32>,
}

#[derive(Serialize)]
struct CounterValues {
    created: u64,
    expanded: u64,
    second_levels: u64,
    peak_nodes: u64,
    peak_bytes: u64,
    deleted: u64,
    given_up: u64,
    runs: u64,
    counted: u64,
    certificate_created: u64,
}

#[derive(Serialize)]
struct CertificateFile<'a> {
    file: &'a str,
    bytes: u64,
    records: u64,
    blake3: &'a str,
    claims: &'a [String],
}

/// What there is to say, as an object.
pub(super) fn object<'a>(answer: &'a Answer<'_>) -> Object<'a> {
    let (report, scale) = (&answer.report, answer.scale);
    let is_belief = answer.is_belief();
    let kept = match &answer.checkpoint {
        Some(Checkpoint::Left(kept)) => Some(kept),
        _ => None,
    };
    let named = |(low, high)| [scale.name(low), scale.name(high)];
    let certificate = answer.certificate.as_ref().map(|written| CertificateFile {
        file: &written.file,
        bytes: written.summary.bytes,
        records: written.summary.records,
        blake3: &written.summary.hash,
        claims: &written.claims,
    });
    Object {
        schema: 1,
        game: answer.game,
        position: &answer.position,
        to_move: answer.to_move.name(),
        algorithm: answer.algorithm(),
        chosen: answer.chosen.as_deref(),
        options: options(
            (scale, answer.knowledge_levels),
            &answer.question,
            answer.policy.is_some(),
        ),
        status: status(answer),
        value: answer.value(),
        bounds: named(answer.bounds()),
        best_move: report.best.as_deref().filter(|_| !answer.is_contradicted()),
        line: if answer.is_contradicted() { &[] } else { &report.line },
        most_proving: &report.most_proving,
        efforts: if is_belief { Vec::new() } else { efforts(answer) },
        counters: counters(answer),
        stop: match answer.is_answered() {
            true if is_belief => "believed",
            true if answer.is_contradicted() => Stop::Contradicted.name(),
            true if answer.is_report() => "reported",
            _ => report.stop.name(),
        },
        seconds: report.elapsed.as_secs_f64(),
        peak_resident_bytes: memory::resident_peak(),
        certificate,
        certificate_unwritten: answer.unwritten.as_deref(),
        checkpoint: kept.and_then(|kept| kept.file.as_deref()),
        checkpoint_unwritten: kept.and_then(|kept| kept.failed.as_deref()),
        unproved: report.unproved.map(|stop| stop.name()),
        trusted: answer.trusted.into_iter().collect(),
        workers: answer.remote.as_ref().map(|remote| remote.hands.as_slice()),
        believed: is_belief.then(|| Belief { bounds: named(report.bounds), why: BELIEF }),
        reported: answer.remote.as_ref().map(|remote| {
            let reported = remote.reported.as_ref();
            reported.map(|it| Report { bounds: named(it.bounds), why: &it.why })
        }),
    }
}

fn status(answer: &Answer<'_>) -> &'static str {
    if answer.value().is_some() {
        "solved"
    } else if answer.is_contradicted() {
        "unknown"
    } else if answer.is_report() && answer.is_answered() {
        "reported"
    } else if answer.is_belief() && answer.is_answered() {
        "believed"
    } else if answer.claims().is_empty() {
        "unknown"
    } else {
        "bounded"
    }
}

fn options(
    (scale, levels): (&Scale, &'static [KnowledgeLevel]),
    question: &Question,
    fleet: bool,
) -> Options {
    let techniques = &question.techniques;
    let when = |when| match when {
        When::Never => "never",
        When::Full => "full",
        When::AtOnce => "at once",
    };
    let algorithm = question.algorithm;
    let keeps_table = algorithm.is_dfpn() || algorithm == Algorithm::AlphaBetaTable;
    Options {
        goal: goal_name(scale, question.goal),
        strategy: algorithm.asks_in_turn().then(|| strategy_name(scale, question.strategy)),
        second: (algorithm.is_nested() || fleet).then(|| second_level_name(question.second_level)),
        delete_solved: when(techniques.delete_solved),
        prune: when(techniques.prune),
        delete_least_proving: techniques.delete_least_proving,
        stop_unchanged: techniques.stop_unchanged,
        restart: techniques.restart_changed,
        initial: match techniques.initial {
            Initial::Unit => "unit".to_owned(),
            Initial::Mobility => "mobility".to_owned(),
            Initial::Estimate(weight) => format!("estimate={weight}"),
        },
        knowledge: techniques
            .knowledge
            .and_then(|index| levels.get(usize::from(index)))
            .map(|level| level.name),
        dag: techniques.dag,
        sum: match techniques.sum {
            Sum::Plain => "plain",
            Sum::Weak => "weak",
        },
        ties: match techniques.ties {
            Ties::Lowest => "lowest",
            Ties::Highest => "highest",
        },
        epsilon: algorithm.is_dfpn().then(|| f64::from(techniques.epsilon) / 256.0),
        depth: depth(question),
        forget: algorithm.is_dfpn().then_some(techniques.forget),
        collect: keeps_table.then_some(techniques.collect),
        table: question.table.filter(|_| keeps_table),
        threads: (algorithm.is_dfpn() || algorithm == Algorithm::AlphaBetaTable)
            .then_some(question.threads),
    }
}

/// How alpha-beta looks ahead.
fn depth(question: &Question) -> Option<&'static str> {
    let usual = match question.algorithm {
        Algorithm::AlphaBeta => true,
        Algorithm::AlphaBetaTable => false,
        _ => return None,
    };
    let deepening = question.techniques.deepening.unwrap_or(usual);
    Some(if deepening { "deepening" } else { "full" })
}

fn efforts<'a>(answer: &'a Answer<'_>) -> Vec<EffortPair<'a>> {
    let pair =
        |&(outcome, numbers): &(foregone_game::Outcome, foregone_solve::effort::ProofNumbers)| {
            EffortPair {
                at_least: answer.scale.name(outcome),
                proof: numbers.proof.finite(),
                disproof: numbers.disproof.finite(),
            }
        };
    answer.report.efforts.iter().map(pair).collect()
}

fn counters(answer: &Answer<'_>) -> CounterValues {
    let counters = answer.report.counters;
    CounterValues {
        created: counters.created,
        expanded: counters.expanded,
        second_levels: counters.second_levels,
        peak_nodes: counters.peak_nodes,
        peak_bytes: counters.peak_bytes,
        deleted: counters.deleted,
        given_up: counters.given_up,
        runs: counters.runs,
        counted: counters.counted,
        certificate_created: counters.certificate_created,
    }
}
