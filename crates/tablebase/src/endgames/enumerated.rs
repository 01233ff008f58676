//! All other games: their positions are enumerated and numbered in the order in which they are found.

use foregone_game::{
    Acyclic, Cyclic, ExploreError, ExploreLimits, Explored, Keyed, Layered, Notation, Outcome,
    PositionIndex,
};

use super::Endgames;
use super::numbering::{Located, Positions, place};
use super::open::OpenOptions;
use super::retrograde::Retrograde;
use crate::TableError;
use crate::file::Table;

/// A game with more positions than this is not enumerated.
pub const MOST_POSITIONS: usize = 20_000_000;

/// A game with all its positions.
struct EnumeratedTables<G: Keyed> {
    name: String,
    explored: Explored<G>,
}

impl Endgames {
    /// Enumerates a game without cycles. The name stands in the manifest and must say everything that values depend on.
    ///
    /// ```
    /// use foregone_games::Mnk;
    /// use foregone_tablebase::Endgames;
    ///
    /// let game = Mnk::new(3, 3, 3).expect("a board");
    /// let endgames = Endgames::acyclic("mnk:3,3,3", game, &Default::default())?;
    /// assert_eq!(endgames.positions(), 5478);
    /// # Ok::<(), foregone_tablebase::TableError>(())
    /// ```
    pub fn acyclic<G>(
        name: &str,
        game: G,
        options: &OpenOptions<'_>,
    ) -> Result<Endgames, TableError>
    where
        G: Keyed + Acyclic + Notation + 'static,
    {
        enumerated(name, Explored::acyclic(game, &limits(options)))
    }

    /// Enumerates a game in which play can return to a position.
    pub fn cyclic<G>(name: &str, game: G, options: &OpenOptions<'_>) -> Result<Endgames, TableError>
    where
        G: Cyclic + Notation + 'static,
    {
        enumerated(name, Explored::cyclic(game, &limits(options)))
    }
}

fn limits<'o>(options: &'o OpenOptions<'_>) -> ExploreLimits<'o> {
    ExploreLimits {
        positions: MOST_POSITIONS,
        bytes: options.memory,
        stop: options.stop.flag(),
        report: options.enumeration,
    }
}

fn enumerated<G: Keyed + Notation + 'static>(
    name: &str,
    explored: Result<Explored<G>, ExploreError>,
) -> Result<Endgames, TableError> {
    let name = name.to_owned();
    match explored {
        // Rules that are no rules of a game make no tables.
        Ok(explored) => match explored.game().defect() {
            Some(defect) => Err(TableError::Unfit(defect)),
            None => Ok(Endgames(Box::new(EnumeratedTables { name, explored }))),
        },
        Err(ExploreError::Stopped) => Err(TableError::Stopped),
        Err(why) => Err(TableError::Enumeration { game: name, why }),
    }
}

impl<G: Keyed + Notation + 'static> Retrograde for EnumeratedTables<G> {
    type Game = Explored<G>;
    type Plain = Explored<G>;

    fn game(&self) -> &Explored<G> {
        &self.explored
    }

    fn plain(&self) -> &Explored<G> {
        &self.explored
    }

    fn numbering_bytes(&self) -> u64 {
        self.explored.bytes()
    }
}

impl<G: Keyed + Notation + 'static> Positions for EnumeratedTables<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn fits(&self, table: &Table) -> Result<(), TableError> {
        table.fits(&self.explored)
    }

    fn locate(&self, position: Option<&str>, moves: Option<&str>) -> Result<Located, TableError> {
        let game = self.explored.game();
        let position = place(game, position, moves)?;
        let text = game.write_position(&position);
        let (layer, decoded) = self.explored.find(game, &position).ok_or_else(|| {
            let name = self.name.split('#').next().unwrap_or_default();
            TableError::Unfit(format!(
                "{text} is not in the tables: it cannot be reached from the start of {name}"
            ))
        })?;
        let values: Vec<(i8, Outcome)> = game
            .scale()
            .outcomes()
            .map(|outcome| (self.explored.value(&position, outcome), outcome))
            .collect();
        let outcome = move |value: i8| {
            values.iter().find(|&&(of, _)| of == value).map(|&(_, outcome)| outcome)
        };
        let (scale, of_value) = (game.scale().clone(), outcome.clone());
        let meaning = Box::new(move |value: i8| {
            of_value(value).map_or_else(|| value.to_string(), |it| scale.name(it).to_owned())
        });
        let place = (layer, self.explored.index(layer, decoded));
        Ok(Located::stored(text, place, meaning, Box::new(outcome)))
    }

    fn position(&self, layer: usize, index: u64) -> String {
        let decoded = self.explored.decode(layer, index);
        self.explored.game().write_position(self.explored.position(decoded))
    }
}
