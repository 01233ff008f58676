//! All other games as tables: their positions are written down one by one.

use foregone_game::{
    Cyclic, EnumerationError, EnumerationLimits, Explored, Keyed, Layered, Notation, Picture,
    PositionIndex, TableKeyed,
};
use foregone_games::{Facts, Visitor};
use foregone_tablebase::file::Table;

use crate::arguments::PlaceArguments;
use crate::failure::Failure;
use crate::interrupt;
use crate::opening;

use super::subject::{self, Found, Subject, Tabled};

/// More positions than that are not written down.
const LIMIT: usize = 20_000_000;

/// A game with its positions.
struct Listed<G: Keyed> {
    spec: String,
    identity: String,
    explored: Explored<G>,
}

/// Explores the game of that spelling; its positions may take so many bytes.
pub(super) fn open(spec: &str, bytes: u64) -> Result<Box<dyn Subject>, Failure> {
    foregone_games::open(spec, &opening::read_graph, Explore { bytes })?
}

struct Explore {
    bytes: u64,
}

impl Explore {
    fn room(&self) -> EnumerationLimits<'static> {
        EnumerationLimits {
            positions: LIMIT,
            bytes: self.bytes,
            stop: interrupt::flag(),
            report: &|_| (),
        }
    }
}

type Opened = Result<Box<dyn Subject>, Failure>;

/// The spelling, and for a game that is read from a file what is in it.
pub(super) fn identity(facts: &Facts) -> String {
    match &facts.file {
        Some(bytes) => format!("{}#{}", facts.spec, blake3::hash(bytes).to_hex()),
        None => facts.spec.clone(),
    }
}

fn listed<G: Keyed + Notation + 'static>(
    explored: Result<Explored<G>, EnumerationError>,
    facts: Facts,
) -> Opened {
    let spec = &facts.spec;
    let explored = explored.map_err(|why| match why {
        EnumerationError::Stopped => {
            Failure::unfinished(&format!("the positions of {spec} were not all written down"))
        }
        EnumerationError::Memory { .. } => {
            Failure::bad(format!("{spec}: {why}; --memory allows more, or take a smaller game"))
        }
        _ => Failure::bad(format!("{spec}: {why}")),
    })?;
    Ok(Box::new(Listed { identity: identity(&facts), spec: facts.spec, explored }))
}

impl Visitor for Explore {
    type Output = Opened;

    fn keyed<G>(self, game: G, facts: Facts) -> Opened
    where
        G: Keyed + TableKeyed + foregone_game::Acyclic + Notation + Picture + 'static,
    {
        listed(Explored::acyclic(game, &self.room()), facts)
    }

    fn path<G>(self, _: G, facts: Facts) -> Opened
    where
        G: TableKeyed + foregone_game::Acyclic + Notation + Picture + 'static,
    {
        Err(Failure::bad(format!(
            "positions of {} carry their past and have no numbers, so there are no tables of them",
            facts.spec
        )))
    }

    fn cyclic<G>(self, game: G, facts: Facts) -> Opened
    where
        G: TableKeyed + Cyclic + Notation + Picture + 'static,
    {
        listed(Explored::cyclic(game, &self.room()), facts)
    }

    fn undecided<G>(self, _: G, facts: Facts) -> Opened
    where
        G: Keyed + Notation + Picture + 'static,
    {
        Err(Failure::bad(format!(
            "play can return in {}, and its rules do not say what playing on for ever is worth; a graph file says it as \"repetition\"",
            facts.spec
        )))
    }
}

impl<G: Keyed + Notation + 'static> Tabled for Listed<G> {
    type Game = Explored<G>;
    type Plain = Explored<G>;

    fn identity(&self) -> &str {
        &self.identity
    }

    fn game(&self) -> &Explored<G> {
        &self.explored
    }

    fn plain(&self) -> &Explored<G> {
        &self.explored
    }

    fn held(&self) -> u64 {
        self.explored.bytes()
    }

    fn fits(&self, table: &Table) -> Result<(), Failure> {
        subject::fits(table, &self.explored)
    }

    fn find(&self, place: &PlaceArguments) -> Result<Found, Failure> {
        let opened = opening::open(&self.spec)?;
        let written = place.of(&opened)?.position();
        let game = self.explored.game();
        let position = game.read_position(&written)?;
        let (layer, place) = self.explored.find(game, &position).ok_or_else(|| {
            Failure::bad(format!(
                "{written} is not in the tables: it cannot be reached from the start of {}",
                self.spec
            ))
        })?;
        let outcomes = game.scale().outcomes().map(|outcome| {
            (self.explored.value(&position, outcome), game.scale().name(outcome).to_owned())
        });
        let names: Vec<(i8, String)> = outcomes.collect();
        let say = Box::new(move |value: i8| {
            let found = names.iter().find(|(of, _)| *of == value);
            found.map_or_else(|| value.to_string(), |(_, name)| name.clone())
        });
        Ok(Found::at(written, (layer, self.explored.index(layer, place)), say))
    }

    fn position(&self, layer: usize, index: u64) -> String {
        let place = self.explored.place(layer, index);
        self.explored.game().write_position(self.explored.position(place))
    }
}
