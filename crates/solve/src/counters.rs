//! What a search has cost. Every counter is written once, in the list below: JSON, checkpoints and sums are made from it.

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
    /// Nodes created, as the papers count: the root of every run, and every child; of both levels in PN².
    created,
    /// Leaves expanded, of both levels.
    expanded,
    /// Searches of the second level: leaves of the first level of PN² that were expanded.
    second_levels,
    /// Most nodes held at one time.
    peak_nodes,
    /// Most nodes that were not settled at one time (Allis et al. 1994 §7.1: max tree). Counted in trees where solved
    /// subtrees, and nothing else, are deleted at once; otherwise 0.
    peak_unsettled,
    /// Most bytes held at one time.
    peak_bytes,
    /// Nodes whose memory was given back during a run: solved, irrelevant or least-proving.
    deleted,
    /// Nodes given up because memory was full.
    given_up,
    /// Searches made: questions asked, one after the other.
    runs,
    /// Nodes as Allis et al. 1994 §6.4 count them for alpha-beta: in the iteration with depth limit i those at depth i.
    counted,
    /// Nodes created to complete a certificate, not counted in `created`.
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
