//! What searches know about Breakthrough at the default level and what the checker's version 2 of the rules knows, written twice,
//! must be equal at every position: a certificate has no records for exactly the positions that the checker knows.

use foregone_game::random::Random;
use foregone_game::{Game, Notation, Outcome, Player};
use foregone_games::breakthrough::{Breakthrough, Position};
use foregone_proof::rules::{Breakthrough as Plain, Rules};

/// The board for searches and for the checker, from the parameters after `breakthrough:`.
fn open(spelling: &str) -> (Breakthrough, Plain) {
    let (size, walls) = spelling.split_once(",walls=").unwrap_or((spelling, ""));
    let (width, height) = size.split_once('x').expect("a size");
    let number = |text: &str| text.parse().expect("a number");
    let game = Breakthrough::new(number(width), number(height), 0).expect("a board");
    let game = if walls.is_empty() { game } else { game.walled(walls).expect("walls") };
    (game, Plain::open(spelling).expect("a board").with_version(2).expect("version 2"))
}

/// What was compared.
#[derive(Default, Debug)]
struct Seen {
    positions: u64,
    wins: u64,
    losses: u64,
    /// Positions that took steps of an attack, and the largest number of steps.
    attacks: u64,
    most: u32,
}

/// Compares all that certificates depend on at a position where play is not over.
fn compare((game, plain): &(Breakthrough, Plain), position: &Position, seen: &mut Seen) {
    let text = game.write_position(position);
    let same = plain.read(&text).expect("a position");
    let found = game.examine_attacks(position);
    assert_eq!(plain.examine_attacks(&same), found, "{text}");
    let won = Outcome(u8::from(position.player == Player::Max));
    let bounds = match found.0 {
        None => (Outcome(0), Outcome(1)),
        Some(true) => (won, won),
        Some(false) => (Outcome(1 - won.0), Outcome(1 - won.0)),
    };
    assert_eq!(game.checker_bounds(position), bounds, "{text}");
    assert_eq!(game.static_bounds(position), bounds, "{text}");
    let image = plain.write(&plain.representative(&same));
    assert_eq!(game.write_position(&game.checker_image(position)), image, "{text}");
    seen.positions += 1;
    seen.wins += u64::from(found.0 == Some(true));
    seen.losses += u64::from(found.0 == Some(false));
    seen.attacks += u64::from(found.1 > 0);
    seen.most = seen.most.max(found.1);
}

/// A position with random pawns, which need not be reachable. Most pawns are near the rows where threats are made and met.
fn place(game: &Breakthrough, random: &mut Random) -> Option<Position> {
    let (field, rows) = (game.field(), game.rows());
    let pawns = |random: &mut Random, taken: u64| {
        let (height, density) = (field.height() as usize, 1 + random.below(4));
        let mut set = 0;
        for row in 0..height - 1 {
            let is_busy = row < 2 || row + 3 >= height;
            let chance = if is_busy { density } else { 1 };
            for column in 0..field.width() {
                if random.below(6) < chance {
                    set |= 1 << (row as u32 * field.width() + column);
                }
            }
            // A pawn before the goal decides most positions.
            if row + 2 == height && random.below(4) > 0 {
                set &= !field.row(row as u32);
            }
        }
        set & field.open() & !taken
    };
    let white = pawns(random, 0);
    let black = field.turn(pawns(random, 0)) & field.open() & !white;
    let player = if random.below(2) == 0 { Player::Max } else { Player::Min };
    let position = Position { white, black, player };
    let most = rows * field.width();
    let is_legal =
        white != 0 && black != 0 && white.count_ones() <= most && black.count_ones() <= most;
    (is_legal && game.outcome(&position).is_none()).then_some(position)
}

/// Compares the positions of random games and random positions.
fn compare_many(spelling: &str, games: usize, placements: usize) -> Seen {
    let both = open(spelling);
    let (mut random, mut seen) = (Random::new(placements as u64), Seen::default());
    for _ in 0..games {
        let mut position = both.0.start();
        while both.0.outcome(&position).is_none() {
            compare(&both, &position, &mut seen);
            let mut moves = Vec::new();
            both.0.moves(&position, &mut moves);
            both.0.play(&mut position, moves[random.below(moves.len())]);
        }
    }
    for _ in 0..placements {
        if let Some(position) = place(&both.0, &mut random) {
            compare(&both, &position, &mut seen);
        }
    }
    seen
}

#[test]
fn the_checker_knows_what_searches_know() {
    let (mut positions, mut most) = (0, 0);
    for spelling in "2x3 5x3 5x3,walls=b2,c2 9x3 2x4 3x4 4x4 5x4 6x4 7x4 8x4 9x4 2x5 3x5 4x5 5x5 6x5 7x5 8x5 9x5 \
                     3x5,walls=b3 4x5,walls=a3 5x6 5x6,walls=b3,d3,a4 6x6 6x6,walls=c3,d3,c4,d4 2x8 3x7 4x7,walls=b4,c4 \
                     7x7 8x6 8x7 8x8 8x8,walls=a3,d4,e4,h6 8x8,walls=d4,e4,d5,e5 9x7 9x7,walls=a4,b4 2x32 10x6 21x3"
        .split_whitespace()
    {
        let seen = compare_many(spelling, 150, 45_000);
        println!("{spelling}: {seen:?}");
        positions += seen.positions;
        most = most.max(seen.most);
    }
    println!("{positions} positions, at most {most} steps");
    assert!(positions >= 1_000_000, "{positions}");
}

/// The number of steps is limited, so here the order in which moves are tried decides what is known.
#[test]
fn both_end_after_the_same_steps() {
    for (spelling, position) in [
        ("8x5", "bbbbbbbb/bbbb..bb/www.bwww/w.w..www/ww...w.w w"),
        ("8x5", "bbbbbbb./bbbbb.bb/wwwww.bw/wwwww..w/ww..w.w. w"),
        ("8x5", "bbbb.bbb/bb..bbb./wwwb.wwb/ww.wwwww/www..w.. w"),
        ("8x5", "bbbbbbbb/bb.bbbbb/bwwwwwww/w.ww.w.w/..w.ww.w b"),
        ("8x5", "bbbbbbb./bbbbbbb./wwww..bw/w..www.w/.w.ww... w"),
        ("7x5", "bbbbbbb/bbbbb.b/wwwwbww/.ww..w./..ww.w. w"),
        ("7x5", "...b.bb/bbbbbb./wbbbbb./wwwwww./wwwwwww b"),
        ("7x5", "bbbbbbb/b.bbbbb/.wwbwww/.www.ww/..w..w. w"),
    ] {
        let (both, mut seen) = (open(spelling), Seen::default());
        let position = both.0.read_position(position).expect("a position");
        compare(&both, &position, &mut seen);
        assert!(seen.most > 100_000, "{seen:?}");
        let field = both.0.field();
        let (white, black) = (field.mirror(position.white), field.mirror(position.black));
        compare(&both, &Position { white, black, ..position }, &mut seen);
        let (white, black) = (field.turn(position.black), field.turn(position.white));
        compare(&both, &Position { white, black, player: position.player.other() }, &mut seen);
    }
}

/// Whatever level a search uses, certificates leave out what the default level knows.
#[test]
fn the_level_of_a_search_does_not_matter() {
    let (game, _) = open("5x5");
    for level in 0..game.knowledge_levels().len() {
        let other = game.with_knowledge(level as u8).expect("a level");
        let mut random = Random::new(5);
        for position in (0..2_000).filter_map(|_| place(&game, &mut random)) {
            assert_eq!(other.checker_bounds(&position), game.checker_bounds(&position));
        }
    }
}
