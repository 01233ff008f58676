//! Certificates that are right, made by hand or by plain minimax, are accepted, and the verdict says what they prove.

use crate::common::{NARROW, Parts, rejection};
use foregone_proof::format::{Header, Record};
use foregone_proof::{Options, check};

fn record(choice: u64, keep: bool) -> Record {
    Record { choice, keep }
}

#[test]
fn a_certificate_made_by_hand() {
    let mut header = Header::new("graph:narrow.json", "a");
    header.graph = Some(blake3::hash(NARROW.as_bytes()).to_hex().to_string());
    header.at_least = Some("draw".to_owned());
    // a to b; c to e; the replies f and g to e, where f comes again below g; then d to e, where both come again.
    let records = [(1, false), (1, false), (0, true), (1, true), (0, false)];
    let records = records.map(|(choice, keep)| record(choice, keep)).to_vec();
    let bytes = Parts { header, records }.seal();
    let accepted = check(&bytes[..], &Options::with_game_file(NARROW.as_bytes())).unwrap();
    assert_eq!(accepted.game, "graph:narrow.json");
    assert_eq!(accepted.position, "a");
    assert_eq!(accepted.claims, ["at least draw"]);
    assert_eq!(accepted.value, None);
    assert_eq!((accepted.records, accepted.kept, accepted.longest_line), (5, 2, 6));
    assert_eq!(accepted.bytes, bytes.len() as u64);
    assert_eq!(accepted.hash.len(), 64);
    assert!(accepted.trusted.is_empty());
    let json = serde_json::to_value(&accepted).unwrap();
    assert_eq!(json["longest_line"], 6);
    assert_eq!(json["value"], serde_json::Value::Null);
}

#[test]
fn the_graph_comes_from_the_loader() {
    let bytes = Parts::of_graph(NARROW).seal();
    let options = Options::with_game_file_loader(|path| {
        assert_eq!(path, "game.json");
        Ok(Box::new(NARROW.as_bytes()))
    });
    assert_eq!(check(&bytes[..], &options).unwrap().value.as_deref(), Some("draw"));
}

/// A game and a position, and what it is worth.
fn proved(game: &str, position: &str, value: &str) {
    let parts = Parts::of(game, position);
    let accepted =
        parts.verdict().unwrap_or_else(|failure| panic!("{game} at {position}: {failure}"));
    assert_eq!(accepted.value.as_deref(), Some(value), "{game} at {position}");
    assert_eq!(accepted.records, parts.records.len() as u64);
    assert_eq!(accepted.kept, parts.records.iter().filter(|record| record.keep).count() as u64);
}

#[test]
fn tictactoe() {
    proved("tictactoe", ".../.../...", "draw");
    proved("mnk:3,3,3", ".../.../...", "draw");
    proved("mnk:3,3,3", "..o/.x./x..", "draw");
    proved("mnk:3,3,3", "x../.o./o.x", "win");
    proved("mnk:3,3,3", "x../.o./..x", "draw");
    proved("mnk:3,3,3", "x.x/.../o.o", "win");
    proved("mnk:3,3,3", "x.x/x../o.o", "loss");
    proved("mnk:4,3,3", "..../..../....", "win");
    proved("mnk:2,2,1", "../..", "win");
    proved("mnk:3,1,7", "...", "draw");
}

#[test]
fn qubic_near_its_end() {
    proved(
        "qubic",
        ".xoo/ooxo/.oxx/oxxx/xooo/xxx./o.oo/ox.x/oxxx/xxox/ooxx/ooxo/xoxo/oo.o/xoox/xxxo",
        "win",
    );
}

/// Version 2 knows without a record what version 1 has to prove.
#[test]
fn mnk_in_both_versions() {
    let mut parts = Parts::of("tictactoe", ".../.../...");
    parts.records.clear();
    parts.header.game = "mnk:6,5,4".to_owned();
    for (position, at_least, at_most) in [
        ("....../....../....../....../......", Some("draw"), None),
        ("....../....../..xx../..oo../......", Some("win"), None),
        ("....../....../.ooo../x.x.x./......", None, Some("loss")),
    ] {
        parts.header.position = position.to_owned();
        parts.header.at_least = at_least.map(str::to_owned);
        parts.header.at_most = at_most.map(str::to_owned);
        parts.header.rules = 2;
        parts.verdict().unwrap_or_else(|failure| panic!("{position}: {failure}"));
        parts.header.rules = 1;
        rejection(parts.verdict());
    }
    // Games with shorter lines have only the first version.
    parts.header.game = "tictactoe".to_owned();
    parts.header.position = ".../.../...".to_owned();
    parts.header.rules = 2;
    assert!(rejection(parts.verdict()).contains("rules version 2"));
}

#[test]
fn connect4() {
    proved("connect4:4x4", "..../..../..../....", "draw");
    proved("connect4:4x4", "..../..../ooo./xxx.", "win");
    proved("connect4:5x4", "...../...../.oo../.xxx.", "win");
}

#[test]
fn connect4_by_score() {
    // Four of the seven stones that each player has at most: 14 / 2 + 1 - 4.
    proved("connect4:7x2,score=pons", "ooo..../xxx....", "4");
    proved("connect4:4x4,score=pons", "..../..../..../....", "0");
    proved("connect4:4x4,score=pons", "..../..../ooo./xxx.", "5");
    proved("connect4:4x4,score=pons", "o.../ox../ox../oxx.", "-5");
}

#[test]
fn woodpush() {
    for game in ["woodpush:5,2", "woodpush:6,2", "woodpush:5,2,score=moves", "woodpush:5,2,scale=5"]
    {
        let start = if game.contains("6,2") { "LL..RR L" } else { "LL.RR L" };
        assert!(Parts::of(game, start).verdict().unwrap().value.is_some(), "{game}");
    }
    proved("woodpush:8,3", "......LR L", "-1");
    proved("woodpush:3,1", "L.R R .LR,R.L", "-1");
}

#[test]
fn woodpush_in_which_boards_come_again() {
    proved("woodpush:5,2,ko=previous", "LL.RR L", "2");
    proved("woodpush:6,2,ko=previous", "LL..RR L", "-1");
    proved("woodpush:7,2,ko=previous,loop=2", "LL...RR L", "-1");
    proved("woodpush:8,3,ko=previous", "......LR L", "-1");
}

/// 4x4 from the start, and near the end by every score.
#[test]
fn othello() {
    proved("othello:4x4", "..../.ox./.xo./.... x", "-8");
    for (game, value) in [("", "7"), (",score=empties", "8"), (",score=result", "win")] {
        proved(&format!("othello:4x4{game}"), "oo../xxx./xxo./xxxo x", value);
    }
}

#[test]
fn hare_and_hounds() {
    proved("hounds", "x../x...o/x.. x", "win");
    proved("hounds", ".../x.x.o/.x. o", "win");
    proved("hounds", "x../.x..o/x.. x", "loss");
}

#[test]
fn mu_torere() {
    proved("torere", "xxxxoooo/. x", "draw");
    proved("torere", ".ooooxxx/x x", "win");
    proved("torere", ".oooxxxo/x o", "loss");
}

#[test]
fn breakthrough() {
    proved("breakthrough:2x3", "bb/../ww w", "win");
    proved("breakthrough:2x5", "bb/bb/../ww/ww w", "loss");
    proved("breakthrough:3x4", "bbb/bbb/www/www w", "loss");
    proved("breakthrough:2x5,walls=b3", "bb/bb/.#/ww/ww w", "win");
    proved("breakthrough:4x5,walls=a3,b3,c3,d3", "bbbb/bbbb/####/wwww/wwww b", "win");
    proved("breakthrough:4x5", "b.bb/.w../..../w.b./..ww w", "win");
    proved("breakthrough:4x5", "b.b./.w../..../w.b./..ww b", "loss");
}

#[test]
fn awari() {
    // Allis et al. 1994 figure 12, and with South's move that does not win at once.
    proved("awari", "0,1,0,0,1,0/0,0,0,0,0,1 22-23 S", "2");
    proved("awari:score=result", "0,1,0,0,1,0/0,0,0,0,0,1 22-23 S", "win");
    // Two stones go round for ever, whatever has been captured, or fall.
    proved("awari", "1,0,0,0,0,0/1,0,0,0,0,0 20-26 S", "-6");
    proved("awari:score=result", "1,0,0,0,0,0/1,0,0,0,0,0 20-26 S", "loss");
    for game in ["awari", "awari:grandslam=forbidden", "awari:grandslam=empty,rest=divided"] {
        let parts = Parts::of(game, "0,1,0,0,1,1/1,0,1,0,0,0 0-0 N");
        assert!(parts.verdict().unwrap().value.is_some(), "{game}");
    }
}

#[test]
fn finished_positions_need_no_record() {
    let parts = Parts::of("tictactoe", "xxx/oo./...");
    assert!(parts.records.is_empty());
    assert_eq!(parts.verdict().unwrap().value.as_deref(), Some("win"));
}

#[test]
fn lines_of_play_may_be_very_long() {
    const PLIES: usize = 300_000;
    let mut file =
        String::from(r#"{"outcomes":["0","1"],"start":"n0","nodes":{"end":{"value":"1"}"#);
    for ply in 0..PLIES {
        let player = if ply % 3 == 0 { "max" } else { "min" };
        let next = if ply + 1 == PLIES { "end".to_owned() } else { format!("n{}", ply + 1) };
        file.push_str(&format!(r#","n{ply}":{{"player":"{player}","moves":["{next}"]}}"#));
    }
    file.push_str("}}");
    let mut header = Header::new("graph:long.json", "n0");
    header.at_least = Some("1".to_owned());
    header.graph = Some(blake3::hash(file.as_bytes()).to_hex().to_string());
    let bytes = Parts { header, records: vec![record(0, false); PLIES / 3] }.seal();
    let accepted = check(&bytes[..], &Options::with_game_file(file.as_bytes())).unwrap();
    assert_eq!(accepted.longest_line, PLIES as u64);
    assert_eq!(accepted.value.as_deref(), Some("1"));
}

/// The opponent moves a hundred times running and has two ways each time, which meet again at once: the positions
/// are few, but no one could walk all the ways.
#[test]
fn ways_that_meet_again_are_not_walked_again() {
    const LEVELS: usize = 100;
    for bottom in [r#"{"value":"1"}"#, r#"{"player":"max","moves":["lost","won"]}"#] {
        let mut file = format!(
            r#"{{"outcomes":["0","1"],"start":"n0","nodes":{{"lost":{{"value":"0"}},"won":{{"value":"1"}},"n{LEVELS}":{bottom}"#
        );
        for level in 0..LEVELS {
            let next = level + 1;
            for (name, moves) in [
                (format!("n{level}"), format!(r#""l{level}","r{level}""#)),
                (format!("l{level}"), format!(r#""n{next}""#)),
                (format!("r{level}"), format!(r#""n{next}","won""#)),
            ] {
                file.push_str(&format!(r#","{name}":{{"player":"min","moves":[{moves}]}}"#));
            }
        }
        file.push_str("}}");
        let mut header = Header::new("graph:many.json", "n0");
        header.at_least = Some("1".to_owned());
        header.graph = Some(blake3::hash(file.as_bytes()).to_hex().to_string());
        let records = if bottom.contains("max") { vec![record(1, true)] } else { Vec::new() };
        let bytes = Parts { header, records }.seal();
        let accepted = check(&bytes[..], &Options::with_game_file(file.as_bytes())).unwrap();
        assert!(accepted.positions < 10 * LEVELS as u64, "{}", accepted.positions);
    }
}
