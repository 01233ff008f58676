//! Tables that were built or verified here, and the words about those that were not.

use std::path::Path;

use foregone_tablebase::endgames::VerifiedTables;

/// The notes of this user, and the tables that the checker knows by their hashes.
pub(crate) fn verified() -> VerifiedTables {
    VerifiedTables::of_user().with_known(foregone_proof::verified_tablebases::contains)
}

/// What values rest on that were looked up in tables which were never verified here.
pub(crate) fn on_trust(folder: &Path) -> String {
    let folder = folder.display();
    format!(
        "the tablebase {folder}, which was never verified here; `foregone tablebase verify --dir {folder}` does that"
    )
}
