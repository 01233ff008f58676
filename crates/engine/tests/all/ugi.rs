//! UGI: a session as a tournament program has it, wrong commands, and stopping.

use foregone::{Game, Solver};
use foregone_engine::ugi::{ServeError, Settings, serve};

use crate::common::Talk;

const NO_FILES: foregone_engine::ReadFile<'static> = &|_: &str| Err("no files".to_owned());

/// What is said to commands that are all there from the beginning.
fn said(game: &str, commands: &str) -> Vec<String> {
    let mut output = Vec::new();
    let settings = Settings { game, read_file: NO_FILES };
    serve(&mut commands.as_bytes(), &mut output, &settings).expect("a conversation");
    String::from_utf8(output).expect("UTF-8").lines().map(str::to_owned).collect()
}

#[test]
fn a_session_of_a_tournament() {
    let lines = said(
        "mnk:3,3,3",
        "ugi\nisready\nuginewgame\nposition startpos moves a1 b2 a2\nquery p1turn\nquery gameover\nquery result\ngo nodes 1000\n",
    );
    assert!(lines[0].starts_with("id name foregone "));
    assert_eq!(
        lines[2..8],
        [
            "option name Game type string default mnk:3,3,3",
            "ugiok",
            "readyok",
            "response false",
            "response false",
            "response none",
        ]
    );
    assert!(lines[8].starts_with("info nodes "), "{lines:?}");
    assert_eq!(lines[9], "bestmove a3", "the only move that does not lose");
    assert_eq!(lines.len(), 10);
}

#[test]
fn results_name_the_winner() {
    let result = |game: &str, moves: &str| {
        let commands = format!("position startpos moves {moves}\nquery gameover\nquery result\n");
        said(game, &commands)
    };
    assert_eq!(result("mnk:3,3,3", "a1 b1 a2 b2 a3"), ["response true", "response p1win"]);
    assert_eq!(result("mnk:3,3,3", "a1 b1 a2 b2 c3 b3"), ["response true", "response p2win"]);
    let draw = "a1 b1 c1 b2 a2 c2 b3 a3 c3";
    assert_eq!(result("mnk:3,3,3", draw), ["response true", "response draw"]);
    assert_eq!(
        said("mnk:3,3,3", "position startpos moves a1 b1 a2 b2 a3\ngo\n")[1],
        "bestmove none"
    );
}

/// The engine plays both sides; the value of the position is kept by every move.
#[test]
fn a_game_against_itself_keeps_the_value() {
    let game = Game::open("connect4:4x4").expect("a game");
    let (mut moves, mut solver) = (Vec::new(), Solver::new(&game));
    loop {
        let position = game.play(None, &moves).expect("a position");
        assert_eq!(solver.value(&position).expect("an answer").value(), Some("draw"), "{moves:?}");
        if position.outcome().is_some() {
            break;
        }
        let commands = format!("position startpos moves {}\ngo\n", moves.join(" "));
        let lines = said("connect4:4x4", &commands);
        assert!(
            lines[0].contains("string proved draw") || lines[0].contains("only move"),
            "{lines:?}"
        );
        moves.push(lines[1].strip_prefix("bestmove ").expect("a move").to_owned());
    }
}

#[test]
fn wrong_commands_are_answered_and_the_next_one_is_obeyed() {
    let commands = "uci\nposition startpos moves z9\nposition fen nonsense\nsetoption name Game value chess\n\
                    setoption name Hash value 1\nsetoption name Game value pig\ngo depth 3\nquery weather\n\u{7}\nquery p1turn\nquit\nquery p1turn\n";
    let lines = said("mnk:3,3,3", commands);
    assert_eq!(lines.len(), 10, "{lines:?}");
    assert!(lines[..9].iter().all(|line| line.starts_with("info string error: ")), "{lines:?}");
    assert!(lines[1].contains("z9") && lines[5].contains("with chance"), "{lines:?}");
    assert_eq!(lines[9], "response true", "nothing comes after quit");
    let settings = Settings { game: "chess", read_file: NO_FILES };
    let refused = serve(&mut &b"ugi\n"[..], Vec::new(), &settings);
    assert!(matches!(refused, Err(ServeError::Game(_))));
}

#[test]
fn the_option_changes_the_game() {
    let lines = said(
        "mnk:3,3,3",
        "setoption name Game value hounds\nugi\nposition startpos moves a2b2\nquery p1turn\n",
    );
    assert_eq!(lines[2], "option name Game type string default hounds");
    assert_eq!(lines[4], "response false");
}

#[test]
fn a_choice_is_stopped() {
    let mut talk = Talk::with(|mut input, output| {
        let settings = Settings { game: "connect4:7x6", read_file: NO_FILES };
        serve(&mut input, output, &settings).expect("a conversation");
    });
    talk.say("go movetime 600000");
    talk.say("isready");
    assert_eq!(talk.hear().as_deref(), Some("readyok"), "commands are read while it thinks");
    talk.say("stop");
    let line = loop {
        match talk.hear() {
            Some(line) if line.starts_with("info ") => {}
            line => break line.expect("a move"),
        }
    };
    let mv = line.strip_prefix("bestmove ").expect("a move");
    let legal = Game::open("connect4:7x6").expect("a game").start().legal_moves();
    assert!(legal.iter().any(|known| known == mv), "{line}");
    talk.say("quit");
    assert_eq!(talk.hear(), None);
}
