//! Games with chance: the published figures on Star1 and Star2, and the values of small games.

mod games;
mod matrix;
mod records;
mod speed;
mod star_trees;
mod utilities;
mod values;

use crate::context::Context;
use crate::error::Error;
use crate::figures::Section;
use crate::table::{Selection, Table};
pub use records::Records;
pub use star_trees::{Order, Savings};

/// What an experiment gives.
#[derive(Default)]
pub(crate) struct Measured {
    pub(crate) sections: Vec<Section>,
    /// For a file.
    pub(crate) records: Option<Records>,
    /// For a drawing.
    pub(crate) savings: Vec<Savings>,
}

/// An experiment on games with chance, as far as the caller did not stop it.
pub(crate) fn reproduce(
    table: Table,
    selection: Selection,
    context: &Context<'_>,
) -> Result<Measured, Error> {
    match table {
        Table::StarTrees => star_trees::reproduce(selection, context),
        Table::ChanceGames => games::reproduce(selection, context),
        Table::ChanceSpeed => speed::reproduce(selection, context),
        Table::ChanceUtilities => utilities::reproduce(selection, context),
        _ => values::reproduce(selection, context),
    }
}
