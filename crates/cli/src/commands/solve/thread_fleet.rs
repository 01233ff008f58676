//! `foregone solve --algorithm lock`: the threads of this process as a fleet.

use foregone_fleet::plan::{Plan, Policy};
use foregone_fleet::threads::ThreadFleet;
use foregone_game::Scale;
use foregone_solve::hosted::{Placed, provable};
use foregone_solve::leaf_search::LeafSearchConfig;
use foregone_solve::limits::Limits;
use foregone_solve::observe::Observer;
use foregone_solve::options::{Question, SecondLevel};
use foregone_solve::persist::StateReader;
use foregone_solve::{Report, asked_range};

use crate::failure::Failure;

/// Answers a question by a fleet of threads. The coordinator gets a quarter of the memory, and the proof another one if
/// it is wanted; the rest is for the table or the trees.
pub(super) fn solve(
    (placed, scale): (&dyn Placed, &Scale),
    policy: Policy,
    question: &Question,
    limits: Limits<'_>,
    observer: &mut dyn Observer,
    resume: Option<&mut dyn StateReader>,
) -> Result<Report<String>, Failure> {
    provable(question, placed.knowledge_levels())?;
    let (on_table, job) = match question.second_level {
        SecondLevel::Fixed(job) => (false, job),
        SecondLevel::Table(job) => (true, job),
        // The reader of the command line has refused these already.
        SecondLevel::Full | SecondLevel::Breuker { .. } => (true, Plan::default().job),
    };
    let bytes = match on_table {
        true => question.table.unwrap_or(u64::MAX).min(limits.bytes / 2),
        false => limits.bytes / 4 / question.threads.max(1) as u64,
    };
    let config = LeafSearchConfig {
        range: asked_range(scale, question.goal)?,
        on_table,
        bytes,
        techniques: question.techniques,
        min_shared_work: None,
    };
    let plan = Plan {
        policy,
        merge: policy == Policy::Lock || question.techniques.dag,
        sum: question.techniques.sum,
        ties: question.techniques.ties,
        job,
        // Partial results are of no use if all workers share a table.
        partial: if on_table { 0 } else { Plan::default().partial },
        bytes: limits.bytes / 4,
        share: false,
        ..Plan::default()
    };
    let leaf_search = placed.leaf_search(&config)?;
    let ends = (scale.worst(), scale.best());
    let fleet =
        ThreadFleet { leaf_search: &*leaf_search, config: &config, ends, plan, question, limits };
    fleet.solve(resume, observer).map_err(|broken| Failure::bad(broken.to_string()))
}
