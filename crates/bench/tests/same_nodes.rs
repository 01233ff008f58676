//! The search written by hand and the generic one create the same nodes, so that their costs can be compared.

use foregone_bench::task::Task;

const BOARDS: [&str; 8] = [
    "4x4 goal=draw",
    "4x4 goal=win",
    "4x5 moves=1111 goal=draw",
    "4x5 moves=1111 goal=win",
    "5x4 moves=33 goal=draw nodes=300000",
    "5x4 moves=3 goal=win nodes=300000",
    "6x5 goal=win nodes=200000",
    "7x6 moves=4 goal=draw nodes=200000",
];

fn created_and_expanded(searcher: &str, board: &str) -> (u64, u64) {
    let task = Task::parse([searcher].into_iter().chain(board.split(' '))).expect("a task");
    let counters = task.run().expect("a possible task");
    (counters.created, counters.expanded)
}

#[test]
fn by_hand_and_generic_search_create_the_same_nodes() {
    for board in BOARDS {
        let by_hand = created_and_expanded("by-hand", board);
        assert_eq!(by_hand, created_and_expanded("pns", board), "{board}");
    }
}

#[test]
fn they_create_as_many_as_the_reference() {
    assert_eq!(created_and_expanded("by-hand", "4x5 moves=1111 goal=draw").0, 30_682);
    assert_eq!(created_and_expanded("by-hand", "4x5 moves=1111 goal=win").0, 40_223);
}
