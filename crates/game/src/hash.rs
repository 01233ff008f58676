//! Hashes of 128 bits, for the table keys of positions that do not fit into 128 bits.
//!
//! The hash of a value is the same on every machine, because table keys are written into files and sent between machines.
//! It is wide enough that two positions of one search do not share one by chance; a certificate would show it if they did.

use core::hash::{Hash, Hasher};

/// A hash of 128 bits in the making.
///
/// ```
/// use core::hash::Hasher;
/// use foregone_game::{Hasher128, hash128};
///
/// let mut hasher = Hasher128::default();
/// hasher.write_u64(7);
/// assert_eq!(hasher.finish128(), hash128(&7u64));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hasher128(u128);

impl Default for Hasher128 {
    #[inline]
    fn default() -> Hasher128 {
        Hasher128(0x243f_6a88_85a3_08d3_1319_8a2e_0370_7344) // the first digits of pi
    }
}

impl Hasher128 {
    /// The hash of what has been written.
    #[inline]
    pub fn finish128(self) -> u128 {
        self.0
    }
}

impl Hasher for Hasher128 {
    /// Bytes are taken eight at a time, the last ones filled up with zeros, and their number.
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
        self.write_u64(bytes.len() as u64);
    }

    /// Two multiplications to 128 bits, each by an odd constant, with the halves folded over in between.
    #[inline]
    fn write_u64(&mut self, word: u64) {
        let fold = |product: u128| product ^ product.rotate_right(64) >> 1;
        let product =
            (self.0 ^ u128::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        self.0 = fold(fold(product).wrapping_mul(0xda94_2042_e4dd_58b5_a076_1d64_78bd_642f));
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0 as u64
    }
}

/// The hash of a value: a table key for positions that have no exact key of 128 bits.
///
/// ```
/// use foregone_game::hash128;
///
/// let board = vec![1u8, 0, 2];
/// assert_eq!(hash128(&board), hash128(&[1u8, 0, 2][..]));
/// assert_ne!(hash128(&board), hash128(&[1u8, 2, 0][..]));
/// ```
pub fn hash128<T: Hash + ?Sized>(value: &T) -> u128 {
    let mut hasher = Hasher128::default();
    value.hash(&mut hasher);
    hasher.finish128()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn near_words_have_far_hashes() {
        let hashes: Vec<u128> = (0..20_000u64).map(|word| hash128(&word)).collect();
        assert_eq!(hashes.iter().collect::<HashSet<_>>().len(), hashes.len());
        let lower: HashSet<u64> = hashes.iter().map(|&hash| hash as u64).collect();
        assert_eq!(lower.len(), hashes.len());
        let differing: u32 = hashes.windows(2).map(|pair| (pair[0] ^ pair[1]).count_ones()).sum();
        let mean = f64::from(differing) / (hashes.len() - 1) as f64;
        assert!((60.0..68.0).contains(&mean), "{mean} of 128 bits differ on the average");
    }

    /// The table keys of checkpoints and of other machines depend on it.
    #[test]
    fn hashes_are_the_same_for_ever() {
        assert_eq!(hash128(&7u64), 0x1621_4ad9_e59f_5020_b56c_a614_046d_3666);
    }

    #[test]
    fn lengths_count() {
        assert_ne!(hash128(&[0u8; 3]), hash128(&[0u8; 4]));
        assert_ne!(hash128("a"), hash128("a\0"));
    }
}
