//! Authentication of senders: every worker process generates a key pair (ed25519) and signs its messages. The number of
//! the host is a part of the public key, so that no process can send messages for another, even if both know the
//! server's password.

use async_nats::HeaderMap;
use foregone_fleet::host_message::WORKERS_PER_HOST;
use foregone_fleet::message::{HostId, PROTOCOL};
use nkeys::KeyPair;

/// The headers with the public key and the signature.
const KEY: &str = "Foregone-Key";
const SIGNATURE: &str = "Foregone-Signature";

/// The kind of a signed message. A signature is valid for one kind only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A [`Signed`](crate::Signed) report.
    Report,
    /// A final result.
    Result,
    /// A report about a part of a certificate.
    Part,
}

/// The key pair of a process.
pub struct Signer {
    pair: KeyPair,
    run: u64,
    host: HostId,
}

/// The host number of a public key. Two keys have the same number only if they share 53 bits; the host that joins first
/// keeps the number.
fn number(key: &[u8; 32]) -> HostId {
    let mut first = [0; 8];
    first.copy_from_slice(&key[..8]);
    (u64::from_le_bytes(first) >> 1) / WORKERS_PER_HOST * WORKERS_PER_HOST
}

/// The bytes that are signed: the message with the run and the kind, so that the signature is not valid for any other.
fn signed(run: u64, kind: Kind, payload: &[u8]) -> Vec<u8> {
    let kind = match kind {
        Kind::Report => "report",
        Kind::Result => "result",
        Kind::Part => "part",
    };
    let mut bytes = format!("foregone {PROTOCOL} {kind} {run}\n").into_bytes();
    bytes.extend_from_slice(payload);
    bytes
}

impl Signer {
    /// A new key pair for a run.
    pub fn new(run: u64) -> Signer {
        let pair = KeyPair::new_user();
        let key = nkeys::from_public_key(&pair.public_key()).map(|(_, key)| key);
        // A key that was just generated can be decoded.
        let host = number(&key.unwrap_or_default());
        Signer { pair, run, host }
    }

    /// The number of the host. Its workers are numbered from there.
    pub fn host(&self) -> HostId {
        self.host
    }

    /// The headers of a message, and its signature as text.
    pub fn headers(&self, kind: Kind, payload: &[u8]) -> (HeaderMap, String) {
        let signature = self.pair.sign(&signed(self.run, kind, payload)).unwrap_or_default();
        let signature: String = signature.iter().map(|byte| format!("{byte:02x}")).collect();
        let mut headers = HeaderMap::new();
        headers.insert(KEY, self.pair.public_key().as_str());
        headers.insert(SIGNATURE, signature.as_str());
        (headers, signature)
    }
}

/// The host that has signed a message. If the signature is wrong, a description of the key that the message names.
pub(crate) fn sender(
    run: u64,
    kind: Kind,
    headers: Option<&HeaderMap>,
    payload: &[u8],
) -> Result<HostId, String> {
    let header = |name: &str| headers.and_then(|headers| headers.get(name)).map(|it| it.as_str());
    let named = header(KEY).unwrap_or_default();
    let nobody = || match named.get(..16) {
        Some(first) if named.is_ascii() => format!("the sender with the key {first}…"),
        _ => "a sender without a key".to_owned(),
    };
    let (_, key) = nkeys::from_public_key(named).map_err(|_| nobody())?;
    let pair = KeyPair::from_public_key(named).map_err(|_| nobody())?;
    let signature = header(SIGNATURE).and_then(signature_bytes).ok_or_else(nobody)?;
    pair.verify(&signed(run, kind, payload), &signature).map_err(|_| nobody())?;
    Ok(number(&key))
}

/// The bytes of a signature in hexadecimal digits.
pub(crate) fn signature_bytes(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    (digits.len() == 128).then(|| digits.chunks(2).map(byte).collect::<Option<_>>())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_fits_its_bytes_its_run_its_kind_and_its_sender_only() {
        let (anna, bob) = (Signer::new(7), Signer::new(7));
        let (headers, text) = anna.headers(Kind::Report, b"all is well");
        let who = |run, kind, headers: &HeaderMap, payload: &[u8]| {
            sender(run, kind, Some(headers), payload)
        };
        assert_eq!(who(7, Kind::Report, &headers, b"all is well"), Ok(anna.host()));
        assert_ne!(anna.host(), bob.host());
        assert_eq!(anna.host() % WORKERS_PER_HOST, 0);
        assert!(anna.host().checked_add(WORKERS_PER_HOST).is_some());
        assert!(who(7, Kind::Report, &headers, b"all is lost").is_err(), "other bytes");
        assert!(who(8, Kind::Report, &headers, b"all is well").is_err(), "another run");
        assert!(who(7, Kind::Result, &headers, b"all is well").is_err(), "another kind");
        let mut stolen = bob.headers(Kind::Report, b"all is well").0;
        stolen.insert(KEY, anna.pair.public_key().as_str());
        let refused = who(7, Kind::Report, &stolen, b"all is well").expect_err("not Anna");
        assert!(refused.contains(&anna.pair.public_key()[..16]), "{refused}");
        for broken in ["", "U", "ü"] {
            let mut headers = headers.clone();
            headers.insert(KEY, broken);
            assert!(who(7, Kind::Report, &headers, b"all is well").is_err());
        }
        let mut short = headers.clone();
        short.insert(SIGNATURE, &text[2..]);
        assert!(who(7, Kind::Report, &short, b"all is well").is_err());
        assert!(sender(7, Kind::Report, None, b"all is well").is_err());
    }
}
