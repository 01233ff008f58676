//! What a game is told to look for at a glance.

/// What a game looks for at a glance, where it is not left to the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Knowledge {
    /// All that there is up to a level of the game; 0 is nothing.
    Level(u8),
    /// Race patterns and nothing else (004, section 3).
    Patterns(Combining),
}

/// What follows from race patterns of both players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combining {
    /// A pattern wins if the opponent cannot arrive before.
    Sound,
    /// The pattern of the lower order wins if the two share only cells about which they say nothing (004, section 3). That is
    /// not always so: whoever goes by it believes something, and has proved nothing.
    Paper,
}

impl Knowledge {
    /// Whether all that is seen is so.
    pub fn is_sound(self) -> bool {
        self != Knowledge::Patterns(Combining::Paper)
    }
}
