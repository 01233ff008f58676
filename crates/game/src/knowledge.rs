//! Knowledge levels: how much a game works out about a position without a search.

use core::fmt;

/// One level of what a game can tell about a position without a search. A game lists its levels in
/// [`Game::knowledge_levels`](crate::Game::knowledge_levels); a level is known by its index in that list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnowledgeLevel {
    /// The name that people type. Numbered levels (`0`, `1`, …) come first and stand at the index of their number; each
    /// includes the ones before it, and `0` is nothing.
    pub name: &'static str,
    /// What the level finds out, in one line.
    pub about: &'static str,
    /// Whether every bound of this level holds. What a search finds with an unsound level is believed, never proved.
    pub is_sound: bool,
}

impl KnowledgeLevel {
    /// A level whose bounds always hold.
    pub const fn sound(name: &'static str, about: &'static str) -> KnowledgeLevel {
        KnowledgeLevel { name, about, is_sound: true }
    }

    /// A level whose bounds can be wrong.
    pub const fn unsound(name: &'static str, about: &'static str) -> KnowledgeLevel {
        KnowledgeLevel { name, about, is_sound: false }
    }

    /// The index of the level with that name.
    ///
    /// ```
    /// use foregone_game::KnowledgeLevel;
    ///
    /// const LEVELS: &[KnowledgeLevel] = &[
    ///     KnowledgeLevel::sound("0", "nothing"),
    ///     KnowledgeLevel::sound("1", "wins in one move"),
    /// ];
    /// assert_eq!(KnowledgeLevel::find(LEVELS, "1"), Ok(1));
    /// let error = KnowledgeLevel::find(LEVELS, "2").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "this game has no knowledge level \"2\"; the levels are 0 (nothing), 1 (wins in one move)"
    /// );
    /// ```
    pub fn find(levels: &'static [KnowledgeLevel], name: &str) -> Result<u8, UnknownLevel> {
        let index = levels.iter().position(|level| level.name == name);
        let index = index.and_then(|index| u8::try_from(index).ok());
        index.ok_or_else(|| UnknownLevel { name: name.to_owned(), levels })
    }
}

/// A level that a game does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLevel {
    /// The name, or the index as a number, that was asked for.
    pub name: String,
    /// The levels that the game has.
    pub levels: &'static [KnowledgeLevel],
}

impl fmt::Display for UnknownLevel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.levels.is_empty() {
            return out.write_str("this game has no knowledge levels");
        }
        write!(out, "this game has no knowledge level \"{}\"; the levels are ", self.name)?;
        for (index, level) in self.levels.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(out, "{comma}{} ({})", level.name, level.about)?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownLevel {}
