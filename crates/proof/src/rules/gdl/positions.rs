//! The sentences of positions, each with one number for all threads of a check.

use std::sync::{Arc, PoisonError, RwLock};

use foldhash::HashMap;

/// A position: the numbers of its sentences in ascending order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position(pub(super) Arc<[u32]>);

/// The number of no sentence: a position with it is where the rules could not be evaluated.
pub(super) const BROKEN: u32 = u32::MAX;

/// The most sentences that positions may have, all together.
const SENTENCES: usize = 1 << 22;

/// All sentences that have occurred in positions.
#[derive(Debug, Default)]
pub(super) struct Sentences(RwLock<Numbered>);

#[derive(Debug, Default)]
struct Numbered {
    texts: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
}

impl Sentences {
    /// The number of a sentence.
    pub(super) fn number(&self, text: &str) -> Result<u32, String> {
        let known =
            self.0.read().unwrap_or_else(PoisonError::into_inner).numbers.get(text).copied();
        if let Some(number) = known {
            return Ok(number);
        }
        let mut numbered = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = numbered.numbers.get(text) {
            return Ok(number);
        }
        if numbered.texts.len() >= SENTENCES {
            return Err(format!("positions have more than {SENTENCES} different sentences"));
        }
        let (number, text) = (numbered.texts.len() as u32, Arc::<str>::from(text));
        numbered.texts.push(text.clone());
        numbered.numbers.insert(text, number);
        Ok(number)
    }

    /// The sentence with a number.
    pub(super) fn text(&self, number: u32) -> Arc<str> {
        let numbered = self.0.read().unwrap_or_else(PoisonError::into_inner);
        numbered.texts.get(number as usize).cloned().unwrap_or_else(|| Arc::from("?"))
    }

    /// The sentences of a position, sorted by bytes, with a space between two.
    pub(super) fn write(&self, position: &Position) -> String {
        let mut texts: Vec<Arc<str>> = position.0.iter().map(|&number| self.text(number)).collect();
        texts.sort_unstable();
        texts.join(" ")
    }
}
