//! The threads of this process as a fleet: a coordinator gives leaves away.

use foregone_fleet::plan::{Plan, Policy};
use foregone_fleet::threads::ThreadFleet;
use foregone_solve::erased::provable;
use foregone_solve::leaf_search::LeafSearchConfig;
use foregone_solve::limits::Limits;
use foregone_solve::observe::Observer;
use foregone_solve::options::{Question, SecondLevel};
use foregone_solve::persist::StateReader;
use foregone_solve::{Report, asked_range};

use crate::error::Error;
use crate::position::Position;

/// Lets a fleet of threads answer a question. The coordinator has a quarter of the memory, and the proof a quarter if one
/// is wanted; the rest is for the table, or for trees.
pub(crate) fn solve(
    position: &Position,
    (policy, question): (Policy, &Question),
    limits: Limits<'_>,
    observer: &mut dyn Observer,
    resume: Option<&mut dyn StateReader>,
) -> Result<Report<String>, Error> {
    let scale = position.game().scale();
    provable(question, position.game().knowledge_levels())?;
    let (on_table, job) = match question.second_level {
        SecondLevel::Fixed(job) => (false, job),
        SecondLevel::Table(job) => (true, job),
        // Settings refuse these for fleets.
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
        // On a shared table a partial result tells nothing that the table does not have.
        partial: if on_table { 0 } else { Plan::default().partial },
        bytes: limits.bytes / 4,
        share: false,
        ..Plan::default()
    };
    let leaf_search = position.leaf_search(&config)?;
    let ends = (scale.worst(), scale.best());
    let fleet =
        ThreadFleet { leaf_search: &*leaf_search, config: &config, ends, plan, question, limits };
    let report = fleet.solve(resume, observer)?;
    position.game().defect().map_or(Ok(report), |defect| Err(Error::Input(defect)))
}
