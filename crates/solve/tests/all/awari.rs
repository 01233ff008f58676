//! Endgames of Awari, where the value of infinite play is what has been captured and so differs from position to
//! position: every depth-first search against a simple fixpoint, and every proof checked by the independent checker.

use std::collections::HashMap;

use foregone_game::random::Random;
use foregone_game::{Cyclic, Game, Keyed, Notation, Outcome, Player};
use foregone_games::Awari;
use foregone_games::awari::board::{GrandSlam, Rest, Variant};
use foregone_games::awari::{Position, Score};
use foregone_proof::format::{Header, Writer};
use foregone_solve::certify::{Claim, Proof};
use foregone_solve::limits::Limits;
use foregone_solve::options::{Algorithm, Question};
use foregone_solve::request::Request;
use foregone_solve::solve_cyclic;

/// Number of positions of each variant.
const ENDGAMES: usize = 12;

/// A position, which comes first, and all positions reachable from it.
struct Below<'g> {
    game: &'g Awari,
    positions: Vec<Position>,
    targets: Vec<Vec<usize>>,
}

impl<'g> Below<'g> {
    fn new(game: &'g Awari, root: Position) -> Below<'g> {
        let mut below = Below { game, positions: vec![root], targets: Vec::new() };
        let mut index = HashMap::from([(game.key(&root), 0)]);
        while let Some(&position) = below.positions.get(below.targets.len()) {
            let mut moves = Vec::new();
            if game.outcome(&position).is_none() {
                game.moves(&position, &mut moves);
            }
            let mut targets = Vec::new();
            for mv in moves {
                let mut child = position;
                game.play(&mut child, mv);
                targets.push(*index.entry(game.key(&child)).or_insert_with(|| {
                    below.positions.push(child);
                    below.positions.len() - 1
                }));
            }
            below.targets.push(targets);
        }
        below
    }

    /// Whether South can force play from a position into a set in one move.
    fn forces(&self, at: usize, set: &[bool]) -> bool {
        let mut targets = self.targets[at].iter();
        match self.game.player(&self.positions[at]) {
            Player::Max => targets.any(|&to| set[to]),
            Player::Min => !self.targets[at].is_empty() && targets.all(|&to| set[to]),
        }
    }

    /// Whether South can force the goal: the position is in the largest set in which South either ends the game with
    /// the goal, or comes again and again to positions where infinite play reaches the goal.
    fn at_least(&self, goal: Outcome) -> bool {
        let all = 0..self.positions.len();
        let mut outer = vec![true; self.positions.len()];
        loop {
            let mut inner: Vec<bool> = all
                .clone()
                .map(|at| match self.game.outcome(&self.positions[at]) {
                    Some(outcome) => outcome >= goal,
                    None => {
                        self.game.infinite(&self.positions[at]) >= goal && self.forces(at, &outer)
                    }
                })
                .collect();
            loop {
                let grown: Vec<usize> =
                    all.clone().filter(|&at| !inner[at] && self.forces(at, &inner)).collect();
                if grown.is_empty() {
                    break;
                }
                grown.into_iter().for_each(|at| inner[at] = true);
            }
            if inner == outer {
                return inner[0];
            }
            outer = inner;
        }
    }

    fn value(&self) -> Outcome {
        let goals = self.game.scale().outcomes().rev();
        goals.into_iter().find(|&goal| self.at_least(goal)).expect("at least the worst")
    }
}

/// A position with up to four stones on the board. With five stones, cycles raise the numbers so far that some searches
/// take very long: `0,1,0,2,0,0/0,1,1,0,0,0 1-0 N` with `grandslam=empty,rest=divided` takes dfpn millions of
/// expansions, and its proof is not found within the node limit.
fn endgame(game: &Awari, random: &mut Random) -> Position {
    let mut position = game.start();
    position.board.0.fill(0);
    for _ in 0..1 + random.below(4) {
        position.board.0[random.below(12)] += 1;
    }
    position.captured = [random.below(5) as u8, random.below(5) as u8];
    position.player = if random.percent(50) { Player::Max } else { Player::Min };
    position
}

/// Asserts that the checker accepts a proof.
fn accept(game: &Awari, spec: &str, position: &Position, proof: &Proof) {
    let name = |outcome| Some(game.scale().name(outcome).to_owned());
    let mut header = Header::new(spec, game.write_position(position));
    match proof.claim {
        Claim::AtLeast(outcome) => header.at_least = name(outcome),
        Claim::AtMost(outcome) => header.at_most = name(outcome),
    }
    header.infinite = name(game.infinite(position));
    let mut file = Vec::new();
    let mut writer = Writer::in_parts(&mut file, &header).expect("writing to memory");
    for part in &proof.parts {
        writer.part(0, part).expect("writing to memory");
    }
    writer.count(proof.count);
    writer.finish().expect("writing to memory");
    if let Err(failure) =
        foregone_proof::check(file.as_slice(), &foregone_proof::Options::default())
    {
        panic!("{}: {failure:?}", header.position);
    }
}

#[test]
fn endgames_have_the_values_of_a_plain_fixpoint() {
    use GrandSlam::{Empty, Forbidden, Legal};
    use Score::{Difference, Result};
    for (seed, (spec, grand_slam, rest, score)) in (0..).zip([
        ("awari", Legal, Rest::Opponent, Difference),
        ("awari:score=result", Legal, Rest::Opponent, Result),
        ("awari:grandslam=forbidden", Forbidden, Rest::Opponent, Difference),
        ("awari:grandslam=forbidden,rest=divided,score=result", Forbidden, Rest::Divided, Result),
        ("awari:grandslam=empty,rest=divided", Empty, Rest::Divided, Difference),
        ("awari:grandslam=empty,score=result", Empty, Rest::Opponent, Result),
    ]) {
        let game = Awari::new(Variant { grand_slam, rest }, score);
        let mut random = Random::new(seed);
        for _ in 0..ENDGAMES {
            compare(&game, spec, &endgame(&game, &mut random));
        }
    }
}

#[test]
fn an_endgame_with_five_stones() {
    let game = Awari::default();
    let position = game.read_position("1,1,0,1,0,1/0,0,0,0,0,1 0-3 S").expect("a position");
    compare(&game, "awari", &position);
}

/// In this position numbers reach the largest effort. Thresholds below it once prevented any further search.
#[test]
fn numbers_may_reach_the_largest() {
    let variant = Variant { grand_slam: GrandSlam::Forbidden, rest: Rest::Divided };
    let game = Awari::new(variant, Score::Result);
    let position = game.read_position("0,1,0,2,1,0/0,0,0,0,0,1 0-3 S").expect("a position");
    compare(&game, "awari:grandslam=forbidden,rest=divided,score=result", &position);
}

fn compare(game: &Awari, spec: &str, position: &Position) {
    let value = Below::new(game, *position).value();
    let solved = |algorithm, nodes| {
        let question = Question { certificate: true, ..Question::value(algorithm) };
        let limits = Limits { bytes: 1 << 24, nodes, ..Limits::default() };
        solve_cyclic(game, position, Request::new(&question, limits)).expect("a fair question")
    };
    let text = game.write_position(position);
    for algorithm in [Algorithm::Dfpn, Algorithm::Dfmopns] {
        let report = solved(algorithm, None);
        assert_eq!(report.bounds, (value, value), "{spec} {text} {algorithm:?}");
        assert_eq!(report.unproved, None, "{spec} {text} {algorithm:?}");
        for proof in &report.proofs {
            accept(game, spec, position, proof);
        }
    }
    // Alpha-beta stores no bounds that depend on a cycle, and here nearly all bounds do. So it need not get far.
    let (low, high) = solved(Algorithm::AlphaBetaTable, Some(2_000)).bounds;
    assert!(low <= value && value <= high, "{spec} {text}");
}
