//! Certificates in parts, made by hand: searches, lines that return, citations across parts, and looking positions up.

use crate::common::{CIRCLES, DETOURS, NARROW, Parts, rejection};
use foregone_proof::format::{Header, Writer};
use foregone_proof::lookup::{self, Place};
use foregone_proof::{Accepted, Failure, LEAF_POSITIONS, Options, check};

/// A certificate of one claim about the start of a graph, from its parts without the number of the claim.
fn file(
    graph: &str,
    (at_least, infinite): (&str, Option<&str>),
    parts: &[&[u8]],
    records: u64,
) -> Vec<u8> {
    let mut header = Header::new("graph:game.json", "a");
    header.at_least = Some(at_least.to_owned());
    header.infinite = infinite.map(str::to_owned);
    header.graph = Some(blake3::hash(graph.as_bytes()).to_hex().to_string());
    let mut file = Vec::new();
    let mut writer = Writer::in_parts(&mut file, &header).unwrap();
    for part in parts {
        writer.part(0, part).unwrap();
    }
    writer.count(records);
    writer.finish().unwrap();
    file
}

fn verdict(
    graph: &str,
    claim: (&str, Option<&str>),
    parts: &[&[u8]],
    records: u64,
) -> Result<Accepted, Failure> {
    let file = file(graph, claim, parts, records);
    let by_threads = |threads| {
        let options = Options { threads, ..Options::with_game_file(graph.as_bytes()) };
        check(&file[..], &options)
    };
    assert_eq!(by_threads(1).is_ok(), by_threads(3).is_ok());
    by_threads(1)
}

fn refused(graph: &str, claim: (&str, Option<&str>), parts: &[&[u8]], records: u64, why: &str) {
    let sentence = rejection(verdict(graph, claim, parts, records));
    assert!(sentence.contains(why), "{sentence}");
}

const DRAW: (&str, Option<&str>) = ("draw", Some("draw"));
const WIN: (&str, Option<&str>) = ("win", Some("draw"));

#[test]
fn lines_may_return_where_infinite_play_is_enough() {
    // a to b; b is answered at c and at d, and both lead to a position on the line.
    let whole = verdict(CIRCLES, DRAW, &[&[0, 0, 4, 4, 0]], 3).unwrap();
    assert_eq!((whole.positions, whole.records, whole.kept), (6, 3, 0));
    // The line of the second part leads back, too: a by its choice 1 and b by its reply 1.
    verdict(CIRCLES, DRAW, &[&[0, 0, 4, 4], &[2, 2, 4, 1, 0]], 3).unwrap();
    verdict(CIRCLES, DRAW, &[&[0, 0, 4], &[1, 2, 4, 0, 4], &[2, 2, 4, 1, 0]], 3).unwrap();
    let lost = CIRCLES.replace("\"repetition\": \"draw\"", "\"repetition\": \"loss\"");
    let claim = ("draw", Some("loss"));
    refused(&lost, claim, &[&[0, 0, 4, 4, 0]], 3, "the line returns to \"b\"");
    refused(&lost, claim, &[&[0, 0, 4], &[1, 2, 4, 0, 4], &[2, 2, 4, 1, 0]], 3, "the line returns");
}

#[test]
fn progress_is_needed_in_every_part() {
    verdict(DETOURS, WIN, &[&[0, 0, 4, 4, 4]], 3).unwrap();
    // c is established in the first part, and cited in the second one, where d leads to it.
    let parts: [&[u8]; 2] = [&[0, 0, 4, 6], &[2, 2, 4, 1, 4, 11]];
    verdict(DETOURS, WIN, &parts, 4).unwrap();
    // At d to e, where the opponent goes back to d.
    refused(DETOURS, WIN, &[&[0, 0, 4, 4], &[2, 2, 4, 1, 0]], 3, "the line returns to \"d\"");
    // At c to b, which is on the line with which the part begins.
    refused(DETOURS, WIN, &[&[0, 0, 4], &[1, 2, 4, 0, 0]], 2, "the line returns to \"b\"");
    refused(DETOURS, WIN, &[&[0, 0, 4, 5, 4]], 3, "there are no keep marks");
    // Without the export, or of another record, the citation is of nothing.
    refused(DETOURS, WIN, &[&[0, 0, 4, 4], &[2, 2, 4, 1, 4, 11]], 4, "does not establish it");
    refused(DETOURS, WIN, &[&[0, 0, 4, 6], &[2, 2, 4, 1, 4, 15]], 4, "does not establish it");
    // d is cited by itself, while it is still on the line.
    let circular: [&[u8]; 2] = [&[0, 0, 4, 4, 2], &[3, 4, 4, 1, 2, 2, 0, 7]];
    assert!(verdict(DETOURS, WIN, &circular, 4).is_err());
    // The line of the second part goes round before it begins.
    let round: [&[u8]; 2] = [&[0, 0, 4], &[1, 4, 4, 0, 0, 0, 4]];
    refused(DETOURS, WIN, &round, 2, "returns to a position");
}

#[test]
fn searches_establish_what_holds_and_nothing_else() {
    // The whole proof is one search.
    verdict(NARROW, ("draw", None), &[&[0, 0, 3]], 1).unwrap();
    let claim = ("win", None);
    refused(NARROW, claim, &[&[0, 0, 3]], 1, "finds that the claim does not hold");
    for graph in [CIRCLES, DETOURS] {
        // A search does not know positions on its own line: it goes round until it is given up.
        refused(graph, WIN, &[&[0, 0, 3]], 1, &format!("more than {LEAF_POSITIONS} positions"));
    }
    let lost = r#"{"outcomes": ["loss", "win"], "start": "a", "nodes": {
        "a": {"player": "max", "moves": ["b", "lost"]}, "b": {"player": "min", "moves": ["won", "lost"]},
        "lost": {"value": "loss"}, "won": {"value": "win"}}}"#;
    refused(lost, claim, &[&[0, 0, 3]], 1, "finds that the claim does not hold");
}

#[test]
fn parts_have_records() {
    // The claim needs none, so it has no part.
    let over = r#"{"outcomes": ["loss", "win"], "start": "a", "nodes": {"a": {"value": "win"}}}"#;
    verdict(over, ("win", None), &[], 0).unwrap();
    refused(over, ("win", None), &[&[0, 0]], 0, "the part has no records");
    let parts: [&[u8]; 3] = [&[0, 0], &[0, 0, 4, 4], &[2, 2, 4, 1, 0]];
    refused(CIRCLES, DRAW, &parts, 3, "the part has no records");
}

#[test]
fn a_searched_position_is_kept() {
    // Both replies lead to c.
    let graph = r#"{"outcomes": ["loss", "win"], "start": "a", "nodes": {
        "a": {"player": "max", "moves": ["b"]}, "b": {"player": "min", "moves": ["c", ["again", "c"]]},
        "c": {"player": "max", "moves": ["lost", "won"]},
        "lost": {"value": "loss"}, "won": {"value": "win"}}}"#;
    let accepted = verdict(graph, ("win", None), &[&[0, 0, 0, 3]], 2).unwrap();
    // a, b, c twice, and the search of c, lost and won.
    assert_eq!(accepted.positions, 7);
    refused(graph, ("win", None), &[&[0, 0, 0, 3, 3]], 3, "records are left");
}

#[test]
fn searches_are_bounded() {
    for (length, is_ok) in
        [(LEAF_POSITIONS - 2, true), (LEAF_POSITIONS - 1, true), (LEAF_POSITIONS, false)]
    {
        // A line of this many turns and the end.
        let turn = |node: u32| {
            format!("\"n{node}\": {{\"player\": \"max\", \"moves\": [\"n{}\"]}}", node + 1)
        };
        let nodes: Vec<String> = (1..length).map(turn).collect();
        let graph = format!(
            r#"{{"outcomes": ["loss", "win"], "start": "a", "nodes": {{"a": {{"player": "max", "moves": ["n1"]}}, {}, "n{length}": {{"value": "win"}}}}}}"#,
            nodes.join(", ")
        );
        assert_eq!(verdict(&graph, ("win", None), &[&[0, 0, 3]], 1).is_ok(), is_ok, "{length}");
    }
}

#[test]
fn positions_are_found_in_either_format() {
    let in_parts = file(DETOURS, WIN, &[&[0, 0, 4, 6], &[2, 2, 4, 1, 4, 11]], 4);
    let sequence = Parts::of_graph(DETOURS);
    for certificate in [in_parts, sequence.seal()] {
        let lookup =
            lookup::open(&certificate, &Options::with_game_file(DETOURS.as_bytes())).unwrap();
        let place = |moves: &[usize]| lookup.find(0, moves).unwrap().place;
        assert_eq!(place(&[]), Place::Choice(1));
        assert_eq!(place(&[1]), Place::Replies);
        assert_eq!((place(&[1, 0]), place(&[1, 1])), (Place::Choice(1), Place::Choice(1)));
        assert_eq!(place(&[1, 1, 1]), Place::Choice(1));
        assert_eq!(place(&[1, 1, 1, 1]), Place::Over("win".to_owned()));
        assert_eq!(place(&[0]), Place::Elsewhere { after: 0, choice: 1 });
        assert!(lookup.find(1, &[]).is_err());
    }
    let circles = file(CIRCLES, DRAW, &[&[0, 0, 4, 4], &[2, 2, 4, 1, 0]], 3);
    let lookup = lookup::open(&circles, &Options::with_game_file(CIRCLES.as_bytes())).unwrap();
    // The first player's other move comes before the one of the proof, or after it, in whichever part the line would be.
    let elsewhere = Place::Elsewhere { after: 2, choice: 0 };
    assert_eq!(lookup.find(0, &[1, 1, 1]).unwrap().place, elsewhere);
    assert_eq!(lookup.find(0, &[0]).unwrap().place, Place::Elsewhere { after: 0, choice: 1 });
    // Twice round, and on.
    let found = lookup.find(0, &[1, 0, 1, 0, 1, 1, 0]).unwrap();
    assert_eq!((found.place, found.line), (Place::Choice(1), vec![]));
}
