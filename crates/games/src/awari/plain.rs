//! The numbered Awari endgames a second time, the obvious way: boards as they are, counted pit by pit. To verify with.

use foregone_game::{Layered, Successor};

use super::board::{Board, PITS, ROW, Rest, Variant};

/// All boards with up to a number of stones.
#[derive(Clone, Debug)]
pub struct PlainEndgames {
    variant: Variant,
    stones: u8,
    /// By pits and stones: the number of ways to put that many stones into that many pits.
    ways: Vec<Vec<u64>>,
}

impl PlainEndgames {
    /// The endgames with at most that many stones.
    pub fn new(variant: Variant, stones: u8) -> PlainEndgames {
        let mut ways = vec![vec![0; usize::from(stones) + 1]; PITS + 1];
        ways[0][0] = 1;
        for pits in 1..=PITS {
            for stones in 0..=usize::from(stones) {
                ways[pits][stones] = ways[pits - 1][..=stones].iter().sum();
            }
        }
        PlainEndgames { variant, stones, ways }
    }
}

impl Layered for PlainEndgames {
    type Decoded = Board;

    fn layers(&self) -> usize {
        usize::from(self.stones) + 1
    }

    fn size(&self, layer: usize) -> u64 {
        self.ways[PITS][layer]
    }

    fn bound(&self, layer: usize) -> i8 {
        layer as i8
    }

    fn is_acyclic(&self, layer: usize) -> bool {
        layer == 0
    }

    fn decode(&self, layer: usize, mut index: u64) -> Board {
        let (mut board, mut left) = (Board::default(), layer);
        for (pit, stones) in board.0.iter_mut().enumerate() {
            let behind = &self.ways[PITS - 1 - pit];
            while index >= behind[left] {
                index -= behind[left];
                left -= 1;
                *stones += 1;
            }
        }
        board
    }

    fn index(&self, layer: usize, decoded: Board) -> u64 {
        let (mut index, mut left) = (0, layer);
        for (pit, &stones) in decoded.0.iter().enumerate() {
            for fewer in 0..usize::from(stones) {
                index += self.ways[PITS - 1 - pit][left - fewer];
            }
            left -= usize::from(stones);
        }
        index
    }

    fn successors(&self, layer: usize, decoded: Board, mut visit: impl FnMut(Successor<Board>)) {
        if !decoded.can_move() {
            return visit(Successor::Over(match self.variant.rest {
                Rest::Opponent => -(layer as i8),
                Rest::Divided => 0,
            }));
        }
        let legal = decoded.legal(self.variant);
        for pit in (0..ROW).filter(|&pit| legal >> pit & 1 != 0) {
            let sown = decoded.sow(pit, self.variant);
            visit(match sown.captured {
                0 => Successor::Within { decoded: sown.board, opponent_moves: true },
                captured => Successor::Below {
                    layer: layer - usize::from(captured),
                    decoded: sown.board,
                    gain: captured as i8,
                    opponent_moves: true,
                },
            });
        }
    }
}
