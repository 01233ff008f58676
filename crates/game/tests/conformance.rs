//! The conformance kit finds what is wrong with a game: a small game that is right, and the same with one fault each.

use std::panic::{AssertUnwindSafe, catch_unwind};

use foregone_game::conformance::{Conformance, check, keys};
use foregone_game::{
    Acyclic, Game, Keyed, KnowledgeLevel, Notation, NotationError, Outcome, Picture, Player, Scale,
    TableKeyed,
};

/// The fault of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    None,
    StaticBounds,
    UnsoundLevel,
    CheckerBounds,
    TableKeyClash,
    TableKeyBits,
    KeyClash,
    LostMove,
    UnstableMoves,
    Outcome,
    Notation,
    LevelName,
}

/// A heap of counters; players take one, two or three in turn, and whoever takes the last one wins.
#[derive(Clone, Debug)]
struct Heap {
    fault: Fault,
    level: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Position {
    counters: u8,
    player: Player,
}

const LEVELS: &[KnowledgeLevel] = &[
    KnowledgeLevel::sound("0", "nothing"),
    KnowledgeLevel::sound("1", "heaps of up to three"),
    KnowledgeLevel::unsound("guess", "everybody wins"),
];

const WRONG_LEVELS: &[KnowledgeLevel] =
    &[KnowledgeLevel::sound("1", "nothing"), KnowledgeLevel::sound("0", "nothing")];

impl Heap {
    fn won_by(player: Player) -> Outcome {
        Outcome(u8::from(player == Player::Max))
    }
}

impl Game for Heap {
    type Position = Position;
    type Move = u8;

    fn scale(&self) -> &Scale {
        Scale::loss_win()
    }

    fn start(&self) -> Position {
        Position { counters: 9, player: Player::Max }
    }

    fn player(&self, position: &Position) -> Player {
        position.player
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let winner = Heap::won_by(position.player.other());
        let outcome = if self.fault == Fault::Outcome { Outcome(2) } else { winner };
        (position.counters == 0).then_some(outcome)
    }

    fn moves(&self, position: &Position, moves: &mut Vec<u8>) {
        moves.extend(1..=position.counters.min(3));
        if self.fault == Fault::UnstableMoves {
            moves.push(1);
        }
    }

    fn play(&self, position: &mut Position, mv: u8) {
        position.counters -= mv;
        position.player = position.player.other();
    }

    fn order_moves(&self, _: &Position, moves: &mut [u8]) {
        match self.fault {
            Fault::LostMove => moves.fill(moves[0]),
            _ => moves.reverse(),
        }
    }

    fn static_bounds(&self, position: &Position) -> (Outcome, Outcome) {
        let won = Heap::won_by(position.player);
        match (self.fault, self.level) {
            (Fault::StaticBounds, _) | (_, 2) => (won, won),
            (_, 1) if position.counters <= 3 => (won, won),
            _ => (Outcome(0), Outcome(1)),
        }
    }

    fn checker_bounds(&self, position: &Position) -> (Outcome, Outcome) {
        match self.fault {
            Fault::CheckerBounds if position.counters == 7 => (Outcome(1), Outcome(1)),
            _ => (Outcome(0), Outcome(1)),
        }
    }

    fn knowledge_levels(&self) -> &'static [KnowledgeLevel] {
        const ALL_SOUND: &[KnowledgeLevel] = &[
            KnowledgeLevel::sound("0", "nothing"),
            KnowledgeLevel::sound("1", "heaps of up to three"),
            KnowledgeLevel::sound("guess", "everybody wins"),
        ];
        match self.fault {
            Fault::LevelName => WRONG_LEVELS,
            Fault::UnsoundLevel => ALL_SOUND,
            _ => LEVELS,
        }
    }

    fn with_knowledge(&self, level: u8) -> Option<Heap> {
        let is_listed = usize::from(level) < self.knowledge_levels().len();
        is_listed.then(|| Heap { level, ..self.clone() })
    }
}

impl Acyclic for Heap {}

impl Keyed for Heap {
    type Key = (u8, bool);

    fn key(&self, position: &Position) -> (u8, bool) {
        let counters = if self.fault == Fault::KeyClash { 0 } else { position.counters };
        (counters, position.player == Player::Max)
    }
}

impl TableKeyed for Heap {
    fn table_key_bits(&self) -> u32 {
        if self.fault == Fault::TableKeyBits { 4 } else { 5 }
    }

    fn table_key(&self, position: &Position) -> u128 {
        let counters = if self.fault == Fault::TableKeyClash { 0 } else { position.counters };
        u128::from(counters) << 1 | u128::from(position.player == Player::Max)
    }
}

impl Notation for Heap {
    fn write_position(&self, position: &Position) -> String {
        format!("{} {}", position.counters, position.player.name())
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        let wrong = || NotationError::new("a position is a number and first or second");
        let (counters, player) = text.split_once(' ').ok_or_else(wrong)?;
        let player = if player == "first" { Player::Max } else { Player::Min };
        let player = if self.fault == Fault::Notation { player.other() } else { player };
        Ok(Position { counters: counters.parse().map_err(|_| wrong())?, player })
    }
}

impl Picture for Heap {}

fn heap(fault: Fault) -> Heap {
    Heap { fault, level: 1 }
}

#[test]
fn a_game_without_faults_passes() {
    let solved = check(&heap(Fault::None), &Conformance::default());
    assert_eq!(solved, Some(18), "9 and 8 counters for one player, 0 to 7 for both");
    keys(&heap(Fault::None), &Conformance::default());
    let few = Conformance { positions: 5, ..Conformance::default() };
    assert_eq!(check(&heap(Fault::None), &few), None, "too many positions to be solved");
}

#[test]
fn every_fault_is_found_and_named() {
    for (fault, sentence) in [
        (Fault::StaticBounds, "static bounds (by default) Outcome(0) to Outcome(0) of 8 second"),
        (Fault::UnsoundLevel, "static bounds (guess)"),
        (Fault::CheckerBounds, "checker bounds (by default) Outcome(1) to Outcome(1) of 7 second"),
        (Fault::TableKeyClash, "one table key for"),
        (Fault::TableKeyBits, "has more than 4 bits"),
        (Fault::KeyClash, "one key for two positions"),
        (Fault::LostMove, "ordering the moves lost one"),
        (Fault::UnstableMoves, "the move 1 twice"),
        (Fault::Outcome, "an outcome beyond the scale"),
        (Fault::Notation, "the position 9 first"),
        (Fault::LevelName, "the knowledge level 1 at 0"),
    ] {
        let game = heap(fault);
        let plan = Conformance::default();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            keys(&game, &plan);
            check(&game, &plan)
        }));
        let panic = outcome.expect_err(&format!("{fault:?} is not found"));
        let message = panic.downcast_ref::<String>().cloned();
        let message = message.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
        let message = message.unwrap_or_default();
        assert!(message.contains(sentence), "{fault:?}: {message}");
    }
}

/// A game that writes no notation of moves gets the default one.
#[test]
fn moves_are_read_by_comparing_with_the_legal_ones() {
    let game = heap(Fault::None);
    assert_eq!(game.read_move(&game.start(), "3"), Ok(3));
    let error = game.read_move(&game.start(), "4").expect_err("too many");
    assert_eq!(error.to_string(), "no such move; the moves are 1, 2, 3");
    assert_eq!(game.text(&game.start()), "9 first\nfirst player to move\n");
}
