//! Proof-number search as one would write it for Connect Four alone: no traits, no options, the rules inlined into the
//! search. It is the yardstick for what the generic engine costs, so it keeps the same conventions (children from left
//! to right, finished positions recognised when they are created, leaves 1/1, the leftmost child with its parent's
//! number, updates that stop where nothing changes, restart above the highest change) and expands the same nodes.

/// Cannot be proved.
const INFINITE: u32 = u32::MAX;

/// A node of the search tree: 16 bytes, like those of the generic search.
#[derive(Clone, Copy)]
struct Node {
    proof: u32,
    disproof: u32,
    first: u32,
    count: u8,
    /// The cell that is filled by the move that leads here.
    cell: u8,
}

const _: () = assert!(size_of::<Node>() == 16);

/// A step of the line from the root to where the search stands.
#[derive(Clone, Copy)]
struct Step {
    node: u32,
    board: Board,
}

/// A position.
#[derive(Clone, Copy)]
struct Board {
    /// Stones of the player to move.
    mover: u64,
    /// Stones of both.
    all: u64,
}

/// What is asked about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Does the first player at least draw?
    Draw,
    /// Does the first player win?
    Win,
}

/// What a search has found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Nodes created, the root included.
    pub created: u64,
    /// Leaves expanded.
    pub expanded: u64,
    /// The answer, unless the limit came first.
    pub answer: Option<bool>,
}

/// A search for one board size and one question.
pub struct Search {
    rows: u32,
    /// The lowest cell of every column, and every cell.
    bottom: u64,
    full: u64,
    goal: Goal,
    nodes: Vec<Node>,
    path: Vec<Step>,
    /// Stones on the board at the root: whose turn it is at a step follows from its parity.
    plies: usize,
}

impl Search {
    /// A search below the position after those moves, columns counted from 0. The board must fit 64 bits with a spare
    /// row, and the moves must be legal.
    pub fn new(columns: u32, rows: u32, goal: Goal, moves: &[u8]) -> Search {
        let column = (1u64 << rows) - 1;
        let columns = (0..columns).map(|index| index * (rows + 1));
        let bottom = columns.clone().fold(0, |cells, start| cells | 1 << start);
        let full = columns.fold(0, |cells, start| cells | column << start);
        let mut board = Board { mover: 0, all: 0 };
        for &mv in moves {
            let all = board.all | (board.all + (1 << (u32::from(mv) * (rows + 1))));
            board = Board { mover: board.mover ^ board.all, all };
        }
        let root = Node { proof: 1, disproof: 1, first: 0, count: 0, cell: 0 };
        let path = vec![Step { node: 0, board }];
        Search { rows, bottom, full, goal, nodes: vec![root], path, plies: moves.len() }
    }

    /// Searches until the question is answered or this many nodes have been created.
    pub fn run(&mut self, limit: usize) -> Finding {
        let mut expanded = 0;
        while self.nodes[0].proof != 0 && self.nodes[0].disproof != 0 && self.nodes.len() < limit {
            self.select();
            self.expand();
            self.update();
            expanded += 1;
        }
        let root = &self.nodes[0];
        let answered = root.proof == 0 || root.disproof == 0;
        let answer = answered.then_some(root.proof == 0);
        Finding { created: self.nodes.len() as u64, expanded, answer }
    }

    /// Whether the first player moves at the last step of the path.
    #[inline]
    fn first_moves(&self) -> bool {
        (self.plies + self.path.len()) % 2 == 1
    }

    /// Walks to the most-proving leaf.
    #[inline]
    fn select(&mut self) {
        let mut first_moves = self.first_moves();
        let mut step = self.path[self.path.len() - 1];
        loop {
            let node = self.nodes[step.node as usize];
            if node.count == 0 {
                return;
            }
            let children = &self.nodes[node.first as usize..][..usize::from(node.count)];
            let index = if first_moves {
                children.iter().position(|child| child.proof == node.proof)
            } else {
                children.iter().position(|child| child.disproof == node.disproof)
            };
            let index = index.expect("a child has its parent's number");
            let Board { mover, all } = step.board;
            let board = Board { mover: mover ^ all, all: all | 1 << children[index].cell };
            step = Step { node: node.first + index as u32, board };
            self.path.push(step);
            first_moves = !first_moves;
        }
    }

    /// Gives the leaf at the end of the path its children.
    #[inline]
    fn expand(&mut self) {
        let first_moves = self.first_moves();
        let Step { node, board } = self.path[self.path.len() - 1];
        let first = self.nodes.len();
        let mut free = (board.all + self.bottom) & self.full;
        while free != 0 {
            let stone = free & free.wrapping_neg();
            free ^= stone;
            let (proof, disproof) = if self.has_line(board.mover | stone) {
                if first_moves { (0, INFINITE) } else { (INFINITE, 0) }
            } else if board.all | stone == self.full {
                if self.goal == Goal::Draw { (0, INFINITE) } else { (INFINITE, 0) }
            } else {
                (1, 1)
            };
            let cell = stone.trailing_zeros() as u8;
            self.nodes.push(Node { proof, disproof, first: 0, count: 0, cell });
        }
        let count = (self.nodes.len() - first) as u8;
        let leaf = &mut self.nodes[node as usize];
        (leaf.first, leaf.count) = (first as u32, count);
    }

    /// Recomputes the numbers from the end of the path upwards, and cuts the path to where the next line starts.
    #[inline]
    fn update(&mut self) {
        let mut first_moves = self.first_moves();
        let mut restart = self.path.len() - 1;
        for at in (0..self.path.len()).rev() {
            let id = self.path[at].node as usize;
            let Node { first, count, .. } = self.nodes[id];
            let children = &self.nodes[first as usize..][..usize::from(count)];
            let (proof, disproof) = if first_moves {
                let (least, total) = join(children.iter().map(|node| (node.proof, node.disproof)));
                (least, total)
            } else {
                let (least, total) = join(children.iter().map(|node| (node.disproof, node.proof)));
                (total, least)
            };
            let node = &mut self.nodes[id];
            if (proof, disproof) == (node.proof, node.disproof) {
                break;
            }
            (node.proof, node.disproof) = (proof, disproof);
            restart = at.saturating_sub(1);
            first_moves = !first_moves;
        }
        self.path.truncate(restart + 1);
    }

    #[inline]
    fn has_line(&self, stones: u64) -> bool {
        let rows = self.rows;
        let mut found = 0;
        for direction in [1, rows, rows + 1, rows + 2] {
            let pairs = stones & (stones >> direction);
            found |= pairs & (pairs >> (2 * direction));
        }
        found != 0
    }
}

/// The least of the first numbers and the sum of the second ones. A sum of finite numbers stays finite: each is at most
/// the number of leaves in the tree.
#[inline]
fn join(children: impl Iterator<Item = (u32, u32)>) -> (u32, u32) {
    children.fold((INFINITE, 0u32), |(least, total), (one, all)| {
        (least.min(one), total.saturating_add(all))
    })
}
