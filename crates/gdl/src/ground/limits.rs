//! What grounding may take: counters, and a question to whoever has a clock.

/// Limits of grounding, and of looking for a proof that play ends. There is no clock here: `stop` is asked now and then, and may look at one.
#[derive(Clone, Copy)]
pub struct Limits<'s> {
    /// The most instances of rules.
    pub instances: usize,
    /// The most terms and sentences.
    pub terms: usize,
    /// The most sentences that may be tried for conditions.
    pub steps: u64,
    /// Whether to stop now.
    pub stop: &'s (dyn Fn() -> bool + Sync),
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { instances: 1_000_000, terms: 2_000_000, steps: 2_000_000_000, stop: &|| false }
    }
}

impl core::fmt::Debug for Limits<'_> {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        out.debug_struct("Limits")
            .field("instances", &self.instances)
            .field("terms", &self.terms)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

/// Why grounding stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Excess {
    Instances,
    Terms,
    Steps,
    Stopped,
    /// A rule makes ever deeper terms.
    Depth,
}
