//! The published tables that can be reproduced.

use serde::{Serialize, Serializer};

use crate::context::Context;
use crate::error::Error;
use crate::figures::Reproduced;
use crate::notes::notes;
use crate::{allis, chance, job_level, multiple_outcome, race_patterns};

/// A published table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Table {
    /// Table 1 of Allis et al. 1994: pn-search and alpha-beta on late positions of a game of Awari.
    Allis1,
    /// Table 5 of Saffidine, Jouandeau and Cazenave 2011: PN² on small Breakthrough boards.
    Breakthrough5,
    /// Table 1 of Saffidine and Cazenave 2012: MOPNS and PNS in Connect Four.
    Mopns1,
    /// Table 2 of Saffidine and Cazenave 2012: the same in Woodpush.
    Mopns2,
    /// Table 3 of Saffidine and Cazenave 2012: one Woodpush position, question by question.
    Mopns3,
    /// Table 3 of Saffidine, Jouandeau and Cazenave 2011: the speed-up by the number of clients.
    Breakthrough3,
    /// Table 4 of Saffidine, Jouandeau and Cazenave 2011: how often clients send partial results.
    Breakthrough4,
    /// Ballard 1983: the leaves that Star1 and Star2 evaluate on regular random trees.
    StarTrees,
    /// Nodes of the searches on small games with chance (Ballard 1983; Veness and Blair 2007).
    ChanceGames,
    /// Nodes a second of the same searches, beside alpha-beta on games without chance.
    ChanceSpeed,
    /// Values of games with chance from several sources.
    ChanceValues,
    /// Chinese dark chess on small boards by three utilities.
    ChanceUtilities,
}

/// Which part of a table is measured.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Selection {
    /// Only what takes seconds.
    pub quick: bool,
    /// Of table 1 of Allis et al. 1994 only pn-search with the conventions of their program, Lithidion.
    pub lithidion: bool,
}

impl Table {
    /// All of them, the quick ones first.
    pub const ALL: [Table; 12] = [
        Table::Allis1,
        Table::Breakthrough5,
        Table::Mopns1,
        Table::Mopns2,
        Table::Mopns3,
        Table::Breakthrough3,
        Table::Breakthrough4,
        Table::StarTrees,
        Table::ChanceValues,
        Table::ChanceGames,
        Table::ChanceSpeed,
        Table::ChanceUtilities,
    ];

    /// Its name: an author or a subject, and the number in the paper where it is one table.
    pub fn name(self) -> &'static str {
        match self {
            Table::Allis1 => "allis-1",
            Table::Breakthrough5 => "breakthrough-5",
            Table::Mopns1 => "mopns-1",
            Table::Mopns2 => "mopns-2",
            Table::Mopns3 => "mopns-3",
            Table::Breakthrough3 => "breakthrough-3",
            Table::Breakthrough4 => "breakthrough-4",
            Table::StarTrees => "star-trees",
            Table::ChanceGames => "chance-games",
            Table::ChanceSpeed => "chance-speed",
            Table::ChanceValues => "chance-values",
            Table::ChanceUtilities => "chance-utilities",
        }
    }

    /// Whether it is about games with chance: then one file has all that was measured.
    pub fn has_records(self) -> bool {
        matches!(
            self,
            Table::StarTrees
                | Table::ChanceGames
                | Table::ChanceSpeed
                | Table::ChanceValues
                | Table::ChanceUtilities
        )
    }

    /// The table of that name.
    pub fn named(name: &str) -> Option<Table> {
        Table::ALL.into_iter().find(|table| table.name() == name)
    }

    /// Measures the table. If the caller stops the measurement, what was finished is returned.
    pub fn reproduce(
        self,
        selection: Selection,
        context: &Context<'_>,
    ) -> Result<Reproduced, Error> {
        let mut comparisons = Vec::new();
        let (mut records, mut savings) = (None, Vec::new());
        let sections = match self {
            Table::Allis1 => allis::reproduce(selection, context)?,
            Table::Breakthrough5 => race_patterns::reproduce(selection, context)?,
            Table::Mopns3 => multiple_outcome::problem::reproduce(context)?.into_iter().collect(),
            Table::Breakthrough3 | Table::Breakthrough4 => {
                job_level::reproduce(self, selection, context)?
            }
            Table::Mopns1 | Table::Mopns2 => {
                let (sections, measured) = multiple_outcome::reproduce(self, selection, context)?;
                comparisons = measured;
                sections
            }
            Table::StarTrees
            | Table::ChanceGames
            | Table::ChanceSpeed
            | Table::ChanceValues
            | Table::ChanceUtilities => {
                let measured = chance::reproduce(self, selection, context)?;
                (records, savings) = (measured.records, measured.savings);
                measured.sections
            }
        };
        Ok(Reproduced { table: self, sections, notes: notes(self), comparisons, records, savings })
    }
}

/// Written as its name.
impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_found_by_their_names() {
        for table in Table::ALL {
            assert_eq!(Table::named(table.name()), Some(table));
            assert!(!notes(table).is_empty(), "{} differs for a reason", table.name());
        }
        assert_eq!(Table::named("all"), None);
    }
}
