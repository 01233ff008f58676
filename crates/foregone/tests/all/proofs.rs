//! Proofs as front ends show them: positions with sizes and with lines that are met again, the map of the whole, and files
//! that are read in the background.

use foregone::{Game, Position, ProofFile, ProofNeeds, ProofNode, ProofState, ProofTree, Solver};

/// The certificate of the value of the position after some moves.
fn certificate(spelling: &str, moves: Option<&str>) -> Vec<u8> {
    let game = Game::open(spelling).expect("a game");
    let mut solver = Solver::new(&game).certifying();
    let answer = solver.value(&game.place(None, moves).expect("a position")).expect("an answer");
    answer.certificate().expect("a proof").to_bytes()
}

fn measured(spelling: &str, moves: Option<&str>) -> ProofTree {
    let game = Game::open(spelling).expect("a game");
    let tree = ProofTree::open(&certificate(spelling, moves), &game).expect("a proof");
    tree.measure().expect("sizes");
    tree
}

fn needs() -> ProofNeeds {
    ProofNeeds { game_file: Vec::new(), tablebase: None, memory: 1 << 30 }
}

/// Follows everything that goes on below a position, every line written out, and compares the sizes with those that are
/// stated. Returns the positions and the moves of the longest line.
fn unfold(tree: &ProofTree, claim: usize, position: &Position, left: &mut u64) -> (u64, u64) {
    let node = tree.node(claim, position).expect("a position of the proof");
    assert!(*left > 0, "the proof is larger than the test allows");
    *left -= 1;
    let next = |mv: &str, left: &mut u64| {
        let mut after = position.clone();
        after.play(mv).expect("a legal move");
        let (positions, line) = unfold(tree, claim, &after, left);
        (positions, line + 1)
    };
    let children: Vec<(u64, u64)> = match (&node.step.answer, &node.step.replies) {
        (Some(answer), _) => vec![next(answer, left)],
        (None, Some(replies)) => {
            let names: Vec<&str> = replies.iter().map(|reply| reply.mv.as_str()).collect();
            assert_eq!(
                names,
                position.legal_moves(),
                "every legal move once, in the canonical order"
            );
            replies.iter().map(|reply| next(&reply.mv, left)).collect()
        }
        (None, None) => Vec::new(),
    };
    let positions = 1 + children.iter().map(|child| child.0).sum::<u64>();
    let line = children.iter().map(|child| child.1).max().unwrap_or(0);
    if node.step.goes_on() {
        let size = node.step.size().expect("a size");
        assert_eq!((size.positions, size.longest_line), (positions, line), "at {position}");
    }
    (positions, line)
}

#[test]
fn every_position_states_the_size_of_the_tree_below_it() {
    let mut followed = 0;
    for (spelling, moves) in [("mnk:3,3,3", None), ("connect4:4x4", Some("12341234"))] {
        let tree = measured(spelling, moves);
        for claim in 0..tree.claims().len() {
            let mut left = 20_000;
            unfold(&tree, claim, tree.root(), &mut left);
            followed += 20_000 - left;
        }
    }
    assert!(followed > 100, "the proofs have {followed} positions, which is next to nothing");
}

/// Positions of a proof in the order of their lines, as long as there are enough.
fn walk(tree: &ProofTree, most: usize) -> Vec<(Position, ProofNode)> {
    let (mut found, mut next) = (Vec::new(), vec![tree.root().clone()]);
    while let Some(position) = next.pop().filter(|_| found.len() < most) {
        let node = tree.node(0, &position).expect("a position of the proof");
        let replies = node.step.replies.iter().flatten().map(|reply| reply.mv.clone());
        for mv in replies.chain(node.step.answer.clone()) {
            let mut after = position.clone();
            after.play(&mv).expect("a legal move");
            next.push(after);
        }
        found.push((position, node));
    }
    found
}

#[test]
fn a_line_that_is_met_again_leads_to_the_same_proof() {
    let tree = measured("connect4:4x4", None);
    let mut again = 0;
    for (position, node) in walk(&tree, 600) {
        let Some(line) = &node.step.same_as else { continue };
        assert_ne!(*line, position.line());
        let mut there = tree.root().clone();
        there.play_line(&line.join(" ")).expect("a legal line");
        let other = tree.node(0, &there).expect("a position of the proof");
        assert_eq!(other.step.same_as, None, "the proof comes there itself");
        assert_eq!(other.step.size(), node.step.size());
        assert_eq!(other.step.place, node.step.place);
        again += 1;
    }
    assert!(again > 5, "{again} positions were met again");
}

#[test]
fn the_map_has_boxes_inside_their_parents_that_are_as_large_as_the_tree_says() {
    let tree = measured("connect4:4x4", None);
    let map = tree.overview(0, tree.root(), 500, &|| false).expect("a proof").expect("sizes");
    assert!(map.boxes.len() > 50 && map.boxes.len() <= 500, "{} boxes", map.boxes.len());
    for part in &map.boxes {
        assert!(part.left >= 0.0 && part.left + part.width < 1.0 + 1e-9, "{part:?}");
        let mut position = tree.root().clone();
        position.play_line(&part.line.join(" ")).expect("a legal line");
        let below = tree.size(0, &position).expect("a proof").expect("a size");
        // A box stands for the position after the reply; its line goes on to the one after the answer.
        let answers = u64::from(part.depth > 0);
        assert_eq!(below.positions + answers, part.positions, "{:?}", part.line);
    }
    for row in 1..map.boxes.iter().map(|part| part.depth).max().unwrap_or(0) {
        let mut parts: Vec<_> = map.boxes.iter().filter(|part| part.depth == row).collect();
        parts.sort_by(|one, other| one.left.total_cmp(&other.left));
        for pair in parts.windows(2) {
            assert!(pair[0].left + pair[0].width <= pair[1].left + 1e-9, "{pair:?}");
        }
    }
    let few = tree.overview(0, tree.root(), 10, &|| false).expect("a proof").expect("sizes");
    assert!(few.boxes.len() <= 10 && few.is_cut);
}

#[test]
fn an_accepted_file_has_a_tree_and_sizes_and_a_map() {
    let proof = ProofFile::read_now("a.fgc", certificate("connect4:4x4", None), needs());
    let ProofState::Accepted { accepted, measured } = proof.state() else {
        panic!("{:?}", proof.state())
    };
    assert!(measured && accepted.value.as_deref() == Some("draw"));
    let tree = proof.tree().expect("a tree");
    assert_eq!(proof.met(), tree.records());
    assert_eq!(tree.hash(), accepted.hash);
    assert!(
        proof.overview(0).is_some() && proof.overview(1).is_some() && proof.overview(2).is_none()
    );
    let error = tree.node(2, tree.root()).expect_err("there are two claims");
    assert!(error.to_string().contains("2 claims"), "{error}");
}

#[test]
fn a_refused_file_has_a_reason_and_no_tree() {
    let good = certificate("connect4:4x4", None);
    let mut damaged = good.clone();
    let place = damaged.len() / 2;
    damaged[place] ^= 1;
    let expectation = b"no certificate at all".to_vec();
    for (file, is_rejected) in
        [(damaged, true), (good[..good.len() / 2].to_vec(), true), (expectation, true)]
    {
        let proof = ProofFile::read_now("a.fgc", file, needs());
        let ProofState::Refused { rejected, why } = proof.state() else { panic!("accepted") };
        assert!(rejected == is_rejected && why.len() > 10, "{rejected} {why}");
        assert!(proof.tree().is_none() && proof.overview(0).is_none());
    }
    // A limit that is reached first is no reason to reject.
    let tight = ProofNeeds { memory: 1000, ..needs() };
    let proof = ProofFile::read_now("a.fgc", good, tight);
    assert!(
        matches!(proof.state(), ProofState::Refused { rejected: false, .. }),
        "{:?}",
        proof.state()
    );
}
