//! A search that has been running for a while asks for no more memory but for its nodes.

use foregone_game::Game;
use foregone_games::WoodpushPath;
use foregone_games::connect4::{Connect4, Score};
use foregone_games::woodpush::{self, Rules};
use foregone_solve::best_first::{Store, run};
use foregone_solve::class::NeverReturns;
use foregone_solve::dag::Dag;
use foregone_solve::effort::{ProofNumbers, Sum};
use foregone_solve::expand::OnePly;
use foregone_solve::limits::{Limits, Meter};
use foregone_solve::mopns::{Mopns, Ties};
use foregone_solve::options::Techniques;
use foregone_solve::pns::Pns;
use foregone_solve::pool::Node;
use foregone_solve::rule::Rule;
use foregone_solve::tree::Tree;

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

/// Nodes before counting starts, and while it goes on.
const NODES: u64 = 200_000;
/// Vectors double now and then, and a run starts with empty buffers.
const A_HANDFUL: u64 = 20;
const BYTES: u64 = 1 << 30;

#[test]
fn expansions_allocate_nothing() {
    let _profiler = dhat::Profiler::builder().testing().build();
    let techniques = Techniques::default();

    let game = Connect4::<u64>::new(7, 6, Score::Result).expect("a board");
    let start = game.start();
    let pns = Pns { goal: game.scale().best(), sum: Sum::Plain };
    let tree = Tree::new(&game, &pns, &start, BYTES, &techniques);
    check("connect4, PNS", &game, &pns, tree);
    let dag = Dag::<_, NeverReturns, _>::new(&game, &pns, &start, BYTES, &techniques);
    check("connect4, PNS on the DAG", &game, &pns, dag);
    let mopns = all_outcomes::<2>(&game);
    let tree = Tree::new(&game, &mopns, &start, BYTES, &techniques);
    check("connect4, MOPNS", &game, &mopns, tree);

    // Its positions hold the line of play in a vector.
    let rules = Rules::new(11, 5, woodpush::Score::Pieces, None).expect("a strip");
    let game = WoodpushPath::new(rules);
    let start = game.start();
    let pns = Pns { goal: game.scale().best(), sum: Sum::Plain };
    let tree = Tree::new(&game, &pns, &start, BYTES, &techniques);
    check("woodpush, PNS", &game, &pns, tree);
    let mopns = all_outcomes::<9>(&game);
    let tree = Tree::new(&game, &mopns, &start, BYTES, &techniques);
    check("woodpush, MOPNS", &game, &mopns, tree);
}

fn all_outcomes<const K: usize>(game: &impl Game) -> Mopns<K> {
    let scale = game.scale();
    Mopns::new(scale.worst(), scale.best(), Sum::Plain, Ties::Lowest)
}

fn check<G: Game, R: Rule>(name: &str, game: &G, rule: &R, mut store: impl Store<G, R>) {
    let mut meter = Meter::new(Limits::default());
    let mut expander = OnePly::new(&Techniques::default());
    run(game, rule, &mut store, &mut expander, NODES, &mut meter, None);
    let (before, created) = (dhat::HeapStats::get().total_blocks, meter.counters.created);
    run(game, rule, &mut store, &mut expander, NODES, &mut meter, None);
    let blocks = dhat::HeapStats::get().total_blocks - before;
    assert!(meter.counters.created >= created + NODES, "{name}: too easy");
    assert!(blocks <= A_HANDFUL, "{name}: {blocks} allocations in {NODES} nodes");
}

#[test]
fn nodes_are_small() {
    assert!(size_of::<Node<u8, ProofNumbers>>() <= 16);
    assert!(size_of::<Node<u8, [ProofNumbers; 2]>>() <= 32);
}
