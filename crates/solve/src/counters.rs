//! What a search has cost. Every counter is written once, in the list below: JSON, checkpoints, sums and the
//! list in docs/json.md are made from it.

/// Defines [`Counters`] with the list of its names.
macro_rules! counters {
    ($($(#[doc = $doc:literal])+ $name:ident,)+) => {
        /// What a search has cost so far.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub struct Counters {
            $($(#[doc = $doc])+ pub $name: u64,)+
        }

        impl Counters {
            /// The names, in the order of [`Counters::values`].
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),+];

            /// What each of them counts, in the same order: the text of the documents.
            pub const ABOUT: &'static [&'static str] = &[$(concat!($($doc),+)),+];

            /// How many counters there are.
            pub const COUNT: usize = Counters::NAMES.len();

            /// The values in the order of the names.
            pub fn values(&self) -> [u64; Counters::COUNT] {
                [$(self.$name),+]
            }

            /// The counters with these values.
            pub fn from_values([$($name),+]: [u64; Counters::COUNT]) -> Counters {
                Counters { $($name),+ }
            }
        }
    };
}

counters! {
    /// Nodes created, counted as in the papers: the root of every run and every child, in both levels of PN².
    created,
    /// Nodes expanded, in both levels of PN².
    expanded,
    /// Second-level searches of PN²: expanded leaves of the first level.
    second_levels,
    /// Most nodes in use at one time.
    peak_nodes,
    /// Most unsettled nodes at one time ("max tree" of Allis et al. 1994 §7.1). Counted in trees where solved subtrees, and
    /// nothing else, are deleted at once; otherwise 0.
    peak_unsettled,
    /// Most bytes in use at one time.
    peak_bytes,
    /// Nodes freed during a run because they were solved, irrelevant or least-proving.
    deleted,
    /// Least-proving nodes deleted because memory was full.
    given_up,
    /// Runs: searches for the answer to one question, or iterations of alpha-beta.
    runs,
    /// Nodes as Allis et al. 1994 §6.4 count them for alpha-beta: in the iteration with depth limit i, those at depth i.
    counted,
    /// Nodes created to complete a certificate, which are not included in `created`.
    certificate_created,
}

impl Counters {
    /// Every counter with its name.
    ///
    /// ```
    /// use foregone_solve::limits::Counters;
    /// let counters = Counters { created: 7, ..Counters::default() };
    /// assert!(counters.named().any(|(name, value)| (name, value) == ("created", 7)));
    /// ```
    pub fn named(&self) -> impl Iterator<Item = (&'static str, u64)> + use<> {
        Counters::NAMES.iter().copied().zip(self.values())
    }
}
