//! The solver's fast rules and the checker's plain ones, written twice, must be the same game: along random play they
//! have the same outcomes and the same moves in the same order, and the checker reads what the solver writes. Both know the same
//! positions that need no proof, and both give endgames the same indices.

use foregone_game::random::Random;
use foregone_game::{Cyclic, Game as _, Layered, Notation, Outcome, Player};
use foregone_games::awari::board::{Board, GrandSlam, Rest, STONES, Variant};
use foregone_games::awari::index::Endgames;
use foregone_games::awari::{Position, Score};
use foregone_games::breakthrough::index::Numbering;
use foregone_games::registry::{GameInfo, RegistryGame, Visitor, open};
use foregone_proof::rules::{
    Awari, Breakthrough, Connect4, Game, Graph, Hounds, Mnk, Othello, Qubic, RuleFile, Rules,
    Torere, Woodpush, newest_version,
};

/// What infinite play is worth, where play can return.
type Infinite<G> = Option<fn(&G, &<G as foregone_game::Game>::Position) -> Outcome>;

/// The number of moves after which a random game is ended.
const LONGEST: usize = 2_000;

/// Walks through random games of a spelling.
struct Walk {
    seed: u64,
    playouts: usize,
}

impl Walk {
    fn compare<G: Notation>(&self, game: &G, info: &GameInfo, infinite: Infinite<G>) {
        if let (Some(bytes), "gdl") = (&info.file, info.name) {
            let rules = RuleFile::open(bytes, &info.spec, &[]).expect("a rule file");
            return self.compare_with(game, &rules, rules.start(), infinite);
        }
        if let Some(bytes) = &info.file {
            let graph = Graph::read_file(bytes).expect("a graph");
            return self.compare_with(game, &graph, graph.start(), infinite);
        }
        let known = Game::open(&info.spec).expect("a spelling that both know");
        match known.with_version(newest_version(&info.spec)).expect("a known version") {
            Game::Connect4(rules) => {
                self.compare_with::<G, Connect4>(game, &rules, rules.start(), infinite)
            }
            Game::Mnk(rules) => self.compare_with::<G, Mnk>(game, &rules, rules.start(), infinite),
            Game::Woodpush(rules) => {
                self.compare_with::<G, Woodpush>(game, &rules, rules.start(), infinite)
            }
            Game::Hounds(rules) => {
                self.compare_with::<G, Hounds>(game, &rules, rules.start(), infinite)
            }
            Game::Torere(rules) => {
                self.compare_with::<G, Torere>(game, &rules, rules.start(), infinite)
            }
            Game::Awari(rules) => {
                self.compare_with::<G, Awari>(game, &rules, rules.start(), infinite)
            }
            Game::Breakthrough(rules) => {
                self.compare_with::<G, Breakthrough>(game, &rules, rules.start(), infinite);
            }
            Game::Othello(rules) => {
                self.compare_with::<G, Othello>(game, &rules, rules.start(), infinite);
            }
            Game::Qubic(rules) => {
                self.compare_with::<G, Qubic>(game, &rules, rules.start(), infinite);
            }
        }
    }

    fn compare_with<G: Notation, R: Rules>(
        &self,
        game: &G,
        rules: &R,
        start: R::Position,
        infinite: Infinite<G>,
    ) {
        assert_eq!(game.scale().names(), rules.outcomes());
        let mut random = Random::new(self.seed);
        for _ in 0..self.playouts {
            let (mut position, mut plain) = (game.start(), start.clone());
            // In some games play may have to repeat positions for ever.
            for _ in 0..LONGEST {
                let text = game.write_position(&position);
                assert!(rules.read(&text).as_ref() == Ok(&plain), "{text} is read differently");
                let image = rules.read(&game.write_position(&game.checker_image(&position)));
                let image = image.expect("the image is a position");
                assert!(
                    rules.representative(&image) == rules.representative(&plain),
                    "{text} has another image"
                );
                let rank = |outcome: Outcome| usize::from(outcome.0);
                let outcome = game.outcome(&position).map(rank);
                assert_eq!(rules.outcome(&plain), outcome, "{text}");
                let worth = infinite.map(|infinite| rank(infinite(game, &position)));
                assert_eq!(rules.infinite(&plain), worth, "{text}");
                if outcome.is_some() {
                    break;
                }
                let (worst, best) = game.checker_bounds(&position);
                let whole = (0, rules.outcomes().len() - 1);
                assert_eq!(
                    rules.static_bounds(&plain).unwrap_or(whole),
                    (rank(worst), rank(best)),
                    "{text}"
                );
                let image = game.write_position(&game.checker_image(&position));
                let image = rules.read(&image).expect("an image is a position");
                assert!(rules.representative(&image) == rules.representative(&plain), "{text}");
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

    fn any<G: RegistryGame>(self, game: G, info: GameInfo) {
        assert_eq!(info.why_cyclic, None, "{} does not say what infinite play is worth", info.spec);
        self.compare(&game, &info, None);
    }

    fn can_return<G: RegistryGame + Cyclic>(self, game: G, info: GameInfo) {
        self.compare(&game, &info, Some(G::infinite));
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
                 awari:grandslam=empty,rest=divided,score=result awari:grandslam=forbidden,rest=divided \
                 breakthrough breakthrough:2x3 breakthrough:4x4 breakthrough:3x6 breakthrough:2x32 breakthrough:21x3 \
                 breakthrough:5x6,walls=c4,b3 breakthrough:8x8,walls=a3,d4,e4,h6 \
                 othello:4x4 othello:4x4,score=empties othello:6x6,start=parallel othello:6x6,score=result othello \
                 othello:8x8,start=parallel,score=empties qubic";
    for (seed, spec) in
        specs.split_whitespace().chain(graphs.iter().map(String::as_str)).enumerate()
    {
        let read_file = |path: &str| std::fs::read(path).map_err(|error| error.to_string());
        open(spec, &read_file, Walk { seed: seed as u64, playouts: 60 })
            .unwrap_or_else(|error| panic!("{spec}: {error}"));
    }
}

/// Rule files are read twice, too. Where nothing is known about the end of play, the spelling says what playing on is worth.
#[test]
fn both_readings_of_a_rule_file_are_the_same_game() {
    let names = "boxes breakthrough-5x4 chase chase-limit chomp connect3-4x4 connect4-5x4 dodgem domineering hex-3x3 hexapawn \
                 mnk-4-4-3 nim nim-misere tictactoe";
    for (seed, name) in names.split_whitespace().enumerate() {
        let path = format!("{}/../../examples/gdl/{name}.kif", env!("CARGO_MANIFEST_DIR"));
        let read_file = |path: &str| std::fs::read(path).map_err(|error| error.to_string());
        let spec = format!("gdl:{path}");
        let scale = open(&spec, &read_file, Worst).expect("a rule file");
        let spec = format!("{spec},infinite={scale}");
        open(&spec, &read_file, Walk { seed: seed as u64, playouts: 12 })
            .unwrap_or_else(|error| panic!("{spec}: {error}"));
    }
}

/// The name of the worst outcome.
struct Worst;

impl Visitor for Worst {
    type Output = String;

    fn any<G: RegistryGame>(self, game: G, _: GameInfo) -> String {
        game.scale().name(game.scale().worst()).to_owned()
    }
}

/// Compares the table entries of a board for each player to move, with some of the other stones captured.
fn compare_entries(
    (game, rules): (&foregone_games::Awari, &Awari),
    endgames: &Endgames,
    board: Board,
    random: &mut Random,
) {
    let (layer, decoded) = endgames.find_board(&board).expect("no more than 48 stones");
    let south = random.below(usize::from(STONES - board.stones()) + 1) as u8;
    let north = random.below(usize::from(STONES - board.stones() - south) + 1) as u8;
    for player in [Player::Max, Player::Min] {
        let position = Position { board, captured: [south, north], player };
        let text = game.write_position(&position);
        let plain = rules.read(&text).expect("a position");
        assert_eq!(
            rules.tablebase_index(&plain),
            Some((layer, endgames.index(layer, decoded))),
            "{text}"
        );
        let (worst, best) = game.checker_bounds(&position);
        let bounds = (usize::from(worst.0), usize::from(best.0));
        assert_eq!(rules.static_bounds(&plain), Some(bounds), "{text}");
    }
}

#[test]
fn both_find_endgames_in_the_same_place() {
    use GrandSlam::{Empty, Forbidden, Legal};
    use Rest::{Divided, Opponent};
    for (seed, (spec, grand_slam, rest, score)) in (0..).zip([
        (None, Legal, Opponent, Score::Difference),
        (Some("score=result"), Legal, Opponent, Score::Result),
        (Some("grandslam=empty,rest=divided"), Empty, Divided, Score::Difference),
        (Some("grandslam=forbidden,score=result"), Forbidden, Opponent, Score::Result),
    ]) {
        let variant = Variant { grand_slam, rest };
        let games = (
            &foregone_games::Awari::new(variant, score),
            &Awari::open(spec).expect("a known spelling"),
        );
        let endgames = Endgames::new(variant, STONES);
        let mut random = Random::new(seed);
        for layer in 0..=5 {
            for index in 0..endgames.size(layer) {
                let board = endgames.decode(layer, index).board();
                compare_entries(games, &endgames, board, &mut random);
            }
        }
        for _ in 0..2_000 {
            let mut board = Board::default();
            for _ in 0..random.below(usize::from(STONES) + 1) {
                board.0[random.below(12)] += 1;
            }
            compare_entries(games, &endgames, board, &mut random);
        }
    }
}

/// Both give positions of Breakthrough the same indices, also on boards whose walls are not symmetric.
#[test]
fn both_find_breakthrough_positions_in_the_same_place() {
    for spelling in [
        "2x4",
        "2x6,walls=a3",
        "3x4",
        "3x5,walls=b3",
        "3x5,walls=a3",
        "4x5",
        "4x5,walls=b3,c3",
        "5x6,walls=b3,d3,a4",
        "5x6,walls=b3,d4",
        "6x5",
        "9x4",
    ] {
        let (game, rules) = breakthrough(spelling);
        assert_eq!(rules.tablebase_game(), Some(format!("breakthrough:{}", game.spelling())));
        let numbering = Numbering::new(game.field()).expect("numbers");
        let (mut found, mut without) = (0, 0);
        foregone_game::conformance::playouts(&game, 11, 60, |position, _| {
            let text = game.write_position(position);
            let plain = rules.read(&text).expect("a position");
            let place = numbering.find(position);
            assert_eq!(rules.tablebase_index(&plain), place, "{spelling}: {text}");
            found += usize::from(place.is_some());
            without += usize::from(place.is_none());
        });
        assert!(found > 50 && without > 50, "{spelling}: {found} and {without}");
    }
    for spelling in ["3x3", "10x5"] {
        let rules = Breakthrough::open(spelling).expect("a board");
        assert_eq!(
            (rules.tablebase_game(), rules.tablebase_index(&rules.start())),
            (None, None),
            "{spelling}"
        );
    }
}

/// The board and its rules for the checker, from the parameters after `breakthrough:`.
fn breakthrough(spelling: &str) -> (foregone_games::breakthrough::Breakthrough, Breakthrough) {
    let (size, walls) = spelling.split_once(",walls=").unwrap_or((spelling, ""));
    let (width, height) = size.split_once('x').expect("a size");
    let number = |text: &str| text.parse().expect("a number");
    let game = foregone_games::breakthrough::Breakthrough::new(number(width), number(height), 0);
    let game = game.expect("a board");
    let game = if walls.is_empty() { game } else { game.walled(walls).expect("walls") };
    (game, Breakthrough::open(spelling).expect("a board"))
}
