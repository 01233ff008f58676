//! Woodpush as it is written: `LL.R.RLR L`, moves `f3` (forward) and `p3` (push) by the piece on cell 3.

use foregone_game::{Game, Notation, NotationError, Player};

use super::{PathPosition, PreviousPosition, Rules, Strip, WoodpushPath, WoodpushPrevious};

fn write_move(mv: u8) -> String {
    format!("{}{}", if mv.is_multiple_of(2) { 'f' } else { 'p' }, mv / 2 + 1)
}

fn side(player: Player) -> char {
    match player {
        Player::Max => 'L',
        Player::Min => 'R',
    }
}

/// Reads a move and says what is wrong with it; `legal` are the legal ones.
fn read_move(
    rules: &Rules,
    board: Strip,
    player: Player,
    legal: &[u8],
    text: &str,
) -> Result<u8, NotationError> {
    let letter = side(player);
    let (kind, cell) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    let cell = cell.parse::<u32>().ok().filter(|cell| (1..=rules.length).contains(cell));
    let (push, cell) = match (kind, cell) {
        ("f" | "F", Some(cell)) => (0, cell - 1),
        ("p" | "P", Some(cell)) => (1, cell - 1),
        _ => {
            return Err(NotationError(format!(
                "a move is f (forward) or p (push) and the cell of the piece, from 1 to {}",
                rules.length
            )));
        }
    };
    let mv = (cell * 2 + push) as u8;
    if legal.contains(&mv) {
        return Ok(mv);
    }
    Err(NotationError(if board.of(player) >> cell & 1 == 0 {
        format!("there is no {letter} on cell {}", cell + 1)
    } else if push == 1 && board.pushers(player) >> cell & 1 == 0 {
        format!("the {letter} on cell {} has no opponent directly behind it to push", cell + 1)
    } else {
        format!("this would repeat the board {}", rules.after(board, player, mv).text(rules.length))
    }))
}

/// The parts of a written position.
struct Parts {
    board: Strip,
    player: Player,
    earlier: Vec<Strip>,
}

fn write_position(rules: &Rules, board: Strip, player: Player, earlier: &[Strip]) -> String {
    let mut text = format!("{} {}", board.text(rules.length), side(player));
    for (index, board) in earlier.iter().enumerate() {
        text.push(if index == 0 { ' ' } else { ',' });
        text.push_str(&board.text(rules.length));
    }
    text
}

fn read_position(rules: &Rules, text: &str) -> Result<Parts, NotationError> {
    let mut words = text.split_whitespace();
    let (Some(board), Some(player)) = (words.next(), words.next()) else {
        return Err(NotationError(format!(
            "a position is a board of {} cells and the player to move, for example \"{} L\"",
            rules.length,
            Strip::start(rules.length, rules.pieces).text(rules.length)
        )));
    };
    let board = read_board(rules, board)?;
    let player = match player {
        "L" => Player::Max,
        "R" => Player::Min,
        other => {
            return Err(NotationError(format!("the player to move is L or R, not \"{other}\"")));
        }
    };
    let mut earlier: Vec<Strip> = Vec::new();
    for text in words.next().into_iter().flat_map(|list| list.split(',')) {
        let past = read_board(rules, text)?;
        let pieces = |board: Strip| (board.left.count_ones(), board.right.count_ones());
        if pieces(past) != pieces(board) {
            return Err(NotationError(format!(
                "the earlier board {text} has other pieces than the board: it matters no longer; leave it out"
            )));
        }
        if past == board || earlier.contains(&past) {
            return Err(NotationError(format!(
                "the board {text} occurs twice in the line of play"
            )));
        }
        earlier.push(past);
    }
    if let Some(extra) = words.next() {
        return Err(NotationError(format!(
            "\"{extra}\" after the earlier boards, which are separated by commas without spaces"
        )));
    }
    Ok(Parts { board, player, earlier })
}

fn read_board(rules: &Rules, text: &str) -> Result<Strip, NotationError> {
    let length = text.chars().count();
    if length != rules.length as usize {
        return Err(NotationError(format!(
            "the board {text} has {length} cells instead of {}",
            rules.length
        )));
    }
    let mut board = Strip { left: 0, right: 0 };
    for (cell, symbol) in text.chars().enumerate() {
        match symbol {
            'L' => board.left |= 1 << cell,
            'R' => board.right |= 1 << cell,
            '.' => {}
            other => {
                return Err(NotationError(format!(
                    "'{other}' on cell {} of {text}; cells are L, R or . (empty)",
                    cell + 1
                )));
            }
        }
    }
    for (letter, pieces) in [('L', board.left), ('R', board.right)] {
        if pieces.count_ones() > rules.pieces {
            return Err(NotationError(format!(
                "the board {text} has {} {letter}, but a player starts with {} and gains none",
                pieces.count_ones(),
                rules.pieces
            )));
        }
    }
    if board.left | board.right == 0 {
        return Err(NotationError::new(
            "an empty board: a move takes only one piece off, so the winner has some left",
        ));
    }
    Ok(board)
}

impl Notation for WoodpushPath {
    fn write_move(&self, _: &PathPosition, mv: u8) -> String {
        write_move(mv)
    }

    fn read_move(&self, position: &PathPosition, text: &str) -> Result<u8, NotationError> {
        let mut legal = Vec::new();
        self.moves(position, &mut legal);
        read_move(&self.rules, position.board, position.player, &legal, text)
    }

    fn write_position(&self, position: &PathPosition) -> String {
        write_position(&self.rules, position.board, position.player, &position.earlier)
    }

    fn read_position(&self, text: &str) -> Result<PathPosition, NotationError> {
        let Parts { board, player, earlier } = read_position(&self.rules, text)?;
        Ok(PathPosition::new(board, player, earlier))
    }
}

impl Notation for WoodpushPrevious {
    fn write_move(&self, _: &PreviousPosition, mv: u8) -> String {
        write_move(mv)
    }

    fn read_move(&self, position: &PreviousPosition, text: &str) -> Result<u8, NotationError> {
        let mut legal = Vec::new();
        self.moves(position, &mut legal);
        read_move(&self.rules, position.board, position.player, &legal, text)
    }

    fn write_position(&self, position: &PreviousPosition) -> String {
        write_position(&self.rules, position.board, position.player, position.previous.as_slice())
    }

    /// An earlier board that no push could bring back has no consequences and is dropped.
    fn read_position(&self, text: &str) -> Result<PreviousPosition, NotationError> {
        let Parts { board, player, earlier } = read_position(&self.rules, text)?;
        if earlier.len() > 1 {
            return Err(NotationError::new(
                "with ko=previous only the board before the last move matters; leave the others out",
            ));
        }
        let previous = earlier.first().copied().filter(|&past| self.is_push(board, player, past));
        Ok(PreviousPosition { board, player, previous })
    }
}
