//! Games for these tests: trees that are written down node by node, and a plain game of dropping stones.

use foregone_game::random::Random;
use foregone_game::{Evaluation, Game, Outcome, Player, Scale};

/// Evaluations of a tree.
pub const COUNT: usize = 4;

const fn named(name: &'static str, limit: i32) -> Evaluation {
    Evaluation { name, about: "a number of the tree", limit }
}

static OF_TREES: [Evaluation; COUNT] =
    [named("e0", 100), named("e1", 100), named("e2", 100), named("e3", 100)];

/// A tree.
#[derive(Default)]
pub struct Tree {
    pub nodes: Vec<Node>,
}

/// A node of a tree. Without children it is over.
pub struct Node {
    pub player: Player,
    pub children: Vec<usize>,
    pub values: [i32; COUNT],
    pub outcome: Outcome,
}

impl Tree {
    /// Adds a node and returns its number.
    pub fn add(&mut self, player: Player, children: Vec<usize>, values: [i32; COUNT]) -> usize {
        self.nodes.push(Node { player, children, values, outcome: Outcome(1) });
        self.nodes.len() - 1
    }

    /// A random tree; the root is the last node. Values are few, so that there are many ties.
    pub fn random(random: &mut Random, depth: u32, alternate: bool) -> Tree {
        let mut tree = Tree::default();
        let player = if random.percent(50) { Player::Max } else { Player::Min };
        grow(&mut tree, random, depth, player, alternate);
        tree
    }
}

fn grow(
    tree: &mut Tree,
    random: &mut Random,
    depth: u32,
    player: Player,
    alternate: bool,
) -> usize {
    let width = if depth == 0 { 0 } else { 1 + random.below(3) };
    let mut children = Vec::new();
    for _ in 0..width {
        let is_over = depth > 1 && random.percent(10);
        let other = alternate || random.percent(70);
        let next = if other { player.other() } else { player };
        children.push(grow(tree, random, if is_over { 0 } else { depth - 1 }, next, alternate));
    }
    let spread = 1 + random.below(7);
    let values = core::array::from_fn(|_| random.below(2 * spread + 1) as i32 - spread as i32);
    let number = tree.add(player, children, values);
    tree.nodes[number].outcome = Outcome(random.below(3) as u8);
    number
}

impl Game for Tree {
    type Position = usize;
    type Move = u64;

    fn scale(&self) -> &Scale {
        Scale::loss_draw_win()
    }

    fn start(&self) -> usize {
        self.nodes.len() - 1
    }

    fn player(&self, &node: &usize) -> Player {
        self.nodes[node].player
    }

    /// Leaves at the largest depth are over, too, unless a search stops there.
    fn outcome(&self, &node: &usize) -> Option<Outcome> {
        self.nodes[node].children.is_empty().then_some(self.nodes[node].outcome)
    }

    fn moves(&self, &node: &usize, moves: &mut Vec<u64>) {
        moves.extend(0..self.nodes[node].children.len() as u64);
    }

    fn play(&self, node: &mut usize, mv: u64) {
        *node = self.nodes[*node].children[mv as usize];
    }

    fn evaluations(&self) -> &'static [Evaluation] {
        &OF_TREES
    }

    fn evaluate(&self, &node: &usize, evaluation: u8) -> i32 {
        self.nodes[node].values[usize::from(evaluation)]
    }
}

/// Stones that drop into columns; so many in a row win.
pub struct Drop {
    pub columns: usize,
    pub rows: usize,
    pub align: usize,
}

/// The stones from the bottom up, column by column, and how many there are.
#[derive(Clone, Debug)]
pub struct Board {
    columns: Vec<Vec<Player>>,
    stones: usize,
}

static OF_STONES: [Evaluation; 2] = [named("lines", 1000), named("greedy", 1000)];

impl Drop {
    /// The stones on every line of the winning length.
    fn lines(&self, board: &Board) -> Vec<Vec<Option<Player>>> {
        let mut found = Vec::new();
        for column in 0..self.columns as i32 {
            for row in 0..self.rows as i32 {
                for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let cell = |step: i32| (column + step * right, row + step * up);
                    let (end, top) = cell(self.align as i32 - 1);
                    if !(0..self.columns as i32).contains(&end)
                        || !(0..self.rows as i32).contains(&top)
                    {
                        continue;
                    }
                    let stone = |step| {
                        let (column, row) = cell(step);
                        board.columns[column as usize].get(row as usize).copied()
                    };
                    found.push((0..self.align as i32).map(stone).collect());
                }
            }
        }
        found
    }
}

impl Game for Drop {
    type Position = Board;
    type Move = u64;

    fn scale(&self) -> &Scale {
        Scale::loss_draw_win()
    }

    fn start(&self) -> Board {
        Board { columns: vec![Vec::new(); self.columns], stones: 0 }
    }

    fn player(&self, board: &Board) -> Player {
        if board.stones.is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    fn outcome(&self, board: &Board) -> Option<Outcome> {
        let lines = self.lines(board);
        let has = |player| lines.iter().any(|line| line.iter().all(|it| *it == Some(player)));
        match (has(Player::Max), has(Player::Min)) {
            (true, _) => Some(Outcome(2)),
            (_, true) => Some(Outcome(0)),
            _ => (board.stones == self.columns * self.rows).then_some(Outcome(1)),
        }
    }

    fn moves(&self, board: &Board, moves: &mut Vec<u64>) {
        let free = |column: &usize| board.columns[*column].len() < self.rows;
        moves.extend((0..self.columns).filter(free).map(|column| column as u64));
    }

    fn play(&self, board: &mut Board, column: u64) {
        let player = self.player(board);
        board.columns[column as usize].push(player);
        board.stones += 1;
    }

    fn evaluations(&self) -> &'static [Evaluation] {
        &OF_STONES
    }

    fn evaluate(&self, board: &Board, evaluation: u8) -> i32 {
        let lines = self.lines(board);
        let count = |player: Player| {
            let counts = |line: &&Vec<Option<Player>>| match evaluation {
                0 => line.iter().all(|it| *it != Some(player.other())),
                _ => {
                    let own = line.iter().filter(|it| **it == Some(player)).count();
                    let empty = line.iter().filter(|it| it.is_none()).count();
                    own + 1 == self.align && empty == 1
                }
            };
            lines.iter().filter(counts).count() as i32
        };
        count(Player::Max) - count(Player::Min)
    }
}
