//! A search that has been running for a while allocates memory only for its nodes. The games are those of the catalogue, whose
//! searches are compiled already: compiling them once more for this test would take longer than all its searches.

use foregone_solve::erased::ErasedPosition;
use foregone_solve::limits::Limits;
use foregone_solve::options::{Algorithm, Goal, Question, Techniques};
use foregone_solve::request::Request;

/// Nodes of the shorter search; the longer one has twice as many.
const NODES: u64 = 200_000;
/// Vectors double now and then, and the line to the next leaf is written down at the end.
const A_HANDFUL: u64 = 60;

#[test]
fn expansions_allocate_nothing() {
    let game = start("connect4:7x6");
    let win = Question { goal: Goal::AtLeast(game.scale().best()), ..question(Algorithm::Pns) };
    check("connect4, PNS", &*game, &win);
    let merged = Techniques { dag: true, ..win.techniques };
    let merged = Question { techniques: merged, ..win };
    check("connect4, PNS on the DAG", &*game, &merged);
    check("connect4, MOPNS", &*game, &question(Algorithm::Mopns));

    // Its positions hold the line of play in a vector.
    let game = start("woodpush:11,5");
    let win = Question { goal: Goal::AtLeast(game.scale().best()), ..question(Algorithm::Pns) };
    check("woodpush, PNS", &*game, &win);
    check("woodpush, MOPNS", &*game, &question(Algorithm::Mopns));
}

fn start(spelling: &str) -> Box<dyn ErasedPosition> {
    let no_file = |path: &str| Err(format!("{path} is not needed here"));
    let (game, _) = foregone_catalogue::open(spelling, &no_file).expect("a game");
    game.position(None).expect("a start")
}

fn question(algorithm: Algorithm) -> Question {
    Question::value(algorithm)
}

/// The first half of the longer search is the shorter search, so the rest of it makes the difference in allocations.
fn check(name: &str, position: &dyn ErasedPosition, question: &Question) {
    let blocks = |nodes| {
        let limits = Limits { nodes: Some(nodes), bytes: 1 << 30, ..Limits::default() };
        let mut created = 0;
        let allocated = allocation_counter::measure(|| {
            let report = position.solve(Request::new(question, limits));
            created = report.expect("a fair question").counters.created;
        });
        assert!(created + NODES / 100 >= nodes, "{name}: solved after {created} nodes");
        assert!(allocated.count_total > 0, "{name}: the search was not counted");
        allocated.count_total
    };
    let (short, long) = (blocks(NODES), blocks(2 * NODES));
    assert!(long <= short + A_HANDFUL, "{name}: {short} allocations, then {long}");
}
