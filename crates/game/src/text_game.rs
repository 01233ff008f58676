//! Games written as one line of text, for tests: `(01(21))` is a `Max` choice between outcome 0, outcome 1 and a
//! `Min` choice between outcomes 2 and 1.

use crate::game::Player;
use crate::graph::{AcyclicGraph, GraphBuilder};
use crate::outcome::{Outcome, Scale};

/// Reads a game tree: digits are outcomes by rank, parentheses are turns, `Max` and `Min` alternate. The scale
/// reaches from 0 to the largest digit, and to 1 at least.
///
/// ```
/// use foregone_game::text_game::text_game;
/// use foregone_game::{Game, Outcome};
///
/// let game = text_game("(01(21))");
/// let mut position = game.start();
/// game.play(&mut position, 2);
/// game.play(&mut position, 0);
/// assert_eq!(game.outcome(&position), Some(Outcome(2)));
/// ```
///
/// # Panics
/// If the text is not such a tree: it stands in a test.
pub fn text_game(text: &str) -> AcyclicGraph {
    let ranks =
        text.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').max().unwrap_or(0).max(1)
            + 1;
    let mut builder = GraphBuilder::new(Scale::new((0..ranks).map(|rank| rank.to_string())));
    let mut line: Vec<u32> = Vec::new();
    let mut root = None;
    for (index, symbol) in text.char_indices() {
        let name = format!("n{index}");
        let node = match symbol {
            '(' => builder
                .turn(&name, if line.len().is_multiple_of(2) { Player::Max } else { Player::Min }),
            '0'..='9' => builder.over(&name, Outcome(symbol as u8 - b'0')),
            ')' => {
                line.pop().expect("more closing than opening parentheses");
                continue;
            }
            other => panic!("'{other}' in a text game"),
        };
        match line.last() {
            Some(&parent) => builder.edge(parent, node),
            None => assert!(root.replace(node).is_none(), "two roots in a text game"),
        }
        if symbol == '(' {
            line.push(node);
        }
    }
    assert!(line.is_empty(), "a parenthesis is left open");
    builder
        .build(root.expect("an empty text game"))
        .expect("a text game")
        .acyclic()
        .expect("a tree has no cycle")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn a_line_of_text_is_a_game() {
        let game = text_game("(01(21))");
        assert_eq!((game.node_count(), game.edge_count(), game.scale().len()), (6, 5, 3));
        let mut moves = Vec::new();
        game.moves(&game.start(), &mut moves);
        assert_eq!(moves, [0, 1, 2]);
        let mut position = game.start();
        game.play(&mut position, 2);
        assert_eq!((game.player(&position), game.outcome(&position)), (Player::Min, None));
        game.play(&mut position, 0);
        assert_eq!(game.outcome(&position), Some(Outcome(2)));
    }
}
