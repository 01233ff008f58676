//! Games with chance as people play them: dice, the player, and the analysis of whole games.

use foregone::chance::{
    Analysis, Chooser, Dice, Fraction, Game, Position, Question, Settings, Solver, Turn,
};

fn open(spelling: &str) -> Game {
    Game::open(spelling).expect(spelling)
}

fn one() -> Fraction {
    Fraction::from_integer(1.into())
}

/// Lets the dice roll and players take moves by a number, until the game is over or long enough.
fn random_game(game: &Game, seed: u64, longest: usize) -> Position {
    let (dice, moves) = (Dice::new(seed), Dice::new(seed ^ 0x5555));
    let mut position = game.start();
    for number in 0..longest {
        let name = match position.turn() {
            Turn::Over(_) => break,
            Turn::Chance => dice.outcome(&position, number).expect("chance moves").name,
            _ => {
                // Faces of a die say which move: any way that does not look at values.
                let face = moves.outcome(&open("pig").start(), number).expect("a die").name;
                let face: usize = face.parse().expect("a face");
                let all = position.moves();
                all[face % all.len()].name.clone()
            }
        };
        position.play_word(&name).expect("legal");
    }
    position
}

/// The value at the end is that at the start, plus the luck, minus the first player's errors, plus the second's, whoever
/// plays how; and what a single ply did is the difference of values that other questions find.
#[test]
fn luck_and_errors_explain_every_game() {
    for spelling in [
        "piglet:3",
        "pig:8",
        "piglet:3,turns=5",
        "ewn:3x3",
        "darkchess:2x2,pieces=KC",
        "darkchess:2x2,pieces=KP,limit=4",
    ] {
        let game = open(spelling);
        let solver = Solver::new(&game);
        for seed in 1..6 {
            let end = random_game(&game, seed, 12);
            let analysis = Analysis::of(&end, None, &solver, &mut |_| ()).expect("judged");
            assert!(analysis.is_complete(), "{spelling}");
            let totals = analysis.totals();
            let exact = |(low, high): (Fraction, Fraction)| {
                assert_eq!(low, high, "{spelling}");
                low
            };
            let (luck, first, second) =
                (exact(totals.luck), exact(totals.first), exact(totals.second));
            let (start, last) = (&analysis.judged[0].low, &analysis.judged[end.line().len()].low);
            assert_eq!(start + luck - first + second, *last, "{spelling}, seed {seed}");
            for (position, judged) in end.along().iter().zip(&analysis.judged) {
                let answer = solver.ask(position, &Question::value()).expect("solved");
                assert_eq!(answer.value(), Some(&judged.low), "{position:?}");
            }
            if let Some(outcome) = end.outcome() {
                assert_eq!(last, analysis.utility.worth(outcome), "{spelling}");
            }
        }
    }
}

/// The expectation of luck at a position is 0: outcomes by their probability.
#[test]
fn luck_has_the_expectation_nothing() {
    let game = open("ewn:3x3");
    let (start, solver) = (game.start(), Solver::new(&game));
    let mut sum = Fraction::from_integer(0.into());
    for outcome in start.moves() {
        let mut end = start.clone();
        end.play_word(&outcome.name).expect("an outcome");
        let analysis = Analysis::of(&end, None, &solver, &mut |_| ()).expect("judged");
        let ply = &analysis.plies[0];
        sum += ply.probability.clone().expect("chance") * &ply.change.0;
    }
    assert_eq!(sum, Fraction::from_integer(0.into()));
}

/// In every position of king against cannon that is won for the first player, the player wins it, although play can
/// return: it does not go round in circles.
#[test]
fn wins_are_carried_through() {
    let game = open("darkchess:2x3,pieces=KCP");
    let solver = Solver::new(&game);
    let chooser = Chooser::new(Solver::new(&game), None);
    let mut won = 0;
    for king in 0..6 {
        for cannon in (0..6).filter(|&cell| cell != king) {
            let cell = |cell: usize| match cell {
                _ if cell == king => 'K',
                _ if cell == cannon => 'c',
                _ => '.',
            };
            let cells: Vec<char> = (0..6).map(cell).collect();
            let rows: Vec<String> = cells.chunks(2).map(|row| row.iter().collect()).collect();
            let text = format!("{} - max", rows.join("/"));
            let mut position = game.place(Some(&text), None).expect("a position");
            let answer = solver.ask(&position, &Question::value()).expect("solved");
            if answer.value() != Some(&one()) {
                continue;
            }
            won += 1;
            for _ in 0..40 {
                let Some(choice) = chooser.choose(&position).expect("a choice") else { break };
                position.play_word(&choice.value.mv).expect("legal");
                assert!(position.visits() < 3, "{text}: {:?}", position.line());
            }
            assert_eq!(
                position.outcome(),
                Some(game.scale().best()),
                "{text}: {:?}",
                position.line()
            );
        }
    }
    assert!(won > 5, "only {won} positions are won");
}

/// Dice fall by their weights: stones 1 and 3 are left of three, so a 2 allows both; with six faces 4 to 6 are stone 3.
#[test]
fn dice_fall_by_their_weights() {
    let game = open("ewn:3x3,die=6");
    let position = game.place(Some("1.3/..b/.a. max"), None).expect("a position");
    let weights: Vec<u64> = position.moves().iter().filter_map(|mv| mv.weight).collect();
    assert_eq!(weights, [1, 1, 4]);
    let mut seen = [0; 3];
    for number in 0..600 {
        let name = Dice::new(11).outcome(&position, number).expect("chance moves").name;
        let place = position.moves().iter().position(|mv| mv.name == name).expect("listed");
        seen[place] += 1;
    }
    // 100, 100 and 400 on average; five standard deviations are about 46 and 58.
    assert!((54..=146).contains(&seen[0]) && (342..=458).contains(&seen[2]), "{seen:?}");
    let mut moved = position.clone();
    moved.play_word("3").expect("a face");
    assert!(Dice::new(11).outcome(&moved, 0).is_none(), "a player moves there");
}

#[test]
fn bounds_are_kept_apart_from_values() {
    let game = open("ewn:4x4,stones=3");
    let settings = Settings { nodes: Some(100), ..Settings::default() };
    let mut end = game.start();
    end.play_line("3 3\\ 1").expect("legal");
    let solver = Solver::with(&game, settings);
    let analysis = Analysis::of(&end, None, &solver, &mut |_| ()).expect("judged");
    let totals = analysis.totals();
    assert_eq!(totals.unknown, 4);
    assert!(totals.luck.0 < totals.luck.1 && totals.first.0 <= totals.first.1);
    // The true value lies within the bounds: 7909618/14348907 (a second program).
    let value = Fraction::new(7_909_618.into(), 14_348_907.into());
    let start = &analysis.judged[0];
    assert!(start.low <= value && value <= start.high);
}

/// A chooser solves a game in which play can return once, and looks up what follows.
#[test]
fn a_chooser_keeps_what_it_has_solved() {
    for (game, moves) in [("pig:12", "4 roll 1 3"), ("hypergammon:1", "62 24/16 31")] {
        let game = Game::open(game).expect("a game");
        let place = |moves| game.place(None, Some(moves)).expect("moves");
        let (first, later) = (moves.split_once(' ').expect("two moves").0, place(moves));
        let chooser = Chooser::new(Solver::new(&game), None);
        let before = chooser.values(&place(first)).expect("values");
        assert!(before.tally.nodes > 0, "{moves}");
        let kept = chooser.values(&later).expect("values");
        assert_eq!((kept.tally.nodes, kept.positions), (0, before.positions), "{moves}");
        let anew = Solver::new(&game).ask(&later, &Question::value().every_move()).expect("values");
        assert_eq!((&kept.low, &kept.high), (&anew.low, &anew.high), "{moves}");
        assert_eq!((kept.best_move, kept.moves), (anew.best_move, anew.moves), "{moves}");
        let other = Chooser::new(Solver::new(&game), Some("win")).values(&later).expect("values");
        assert!(other.tally.nodes > 0, "another chooser has solved nothing");
    }
}
