//! Saving and loading the state of a search. The caller supplies the reader and the writer: this crate does no input or
//! output.
//!
//! Numbers are little-endian, long columns are transferred in large pieces. Loaded data is checked before use: a length
//! is compared with the memory limit before memory is allocated, and a state that contradicts itself or the rules gives
//! a [`LoadError`], never a panic.

use core::fmt;

/// A destination for a saved state. Saving does not stop at an error: a writer that fails must remember its error.
pub trait StateWriter {
    /// Writes the next bytes.
    fn put(&mut self, bytes: &[u8]);
}

/// A source of a saved state.
pub trait StateReader {
    /// Fills `bytes` with the next bytes. The reader has checked them against accidental damage, not against
    /// manipulation.
    fn take(&mut self, bytes: &mut [u8]) -> Result<(), LoadError>;
}

/// A state that can be saved. Loading is a separate constructor, which needs the game and the limits.
pub trait Save {
    /// Writes the whole state.
    fn save(&self, out: &mut dyn StateWriter);
}

/// Why a state cannot be loaded, as a predicate to follow the name of the file or "it".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError(pub String);

impl LoadError {
    /// An error with this reason.
    pub fn new(why: impl Into<String>) -> LoadError {
        LoadError(why.into())
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl StateWriter for Vec<u8> {
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

impl StateReader for &[u8] {
    fn take(&mut self, bytes: &mut [u8]) -> Result<(), LoadError> {
        let (taken, rest) = self
            .split_at_checked(bytes.len())
            .ok_or_else(|| LoadError::new("ends before the state is complete"))?;
        bytes.copy_from_slice(taken);
        *self = rest;
        Ok(())
    }
}

/// A value that is encoded in a fixed number of bytes.
pub trait FixedBytes: Copy {
    /// The number of bytes.
    const BYTES: usize;

    /// Encodes the value into a slice of [`FixedBytes::BYTES`] bytes.
    fn write(self, bytes: &mut [u8]);

    /// Decodes a value from a slice of [`FixedBytes::BYTES`] bytes.
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! plain_number {
    ($($number:ty),*) => {$(
        impl FixedBytes for $number {
            const BYTES: usize = size_of::<$number>();

            #[inline]
            fn write(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }

            #[inline]
            fn read(bytes: &[u8]) -> Self {
                let mut own = [0; size_of::<$number>()];
                own.copy_from_slice(bytes);
                <$number>::from_le_bytes(own)
            }
        }
    )*};
}

plain_number!(u8, u16, u32, u64, u128);

impl<T: FixedBytes, const N: usize> FixedBytes for [T; N] {
    const BYTES: usize = N * T::BYTES;

    #[inline]
    fn write(self, bytes: &mut [u8]) {
        for (item, bytes) in self.into_iter().zip(bytes.chunks_exact_mut(T::BYTES)) {
            item.write(bytes);
        }
    }

    #[inline]
    fn read(bytes: &[u8]) -> Self {
        core::array::from_fn(|index| T::read(&bytes[index * T::BYTES..][..T::BYTES]))
    }
}

/// Columns are transferred in pieces of about this many bytes.
const PIECE: usize = 1 << 16;

/// No count reaches this number. Larger counts are rejected, because sums of them could overflow.
pub const MANY: u64 = 1 << 60;

/// Saves one value.
pub fn put<T: FixedBytes>(out: &mut dyn StateWriter, item: T) {
    put_all(out, core::iter::once(item));
}

/// Loads one value.
pub fn take<T: FixedBytes>(source: &mut dyn StateReader) -> Result<T, LoadError> {
    let mut small = [0; 64];
    if T::BYTES <= small.len() {
        source.take(&mut small[..T::BYTES])?;
        return Ok(T::read(&small[..T::BYTES]));
    }
    let mut bytes = vec![0; T::BYTES];
    source.take(&mut bytes)?;
    Ok(T::read(&bytes))
}

/// Saves a column of values. The caller saves their number.
pub fn put_all<T: FixedBytes>(out: &mut dyn StateWriter, mut items: impl Iterator<Item = T>) {
    put_pieces(out, &mut items);
}

/// Compiled once for each type of value instead of once for each column of each game; the dynamic call costs little.
fn put_pieces<T: FixedBytes>(out: &mut dyn StateWriter, items: &mut dyn Iterator<Item = T>) {
    let per_piece = (PIECE / T::BYTES).max(1).min(items.size_hint().0.max(16));
    let mut piece = vec![0; per_piece * T::BYTES];
    let mut filled = 0;
    for item in items {
        if filled == piece.len() {
            out.put(&piece);
            filled = 0;
        }
        item.write(&mut piece[filled..filled + T::BYTES]);
        filled += T::BYTES;
    }
    out.put(&piece[..filled]);
}

/// Loads a column of `count` values and passes each with its index to `each`.
pub fn take_all<T: FixedBytes>(
    source: &mut dyn StateReader,
    count: usize,
    mut each: impl FnMut(usize, T) -> Result<(), LoadError>,
) -> Result<(), LoadError> {
    take_pieces(source, count, &mut each)
}

fn take_pieces<T: FixedBytes>(
    source: &mut dyn StateReader,
    count: usize,
    each: &mut dyn FnMut(usize, T) -> Result<(), LoadError>,
) -> Result<(), LoadError> {
    let per_piece = (PIECE / T::BYTES).max(1).min(count);
    let mut piece = vec![0; per_piece * T::BYTES];
    let mut next = 0;
    while next < count {
        let items = per_piece.min(count - next);
        let bytes = &mut piece[..items * T::BYTES];
        source.take(bytes)?;
        for item in bytes.chunks_exact(T::BYTES) {
            each(next, T::read(item))?;
            next += 1;
        }
    }
    Ok(())
}

/// Saves a count.
pub fn put_count(out: &mut dyn StateWriter, count: usize) {
    put(out, count as u64);
}

/// Loads a count; an error if it exceeds `most`.
pub fn take_count(source: &mut dyn StateReader, most: u64) -> Result<usize, LoadError> {
    let count = take::<u64>(source)?;
    match usize::try_from(count) {
        Ok(size) if count <= most => Ok(size),
        _ => Err(LoadError::new(format!("announces {count} of something; {most} is the limit"))),
    }
}

/// Saves a column of moves in the smallest width that holds the largest move.
pub fn put_moves<M: Copy + Into<u64>>(
    out: &mut dyn StateWriter,
    moves: impl Iterator<Item = M> + Clone,
) {
    let bits = moves.clone().fold(0u64, |bits, mv| bits | mv.into());
    let numbers = moves.map(Into::into);
    match bits {
        0..=0xff => {
            put(out, 1u8);
            put_all(out, numbers.map(|number| number as u8));
        }
        0x100..=0xffff => {
            put(out, 2u8);
            put_all(out, numbers.map(|number| number as u16));
        }
        _ => {
            put(out, 8u8);
            put_all(out, numbers);
        }
    }
}

/// Loads a column of `count` moves. The caller checks whether they are legal.
pub fn take_moves<M: TryFrom<u64>>(
    source: &mut dyn StateReader,
    count: usize,
    mut each: impl FnMut(usize, M),
) -> Result<(), LoadError> {
    let mut each = |index: usize, number: u64| {
        let mv = M::try_from(number)
            .map_err(|_| LoadError::new(format!("has {number} where a move should be")))?;
        each(index, mv);
        Ok(())
    };
    match take::<u8>(source)? {
        1 => take_all(source, count, |index, number: u8| each(index, number.into())),
        2 => take_all(source, count, |index, number: u16| each(index, number.into())),
        8 => take_all(source, count, each),
        width => Err(LoadError::new(format!("has moves of {width} bytes"))),
    }
}

/// Saves a byte string with its length.
pub fn put_bytes(out: &mut dyn StateWriter, bytes: &[u8]) {
    put_count(out, bytes.len());
    out.put(bytes);
}

/// Loads a byte string with its length; an error if it is longer than `most`.
pub fn take_bytes(source: &mut dyn StateReader, most: u64) -> Result<Vec<u8>, LoadError> {
    let count = take_count(source, most)?;
    let mut bytes = vec![0; count];
    source.take(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_come_back() {
        let numbers: Vec<u32> = (0..100_000).map(|n: u32| n.wrapping_mul(0x9e37_79b9)).collect();
        let mut bytes = Vec::new();
        put_all(&mut bytes, numbers.iter().copied());
        assert_eq!(bytes.len(), 400_000);
        assert_eq!(bytes[4..8], 0x9e37_79b9u32.to_le_bytes());
        let (mut loaded, mut source) = (Vec::new(), bytes.as_slice());
        take_all(&mut source, numbers.len(), |index, number: u32| {
            assert_eq!(index, loaded.len());
            loaded.push(number);
            Ok(())
        })
        .expect("all are there");
        assert_eq!((loaded, source.len()), (numbers, 0));
    }

    #[test]
    fn moves_take_the_bytes_they_need() {
        for (moves, width) in
            [(vec![0u64, 255, 7], 1), (vec![256, 1], 2), (vec![1 << 16], 8), (vec![u64::MAX], 8)]
        {
            let mut bytes = Vec::new();
            put_moves(&mut bytes, moves.iter().copied());
            assert_eq!(bytes.len(), 1 + width * moves.len());
            let mut loaded = Vec::new();
            take_moves(&mut bytes.as_slice(), moves.len(), |_, mv: u64| loaded.push(mv))
                .expect("all are there");
            assert_eq!(loaded, moves);
        }
        let mut bytes = Vec::new();
        put_moves(&mut bytes, [300u16].into_iter());
        let narrow = take_moves(&mut bytes.as_slice(), 1, |_, _: u8| ());
        assert_eq!(narrow, Err(LoadError::new("has 300 where a move should be")));
    }

    #[test]
    fn lengths_are_not_believed() {
        let mut bytes = Vec::new();
        put_count(&mut bytes, 1 << 40);
        assert!(take_bytes(&mut bytes.as_slice(), 1000).is_err());
        assert!(take_count(&mut &bytes[..5], u64::MAX).is_err());
    }
}
