//! Certificates, as the checker reads them. An input is a complete file, or a header line and records that are compressed and
//! sealed with the right count and hash, so that mutations reach the rules and not only the comparison of the hash. If it begins
//! with [`IN_PARTS`], a header line and the parts of a proof follow; positions are looked up in these as well.

use foregone::{Decided, Game as AnyGame, Goal, Settings, Solver};
use foregone_proof::format::{Header, Writer, encode};
use foregone_proof::lookup::{self, Sizes};
use foregone_proof::rules::{Game, Graph, RuleFile, Rules};
use foregone_proof::{Limits, Options, check};

use crate::{Target, parts};

/// The checker of certificates.
pub(super) struct Certificate;

/// The beginning of an input with the parts of a proof.
const IN_PARTS: &[u8] = b"in parts";

/// Games whose proofs have a few parts of 40 records.
const PROOFS: [&str; 6] =
    ["mnk:3,3,3", "connect4:4x4", "breakthrough:3x5", "woodpush:6,2", "hounds", "torere"];

/// The graph file of `graph:` games.
const GRAPH: &[u8] = br#"{"outcomes": ["loss", "draw", "win"], "start": "a", "nodes": {
  "a": {"player": "max", "moves": ["b", "c"]}, "b": {"player": "min", "moves": ["lost", "d"]},
  "c": {"player": "min", "moves": ["d", "drawn"]}, "d": {"player": "max", "moves": ["won", "lost"]},
  "lost": {"value": "loss"}, "drawn": {"value": "draw"}, "won": {"value": "win"}}}"#;

/// The rule file of `gdl:` games: a heap of three, of which one or two are taken.
const RULES: &[u8] = br"(role x) (role o) (init (turn x)) (init (heap 3))
  (minus 3 1 2) (minus 3 2 1) (minus 2 1 1) (minus 2 2 0) (minus 1 1 0) (other x o) (other o x)
  (<= (legal ?p (take ?k)) (true (turn ?p)) (true (heap ?n)) (minus ?n ?k ?m))
  (<= (legal ?p wait) (role ?p) (not (true (turn ?p))))
  (<= (next (heap ?m)) (does ?p (take ?k)) (true (heap ?n)) (minus ?n ?k ?m))
  (<= (next (turn ?q)) (true (turn ?p)) (other ?p ?q))
  (<= terminal (true (heap 0))) (<= (goal ?p 0) (true (turn ?p))) (<= (goal ?p 100) (role ?p) (not (true (turn ?p))))";

/// Small positions of every game, near the end of play.
const POSITIONS: [(&str, &str); 11] = [
    ("tictactoe", "x../.o./..."),
    ("mnk:3,3,2", ".../.../..."),
    ("connect4:4x4", "o.../x.../ox../xo.."),
    ("connect4:4x4,score=pons", "x.../ox../oxox/xoxo"),
    ("woodpush:4,1", "L..R L"),
    ("breakthrough:2x4", "b./.b/w./.w w"),
    ("hounds", ".../..x.o/.xx x"),
    ("torere", "xxxxoooo/. x"),
    ("awari", "0,1,0,0,1,0/0,0,0,0,0,1 22-23 S"),
    ("othello:4x4", "oo../xxx./xxo./xxxo x"),
    ("qubic", ".xoo/ooxo/.oxx/oxxx/xooo/xxx./o.oo/ox.x/oxxx/xxox/ooxx/ooxo/xoxo/oo.o/xoox/xxxo"),
];

impl Target for Certificate {
    fn name(&self) -> &'static str {
        "certificate"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        let mut seeds = Vec::new();
        for (game, position) in POSITIONS {
            seeds.extend(match Game::open(game).expect("a built-in game") {
                Game::Connect4(rules) => certificates(&rules, game, position),
                Game::Mnk(rules) => certificates(&rules, game, position),
                Game::Woodpush(rules) => certificates(&rules, game, position),
                Game::Hounds(rules) => certificates(&rules, game, position),
                Game::Torere(rules) => certificates(&rules, game, position),
                Game::Awari(rules) => certificates(&rules, game, position),
                Game::Breakthrough(rules) => certificates(&rules, game, position),
                Game::Othello(rules) => certificates(&rules, game, position),
                Game::Qubic(rules) => certificates(&rules, game, position),
            });
        }
        let graph = Graph::read_file(GRAPH).expect("a graph");
        seeds.extend(certificates(&graph, "graph:game.json", "a"));
        for game in ["gdl:game.kif", "gdl:game.kif,infinite=loss", "gdl:game.kif,role=o"] {
            let rules = RuleFile::open(RULES, game, &[]).expect("rules");
            seeds.extend(certificates(&rules, game, "(heap 3) (turn x)"));
        }
        seeds.extend(PROOFS.iter().map(|game| proof_in_parts(game)));
        seeds
    }

    fn run(&self, input: &[u8]) -> String {
        let parts = parts::split(input);
        match parts[..] {
            [IN_PARTS, header, ref parts @ ..] => verdict_in_parts(header, parts),
            [header, records] => verdict(&sealed(header, records)),
            _ => format!("{} / {}", verdict(input), verdict(&with_hash(input))),
        }
    }
}

/// Limits that end a check soon.
fn options() -> Options<'static> {
    let time = Some(std::time::Duration::from_secs(1));
    let limits = Limits { memory: 64 << 20, time, interrupt: None };
    let file = |path: &str| if path.ends_with("kif") { RULES } else { GRAPH };
    Options { limits, ..Options::with_game_file_loader(move |path| Ok(Box::new(file(path)))) }
}

/// What the checker says of a file.
fn verdict(file: &[u8]) -> String {
    match check(file, &options()) {
        Ok(accepted) => format!("{} {:?}", accepted.game, accepted.claims),
        Err(failure) => failure.to_string(),
    }
}

/// What the checker says of a proof in parts, and what some positions of it are found to be.
fn verdict_in_parts(header: &[u8], parts: &[&[u8]]) -> String {
    let mut answer = verdict(&sealed_parts(header, parts, 0));
    let stated = answer.split("the file has ").nth(1).and_then(|rest| rest.split(' ').next());
    let count = stated.and_then(|count| count.parse().ok()).unwrap_or(0);
    let file = sealed_parts(header, parts, count);
    if count > 0 {
        answer = verdict(&file);
    }
    match lookup::open(&file, &options()) {
        Err(failure) => answer.push_str(&failure.to_string()),
        Ok(proof) => {
            for line in [&[][..], &[0], &[1, 0], &[0, 1, 1, 0], &[2, 1, 0, 0, 1, 0]] {
                answer.push_str(match proof.find(0, line) {
                    Ok(_) => " found",
                    Err(_) => " lost",
                });
            }
            if let Ok(sizes) = proof.measure(&mut |_| ()) {
                let index = sizes.to_bytes(proof.hash());
                let read = Sizes::from_bytes(&index, proof.hash(), 1 << 32);
                assert_eq!(read.as_ref(), Some(&sizes), "an index that was just written");
                answer.push_str(" measured");
            }
        }
    }
    answer
}

/// A file in parts with this header line.
fn sealed_parts(header: &[u8], parts: &[&[u8]], count: u64) -> Vec<u8> {
    let mut file = [b"foregone certificate 2\n", header, b"\n"].concat();
    for part in parts {
        let chunk = zstd::bulk::compress(part, 1).expect("compression in memory");
        file.extend((chunk.len() as u32).to_le_bytes());
        file.extend(chunk);
    }
    file.extend([0; 4]);
    file.extend(count.to_le_bytes());
    let hash = blake3::hash(&file);
    file.extend(hash.as_bytes());
    file
}

/// A solved position with the parts of its proof.
fn proof_in_parts(spelling: &str) -> Vec<u8> {
    let game = AnyGame::open(spelling).expect("a game");
    let mut settings = Settings::new();
    settings.certificate = true;
    settings.set("threads", "1").expect("a number");
    let decided = settings.decide(&game, Goal::Value).expect("options that fit");
    let mut question = decided.question;
    question.proof_part_records = Some(40);
    let decided = Decided { question, ..decided };
    let answer = Solver::with(&game, settings).search(&game.start(), decided, &mut (), None, None);
    let file = answer.expect("an answer").certificate().expect("a proof").to_bytes();
    let header = file.split(|&byte| byte == b'\n').nth(1).expect("a header line").to_vec();
    let mut rest = &file[b"foregone certificate 2\n".len() + header.len() + 1..];
    let mut contents = vec![IN_PARTS.to_vec(), header];
    loop {
        let (length, after) = rest.split_at(4);
        let length = u32::from_le_bytes(length.try_into().expect("four bytes")) as usize;
        if length == 0 {
            break;
        }
        contents.push(zstd::bulk::decompress(&after[..length], 1 << 20).expect("a chunk"));
        rest = &after[length..];
    }
    parts::join(&contents.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// The file with its last 32 bytes replaced by the right hash.
fn with_hash(file: &[u8]) -> Vec<u8> {
    let content = &file[..file.len().saturating_sub(32)];
    [content, blake3::hash(content).as_bytes()].concat()
}

/// A file with this header line and these encoded records.
fn sealed(header: &[u8], records: &[u8]) -> Vec<u8> {
    let mut file = [b"foregone certificate 1\n", header, b"\n"].concat();
    if !records.is_empty() {
        let chunk = zstd::bulk::compress(records, 1).expect("compression in memory");
        file.extend((chunk.len() as u32).to_le_bytes());
        file.extend(chunk);
    }
    file.extend([0; 4]);
    // A record ends with a byte below 128.
    let count = records.iter().filter(|&&byte| byte < 0x80).count() as u64;
    file.extend(count.to_le_bytes());
    let hash = blake3::hash(&file);
    file.extend(hash.as_bytes());
    file
}

/// Certificates of one position: for both players the best claim that a search of few moves can prove, complete and in parts.
fn certificates<G: Rules>(rules: &G, game: &str, position: &str) -> Vec<Vec<u8>> {
    let root = rules.read(position).expect("a position");
    let outcomes = rules.outcomes();
    let mut seeds = Vec::new();
    for by_max in [true, false] {
        let mut header = Header::new(game, position);
        header.infinite = rules.infinite(&root).map(|rank| outcomes[rank].to_owned());
        if game.starts_with("graph:") {
            header.graph = Some(blake3::hash(GRAPH).to_hex().to_string());
        }
        if game.starts_with("gdl:") {
            header.gdl = Some(blake3::hash(RULES).to_hex().to_string());
        }
        let mut bounds: Vec<usize> = (1..outcomes.len()).collect();
        if !by_max {
            bounds = (0..outcomes.len() - 1).collect();
        } else {
            bounds.reverse();
        }
        let proved = bounds.into_iter().find_map(|bound| {
            let choices = prove(rules, &root, (by_max, bound), 8)?;
            Some((bound, choices))
        });
        let (bound, choices) = proved.unwrap_or((usize::from(by_max), vec![0]));
        let claim = Some(outcomes[bound].to_owned());
        *(if by_max { &mut header.at_least } else { &mut header.at_most }) = claim;
        let mut file = Vec::new();
        let mut writer = Writer::new(&mut file, &header).expect("a header");
        let mut records = Vec::new();
        for &choice in &choices {
            writer.record(choice, false).expect("a record");
            encode(choice, false, &mut records);
        }
        writer.finish().expect("writing to memory");
        let line = file.split(|&byte| byte == b'\n').nth(1).expect("a header line").to_vec();
        seeds.push(parts::join(&[&line, &records]));
        seeds.push(file);
    }
    seeds
}

/// The choices that prove a claim within this many moves, without keep marks.
fn prove<G: Rules>(
    rules: &G,
    position: &G::Position,
    claim: (bool, usize),
    moves: usize,
) -> Option<Vec<u64>> {
    let (by_max, bound) = claim;
    let is_met = |rank: usize| if by_max { rank >= bound } else { rank <= bound };
    if let Some(rank) = rules.outcome(position) {
        return is_met(rank).then(Vec::new);
    }
    if let Some((lowest, highest)) = rules.static_bounds(position)
        && is_met(if by_max { lowest } else { highest })
    {
        return Some(Vec::new());
    }
    let left = moves.checked_sub(1)?;
    let mut successors = (0..).map_while(|index| rules.successor(position, index)).enumerate();
    if rules.max_to_move(position) == by_max {
        return successors.find_map(|(index, next)| {
            let rest = prove(rules, &next, claim, left)?;
            Some([vec![index as u64], rest].concat())
        });
    }
    let replies: Option<Vec<Vec<u64>>> =
        successors.map(|(_, next)| prove(rules, &next, claim, left)).collect();
    replies.map(|replies| replies.concat())
}
