//! Pages about what was opened with the explorer: proofs, recorded games, tables, and runs over a network.

use std::sync::{Arc, Mutex};

use axum::http::StatusCode;
use foregone::tablebase::endgames::{Effort, OpenOptions};
use foregone::tablebase::{Build, Endgames, Tables};
use foregone::{Analysis, Game, Limits, ProofFile, ProofNeeds, Solver};
use foregone_explore::{Config, NamedFile, OpenedFiles, OpenedLog, OpenedTables};
use serde_json::Value;

use crate::visit::{Explorer, attributes};

fn certificate(spelling: &str) -> Vec<u8> {
    let game = Game::open(spelling).expect("a game");
    let answer = Solver::new(&game).certifying().value(&game.start()).expect("an answer");
    answer.certificate().expect("a proof").to_bytes()
}

fn proof(name: &str, file: Vec<u8>) -> Arc<ProofFile> {
    let needs = ProofNeeds { game_file: Vec::new(), tablebase: None, memory: 1 << 30 };
    Arc::new(ProofFile::read_now(name, file, needs))
}

fn explorer(opened: OpenedFiles) -> Explorer {
    Explorer::with(Config { memory: 256 << 20, opened, ..Config::default() })
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// Every link of a page that leads to this explorer, each once.
fn links(page: &str) -> Vec<String> {
    let mut links = attributes(page, "href");
    links.extend(attributes(page, "data-unfold"));
    links.retain(|link| link.starts_with('/'));
    links.sort();
    links.dedup();
    links
}

async fn all_lead_somewhere(explorer: &Explorer, page: &str, most: usize) -> usize {
    let links = links(page);
    for link in links.iter().take(most) {
        let answer = explorer.get(link).await;
        assert_eq!(answer.status, StatusCode::OK, "{link}: {}", answer.text);
    }
    links.len()
}

#[tokio::test]
async fn a_proof_is_a_tree_of_links_with_the_word_of_the_checker() {
    let file = certificate("connect4:4x4");
    let explorer = explorer(OpenedFiles {
        proofs: vec![proof("a.fgc", file.clone())],
        ..OpenedFiles::default()
    });
    let page = explorer.get("/proof/1").await;
    assert_eq!(page.status, StatusCode::OK);
    for text in ["accepted by the checker", "Proof of at least draw", "Map of the proof", "a.fgc"] {
        assert!(page.text.contains(text), "{text}: {}", page.text);
    }
    assert!(all_lead_somewhere(&explorer, &page.text, 60).await > 30);
    // Down along the hardest replies to the end, each page linked from the one before.
    let (mut address, mut pages) = ("/proof/1?claim=2".to_owned(), 0);
    loop {
        let page = explorer.get(&address).await;
        assert_eq!(page.status, StatusCode::OK, "{address}");
        pages += 1;
        let part = attributes(&page.text, "data-unfold");
        let Some(next) = part.first() else { break };
        let listed = explorer.get(next).await;
        assert!(listed.status == StatusCode::OK && !listed.text.contains("<main"), "{next}");
        address = next.replace("/part", "");
    }
    assert!(pages > 4, "{pages} pages");
    // The same for programs, as the library says it.
    let game = Game::open("connect4:4x4").expect("a game");
    let tree = foregone::ProofTree::open(&file, &game).expect("a proof");
    tree.measure().expect("sizes");
    let mut position = tree.root().clone();
    position.play_line("1").expect("a legal move");
    let expected = serde_json::to_value(tree.node(1, &position).expect("a node")).expect("JSON");
    assert_eq!(json(&explorer.get("/api/proof/1/node?claim=2&at=1").await.text), expected);
    let object = json(&explorer.get("/api/proof/1").await.text);
    assert_eq!(
        (object["state"].as_str(), object["hash"].as_str()),
        (Some("accepted"), Some(tree.hash()))
    );
    let map = json(&explorer.get("/api/proof/1/overview").await.text);
    assert!(map["overview"]["boxes"].as_array().is_some_and(|boxes| boxes.len() > 20));
    // A position has a link to the proof of its game, and the start page to the file.
    let position = explorer.get("/g/connect4:4x4?m=1").await;
    assert!(links(&position.text).contains(&"/proof/1?at=1".to_owned()), "{}", position.text);
    assert!(links(&explorer.get("/").await.text).contains(&"/proof/1".to_owned()));
}

#[tokio::test]
async fn what_the_checker_rejects_is_a_sentence_and_no_tree() {
    let mut file = certificate("connect4:4x4");
    let place = file.len() / 2;
    file[place] ^= 1;
    let explorer =
        explorer(OpenedFiles { proofs: vec![proof("<b>a.fgc", file)], ..OpenedFiles::default() });
    let page = explorer.get("/proof/1").await;
    assert!(page.text.contains("The checker rejects this certificate"), "{}", page.text);
    assert!(!page.text.contains("data-unfold") && !page.text.contains("<b>a.fgc"));
    assert_eq!(explorer.get("/api/proof/1/node").await.status, StatusCode::NOT_FOUND);
    assert_eq!(json(&explorer.get("/api/proof/1").await.text)["state"], "refused");
    assert!(explorer.get("/").await.text.contains("rejected by the checker"));
}

#[tokio::test]
async fn what_is_not_there_is_said() {
    let opened = OpenedFiles {
        proofs: vec![proof("a.fgc", certificate("mnk:3,3,3"))],
        ..OpenedFiles::default()
    };
    let explorer = explorer(opened);
    for (address, sentence) in [
        ("/proof/2", "the only certificate"),
        ("/proof/1?claim=3", "2 claims"),
        ("/proof/1?at=z9", "no such line"),
        ("/table/1", "no folder of tables was opened"),
        ("/cluster/1", "no file of events was opened"),
        ("/history?game=nogame&record=1", "nogame"),
        ("/history?game=mnk:3,3,3&record=a1+a1", "the record"),
    ] {
        let page = explorer.get(address).await;
        assert!(page.status.is_client_error(), "{address}: {}", page.status);
        assert!(page.text.contains(sentence), "{address}: {}", page.text);
    }
}

#[tokio::test]
async fn a_record_has_its_turning_points_and_its_chart() {
    let explorer = Explorer::usual();
    let page = explorer.get("/history?game=mnk:3,3,3&record=1.+b2+a2+2.+a1+c2").await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    assert!(page.text.contains("blunder") && page.text.contains("All moves"), "{}", page.text);
    assert!(all_lead_somewhere(&explorer, &page.text, 100).await > 8);
    let object = json(&explorer.get("/api/history?game=mnk:3,3,3&record=b2+a2+a1+c2").await.text);
    let game = Game::open("mnk:3,3,3").expect("a game");
    let positions = Analysis::positions(&game, None, "b2 a2 a1 c2").expect("a record");
    let question = Analysis::question(&game);
    let analysis =
        Analysis::of(&positions, question, Limits::default(), &mut || ()).expect("an analysis");
    assert_eq!(object, analysis.object());
    let chart = explorer.get("/history.svg?game=mnk:3,3,3&record=b2+a2+a1+c2").await;
    assert_eq!(chart.headers["content-type"], "image/svg+xml");
    assert!(chart.text.starts_with("<svg") && !chart.text.contains("<a "));
    let chance = explorer.get("/history?game=piglet:2&record=heads+hold+heads+roll+heads").await;
    assert!(chance.status == StatusCode::OK && chance.text.contains("luck"), "{}", chance.text);
    let form = explorer.get("/history").await;
    assert!(form.text.contains("<textarea"), "{}", form.text);
    let hostile = explorer.get("/history?game=%3Cscript%3E&record=%3Cscript%3Ealert(1)").await;
    assert!(
        hostile.status.is_client_error() && !hostile.text.contains("<script>"),
        "{}",
        hostile.text
    );
}

#[tokio::test]
async fn tables_have_their_statistics_and_values() {
    let folder = tempfile::tempdir().expect("a folder");
    let endgames = Endgames::open("torere", &OpenOptions::default()).expect("a game");
    Build::new(&endgames, folder.path(), &Effort::default())
        .expect("a build")
        .run()
        .expect("tables");
    let open = || Tables::open(folder.path(), None, &OpenOptions::default()).expect("tables");
    let tables = OpenedTables { name: "<i>torere".to_owned(), tables: open(), is_verified: false };
    let explorer =
        explorer(OpenedFiles { tables: vec![Arc::new(tables)], ..OpenedFiles::default() });
    let page = explorer.get("/table/1").await;
    assert!(page.status == StatusCode::OK && !page.text.contains("<i>torere"), "{}", page.text);
    assert!(all_lead_somewhere(&explorer, &page.text, 60).await > 5);
    let stats = json(&explorer.get("/api/table/1").await.text);
    assert_eq!(stats["content"], open().manifest().content().as_str());
    let probe = json(&explorer.get("/api/table/1/probe").await.text);
    let expected = open().probe(None, None).expect("the start");
    assert_eq!(probe["value"], i64::from(expected.value));
    assert_eq!(probe["meaning"], expected.meaning.as_str());
    let found = explorer.get(&format!("/table/1?p={}", expected.position.replace(' ', "+"))).await;
    assert!(found.text.contains(&expected.meaning), "{}", found.text);
    let wrong = explorer.get("/table/1?p=nonsense").await;
    assert!(wrong.status == StatusCode::OK && wrong.text.contains("nonsense"), "{}", wrong.text);
    assert_eq!(explorer.get("/table/1?layer=99").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_run_is_followed_while_its_file_grows() {
    let file = Arc::new(Mutex::new(String::from(
        "{\"event\":\"begin\",\"run\":\"week\",\"server\":\"nats://host\",\"resumed\":false}\n\
         {\"event\":\"joined\",\"name\":\"<script>alert(1)</script>\",\"workers\":2}\n\
         {\"event\":\"excluded\",\"name\":\"<script>alert(1)</script>\",\"claim\":\"<img src=x>\"}\n",
    )));
    let read = file.clone();
    let log = OpenedLog::new(
        "events.jsonl",
        Box::new(move |from| Ok(read.lock().expect("a file").as_bytes()[from as usize..].to_vec())),
    );
    let explorer = explorer(OpenedFiles { logs: vec![Arc::new(log)], ..OpenedFiles::default() });
    let page = explorer.get("/cluster/1").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains("no progress in the file yet") && page.text.contains("excluded"));
    assert!(!page.text.contains("<script>alert") && !page.text.contains("<img"), "{}", page.text);
    let progress = "{\"event\":\"progress\",\"seconds\":3.0,\"workers\":2,\"hosts\":1,\"away\":5,\"server\":true,\
        \"efforts\":[{\"at_least\":\"win\",\"proof\":120,\"disproof\":7}],\"most_proving\":[\"4\",\"4\"]}\n";
    file.lock().expect("a file").push_str(progress);
    let page = explorer.get("/cluster/1").await;
    assert!(
        page.text.contains("Most proving") && page.text.contains("At least win"),
        "{}",
        page.text
    );
    let object = json(&explorer.get("/api/cluster/1").await.text);
    assert_eq!(
        (object["points"][0]["away"].as_u64(), object["hosts"][0]["state"].as_str()),
        (Some(5), Some("excluded"))
    );
    let end = "{\"schema\":2,\"status\":\"solved\",\"value\":\"win\",\"game\":\"connect4:5x5\",\"workers\":[]}\n";
    file.lock().expect("a file").push_str(end);
    let page = explorer.get("/cluster/1").await;
    assert!(page.text.contains("ended") && !page.text.contains("data-again"), "{}", page.text);
}

#[tokio::test]
async fn a_graph_is_drawn_with_the_moves_that_prove_its_value() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/graphs/teaching.json");
    let bytes = std::fs::read(file).expect("a graph");
    let graph = NamedFile { spelling: "graph:teaching.json".to_owned(), bytes };
    let explorer =
        Explorer::with(Config { memory: 256 << 20, files: vec![graph], ..Config::default() });
    let object = json(&explorer.get("/api/graph?game=graph:1").await.text);
    let nodes = object["nodes"].as_array().expect("nodes");
    assert!(object["is_whole"] == true && nodes.len() > 5, "{object}");
    let opened = explorer.get("/api/position?game=graph:1").await;
    assert_eq!(nodes[0]["value"], json(&opened.text)["value"]);
    // From the first position on, the owner of the proof has one move, and the other player every one.
    let moves = |node: &Value| node["moves"].as_array().cloned().unwrap_or_default();
    let forced = |node: &Value| moves(node).iter().filter(|mv| !mv["forced_by"].is_null()).count();
    let owner = moves(&nodes[0]).iter().find_map(|mv| mv["forced_by"].as_str().map(str::to_owned));
    for node in nodes.iter().filter(|node| forced(node) > 0) {
        let wanted =
            if node["to_move"].as_str() == owner.as_deref() { 1 } else { moves(node).len() };
        assert_eq!(forced(node), wanted, "{node}");
    }
    assert!(forced(&nodes[0]) > 0, "{object}");
    let page = explorer.get("/graph/graph:1").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(all_lead_somewhere(&explorer, &page.text, 40).await > 5);
    let chance = explorer.get("/graph/pig:10").await;
    assert!(chance.status == StatusCode::NOT_FOUND && chance.text.contains("games with chance"));
}

/// An explorer that was started with a rule file, and a certificate of its value.
fn with_rule_file() -> Explorer {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/gdl/tictactoe.kif");
    let bytes = std::fs::read(file).expect("an example");
    let spelling = "gdl:tictactoe.kif,infinite=draw";
    let read_file = |_: &str| Ok(bytes.clone());
    let game = Game::open_with(spelling, &read_file).expect("a game");
    let answer = Solver::new(&game).certifying().value(&game.start()).expect("an answer");
    let certificate = answer.certificate().expect("a proof").to_bytes();
    let needs = ProofNeeds { game_file: bytes.clone(), tablebase: None, memory: 1 << 30 };
    let proof = ProofFile::read_now("tictactoe.fgc", certificate, needs);
    let opened = OpenedFiles { proofs: vec![Arc::new(proof)], ..OpenedFiles::default() };
    let rules = NamedFile { spelling: spelling.to_owned(), bytes };
    Explorer::with(Config { memory: 256 << 20, files: vec![rules], opened, ..Config::default() })
}

#[tokio::test]
async fn a_rule_file_has_pages_with_its_board() {
    let explorer = with_rule_file();
    let page = explorer.get("/g/gdl:1,infinite=draw?m=(mark%202%202)").await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    assert!(page.text.contains("o to choose"), "{}", page.text);
    assert_eq!(page.text.matches("class=\"cell\"").count(), 9, "{}", page.text);
    let object =
        json(&explorer.get("/api/position?game=gdl:1,infinite=draw&m=mark%202%202").await.text);
    assert_eq!(object["moves"].as_array().map(Vec::len), Some(8), "{object}");
    for (address, why) in [
        ("/g/gdl:2", "only gdl:1"),
        ("/g/gdl:%2Fetc%2Fpasswd", "only gdl:1"),
        ("/g/gdl:..%2Fgame.kif,infinite=draw", "only gdl:1"),
        ("/g/gdl:1,infinite=draw?m=(mark%209%209)", "no such move of x"),
    ] {
        let page = explorer.get(address).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{address}");
        assert!(page.text.contains(why), "{address}: {}", page.text);
    }
}

#[tokio::test]
async fn the_proof_of_a_rule_file_is_shown() {
    let explorer = with_rule_file();
    let page = explorer.get("/proof/1").await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    assert!(page.text.contains("accepted") && page.text.contains("(mark "), "{}", page.text);
    assert!(all_lead_somewhere(&explorer, &page.text, 20).await > 3);
}
