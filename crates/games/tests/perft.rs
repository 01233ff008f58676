//! Counts of lines of play, from tables in text files and from the papers, through the registry.

use std::collections::HashSet;
use std::path::Path;

use foregone_game::notation::write_line;
use foregone_game::perft::{lines, perft};
use foregone_game::{Game, Notation, Player};
use foregone_games::registry::RegistryGame;
use foregone_games::woodpush::{Rules, Score, WoodpushPath};
use foregone_games::{GameInfo, Visitor, open};

/// Counts the lines of one row of a table.
struct Count<'t> {
    position: &'t str,
    depth: u32,
}

impl Visitor for Count<'_> {
    type Output = u64;

    fn any<G: RegistryGame>(self, game: G, _: GameInfo) -> u64 {
        let position = match self.position {
            "start" => game.start(),
            text => game.read_position(text).unwrap_or_else(|error| panic!("{text}: {error}")),
        };
        perft(&game, &position, self.depth)
    }
}

fn check_table(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft").join(name);
    let table = std::fs::read_to_string(&path).expect("a table");
    let no_files = |_: &str| Err("no files here".to_owned());
    let mut rows = 0;
    for row in table.lines().filter(|row| !row.trim().is_empty() && !row.starts_with('#')) {
        let fields: Vec<&str> = row.split(';').map(str::trim).collect();
        let [spec, position, depth, count] = fields.as_slice() else {
            panic!("{name}: a row has four fields: {row}");
        };
        let visitor = Count { position, depth: depth.parse().expect("a depth") };
        let found = open(spec, &no_files, visitor).unwrap_or_else(|error| panic!("{row}: {error}"));
        assert_eq!(found.to_string(), *count, "{row}");
        rows += 1;
    }
    assert!(rows >= 5, "{name} has only {rows} rows");
}

#[test]
fn connect4_counts() {
    check_table("connect4.perft");
}

#[test]
fn mnk_counts() {
    check_table("mnk.perft");
}

#[test]
fn woodpush_counts() {
    check_table("woodpush.perft");
}

#[test]
fn hounds_counts() {
    check_table("hounds.perft");
}

#[test]
fn torere_counts() {
    check_table("torere.perft");
}

#[test]
fn awari_counts() {
    check_table("awari.perft");
}

#[test]
fn breakthrough_counts() {
    check_table("breakthrough.perft");
}

#[test]
fn qubic_counts() {
    check_table("qubic.perft");
}

#[test]
fn othello_counts() {
    check_table("othello.perft");
}

fn woodpush(length: u32, pieces: u32) -> WoodpushPath {
    WoodpushPath::new(Rules::new(length, pieces, Score::Pieces, None).expect("rules"))
}

/// The board and the player, without the earlier boards.
fn board(game: &WoodpushPath, position: &<WoodpushPath as Game>::Position) -> String {
    let text = game.write_position(position);
    text.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

#[test]
fn woodpush_problems_lead_to_few_boards() {
    for (length, pieces, depth, boards) in [(8, 3, 4, 88), (13, 2, 8, 81)] {
        let game = woodpush(length, pieces);
        let problems = lines(&game, &game.start(), depth);
        let distinct: HashSet<String> =
            problems.iter().map(|(_, position)| board(&game, position)).collect();
        assert_eq!(distinct.len(), boards, "({length}, {pieces})");
    }
}

/// Figure 7 of Saffidine and Cazenave 2012 shows problem 86 of the list.
#[test]
fn problem_86_is_the_one_of_the_paper() {
    let game = woodpush(8, 3);
    let problems = lines(&game, &game.start(), 4);
    let (line, position) = &problems[85];
    assert_eq!(write_line(&game, &game.start(), line), "f3 f7 f4 f5");
    assert_eq!(board(&game, position), "LL.R.RLR L");
    assert_eq!(game.player(position), Player::Max);
}
