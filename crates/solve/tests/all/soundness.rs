//! The checker never accepts a false claim, whatever the records say: real proofs are altered in thousands of ways,
//! sealed with a fresh hash and count, and combined with false claims.

use std::collections::HashMap;

use crate::support::{Judge, minimax, small_game};
use foregone_game::random::Random;
use foregone_game::{Game, Outcome};
use foregone_solve::certify::{Claim, Proof};
use foregone_solve::class::NeverReturns;
use foregone_solve::limits::Limits;
use foregone_solve::options::{Algorithm, Question};
use foregone_solve::request::Request;
use foregone_solve::solve;

/// One to three changes: a record is altered, dropped, added or moved, or its keep mark is inverted. All records of
/// these small games are single bytes.
fn altered(records: &[u8], random: &mut Random) -> Vec<u8> {
    let mut records = records.to_vec();
    for _ in 0..1 + random.below(3) {
        let at = random.below(records.len() + 1);
        match random.below(5) {
            0 => records.insert(at, random.below(10) as u8),
            _ if at == records.len() => {}
            1 => records[at] = random.below(10) as u8,
            2 => records[at] ^= 1,
            3 => drop(records.remove(at)),
            _ => {
                let other = random.below(records.len());
                records.swap(at, other);
            }
        }
    }
    records
}

#[test]
fn no_alteration_makes_a_false_claim_pass() {
    let (mut rejected, mut still_proofs) = (0, 0);
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let graph = small_game(&mut random, 5);
        let value = minimax(&graph, graph.start(), &mut HashMap::new());
        let question = Question { certificate: true, ..Question::value(Algorithm::Mopns) };
        let report = solve::<_, NeverReturns>(
            &graph,
            &graph.start(),
            Request::new(&question, Limits::default()),
        )
        .expect("fair");
        let judge = Judge::new(&graph);
        let mut false_claims = Vec::new();
        false_claims
            .extend((value < graph.scale().best()).then(|| Claim::AtLeast(Outcome(value.0 + 1))));
        false_claims
            .extend((value > graph.scale().worst()).then(|| Claim::AtMost(Outcome(value.0 - 1))));
        for proof in &report.proofs {
            for _ in 0..4 {
                let records = altered(&proof.records, &mut random);
                let count = records.len() as u64;
                for &claim in &false_claims {
                    assert!(
                        !judge.accepts(&Proof { claim, records: records.clone(), count }),
                        "seed {seed}"
                    );
                    rejected += 1;
                }
                // Under the true claim an altered proof may still be a proof, because another move may win, too.
                let claim = proof.claim;
                still_proofs +=
                    usize::from(judge.accepts(&Proof { claim, records: records.clone(), count }));
                // A proof without its last record, or with an extra one, is never accepted.
                if let Some((_, short)) = proof.records.split_last() {
                    let count = short.len() as u64;
                    assert!(
                        !judge.accepts(&Proof { claim, records: short.to_vec(), count }),
                        "seed {seed}"
                    );
                }
                let long = [proof.records.as_slice(), &[0]].concat();
                let count = long.len() as u64;
                assert!(!judge.accepts(&Proof { claim, records: long, count }), "seed {seed}");
                rejected += 2;
            }
        }
    }
    assert!(rejected > 10_000 && still_proofs > 0, "{rejected} {still_proofs}");
}
