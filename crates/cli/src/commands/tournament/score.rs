//! What a tournament comes to, as numbers that can be trusted so far and no further.

use serde::Serialize;

/// Wins, draws and losses of the first contestant.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub(super) struct Score {
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
}

/// The quantile of the normal distribution that leaves 2.5% on either side.
const Z: f64 = 1.959_964;

impl Score {
    /// Counts a game: 1 is a win, 0 a draw, -1 a loss.
    pub(super) fn add(&mut self, points: i32) {
        match points {
            1 => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// Games.
    pub(super) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, a draw counted as half.
    pub(super) fn share(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games().max(1) as f64
    }

    /// Wilson's interval for the share, 95%. With draws, and with openings played from both sides, the points vary less than
    /// the tosses of a coin that it is made for: it is rather too wide than too narrow. All of it without games.
    pub(super) fn interval(&self) -> (f64, f64) {
        let (games, share) = (self.games() as f64, self.share());
        if games == 0.0 {
            return (0.0, 1.0);
        }
        let weight = 1.0 + Z * Z / games;
        let middle = (share + Z * Z / (2.0 * games)) / weight;
        let reach =
            Z * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).sqrt() / weight;
        ((middle - reach).max(0.0), (middle + reach).min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_wilsons() {
        let interval = |wins, draws, losses| {
            let (low, high) = Score { wins, draws, losses }.interval();
            (format!("{low:.4}"), format!("{high:.4}"))
        };
        // R: binom::binom.confint(x, n, methods = "wilson").
        assert_eq!(interval(60, 0, 40), ("0.5020".to_owned(), "0.6906".to_owned()));
        assert_eq!(interval(0, 20, 0), ("0.2993".to_owned(), "0.7007".to_owned()));
        assert_eq!(interval(10, 0, 0), ("0.7225".to_owned(), "1.0000".to_owned()));
        assert_eq!(interval(0, 0, 0), ("0.0000".to_owned(), "1.0000".to_owned()));
    }
}
