//! A board that is found in the sentences of a game by their shape: two arguments that run over numbers or letters, and what
//! stands there.

use std::collections::{BTreeMap, BTreeSet};

use crate::read::read_terms;
use crate::token::Expression;

/// A sentence or a move: its name and its arguments, each as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Words {
    pub name: String,
    pub arguments: Vec<String>,
}

impl Words {
    /// The parts of a sentence in its usual form.
    pub(crate) fn of(text: &str) -> Words {
        let flat = |expression: &Expression<'_>| super::notation::normal_text(expression);
        match read_terms(text).as_deref() {
            Ok([Expression::List(list, _)]) => {
                let mut all = list.iter().map(flat);
                Words { name: all.next().unwrap_or_default(), arguments: all.collect() }
            }
            _ => Words { name: text.to_owned(), arguments: Vec::new() },
        }
    }
}

/// The sentences of one relation that say what stands where.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Layer {
    name: String,
    count: usize,
    /// Which arguments are the two coordinates.
    at: [usize; 2],
}

/// A board: the coordinates of its columns from the left and of its rows from the bottom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    pub columns: Vec<String>,
    pub rows: Vec<String>,
    /// The pairs of a column and a row that occur.
    cells: BTreeSet<(usize, usize)>,
    layers: Vec<Layer>,
    /// Whether sentences name the row before the column.
    row_first: bool,
    /// The word for a cell on which nothing stands.
    blank: Option<String>,
}

/// A board has at most this many columns and rows, and this many different things stand on it.
const SIDE: usize = 32;
const THINGS: usize = 64;
/// Words for a cell on which nothing stands.
const BLANKS: [&str; 8] = ["b", "blank", "empty", "e", "none", "nothing", "free", "vacant"];

/// A number or a single letter. Letters come in their order.
fn coordinate(text: &str) -> Option<i64> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_lowercase() => Some(i64::from(letter as u32)),
        _ => text.parse().ok().filter(|number: &i64| (-1000..1000).contains(number)),
    }
}

fn is_letter(text: &str) -> bool {
    text.len() == 1 && text.as_bytes()[0].is_ascii_lowercase()
}

/// The values of an argument in ascending order, if all of them are coordinates of one kind.
fn side(values: &BTreeSet<&str>) -> Option<Vec<String>> {
    let mut sorted: Vec<(i64, &str)> = Vec::new();
    for value in values {
        sorted.push((coordinate(value)?, value));
    }
    sorted.sort_unstable();
    let letters = values.iter().filter(|value| is_letter(value)).count();
    let is_side = (2..=SIDE).contains(&values.len()) && (letters == 0 || letters == values.len());
    is_side.then(|| sorted.into_iter().map(|(_, text)| text.to_owned()).collect())
}

impl Board {
    /// The board of a game in which these sentences can hold, some of them at the start.
    pub(crate) fn find(sentences: &[Words], start: &[Words]) -> Option<Board> {
        let mut relations: BTreeMap<(&str, usize), Vec<&Words>> = BTreeMap::new();
        for words in sentences {
            relations.entry((&words.name, words.arguments.len())).or_default().push(words);
        }
        let found = relations
            .iter()
            .filter_map(|(&relation, all)| Board::of_relation(relation, all, start));
        let mut board = most_used(found)?.0;
        let first = board.layers[0].clone();
        for (&(name, count), all) in &relations {
            if (name, count) != (first.name.as_str(), first.count) {
                let other = board.layer_of((name, count), all);
                board.layers.extend(other);
            }
        }
        board.blank = board.blank_of(sentences);
        Some(board)
    }

    /// The board that a single relation shows, and how many of its cells are named at the start.
    fn of_relation(
        (name, count): (&str, usize),
        all: &[&Words],
        start: &[Words],
    ) -> Option<(Board, usize)> {
        let pairs = (1..count).map(|second| [second - 1, second]);
        let boards = pairs.filter_map(|at| Board::with_coordinates((name, count), all, at));
        let counted = |board: Board| {
            let used: BTreeSet<(usize, usize)> = start
                .iter()
                .filter_map(|words| board.stands(words))
                .map(|(cell, _)| cell)
                .collect();
            (board, used.len())
        };
        most_used(boards.filter(|board| board.is_no_table(start)).map(counted))
    }

    /// Whether the relation is more than a number for each of some names, such as the size of each heap.
    fn is_no_table(&self, start: &[Words]) -> bool {
        let Layer { name, count, at } = &self.layers[0];
        let own =
            || start.iter().filter(|words| words.name == *name && words.arguments.len() == *count);
        let of = |value: &String| own().filter(|words| words.arguments[at[0]] == *value).count();
        let values: BTreeSet<&String> = own().map(|words| &words.arguments[at[0]]).collect();
        *count > 2 || values.into_iter().any(|value| of(value) != 1)
    }

    fn with_coordinates(
        (name, count): (&str, usize),
        all: &[&Words],
        at: [usize; 2],
    ) -> Option<Board> {
        let values =
            |number: usize| all.iter().map(|words| words.arguments[number].as_str()).collect();
        let sides: [BTreeSet<&str>; 2] = at.map(values);
        let (one, other) = (side(&sides[0])?, side(&sides[1])?);
        let things: BTreeSet<Vec<&String>> = all.iter().map(|words| rest(words, at)).collect();
        if things.len() > THINGS {
            return None;
        }
        // Letters are columns, as on a chess board, wherever they stand.
        let row_first = is_letter(&other[0]) && !is_letter(&one[0]);
        let (columns, rows) = if row_first { (other, one) } else { (one, other) };
        let layers = vec![Layer { name: name.to_owned(), count, at }];
        let mut board =
            Board { columns, rows, cells: BTreeSet::new(), layers, row_first, blank: None };
        board.cells = all
            .iter()
            .filter_map(|words| board.cell(&words.arguments[at[0]], &words.arguments[at[1]]))
            .collect();
        // Two arguments that only go together, such as a number and the next one, are no board.
        (2 * board.cells.len() >= board.columns.len() * board.rows.len() && board.cells.len() >= 4)
            .then_some(board)
    }

    /// Another relation with coordinates of this board.
    fn layer_of(&self, (name, count): (&str, usize), all: &[&Words]) -> Option<Layer> {
        let mut pairs = (1..count).map(|second| [second - 1, second]);
        let fits = |at: &[usize; 2]| {
            all.iter()
                .all(|words| self.cell(&words.arguments[at[0]], &words.arguments[at[1]]).is_some())
        };
        pairs.find(fits).map(|at| Layer { name: name.to_owned(), count, at })
    }

    fn blank_of(&self, sentences: &[Words]) -> Option<String> {
        let first = &self.layers[0];
        let all = sentences
            .iter()
            .filter(|words| words.name == first.name && words.arguments.len() == first.count);
        let things: BTreeSet<String> = all.map(|words| join(&rest(words, first.at))).collect();
        let is_there = |word: &str| things.contains(word);
        // Beside white pieces b means black ones.
        let blank = BLANKS.iter().find(|word| is_there(word) && !(**word == "b" && is_there("w")));
        blank.map(|word| (*word).to_owned())
    }

    /// The column and the row that two coordinates name in the order of the sentences.
    pub(crate) fn cell(&self, one: &str, other: &str) -> Option<(usize, usize)> {
        let (column, row) = if self.row_first { (other, one) } else { (one, other) };
        let find = |side: &[String], text: &str| side.iter().position(|known| known == text);
        Some((find(&self.columns, column)?, find(&self.rows, row)?))
    }

    /// What stands where, if the sentence says that: nothing for a cell on which nothing stands.
    pub(crate) fn stands(&self, words: &Words) -> Option<((usize, usize), Option<String>)> {
        let layer = self
            .layers
            .iter()
            .position(|layer| layer.name == words.name && layer.count == words.arguments.len())?;
        let at = self.layers[layer].at;
        let cell = self.cell(&words.arguments[at[0]], &words.arguments[at[1]])?;
        let thing = join(&rest(words, at));
        if layer == 0 && self.blank.as_ref() == Some(&thing) {
            return Some((cell, None));
        }
        // Where several relations say what stands somewhere, their names tell it.
        let thing = match (thing.as_str(), self.layers.len()) {
            ("", _) => words.name.clone(),
            (_, 1) => thing,
            (_, _) if layer == 0 => thing,
            _ => format!("{} {thing}", words.name),
        };
        Some((cell, Some(thing)))
    }

    /// Whether a pair of a column and a row is a cell of the board.
    pub(crate) fn has(&self, cell: (usize, usize)) -> bool {
        self.cells.contains(&cell)
    }

    /// What a person calls a cell.
    pub(crate) fn name(&self, (column, row): (usize, usize)) -> String {
        let (column, row) = (&self.columns[column], &self.rows[row]);
        match is_letter(column) {
            true => format!("{column}{row}"),
            false => format!("{column} {row}"),
        }
    }

    /// The cells that the arguments of a move name, in their order.
    pub(crate) fn named_by(&self, mv: &Words) -> Vec<(usize, usize)> {
        let (mut found, mut at) = (Vec::new(), 0);
        while at + 1 < mv.arguments.len() {
            match self.cell(&mv.arguments[at], &mv.arguments[at + 1]) {
                Some(cell) if self.has(cell) => {
                    found.push(cell);
                    at += 2;
                }
                _ => at += 1,
            }
        }
        found
    }
}

/// The board with the most cells that are named at the start; the first of several.
fn most_used(boards: impl Iterator<Item = (Board, usize)>) -> Option<(Board, usize)> {
    boards.reduce(|best, other| {
        let key = |(board, used): &(Board, usize)| (*used, board.cells.len());
        if key(&other) > key(&best) { other } else { best }
    })
}

/// The arguments that are no coordinates.
fn rest(words: &Words, at: [usize; 2]) -> Vec<&String> {
    let others = words.arguments.iter().enumerate().filter(|(number, _)| !at.contains(number));
    others.map(|(_, argument)| argument).collect()
}

fn join(parts: &[&String]) -> String {
    parts.iter().map(|part| part.as_str()).collect::<Vec<&str>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(texts: &[String]) -> Option<Board> {
        let all: Vec<Words> = texts.iter().map(|text| Words::of(text)).collect();
        Board::find(&all, &all)
    }

    fn all(
        columns: &[&str],
        rows: &[&str],
        form: impl Fn(&str, &str) -> Vec<String>,
    ) -> Vec<String> {
        columns
            .iter()
            .flat_map(|column| rows.iter().flat_map(|row| form(column, row)).collect::<Vec<_>>())
            .collect()
    }

    #[test]
    fn boards_are_found_by_their_shape() {
        let numbers = ["1", "2", "3"];
        let form = |c: &str, r: &str| {
            ["b", "x", "o"].map(|what| format!("(cell {c} {r} {what})")).to_vec()
        };
        let found = board(&all(&numbers, &numbers, form)).expect("a board");
        assert_eq!((found.columns.len(), found.rows.len()), (3, 3));
        let stands = |text: &str| found.stands(&Words::of(text));
        assert_eq!(stands("(cell 1 3 b)"), Some(((0, 2), None)));
        assert_eq!(stands("(cell 1 3 x)"), Some(((0, 2), Some("x".to_owned()))));
        assert_eq!(stands("(control x)"), None);
        assert_eq!(found.named_by(&Words::of("(mark 3 1)")), [(2, 0)]);
        let form =
            |c: &str, r: &str| ["w", "b"].map(|who| format!("(piece {who} {r} {c})")).to_vec();
        let found = board(&all(&["a", "b", "c"], &["1", "2"], form)).expect("a board");
        assert_eq!(found.name((2, 1)), "c2");
        let stands = found.stands(&Words::of("(piece b 2 c)"));
        assert_eq!(stands, Some(((2, 1), Some("b".to_owned()))), "black, not blank");
        assert_eq!(found.named_by(&Words::of("(go w 1 a 2 b)")), [(0, 0), (1, 1)]);
    }

    #[test]
    fn other_sentences_make_no_board() {
        let chain: Vec<String> = (1..9).map(|n| format!("(next {n} {})", n + 1)).collect();
        assert_eq!(board(&chain), None);
        let heaps: Vec<String> = ["a", "b"]
            .iter()
            .flat_map(|h| (0..6).map(move |n| format!("(heap {h} {n})")))
            .collect();
        let (all, start) = (
            heaps.iter().map(|text| Words::of(text)).collect::<Vec<_>>(),
            ["(heap a 3)", "(heap b 5)"],
        );
        assert_eq!(Board::find(&all, &start.map(Words::of)), None, "sizes of heaps");
        assert_eq!(board(&["(control x)".to_owned(), "(control o)".to_owned()]), None);
        assert_eq!(board(&[]), None);
    }
}
