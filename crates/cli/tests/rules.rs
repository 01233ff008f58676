//! The solver's fast rules and the checker's plain ones, written twice, must be the same game: along random play they
//! have the same outcomes and the same moves in the same order, and the checker reads what the solver writes.

use game::random::Random;
use game::{Acyclic, Coded, Cyclic, Keyed, Notation, Outcome, Picture, Player};
use games::registry::{Facts, Visitor, open};
use proof::rules::{Awari, Connect4, Game, Graph, Hounds, Mnk, Rules, Torere, Woodpush};

/// What infinite play is worth, where play can return.
type Infinite<G> = Option<fn(&G, &<G as game::Game>::Position) -> Outcome>;

/// Where a random game is broken off.
const LONGEST: usize = 2_000;

/// Walks through random games of a spelling.
struct Walk {
    seed: u64,
    playouts: usize,
}

impl Walk {
    fn compare<G: Notation>(&self, game: &G, facts: &Facts, infinite: Infinite<G>) {
        if let Some(bytes) = &facts.file {
            return self.compare_with(game, &Graph::read_file(bytes).expect("a graph"), infinite);
        }
        match Game::open(&facts.spec).expect("a spelling that both know") {
            Game::Connect4(rules) => self.compare_with::<G, Connect4>(game, &rules, infinite),
            Game::Mnk(rules) => self.compare_with::<G, Mnk>(game, &rules, infinite),
            Game::Woodpush(rules) => self.compare_with::<G, Woodpush>(game, &rules, infinite),
            Game::Hounds(rules) => self.compare_with::<G, Hounds>(game, &rules, infinite),
            Game::Torere(rules) => self.compare_with::<G, Torere>(game, &rules, infinite),
            Game::Awari(rules) => self.compare_with::<G, Awari>(game, &rules, infinite),
        }
    }

    fn compare_with<G: Notation, R: Rules>(&self, game: &G, rules: &R, infinite: Infinite<G>) {
        assert_eq!(game.scale().names(), rules.outcomes());
        let mut random = Random::new(self.seed);
        for _ in 0..self.playouts {
            let (mut position, mut plain) = (game.start(), rules.start());
            // In some games play can be bound to go round for ever.
            for _ in 0..LONGEST {
                let text = game.write_position(&position);
                assert!(rules.read(&text).as_ref() == Ok(&plain), "{text} is read differently");
                let rank = |outcome: Outcome| usize::from(outcome.0);
                let outcome = game.outcome(&position).map(rank);
                assert_eq!(rules.outcome(&plain), outcome, "{text}");
                let worth = infinite.map(|infinite| rank(infinite(game, &position)));
                assert_eq!(rules.infinite(&plain), worth, "{text}");
                if outcome.is_some() {
                    break;
                }
                assert_eq!(
                    rules.max_to_move(&plain),
                    game.player(&position) == Player::Max,
                    "{text}"
                );
                let (choice, children) =
                    self.compare_moves(game, rules, &position, &plain, &mut random);
                (position, plain) =
                    (children, rules.successor(&plain, choice).expect("a legal move"));
            }
        }
    }

    /// All moves must agree; one of them is taken.
    fn compare_moves<G: Notation, R: Rules>(
        &self,
        game: &G,
        rules: &R,
        position: &G::Position,
        plain: &R::Position,
        random: &mut Random,
    ) -> (usize, G::Position) {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let children: Vec<G::Position> = moves
            .iter()
            .map(|&mv| {
                let mut child = position.clone();
                game.play(&mut child, mv);
                child
            })
            .collect();
        for (index, child) in children.iter().enumerate() {
            let (theirs, ours) = (rules.successor(plain, index), game.write_position(child));
            assert!(
                rules.read(&ours).ok() == theirs,
                "move {index} at {} leads to {ours} only for the solver",
                game.write_position(position)
            );
        }
        assert!(rules.successor(plain, children.len()).is_none(), "the checker knows more moves");
        let choice = random.below(children.len());
        (choice, children[choice].clone())
    }
}

impl Visitor for Walk {
    type Output = ();

    fn keyed<G: Keyed + Coded + Acyclic + Notation + Picture>(self, game: G, facts: Facts) {
        self.compare(&game, &facts, None);
    }

    fn path<G: Coded + Acyclic + Notation + Picture>(self, game: G, facts: Facts) {
        self.compare(&game, &facts, None);
    }

    fn cyclic<G: Coded + Cyclic + Notation + Picture>(self, game: G, facts: Facts) {
        self.compare(&game, &facts, Some(G::infinite));
    }

    fn undecided<G: Keyed + Notation + Picture>(self, _game: G, facts: Facts) {
        panic!("{} does not say what infinite play is worth", facts.spec);
    }
}

#[test]
fn both_sets_of_rules_are_the_same_game() {
    let graphs = ["teaching", "pns-figure1", "pns-figure2", "pns-figure3", "ghi"];
    let graphs = graphs.map(|name| {
        format!("graph:{}/../../examples/graphs/{name}.json", env!("CARGO_MANIFEST_DIR"))
    });
    let specs = "connect4 connect4:4x5 connect4:1x9 connect4:3x3 connect4:9x3,score=pons connect4:5x5,score=pons \
                 connect4:10x11 connect4:64x1 tictactoe mnk:1,1,1 mnk:5,4,3 mnk:11,11,5 mnk:26,4,4 mnk:2,7,9 \
                 woodpush woodpush:13,2 woodpush:2,1 woodpush:6,3,scale=5 woodpush:7,2,score=moves woodpush:16,4,score=moves \
                 woodpush:8,3,ko=previous woodpush:9,4,ko=previous,loop=-2 woodpush:6,3,ko=previous,loop=5,scale=5 \
                 woodpush:7,2,ko=previous,score=moves hounds torere \
                 awari awari:score=result awari:rest=divided awari:grandslam=forbidden awari:grandslam=empty \
                 awari:grandslam=empty,rest=divided,score=result awari:grandslam=forbidden,rest=divided";
    for (seed, spec) in
        specs.split_whitespace().chain(graphs.iter().map(String::as_str)).enumerate()
    {
        let read_file = |path: &str| std::fs::read(path).map_err(|error| error.to_string());
        open(spec, &read_file, Walk { seed: seed as u64, playouts: 60 })
            .unwrap_or_else(|error| panic!("{spec}: {error}"));
    }
}
