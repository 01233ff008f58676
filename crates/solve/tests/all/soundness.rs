//! The checker never accepts a false claim, whatever the records say: real proofs are altered in thousands of ways,
//! sealed with a fresh hash and count, and combined with false claims.

use std::collections::HashMap;

use crate::depth_first::cyclic_graph;
use crate::support::{Judge, minimax, retrograde, small_game};
use foregone_game::random::Random;
use foregone_game::{Cyclic, Game, Outcome, Scale};
use foregone_solve::certify::{Claim, LeafLimits, Proof};
use foregone_solve::class::NeverReturns;
use foregone_solve::limits::Limits;
use foregone_solve::options::{Algorithm, Question};
use foregone_solve::request::Request;
use foregone_solve::{solve, solve_cyclic};

/// One to three changes: a byte of a part is altered, dropped, added or moved, or its marks are; or whole parts are exchanged,
/// repeated or dropped. All numbers of these small games are single bytes.
fn altered(parts: &[Vec<u8>], random: &mut Random) -> Vec<Vec<u8>> {
    let mut parts = parts.to_vec();
    for _ in 0..1 + random.below(3) {
        if parts.is_empty() {
            break;
        }
        let (one, other) = (random.below(parts.len()), random.below(parts.len()));
        match random.below(9) {
            0 => parts.swap(one, other),
            1 => drop(parts.remove(one)),
            2 => parts.insert(other, parts[one].clone()),
            _ => alter(&mut parts[one], random),
        }
    }
    parts
}

fn alter(numbers: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(numbers.len() + 1);
    match random.below(5) {
        0 => numbers.insert(at, random.below(24) as u8),
        _ if at == numbers.len() => {}
        1 => numbers[at] = random.below(24) as u8,
        2 => numbers[at] ^= 1 + random.below(3) as u8,
        3 => drop(numbers.remove(at)),
        _ => {
            let other = random.below(numbers.len());
            numbers.swap(at, other);
        }
    }
}

/// Whether the parts are accepted with the right number of records, which a forger would state.
fn accepted<const K: u8>(
    judge: &Judge<'_, K>,
    claim: Claim,
    parts: &[Vec<u8>],
    count: u64,
) -> bool {
    judge.accepts(&Proof { claim, parts: parts.to_vec(), count })
}

/// What became of altered proofs.
#[derive(Default)]
struct Tally {
    rejected: usize,
    still_proofs: usize,
    /// Proofs of more than two parts.
    several: usize,
}

impl Tally {
    /// Alters the proofs of a position of this value in many ways.
    fn alter<const K: u8>(
        &mut self,
        judge: &Judge<'_, K>,
        (proofs, value): (&[Proof], Outcome),
        scale: &Scale,
        random: &mut Random,
    ) {
        let mut false_claims = Vec::new();
        false_claims.extend((value < scale.best()).then(|| Claim::AtLeast(Outcome(value.0 + 1))));
        false_claims.extend((value > scale.worst()).then(|| Claim::AtMost(Outcome(value.0 - 1))));
        for proof in proofs {
            self.several += usize::from(proof.parts.len() > 2);
            assert!(judge.accepts(proof), "{proof:?}");
            for _ in 0..4 {
                let parts = altered(&proof.parts, random);
                for &claim in &false_claims {
                    assert!(!accepted(judge, claim, &parts, proof.count), "{proof:?} {parts:?}");
                    self.rejected += 1;
                }
                // Under the true claim an altered proof may still be a proof, because another move may win, too.
                let claim = proof.claim;
                self.still_proofs += usize::from(accepted(judge, claim, &parts, proof.count));
            }
            // A proof without its last record, or with an extra one, is never accepted.
            if let Some((last, parts)) = proof.parts.split_last() {
                let long = [last.as_slice(), &[0]].concat();
                let short = last[..last.len() - 1].to_vec();
                for last in [long, short] {
                    let parts = [parts, &[last]].concat();
                    assert!(!accepted(judge, proof.claim, &parts, proof.count), "{proof:?}");
                    self.rejected += 1;
                }
            }
        }
    }

    /// There were enough of all kinds, and at least this many proofs of three parts or more.
    fn expect(self, least: usize) {
        let Tally { rejected, still_proofs, several } = self;
        assert!(rejected > 5_000 && still_proofs > 0, "{rejected} {still_proofs}");
        assert!(several > least, "{several} proofs have three parts or more");
    }
}

#[test]
fn no_alteration_makes_a_false_claim_pass() {
    let mut tally = Tally::default();
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let graph = small_game(&mut random, 5);
        let value = minimax(&graph, graph.start(), &mut HashMap::new());
        let proof_part_records = Some(1 + random.below(2) as u64);
        let proof_leaves = (seed % 16 > 0).then_some(LeafLimits::NEVER);
        let question = Question {
            certificate: true,
            proof_part_records,
            proof_leaves,
            ..Question::value(Algorithm::Mopns)
        };
        let report = solve::<_, NeverReturns>(
            &graph,
            &graph.start(),
            Request::new(&question, Limits::default()),
        )
        .expect("fair");
        let judge = Judge::new(&graph);
        tally.alter(&judge, (&report.proofs, value), graph.scale(), &mut random);
    }
    tally.expect(300);
}

#[test]
fn no_alteration_makes_a_false_claim_pass_where_play_can_return() {
    let mut tally = Tally::default();
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let graph = cyclic_graph(&mut random);
        let infinite = graph.infinite(&graph.start());
        let value = retrograde(&graph, infinite)[graph.start() as usize];
        let proof_part_records = Some(1 + random.below(2) as u64);
        let proof_leaves = (seed % 16 > 0).then_some(LeafLimits::NEVER);
        let question = Question {
            certificate: true,
            proof_part_records,
            proof_leaves,
            ..Question::value(Algorithm::Dfpn)
        };
        let request = Request::new(&question, Limits::default());
        let report = solve_cyclic(&graph, &graph.start(), request).expect("fair");
        let judge = Judge::cyclic(&graph, Some(infinite));
        tally.alter(&judge, (&report.proofs, value), graph.scale(), &mut random);
    }
    tally.expect(250);
}
