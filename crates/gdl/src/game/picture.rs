//! Positions as pictures: a board where the sentences show one, and otherwise the sentences themselves, relation by relation.

use std::collections::BTreeMap;

use foregone_game::drawing::{Below, CELL, Names, board_drawing, escape, square};
use foregone_game::{Drawing, Game, Notation, Picture, Place};

use super::board::{Board, Words};
use super::notation::Class;
use super::rule_game::{Position, RuleGame};

/// How wide lines of sentences are.
const LINE: usize = 76;

/// A position on a board.
struct Standing {
    board: Board,
    /// What stands on each cell.
    things: BTreeMap<(usize, usize), Vec<String>>,
    /// Sentences that say something else.
    others: Vec<String>,
}

impl<const N: usize, C: Class> RuleGame<N, C> {
    /// The sentences of a position.
    fn sentences(&self, position: &Position<N>) -> Vec<String> {
        let holds = |state: u32| position.words[state as usize / 64] >> (state % 64) & 1 == 1;
        let texts = self.compiled.texts.iter();
        let held = texts.filter(|(_, state)| state.is_none_or(holds));
        held.map(|(text, _)| text.clone()).collect()
    }

    fn standing(&self, position: &Position<N>) -> Option<Standing> {
        let all: Vec<Words> = self.compiled.texts.iter().map(|(text, _)| Words::of(text)).collect();
        let start: Vec<Words> =
            self.sentences(&self.start()).iter().map(|text| Words::of(text)).collect();
        let board = Board::find(&all, &start)?;
        let (mut things, mut others) = (BTreeMap::<_, Vec<String>>::new(), Vec::new());
        for text in self.sentences(position) {
            match board.stands(&Words::of(&text)) {
                Some((cell, thing)) => things.entry(cell).or_default().extend(thing),
                None => others.push(text),
            }
        }
        Some(Standing { board, things, others })
    }

    /// Who chooses, or how play has ended.
    fn status(&self, position: &Position<N>) -> String {
        let roles = &self.compiled.roles;
        match self.outcome(position) {
            Some(outcome) => {
                format!("over: {} for {}", self.scale().name(outcome), roles[self.max()])
            }
            None => format!("{} to choose", roles[self.chooser(position)]),
        }
    }

    /// The role that is Max.
    fn max(&self) -> usize {
        0
    }
}

/// A board as text: rows from the top with their labels, then the labels of the columns.
fn text_board(standing: &Standing) -> String {
    let Standing { board, things, .. } = standing;
    let symbol = |cell: (usize, usize)| match things.get(&cell) {
        _ if !board.has(cell) => String::new(),
        Some(things) if !things.is_empty() => things.join("+").replace(' ', ":"),
        _ => ".".to_owned(),
    };
    let cells = |row: usize| (0..board.columns.len()).map(move |column| (column, row));
    let width = |text: &str| text.chars().count();
    let all = (0..board.rows.len()).flat_map(cells).map(|cell| width(&symbol(cell)));
    let wide = all.chain(board.columns.iter().map(|name| width(name))).max().unwrap_or(1);
    let left = board.rows.iter().map(|name| width(name)).max().unwrap_or(1);
    let line = |label: &str, cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!(" {cell:<wide$}")).collect();
        format!("{label:>left$}{cells}").trim_end().to_owned() + "\n"
    };
    let rows = (0..board.rows.len()).rev();
    let mut out: String =
        rows.map(|row| line(&board.rows[row], cells(row).map(symbol).collect())).collect();
    out.push_str(&line("", board.columns.clone()));
    out
}

/// Sentences, those of one relation after its name.
fn text_sentences(sentences: &[String]) -> String {
    let mut relations: Vec<(String, Vec<String>)> = Vec::new();
    for text in sentences {
        let words = Words::of(text);
        let content = match words.arguments.len() {
            0 => String::new(),
            1 => words.arguments[0].clone(),
            _ => format!("({})", words.arguments.join(" ")),
        };
        match relations.iter_mut().find(|(name, _)| *name == words.name) {
            Some((_, contents)) => contents.push(content),
            None => relations.push((words.name, vec![content])),
        }
    }
    let wide = relations.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for (name, contents) in relations {
        let mut line = format!("{name:<wide$} ");
        for content in contents {
            if line.chars().count() + content.chars().count() > LINE {
                out.push_str(line.trim_end());
                out.push('\n');
                line = " ".repeat(wide + 1);
            }
            line.push(' ');
            line.push_str(&content);
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// What stands on a cell, drawn: the pieces of the two roles differ in colour and shape, and other things are written.
fn thing(x: u32, y: u32, name: &str, roles: &[String; 2]) -> String {
    let words: Vec<&str> = name.split(' ').collect();
    let owner = roles.iter().position(|role| words.contains(&role.as_str()) || is_of(name, role));
    let radius = CELL * 2 / 5;
    let (piece, ink, mark) = match owner {
        Some(0) => (
            format!(
                "<circle class=\"first\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#14507d\" stroke=\"#0b2f4b\" stroke-width=\"2\"/>"
            ),
            "#ffffff",
            "first-mark",
        ),
        Some(_) => (
            format!(
                "<circle class=\"second\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#f6c04d\" stroke=\"#6b4a00\" stroke-width=\"2\"/>"
            ),
            "#6b4a00",
            "second-mark",
        ),
        None => (String::new(), "#22303f", "ink"),
    };
    let shown: Vec<&str> =
        words.iter().copied().filter(|word| !roles.iter().any(|role| role == word)).collect();
    let written = if shown.is_empty() { name.to_owned() } else { shown.join(" ") };
    let short: String = written.chars().take(5).collect();
    let size = if short.chars().count() > 3 { 11 } else { 14 };
    // Marks on pieces are drawn with strokes elsewhere; here they are letters, which are filled.
    format!(
        "{piece}<text class=\"{mark}\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\" font-size=\"{size}\" fill=\"{ink}\" stroke=\"none\">{}</text>",
        y + 5,
        escape(&short)
    )
}

/// Whether the name of a piece begins with its role, as `white_pawn` or `wp` does.
fn is_of(name: &str, role: &str) -> bool {
    let first = |text: &str| text.chars().next();
    name.starts_with(role)
        || (["white", "black", "red", "blue"].contains(&role)
            && name.chars().count() <= 2
            && first(name) == first(role))
}

impl<const N: usize, C: Class> Picture for RuleGame<N, C> {
    fn text(&self, position: &Position<N>) -> String {
        let status = self.status(position);
        match self.standing(position) {
            Some(standing) => {
                let others = text_sentences(&standing.others);
                format!("{}{others}{status}\n", text_board(&standing))
            }
            None => format!("{}{status}\n", text_sentences(&self.sentences(position))),
        }
    }

    fn drawing(&self, position: &Position<N>) -> Drawing {
        let Some(standing) = self.standing(position) else {
            return Drawing::of_text(&Picture::text(self, position));
        };
        let Standing { board, things, others } = &standing;
        let pair = |column: u32, row: u32| (column as usize, row as usize);
        let roles = &self.compiled.roles;
        let draw = |column, row, x, y| {
            let cell = pair(column, row);
            if !board.has(cell) {
                return String::new();
            }
            let pieces = things.get(&cell).map_or(&[][..], Vec::as_slice);
            let pieces: String = pieces.iter().map(|name| thing(x, y, name, roles)).collect();
            square(x, y, "cell", "#ffffff") + &pieces
        };
        let names = Names {
            column: |column: u32| escape(&board.columns[column as usize]),
            row: |row: u32| escape(&board.rows[row as usize]),
            cell: |column, row| board.name(pair(column, row)),
        };
        let others = text_sentences(others).lines().collect::<Vec<_>>().join("; ");
        let status = match others.is_empty() || others.chars().count() > LINE {
            true => self.status(position),
            false => format!("{}; {others}", self.status(position)),
        };
        let size = (board.columns.len() as u32, board.rows.len() as u32);
        board_drawing(size, names, draw, &Below::default(), &escape(&status))
    }

    fn places(&self, position: &Position<N>, mv: u32, drawing: &Drawing) -> Vec<Place> {
        let Some(before) = self.standing(position) else { return Vec::new() };
        let board = &before.board;
        let place = |cell: (usize, usize)| drawing.find(&board.name(cell));
        let named = board.named_by(&Words::of(&self.write_move(position, mv)));
        let cells: Option<Vec<usize>> = match named.is_empty() {
            false => named.into_iter().map(place).collect(),
            // The move names no cell: it is where the board changes.
            true => {
                let mut after = *position;
                self.play(&mut after, mv);
                let Some(after) = self.standing(&after) else { return Vec::new() };
                let differs =
                    |cell: &(usize, usize)| before.things.get(cell) != after.things.get(cell);
                let all = (0..board.rows.len())
                    .flat_map(|row| (0..board.columns.len()).map(move |column| (column, row)));
                all.filter(differs).map(place).collect()
            }
        };
        match cells.as_deref() {
            Some(&[cell]) => vec![Place::Cell(cell)],
            Some(&[from, to]) => vec![Place::Path { from, to }],
            _ => Vec::new(),
        }
    }
}
