//! `auto`: which algorithm a game, a question and its options call for, and why.

use foregone_game::Scale;
use foregone_solve::options::{Algorithm, Goal, Group, Initial, Question};

use crate::game::Game;
use crate::settings::{Method, Settings};

/// The algorithm that was named, or the one that fits; and why, if none was named.
pub(crate) fn choose(settings: &Settings, game: &Game, goal: Goal) -> (Algorithm, Option<String>) {
    let count = questions(game.scale(), goal);
    match settings.method {
        Method::Search(algorithm) => return (algorithm, None),
        // What a fleet has found is proved by the searches that its workers make.
        Method::Fleet(_) if count > 1 => return (Algorithm::Dfmopns, None),
        Method::Fleet(_) => return (Algorithm::Dfpn, None),
        Method::Auto => {}
    }
    let several = count > 1 && !settings.is_set("strategy");
    let asks = match (several, count) {
        (true, count) => format!("{count} questions at once"),
        (false, 1) => "one question".to_owned(),
        (false, count) => format!("{count} questions in turn"),
    };
    let about = game.class().about();
    if let Some(option) = tree_option(settings) {
        let algorithm = match (several, settings.is_set("second")) {
            (true, false) => Algorithm::Mopns,
            (true, true) => Algorithm::Mopn2,
            (false, false) => Algorithm::Pns,
            (false, true) => Algorithm::Pn2,
        };
        let why = format!("{option} belongs to searches that keep a tree; {asks}");
        return (algorithm, Some(why));
    }
    let usual = game.class().usual_algorithm(game.scale());
    let fits = |algorithm| settings.options().all(|(row, _)| row.group.contains(algorithm));
    let by_numbers = if several { Algorithm::Dfmopns } else { Algorithm::Dfpn };
    if let Some(level) = game.level_for_proof_numbers()
        && fits(by_numbers)
    {
        let level = game.knowledge_levels()[usize::from(level)].name;
        let why = format!("the game knows {level}, from which proof numbers profit; {asks}");
        return (by_numbers, Some(why));
    }
    if usual == Algorithm::AlphaBetaTable && fits(usual) {
        return (usual, Some(about.to_owned()));
    }
    (by_numbers, Some(format!("{about}; {asks}")))
}

/// Decides the options that the game knows best about, if they were left open together with the algorithm.
pub(crate) fn follow_game(settings: &Settings, game: &Game, question: &mut Question) {
    let Some(level) = game.level_for_proof_numbers() else { return };
    if settings.method != Method::Auto || !question.algorithm.is_dfpn() {
        return;
    }
    let techniques = &mut question.techniques;
    techniques.knowledge.get_or_insert(level);
    let numbers = ["guess", "mobility", "estimate"];
    if !numbers.into_iter().any(|name| settings.is_set(name)) {
        techniques.initial = Initial::Guess;
    }
    techniques.promising_first |= !settings.is_set("promising");
}

/// An option that only the searches with a tree take, if one was set.
fn tree_option(settings: &Settings) -> Option<&'static str> {
    let is_of_trees = |group: Group| group.algorithms.iter().all(|&one| Group::TREE.contains(one));
    settings.options().find(|(row, _)| is_of_trees(row.group)).map(|(row, _)| row.name)
}

/// Two-valued questions that the answer may take.
fn questions(scale: &Scale, goal: Goal) -> usize {
    match goal {
        Goal::Value => scale.len() - 1,
        Goal::AtLeast(_) => 1,
        Goal::Range(low, high) => usize::from(high.0.saturating_sub(low.0)),
    }
}
