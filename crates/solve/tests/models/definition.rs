//! The definition of a value against a model, written down as plainly as possible: from the top down, with every value computed
//! anew wherever it is needed.

use foregone_game::{Game, Player};
use foregone_solve::play::models::{ModelQuestion, Ties};

/// A fraction that is not reduced.
#[derive(Clone, Copy, Debug)]
pub struct Fraction(pub i128, pub i128);

impl PartialEq for Fraction {
    fn eq(&self, other: &Fraction) -> bool {
        self.0 * other.1 == other.0 * self.1
    }
}

impl Fraction {
    fn less(self, other: Fraction) -> bool {
        self.0 * other.1 < other.0 * self.1
    }

    /// Whether a player likes the first better.
    pub fn better(player: Player, one: Fraction, other: Fraction) -> bool {
        if player == Player::Max { other.less(one) } else { one.less(other) }
    }
}

/// A game and how ties are broken.
pub struct Definition<'a, G: Game> {
    pub game: &'a G,
    pub ties: Ties,
}

impl<G: Game> Definition<'_, G> {
    fn children(&self, position: &G::Position) -> Vec<G::Position> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let play = |mv: G::Move| {
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            child
        };
        moves.into_iter().map(play).collect()
    }

    fn leaf(&self, position: &G::Position, depth: u32, evaluation: u8) -> Option<Fraction> {
        let evaluations = self.game.evaluations();
        let worth =
            |outcome| evaluations[usize::from(evaluation)].finished(self.game.scale(), outcome);
        let over = self.game.outcome(position).map(worth);
        let value = over.or_else(|| (depth == 0).then(|| self.game.evaluate(position, evaluation)));
        value.map(|value| Fraction(value.into(), 1))
    }

    /// The best value for a player.
    fn best(player: Player, values: impl IntoIterator<Item = Fraction>) -> Fraction {
        let choose = |best, it| if Fraction::better(player, it, best) { it } else { best };
        values.into_iter().reduce(choose).expect("a move")
    }

    /// The minimax value by an evaluation.
    pub fn minimax(&self, position: &G::Position, depth: u32, evaluation: u8) -> Fraction {
        if let Some(value) = self.leaf(position, depth, evaluation) {
            return value;
        }
        let children = self.children(position);
        let values = children.iter().map(|child| self.minimax(child, depth - 1, evaluation));
        Self::best(self.game.player(position), values)
    }

    /// Out of `values`, one for each child, what remains for whoever models a player with these `scores` for the children.
    fn picked(&self, player: Player, scores: &[Fraction], values: &[Fraction]) -> Fraction {
        let best = Self::best(player, scores.iter().copied());
        let mut picks = values.iter().zip(scores).filter(|(_, score)| **score == best);
        match self.ties {
            Ties::First => *picks.next().expect("a best child").0,
            Ties::Worst => Self::best(player, picks.map(|(value, _)| *value)),
        }
    }

    /// The value for a player by the first evaluation, who takes the opponent for one with the other evaluations.
    fn believed(
        &self,
        player: Player,
        position: &G::Position,
        depth: u32,
        evaluations: &[u8],
    ) -> Fraction {
        if evaluations.len() == 1 {
            return self.minimax(position, depth, evaluations[0]);
        }
        if let Some(value) = self.leaf(position, depth, evaluations[0]) {
            return value;
        }
        let children = self.children(position);
        let values: Vec<Fraction> = children
            .iter()
            .map(|child| self.believed(player, child, depth - 1, evaluations))
            .collect();
        if self.game.player(position) == player {
            return Self::best(player, values);
        }
        let other = player.other();
        let scores: Vec<Fraction> = children
            .iter()
            .map(|child| self.believed(other, child, depth - 1, &evaluations[1..]))
            .collect();
        self.picked(other, &scores, &values)
    }

    /// The value of a position against the opponents of a question.
    pub fn value(
        &self,
        us: Player,
        position: &G::Position,
        depth: u32,
        question: &ModelQuestion,
    ) -> Fraction {
        if let Some(value) = self.leaf(position, depth, question.evaluation) {
            return value;
        }
        let children = self.children(position);
        let values: Vec<Fraction> =
            children.iter().map(|child| self.value(us, child, depth - 1, question)).collect();
        if self.game.player(position) == us {
            return Self::best(us, values);
        }
        let total: u64 = question.opponents.iter().map(|it| it.weight).sum();
        let mut sum = Fraction(0, 1);
        for it in &question.opponents {
            let ahead = it.depth.unwrap_or(depth) - 1;
            let score =
                |child: &G::Position| self.believed(us.other(), child, ahead, &it.evaluations);
            let scores: Vec<Fraction> = children.iter().map(score).collect();
            let picked = self.picked(us.other(), &scores, &values);
            let (weight, total) = (i128::from(it.weight), i128::from(total));
            sum = Fraction(
                sum.0 * picked.1 * total + weight * picked.0 * sum.1,
                sum.1 * picked.1 * total,
            );
            sum = sum.reduced();
        }
        sum
    }
}

impl Fraction {
    fn reduced(self) -> Fraction {
        let (mut one, mut other) = (self.0.abs(), self.1.abs());
        while other != 0 {
            (one, other) = (other, one % other);
        }
        Fraction(self.0 / one.max(1), self.1 / one.max(1))
    }
}
