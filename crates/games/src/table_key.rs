//! Codes of positions that do not fit into 128 bits: a hash of their words, wide enough that two positions of one search
//! will not share one by chance, and the certificate tells if they do.

/// Where a hash begins.
pub const START: u128 = 0x243f_6a88_85a3_08d3_1319_8a2e_0370_7344; // the first digits of pi

/// The hash with one more word taken in: two multiplications to 128 bits, each by an odd constant, with the halves
/// folded over in between.
#[inline]
pub fn mixed(table_key: u128, word: u64) -> u128 {
    let fold = |product: u128| product ^ product.rotate_right(64) >> 1;
    let table_key =
        (table_key ^ u128::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    fold(fold(table_key).wrapping_mul(0xda94_2042_e4dd_58b5_a076_1d64_78bd_642f))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn near_words_have_far_codes() {
        let table_keys: Vec<u128> = (0..20_000).map(|word| mixed(START, word)).collect();
        assert_eq!(table_keys.iter().collect::<HashSet<_>>().len(), table_keys.len());
        assert_eq!(
            table_keys.iter().map(|&table_key| table_key as u64).collect::<HashSet<_>>().len(),
            table_keys.len()
        );
        let differing: u32 =
            table_keys.windows(2).map(|pair| (pair[0] ^ pair[1]).count_ones()).sum();
        let mean = f64::from(differing) / (table_keys.len() - 1) as f64;
        assert!((60.0..68.0).contains(&mean), "{mean} of 128 bits differ on the average");
    }
}
