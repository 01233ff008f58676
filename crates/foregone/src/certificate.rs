//! Certificates: from the proofs of a search to a file, and from a file to what it proves.

use std::io::{self, Read, Write};

use foregone_proof::format::{Header, Summary, Writer};
use foregone_proof::rules::{Rules, newest_version};
use foregone_proof::{Accepted, Failure, Options, check_with};
use foregone_solve::certify::{Claim, Proof};

use crate::position::Position;

/// A proof of what a search has found about a position, ready to be written.
#[derive(Clone, Debug)]
pub struct Certificate {
    header: Header,
    proofs: Vec<Proof>,
}

impl Certificate {
    /// The certificate of these proofs; `None` if nothing was proved.
    pub fn new(position: &Position, proofs: &[Proof]) -> Option<Certificate> {
        let (game, scale) = (position.game(), position.game().scale());
        if proofs.is_empty() {
            return None;
        }
        let mut header = Header::new(game.spelling(), position.to_string());
        header.rules = newest_version(&header.game);
        for proof in proofs {
            match proof.claim {
                Claim::AtLeast(outcome) => header.at_least = Some(scale.name(outcome).to_owned()),
                Claim::AtMost(outcome) => header.at_most = Some(scale.name(outcome).to_owned()),
            }
        }
        header.infinite = position.infinite().map(|outcome| scale.name(outcome).to_owned());
        header.tablebase = game.tables().and_then(|tables| tables.citation.clone());
        let file = game.info().file.as_deref();
        let hash = file.map(|bytes| blake3::hash(bytes).to_hex().to_string());
        match game.info().name {
            "gdl" => header.gdl = hash,
            _ => header.graph = hash,
        }
        Some(Certificate { header, proofs: proofs.to_vec() })
    }

    /// What it claims, about which position of which game.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What it claims, in words: `at least draw`, `at most draw`.
    pub fn claims(&self) -> Vec<String> {
        let least = self.header.at_least.iter().map(|name| format!("at least {name}"));
        let most = self.header.at_most.iter().map(|name| format!("at most {name}"));
        least.chain(most).collect()
    }

    /// Writes the file.
    pub fn write(&self, output: impl Write) -> io::Result<Summary> {
        let mut writer = Writer::in_parts(output, &self.header)?;
        for (claim, proof) in (0..).zip(&self.proofs) {
            for part in &proof.parts {
                writer.part(claim, part)?;
            }
            writer.count(proof.count);
        }
        writer.finish()
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes).expect("a vector takes everything");
        bytes
    }

    /// Checks the certificate by other rules of the same game, such as those of an author's own game. The independent checker
    /// plays by these rules and by nothing that the search used.
    pub fn check_with(&self, rules: &impl Rules) -> Result<Accepted, Failure> {
        check_with(rules, &self.header.game, &self.to_bytes()[..], &Options::default())
    }
}

/// Checks a certificate of one of the built-in games by the independent checker, which plays the game by rules of its own.
/// For `graph:` and `gdl:` games and certificates that cite a tablebase the options say where the files are.
///
/// ```
/// use foregone::{Game, Solver, check};
/// let game = Game::open("connect4:4x4").unwrap();
/// let mut solver = Solver::new(&game);
/// solver.settings.certificate = true;
/// let answer = solver.value(&game.start()).unwrap();
/// let file = answer.certificate().unwrap().to_bytes();
/// let accepted = check(&file[..], &Default::default()).unwrap();
/// assert_eq!(accepted.value.as_deref(), Some("draw"));
/// ```
pub fn check(input: impl Read, options: &Options<'_>) -> Result<Accepted, Failure> {
    foregone_proof::check(input, options)
}
