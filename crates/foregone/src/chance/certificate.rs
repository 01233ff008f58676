//! Certificates of expectations: from the proofs of a search to a file.

use std::io::{self, Write};

use foregone_chance::Utility;
use foregone_chance::certify::{Claim, Proof};
use foregone_proof::format::{ExpectationHeader, Summary, Writer};

use super::position::Position;

/// A proof of what a position is worth on average, ready to be written.
///
/// ```
/// use foregone::chance::{Game, Question, Settings, Solver};
/// let game = Game::open("ewn:3x3").unwrap();
/// let solver = Solver::with(&game, Settings { certificate: true, ..Settings::default() });
/// let answer = solver.ask(&game.start(), &Question::value()).unwrap();
/// let file = answer.certificate().unwrap().to_bytes();
/// let accepted = foregone::check(&file[..], &Default::default()).unwrap();
/// assert_eq!(accepted.value.as_deref(), Some("170/243"));
/// ```
#[derive(Clone, Debug)]
pub struct Certificate {
    header: ExpectationHeader,
    proofs: Vec<Proof>,
}

impl Certificate {
    /// The certificate of these proofs; `None` if there are none.
    pub(super) fn new(
        position: &Position,
        utility: &Utility,
        proofs: &[Proof],
    ) -> Option<Certificate> {
        let first = proofs.first()?;
        let game = position.game();
        let worths = utility.worths().iter().map(ToString::to_string);
        let mut header = ExpectationHeader::new(game.spelling(), position.to_string(), worths);
        header.denominator = first.denominator.as_ref().map(ToString::to_string);
        header.table = first.is_table;
        for proof in proofs {
            match &proof.claim {
                Claim::AtLeast(bound) => header.at_least = Some(bound.to_string()),
                Claim::AtMost(bound) => header.at_most = Some(bound.to_string()),
            }
        }
        let infinite = position.endless();
        header.infinite = infinite.map(|outcome| game.scale().name(outcome).to_owned());
        header.graph = game.graph_hash().map(str::to_owned);
        Some(Certificate { header, proofs: proofs.to_vec() })
    }

    /// What it claims, about which position of which game.
    pub fn header(&self) -> &ExpectationHeader {
        &self.header
    }

    /// The proofs of its claims.
    pub fn proofs(&self) -> &[Proof] {
        &self.proofs
    }

    /// What it claims, in words: `at least 170/243`, `at most 170/243`.
    pub fn claims(&self) -> Vec<String> {
        self.proofs.iter().map(|proof| proof.claim.to_string()).collect()
    }

    /// Writes the file.
    pub fn write(&self, output: impl Write) -> io::Result<Summary> {
        let mut writer = Writer::expectations(output, &self.header)?;
        for proof in &self.proofs {
            writer.raw(&proof.bytes, proof.records)?;
        }
        writer.finish()
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes).expect("a vector takes everything");
        bytes
    }
}
