//! The commands of UGI as they are read: words separated by white space, one command a line.

use std::time::Duration;

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Which protocol it is.
    Ugi,
    /// Whether everything before was done.
    IsReady,
    /// What comes next is another game.
    NewGame,
    /// Sets an option.
    SetOption {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// Where to play.
    Position {
        /// The position in the game's notation; none is the start.
        from: Option<String>,
        /// The moves from there.
        moves: Vec<String>,
    },
    /// Choose a move.
    Go(Clock),
    /// Choose at once.
    Stop,
    /// A question about the position.
    Query(Query),
    /// The end.
    Quit,
}

/// What can be asked about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query {
    /// Whether it is the first player's turn.
    P1Turn,
    /// Whether the game is over.
    GameOver,
    /// Who has won.
    Result,
}

/// How long a choice may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// What is left to each player.
    pub left: [Option<Duration>; 2],
    /// What each player gains with a move.
    pub gained: [Option<Duration>; 2],
    /// Exactly so long.
    pub move_time: Option<Duration>,
    /// So many nodes.
    pub nodes: Option<u64>,
}

impl Clock {
    /// The time for a move of the first or the second player, if there is a limit: a part of what is left.
    pub fn time(&self, player: usize) -> Option<Duration> {
        /// A game lasts about so many more moves.
        const MOVES: u32 = 20;
        let gained = self.gained[player].unwrap_or_default();
        let part = |left: Duration| (left / MOVES + gained * 3 / 4).min(left / 2);
        self.move_time.or(self.left[player].map(part))
    }
}

/// Reads a command. An empty line is none; the error is a sentence.
///
/// ```
/// use foregone_engine::ugi::{Command, Query, read_command};
/// assert_eq!(read_command("query gameover"), Ok(Some(Command::Query(Query::GameOver))));
/// assert_eq!(read_command("  "), Ok(None));
/// assert!(read_command("query weather").is_err());
/// ```
pub fn read_command(line: &str) -> Result<Option<Command>, String> {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return Ok(None) };
    let rest: Vec<&str> = words.collect();
    let alone = |command: Command| match rest.first() {
        Some(word) => Err(format!("{first} stands alone; leave {word} out")),
        None => Ok(command),
    };
    match first {
        "ugi" => alone(Command::Ugi),
        "isready" => alone(Command::IsReady),
        "uginewgame" => alone(Command::NewGame),
        "stop" => alone(Command::Stop),
        "quit" => alone(Command::Quit),
        "setoption" => set_option(&rest),
        "position" => position(&rest),
        "go" => go(&rest).map(Command::Go),
        "query" => match rest[..] {
            ["p1turn"] => Ok(Command::Query(Query::P1Turn)),
            ["gameover"] => Ok(Command::Query(Query::GameOver)),
            ["result"] => Ok(Command::Query(Query::Result)),
            _ => Err("query is followed by p1turn, gameover or result".to_owned()),
        },
        other => Err(format!(
            "there is no command \"{other}\"; there are ugi, isready, uginewgame, setoption, position, go, stop, query and quit"
        )),
    }
    .map(Some)
}

fn set_option(words: &[&str]) -> Result<Command, String> {
    let at = words.iter().position(|word| *word == "value");
    match (words.first(), at) {
        (Some(&"name"), Some(at)) if at > 1 => Ok(Command::SetOption {
            name: words[1..at].join(" "),
            value: words[at + 1..].join(" "),
        }),
        _ => Err("setoption is followed by name NAME value VALUE".to_owned()),
    }
}

fn position(words: &[&str]) -> Result<Command, String> {
    let at = words.iter().position(|word| *word == "moves");
    let (place, moves) = match at {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &words[..0]),
    };
    let from = match place {
        ["startpos"] => None,
        ["fen", text @ ..] if !text.is_empty() => Some(text.join(" ")),
        _ => return Err("position is followed by startpos or fen POSITION, and moves".to_owned()),
    };
    Ok(Command::Position { from, moves: moves.iter().map(|&mv| mv.to_owned()).collect() })
}

fn go(words: &[&str]) -> Result<Clock, String> {
    let mut clock = Clock::default();
    let mut words = words.iter();
    while let Some(&name) = words.next() {
        if name == "infinite" {
            continue;
        }
        let mut number = || {
            let number = words.next().and_then(|word| word.parse::<u64>().ok());
            number.ok_or_else(|| format!("{name} is followed by a whole number"))
        };
        let time = |number: u64| Some(Duration::from_millis(number));
        match name {
            "p1time" => clock.left[0] = time(number()?),
            "p2time" => clock.left[1] = time(number()?),
            "p1inc" => clock.gained[0] = time(number()?),
            "p2inc" => clock.gained[1] = time(number()?),
            "movetime" => clock.move_time = time(number()?),
            "nodes" => clock.nodes = Some(number()?),
            other => {
                return Err(format!(
                    "go knows p1time, p2time, p1inc, p2inc, movetime, nodes and infinite, not {other}"
                ));
            }
        }
    }
    Ok(clock)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_with_their_words() {
        let read = |line: &str| read_command(line).expect(line).expect(line);
        let place = read("position fen xxxxoooo/. x moves 1 5");
        let from = Some("xxxxoooo/. x".to_owned());
        assert_eq!(place, Command::Position { from, moves: vec!["1".into(), "5".into()] });
        assert_eq!(read("position startpos"), Command::Position { from: None, moves: Vec::new() });
        let Command::Go(clock) = read("go p1time 60000 p2time 100 p1inc 400") else { panic!("go") };
        assert_eq!(clock.time(0), Some(Duration::from_millis(3300)));
        assert_eq!(clock.time(1), Some(Duration::from_millis(5)));
        assert_eq!(Clock::default().time(0), None);
        let option = Command::SetOption { name: "Game".into(), value: "mnk:3,3,3".into() };
        assert_eq!(read("setoption name Game value mnk:3,3,3"), option);
    }

    #[test]
    fn wrong_commands_say_what_would_be_right() {
        for (line, part) in [
            ("position", "startpos or fen"),
            ("position fen moves 1", "startpos or fen"),
            ("go movetime soon", "movetime is followed by a whole number"),
            ("go movetime", "movetime is followed by a whole number"),
            ("go depth 3", "not depth"),
            ("setoption Game", "name NAME value VALUE"),
            ("isready now", "leave now out"),
            ("uci", "there are ugi"),
        ] {
            let error = read_command(line).expect_err(line);
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
