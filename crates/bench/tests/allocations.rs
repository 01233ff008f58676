//! A search that has been running for a while allocates memory only for its nodes.

use foregone_game::Game;
use foregone_games::WoodpushPath;
use foregone_games::connect4::{Connect4, Score};
use foregone_games::woodpush::{self, Rules};
use foregone_solve::class::{CarriesPast, Class, NeverReturns};
use foregone_solve::limits::Limits;
use foregone_solve::options::{Algorithm, Goal, Question, Techniques};
use foregone_solve::request::Request;

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

/// Nodes of the shorter search; the longer one has twice as many.
const NODES: u64 = 200_000;
/// Vectors double now and then.
const A_HANDFUL: u64 = 20;

#[test]
fn expansions_allocate_nothing() {
    let _profiler = dhat::Profiler::builder().testing().build();
    let game = Connect4::<u64>::new(7, 6, Score::Result).expect("a board");
    let win = Question { goal: Goal::AtLeast(game.scale().best()), ..question(Algorithm::Pns) };
    check("connect4, PNS", &game, &NeverReturns, &win);
    let merged = Techniques { dag: true, ..win.techniques };
    let merged = Question { techniques: merged, ..win };
    check("connect4, PNS on the DAG", &game, &NeverReturns, &merged);
    check("connect4, MOPNS", &game, &NeverReturns, &question(Algorithm::Mopns));

    // Its positions hold the line of play in a vector.
    let rules = Rules::new(11, 5, woodpush::Score::Pieces, None).expect("a strip");
    let game = WoodpushPath::new(rules);
    let win = Question { goal: Goal::AtLeast(game.scale().best()), ..question(Algorithm::Pns) };
    check("woodpush, PNS", &game, &CarriesPast, &win);
    check("woodpush, MOPNS", &game, &CarriesPast, &question(Algorithm::Mopns));
}

fn question(algorithm: Algorithm) -> Question {
    Question::value(algorithm)
}

/// The first half of the longer search is the shorter search, so the rest of it makes the difference in allocations.
fn check<G: Game>(name: &str, game: &G, class: &impl Class<G>, question: &Question) {
    let blocks = |nodes| {
        let before = dhat::HeapStats::get().total_blocks;
        let limits = Limits { nodes: Some(nodes), bytes: 1 << 30, ..Limits::default() };
        let report = class.solve(game, &game.start(), Request::new(question, limits));
        let created = report.expect("a fair question").counters.created;
        assert!(created + NODES / 100 >= nodes, "{name}: solved after {created} nodes");
        dhat::HeapStats::get().total_blocks - before
    };
    let (short, long) = (blocks(NODES), blocks(2 * NODES));
    assert!(long <= short + A_HANDFUL, "{name}: {short} allocations, then {long}");
}
