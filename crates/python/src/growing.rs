//! A game that grows: whoever knows the rules is asked once about each position, and what was said is kept as a graph.
//!
//! Positions are numbers, in the order in which they were met, so that they have exact small keys whatever they are to whoever
//! knows the rules. Looking at a position that is known takes no lock. A front end in which rules are slow to ask, such as a
//! binding to another language, offers its games to all searches by this type.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use foregone_game::{
    Acyclic, Cyclic, Drawing, Game, Keyed, Notation, NotationError, Outcome, Picture, Player,
    Scale, TableKeyed,
};

/// The kind of [`GrowingGame`].
const ACYCLIC: u8 = 1;
/// The kind of [`GrowingCyclicGame`].
const CYCLIC: u8 = 2;

/// Who knows the rules. Positions are numbers that the source gives to them; the start is 0, and equal positions have the same
/// number. The answers about a position must always be the same.
pub trait Source: Send + Sync {
    /// All about a position; nothing if that could not be found out. Then [`Source::defect`] says why, from now on.
    fn expand(&self, position: u32) -> Option<Expansion>;

    /// Hears that play returns to a position although the game promised that it does not: the positions of a cycle, the first
    /// one again at the end. From now on [`Source::defect`] says so.
    fn returns(&self, cycle: &[u32]);

    /// Why no answer about the game counts, if none does.
    fn defect(&self) -> Option<String>;

    /// A position in the notation of the game.
    fn write(&self, position: u32) -> String;

    /// The position that is written there; the error says what is wrong.
    fn read(&self, text: &str) -> Result<u32, NotationError>;

    /// The name of a move, by the number that [`Step`] has.
    fn move_name(&self, name: u32) -> String;

    /// A position as lines of text.
    fn text(&self, position: u32) -> String;
}

/// All about a position.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// Whose turn it is, or would be.
    pub player: Player,
    /// The result, if the game is over.
    pub outcome: Option<Outcome>,
    /// The legal moves in the canonical order: none if the game is over, otherwise at least one and at most 65,535.
    pub moves: Vec<Step>,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The position after it.
    pub to: u32,
    /// The number of its name.
    pub name: u32,
    /// How promising it is for whoever makes it ([`Game::move_score`]).
    pub score: i32,
}

/// What is kept about a position.
#[derive(Debug)]
struct Node {
    player: Player,
    outcome: Option<Outcome>,
    moves: Box<[Step]>,
}

/// A game that grows. [`GrowingGame`] finds out if its promise is broken that play never returns; [`GrowingCyclicGame`] says
/// what infinite play is worth.
pub struct Growing<const KIND: u8> {
    scale: Scale,
    infinite: Outcome,
    source: Arc<dyn Source>,
    nodes: Nodes,
    levels: Mutex<Levels>,
    /// Stands for positions about which nothing could be found out: play seems to be over there.
    failed: Node,
}

/// A [`Growing`] game in which play never returns to a position.
pub type GrowingGame = Growing<ACYCLIC>;

/// A [`Growing`] game in which play can return.
pub type GrowingCyclicGame = Growing<CYCLIC>;

impl GrowingGame {
    /// The game of that source. If play returns to a position after all, the source hears it.
    pub fn acyclic(scale: Scale, source: Arc<dyn Source>) -> GrowingGame {
        Growing::new(scale, Outcome(0), source)
    }
}

impl GrowingCyclicGame {
    /// The game of that source with the rule that a play that never ends is worth `infinite`.
    pub fn cyclic(scale: Scale, infinite: Outcome, source: Arc<dyn Source>) -> GrowingCyclicGame {
        Growing::new(scale, infinite, source)
    }
}

impl<const KIND: u8> Growing<KIND> {
    fn new(scale: Scale, infinite: Outcome, source: Arc<dyn Source>) -> Growing<KIND> {
        let failed = Node { player: Player::Max, outcome: Some(Outcome(0)), moves: Box::default() };
        let (nodes, levels) = (Nodes::default(), Mutex::default());
        Growing { scale, infinite, source, nodes, levels, failed }
    }

    fn node(&self, position: u32) -> &Node {
        match self.nodes.cell(position).get() {
            Some(node) => node,
            None => self.grow(position),
        }
    }

    #[cold]
    fn grow(&self, position: u32) -> &Node {
        // Nothing is locked while the source is asked: it may wait for whoever waits for the lock.
        let Some(found) = self.source.expand(position) else { return &self.failed };
        let (player, outcome) = (found.player, found.outcome);
        let node = Node { player, outcome, moves: found.moves.into() };
        let cell = self.nodes.cell(position);
        if KIND == CYCLIC {
            return cell.get_or_init(|| node);
        }
        let mut levels = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        if cell.get().is_none()
            && let Err(cycle) = levels.place(position, &node.moves, &self.nodes)
        {
            drop(levels);
            self.source.returns(&cycle);
            return &self.failed;
        }
        cell.get_or_init(|| node)
    }
}

/// A place for each position. The places never move, so that known positions are read without a lock.
struct Nodes([OnceLock<Box<[OnceLock<Node>]>>; CHUNKS]);

/// The first chunk has `1 << FIRST` places, each other twice as many as the one before.
const FIRST: u32 = 10;
const CHUNKS: usize = (u32::BITS - FIRST + 1) as usize;

impl Default for Nodes {
    fn default() -> Nodes {
        Nodes([const { OnceLock::new() }; CHUNKS])
    }
}

impl Nodes {
    fn cell(&self, position: u32) -> &OnceLock<Node> {
        let number = u64::from(position) + (1 << FIRST);
        let chunk = number.ilog2() - FIRST;
        let size = 1 << (chunk + FIRST);
        let places =
            self.0[chunk as usize].get_or_init(|| (0..size).map(|_| OnceLock::new()).collect());
        &places[(number - size) as usize]
    }

    fn moves(&self, position: u32) -> &[Step] {
        self.cell(position).get().map_or(&[], |node| &node.moves)
    }
}

/// A level for each position, lower than the levels of the positions after its moves. While there is one, there is no cycle.
/// A new move raises what is below it; if that comes back to where the move begins, there is a cycle.
#[derive(Default)]
struct Levels {
    of: Vec<u32>,
    /// The first cycle that was found. The levels are no longer in order then, and nothing may be added.
    cycle: Option<Vec<u32>>,
}

impl Levels {
    fn level(&mut self, position: u32) -> &mut u32 {
        let index = position as usize;
        if index >= self.of.len() {
            self.of.resize(index + 1, 0);
        }
        &mut self.of[index]
    }

    /// Puts all targets of moves above the position, or returns a cycle.
    fn place(&mut self, from: u32, moves: &[Step], nodes: &Nodes) -> Result<(), Vec<u32>> {
        if self.cycle.is_none() {
            self.cycle = moves.iter().find_map(|step| self.raise(from, step.to, nodes).err());
        }
        self.cycle.clone().map_or(Ok(()), Err)
    }

    fn raise(&mut self, from: u32, to: u32, nodes: &Nodes) -> Result<(), Vec<u32>> {
        if from == to {
            return Err(vec![from, from]);
        }
        let level = *self.level(from);
        if *self.level(to) > level {
            return Ok(());
        }
        *self.level(to) = level + 1;
        let mut line = vec![(to, 0)];
        while let Some((here, next)) = line.last_mut() {
            let Some(step) = nodes.moves(*here).get(*next) else {
                line.pop();
                continue;
            };
            *next += 1;
            let level = *self.level(*here);
            if step.to == from {
                let between = line.iter().map(|&(position, _)| position);
                return Err([from].into_iter().chain(between).chain([from]).collect());
            }
            if *self.level(step.to) <= level {
                *self.level(step.to) = level + 1;
                line.push((step.to, 0));
            }
        }
        Ok(())
    }
}

impl<const KIND: u8> Game for Growing<KIND> {
    type Position = u32;
    /// Place of the move in the list of its position.
    type Move = u16;

    fn scale(&self) -> &Scale {
        &self.scale
    }

    fn start(&self) -> u32 {
        0
    }

    fn player(&self, &position: &u32) -> Player {
        self.node(position).player
    }

    fn outcome(&self, &position: &u32) -> Option<Outcome> {
        self.node(position).outcome
    }

    fn moves(&self, &position: &u32, moves: &mut Vec<u16>) {
        moves.extend(0..self.node(position).moves.len() as u16);
    }

    fn play(&self, position: &mut u32, mv: u16) {
        *position = self.node(*position).moves[usize::from(mv)].to;
    }

    fn move_score(&self, &position: &u32, mv: u16) -> i32 {
        self.node(position).moves[usize::from(mv)].score
    }

    fn defect(&self) -> Option<String> {
        self.source.defect()
    }
}

impl<const KIND: u8> Keyed for Growing<KIND> {
    type Key = u32;

    fn key(&self, &position: &u32) -> u32 {
        position
    }
}

impl<const KIND: u8> TableKeyed for Growing<KIND> {
    #[inline]
    fn table_key_bits(&self) -> u32 {
        u32::BITS
    }

    fn table_key(&self, &position: &u32) -> u128 {
        u128::from(position)
    }
}

impl<const KIND: u8> Notation for Growing<KIND> {
    fn write_move(&self, &position: &u32, mv: u16) -> String {
        self.source.move_name(self.node(position).moves[usize::from(mv)].name)
    }

    fn write_position(&self, &position: &u32) -> String {
        self.source.write(position)
    }

    fn read_position(&self, text: &str) -> Result<u32, NotationError> {
        self.source.read(text)
    }
}

impl<const KIND: u8> Picture for Growing<KIND> {
    fn text(&self, &position: &u32) -> String {
        self.source.text(position)
    }

    fn drawing(&self, &position: &u32) -> Drawing {
        Drawing::of_text(&self.source.text(position))
    }
}

impl Acyclic for GrowingGame {}

impl Cyclic for GrowingCyclicGame {
    fn infinite(&self, _: &u32) -> Outcome {
        self.infinite
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::perft::perft;
    use foregone_game::random::Random;

    use super::*;

    /// A graph whose positions are numbered already; move names are the numbers of the positions they lead to.
    #[derive(Default)]
    struct Listed {
        moves: Vec<Vec<u32>>,
        asked: Mutex<Vec<u32>>,
        cycle: Mutex<Option<Vec<u32>>>,
    }

    impl Source for Listed {
        fn expand(&self, position: u32) -> Option<Expansion> {
            self.asked.lock().unwrap().push(position);
            let moves = &self.moves[position as usize];
            let step = |&to: &u32| Step { to, name: to, score: 0 };
            Some(Expansion {
                player: Player::Max,
                outcome: moves.is_empty().then_some(Outcome(1)),
                moves: moves.iter().map(step).collect(),
            })
        }
        fn returns(&self, cycle: &[u32]) {
            *self.cycle.lock().unwrap() = Some(cycle.to_vec());
        }
        fn defect(&self) -> Option<String> {
            self.cycle.lock().unwrap().as_ref().map(|cycle| format!("{cycle:?}"))
        }
        fn write(&self, position: u32) -> String {
            position.to_string()
        }
        fn read(&self, text: &str) -> Result<u32, NotationError> {
            text.parse().map_err(|_| NotationError::new("no number"))
        }
        fn move_name(&self, name: u32) -> String {
            name.to_string()
        }
        fn text(&self, position: u32) -> String {
            format!("{position}\n")
        }
    }

    fn grown(moves: Vec<Vec<u32>>) -> (GrowingGame, Arc<Listed>) {
        let source = Arc::new(Listed { moves, ..Listed::default() });
        (GrowingGame::acyclic(Scale::loss_win().clone(), source.clone()), source)
    }

    #[test]
    fn the_source_is_asked_once_about_each_position() {
        let (game, source) = grown(vec![vec![1, 2], vec![3], vec![3, 1], vec![]]);
        assert_eq!([1, 2, 3].map(|depth| perft(&game, &0, depth)), [2, 3, 1]);
        assert_eq!(game.outcome(&3), Some(Outcome(1)));
        let mut asked = source.asked.lock().unwrap().clone();
        asked.sort_unstable();
        assert_eq!(asked, [0, 1, 2, 3]);
        assert_eq!(game.write_move(&0, 1), "2");
    }

    #[test]
    fn a_return_is_found_before_it_can_be_played() {
        let (game, source) = grown(vec![vec![1, 2], vec![2], vec![3], vec![1]]);
        perft(&game, &0, 9);
        assert_eq!(*source.cycle.lock().unwrap(), Some(vec![3, 1, 2, 3]));
        assert_eq!(game.defect().as_deref(), Some("[3, 1, 2, 3]"));
    }

    /// Compared with an order of the positions, in which random graphs have or have not moves that lead back.
    #[test]
    fn cycles_are_found_in_random_graphs_and_only_there() {
        let mut random = Random::new(20);
        for round in 0..400 {
            let count = 2 + random.below(12);
            let mut moves = vec![Vec::new(); count];
            for _ in 0..2 * count {
                let (from, to) = (random.below(count) as u32, random.below(count) as u32);
                // Without the odd rounds' other moves the numbers are such an order.
                if from < to || round % 2 == 1 {
                    moves[from as usize].push(to);
                }
            }
            let (game, source) = grown(moves.clone());
            let mut order: Vec<u32> = (0..count as u32).collect();
            order.sort_by_key(|_| random.below(1 << 30));
            order.iter().for_each(|position| _ = game.outcome(position));
            assert_eq!(source.cycle.lock().unwrap().is_some(), has_cycle(&moves), "{moves:?}");
        }
    }

    fn has_cycle(moves: &[Vec<u32>]) -> bool {
        let mut left: Vec<usize> = (0..moves.len()).collect();
        loop {
            let before = left.len();
            let now = left.clone();
            left.retain(|&node| moves[node].iter().any(|&to| now.contains(&(to as usize))));
            match left.len() {
                0 => return false,
                same if same == before => return true,
                _ => {}
            }
        }
    }

    #[test]
    fn places_do_not_overlap() {
        let nodes = Nodes::default();
        let places: Vec<_> = [0, 1, 1023, 1024, 3071, 3072, 100_000]
            .map(|position| core::ptr::from_ref(nodes.cell(position)))
            .to_vec();
        for (index, place) in places.iter().enumerate() {
            assert!(!places[..index].contains(place));
        }
    }
}
