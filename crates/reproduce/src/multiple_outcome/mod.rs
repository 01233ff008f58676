//! Tables 1 to 3 of Saffidine and Cazenave 2012: MOPNS against PNS.

pub(crate) mod problem;
mod published;

use std::time::Instant;

use foregone::{Game, Scale};

use crate::contender::Contender;
use crate::contest::{Contest, Row};
use crate::context::Context;
use crate::error::Error;
use crate::figures::{Figure, Section};
use crate::positions::problems_after;
use crate::standing::{score, standings, values};
use crate::table::{Selection, Table};
pub use published::Experiment;
use published::{EXPERIMENTS, Totals};

/// An experiment, measured position by position.
pub struct Comparison {
    /// Which one.
    pub experiment: &'static Experiment,
    /// The game, whose outcomes the rows are about.
    pub game: Game,
    /// MOPNS and PNS.
    pub contenders: Vec<Contender>,
    /// The positions that were finished.
    pub rows: Vec<Row>,
    /// Whether those are all positions.
    pub is_whole: bool,
}

impl Experiment {
    /// The experiments of a table, if it is table 1 or 2.
    pub fn of(table: Table, selection: Selection) -> impl Iterator<Item = &'static Experiment> {
        let chosen = move |experiment: &&Experiment| {
            experiment.table == table && (experiment.is_quick || !selection.quick)
        };
        EXPERIMENTS.iter().filter(chosen)
    }

    /// Measures it; without a section if the caller stopped it before the first position was finished.
    fn measure(
        &'static self,
        context: &Context<'_>,
    ) -> Result<(Option<Section>, Comparison), Error> {
        let began = Instant::now();
        let game = Game::open(self.game)?;
        let contenders = self.contenders.map(Contender::parse).into_iter();
        let contenders: Vec<Contender> =
            contenders.collect::<Result<_, _>>().map_err(foregone::Error::Input)?;
        let problems = problems_after(&game.start(), self.after, context)?;
        let finder = Some(game.class().usual_algorithm(game.scale()));
        let (title, problems) = (self.title, &problems[..]);
        let rows = Contest { title, problems, contenders: &contenders, finder }.run(context)?;
        let finished = (rows.len(), problems.len());
        let is_whole = finished.0 == finished.1;
        let figures = self.figures(game.scale(), &contenders, &rows, is_whole);
        let section = Section::of(title, figures, began.elapsed(), finished);
        Ok((section, Comparison { experiment: self, game, contenders, rows, is_whole }))
    }

    fn figures(
        &self,
        scale: &Scale,
        contenders: &[Contender],
        rows: &[Row],
        is_whole: bool,
    ) -> Vec<Figure> {
        // What is published is about all positions.
        let nothing = &Totals::default();
        let (published, reference) = match is_whole {
            true => (&self.published, &self.reference),
            false => (nothing, nothing),
        };
        let standings = standings(contenders, rows);
        let score = score(rows, 0, 1);
        let created = [0, 1].map(|index: usize| standings[index].created);
        let mut figures = vec![
            Figure::new("MOPNS node creations", published.mopns, reference.mopns, created[0]),
            Figure::new("PNS node creations", published.pns, reference.pns, created[1]),
            Figure::new("MOPNS lower", published.mopns_lower, reference.mopns_lower, score.lower),
            Figure::new("PNS lower", published.pns_lower, reference.pns_lower, score.higher),
            Figure::new("equal", published.equal, reference.equal, score.equal),
        ];
        let counts = values(scale, rows);
        for (index, name) in ["win", "draw", "loss"].into_iter().enumerate() {
            if let Some((_, count)) = counts.iter().find(|(value, _)| value == name) {
                let stated = |values: Option<[u64; 3]>| values.map(|values| values[index]);
                let (published, reference) = (stated(published.values), stated(reference.values));
                let what = format!("positions worth {name}");
                figures.push(Figure::new(what, published, reference, *count));
            }
        }
        figures
    }
}

/// The experiments of table 1 or 2, as far as the caller did not stop them.
pub(crate) fn reproduce(
    table: Table,
    selection: Selection,
    context: &Context<'_>,
) -> Result<(Vec<Section>, Vec<Comparison>), Error> {
    let (mut sections, mut comparisons) = (Vec::new(), Vec::new());
    for experiment in Experiment::of(table, selection) {
        if context.is_stopped() {
            break;
        }
        let (section, comparison) = match experiment.measure(context) {
            // The experiments before this one are finished.
            Err(Error::Stopped(_)) => break,
            measured => measured?,
        };
        sections.extend(section);
        comparisons.push(comparison);
    }
    Ok((sections, comparisons))
}
