//! Secrets: made by the system's random numbers, compared in constant time.

/// A text that a request must know.
#[derive(Clone)]
pub(crate) struct Secret(String);

impl Secret {
    pub(crate) fn new(text: String) -> Secret {
        Secret(text)
    }

    /// 128 random bits as hexadecimal digits.
    pub(crate) fn random() -> Secret {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).expect("the system has random numbers");
        Secret(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// Whether a text is the secret. Hashes are compared, in constant time, so the time tells nothing about either.
    pub(crate) fn is(&self, text: &str) -> bool {
        blake3::hash(self.0.as_bytes()) == blake3::hash(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_random_and_compared() {
        let (one, two) = (Secret::random(), Secret::random());
        assert!(one.text().len() == 32 && one.is(one.text()));
        assert!(!one.is(two.text()) && !one.is("") && !one.is(&one.text()[..31]));
    }
}
