//! The rows of the option table, one an option, in the order of the help texts.

use foregone_game::KnowledgeLevel;

use super::When;
use super::algorithm::Group;
use super::table::{Changes, OptionRow};
use super::values::{
    Values, bytes, count_within, second_level, second_level_name, share, strategy, strategy_name,
    sum, sum_name, switch, switch_name, ties, ties_name,
};
use crate::initial::Initial;

/// A row with what most rows have.
const ROW: OptionRow = OptionRow {
    name: "",
    placeholder: "",
    values: Values::Switch,
    bare: None,
    negated: None,
    default: "",
    group: Group::TREE,
    on_second_table: false,
    fleets: false,
    changes: Changes::Cost,
    help: "",
    source: "",
    get: |_, _| None,
    set: |_, _, _| Ok(()),
};

const WHEN: Values = Values::Choice(&["never", "full", "at-once"]);

/// Every option, in the order of the help texts.
pub static OPTIONS: [OptionRow; 21] = [
    OptionRow {
        name: "strategy",
        placeholder: "STRATEGY",
        values: Values::Strategy,
        default: "binary",
        group: Group::IN_TURN,
        changes: Changes::Nodes,
        help: "The order of the two-valued questions: binary, linear, doubling, or known:VALUE to confirm a value",
        source: "Allis et al. 1994 §2.3 and §3.5; Hsu's lecture; Saffidine and Cazenave 2012 §3.3",
        get: |question, names| Some(strategy_name(question.strategy, names.scale)),
        set: |question, text, names| {
            strategy(text, Some(names.scale)).map(|strategy| question.strategy = strategy)
        },
        ..ROW
    },
    OptionRow {
        name: "second",
        placeholder: "SIZE",
        values: Values::Second,
        default: "full",
        group: Group::NESTED,
        fleets: true,
        changes: Changes::Nodes,
        help: "The size of the second level: full (as large as the first), fixed:N, breuker[:A,B], or table:N (df-pn on a \
               table that is kept, for pn2); jobs of a fleet are fixed:N or table:N descents, table:1000 unless given",
        source: "Allis et al. 1994; Breuker 1998; Saffidine, Jouandeau and Cazenave 2011 §2.3",
        get: |question, _| Some(second_level_name(question.second_level)),
        set: |question, text, _| {
            second_level(text).map(|second_level| question.second_level = second_level)
        },
        ..ROW
    },
    OptionRow {
        name: "delete-solved",
        placeholder: "WHEN",
        values: WHEN,
        bare: Some("at-once"),
        default: "full",
        help: "When solved subtrees are freed: never, full (when memory is full), or at-once",
        source: "Allis et al. 1994 §4.1",
        get: |question, _| Some(when_name(question.techniques.delete_solved)),
        set: |question, text, _| when(text).map(|when| question.techniques.delete_solved = when),
        ..ROW
    },
    OptionRow {
        name: "delete-least-proving",
        bare: Some("on"),
        default: "off",
        changes: Changes::Nodes,
        help: "When memory is full, give up the least-proving parts of the tree; they become unknown, never refuted",
        source: "Allis et al. 1994 §4.1",
        get: |question, _| Some(switch_name(question.techniques.delete_least_proving)),
        set: |question, text, _| {
            switch(text).map(|on| question.techniques.delete_least_proving = on)
        },
        ..ROW
    },
    OptionRow {
        name: "prune",
        placeholder: "WHEN",
        values: WHEN,
        negated: Some("never"),
        default: "at-once",
        group: Group::MULTIPLE,
        help: "When subtrees that the relevancy bounds exclude are freed: never, full (when memory is full), or at-once; \
               with a certificate at-once means full",
        source: "Saffidine and Cazenave 2012 §4.5",
        get: |question, _| Some(when_name(question.techniques.prune)),
        set: |question, text, _| when(text).map(|when| question.techniques.prune = when),
        ..ROW
    },
    OptionRow {
        name: "stop-unchanged",
        negated: Some("off"),
        default: "on",
        help: "Stop updating ancestors where nothing changes",
        source: "Allis et al. 1994 §4.2",
        get: |question, _| Some(switch_name(question.techniques.stop_unchanged)),
        set: |question, text, _| switch(text).map(|on| question.techniques.stop_unchanged = on),
        ..ROW
    },
    OptionRow {
        name: "restart",
        negated: Some("off"),
        default: "on",
        help: "Start a descent at the highest node that changed, not at the root",
        source: "Allis et al. 1994 §4.2; Saffidine and Cazenave 2012 §4.6",
        get: |question, _| Some(switch_name(question.techniques.restart_changed)),
        set: |question, text, _| switch(text).map(|on| question.techniques.restart_changed = on),
        ..ROW
    },
    OptionRow {
        name: "mobility",
        bare: Some("on"),
        default: "off",
        group: Group::PROOF_NUMBERS,
        fleets: true,
        changes: Changes::Nodes,
        help: "Initialise the proof numbers of a leaf with the number of its moves",
        source: "Saffidine and Cazenave 2012 §4.6",
        get: |question, _| Some(switch_name(question.techniques.initial == Initial::Mobility)),
        set: |question, text, _| match (switch(text)?, question.techniques.initial) {
            (true, Initial::Estimate(_)) => {
                Err("it contradicts estimate; give one of them".to_owned())
            }
            (true, Initial::Guess) => Err("it contradicts guess; give one of them".to_owned()),
            (true, _) => {
                question.techniques.initial = Initial::Mobility;
                Ok(())
            }
            (false, Initial::Mobility) => {
                question.techniques.initial = Initial::Unit;
                Ok(())
            }
            (false, _) => Ok(()),
        },
        ..ROW
    },
    OptionRow {
        name: "estimate",
        placeholder: "WEIGHT",
        values: Values::Count { least: 1, most: 1_000_000 },
        group: Group::PROOF_NUMBERS,
        fleets: true,
        changes: Changes::Nodes,
        help: "Initialise a leaf by mobility, plus twice WEIGHT for the player against whom the game's estimate speaks, \
               or WEIGHT for both if it says nothing",
        source: "Winands and Schadd 2010",
        get: |question, _| match question.techniques.initial {
            Initial::Estimate(weight) => Some(weight.to_string()),
            Initial::Unit | Initial::Mobility | Initial::Guess => None,
        },
        set: |question, text, _| {
            let weight = count_within(text, 1, 1_000_000)?;
            match question.techniques.initial {
                Initial::Mobility => Err("it contradicts mobility; give one of them".to_owned()),
                Initial::Guess => Err("it contradicts guess; give one of them".to_owned()),
                Initial::Unit | Initial::Estimate(_) => {
                    question.techniques.initial = Initial::Estimate(weight as u32);
                    Ok(())
                }
            }
        },
        ..ROW
    },
    OptionRow {
        name: "guess",
        bare: Some("on"),
        default: "off",
        group: Group::DFPN,
        changes: Changes::Nodes,
        help: "Initialise the proof numbers of a leaf as the game guesses them, if it does",
        source: "Allis 1994",
        get: |question, _| Some(switch_name(question.techniques.initial == Initial::Guess)),
        set: |question, text, _| match (switch(text)?, question.techniques.initial) {
            (true, Initial::Mobility) => {
                Err("it contradicts mobility; give one of them".to_owned())
            }
            (true, Initial::Estimate(_)) => {
                Err("it contradicts estimate; give one of them".to_owned())
            }
            (true, _) => {
                question.techniques.initial = Initial::Guess;
                Ok(())
            }
            (false, Initial::Guess) => {
                question.techniques.initial = Initial::Unit;
                Ok(())
            }
            (false, _) => Ok(()),
        },
        ..ROW
    },
    OptionRow {
        name: "promising",
        bare: Some("on"),
        default: "off",
        group: Group::DFPN,
        changes: Changes::Nodes,
        help: "Try the moves that the game finds promising first, and the others only when these are refuted or seem very hard",
        source: "Allis 1994",
        get: |question, _| Some(switch_name(question.techniques.promising_first)),
        set: |question, text, _| switch(text).map(|on| question.techniques.promising_first = on),
        ..ROW
    },
    OptionRow {
        name: "knowledge",
        placeholder: "LEVEL",
        values: Values::Knowledge,
        group: Group::INFORMED,
        fleets: true,
        changes: Changes::Soundness,
        help: "What the game may know about a position without search: the name of a level that `foregone games NAME` \
               lists, 0 for nothing. Unless given, tree searches only look into a --tablebase, and the others use the \
               game's usual level",
        get: |question, names| {
            let level = names.knowledge.get(usize::from(question.techniques.knowledge?))?;
            Some(level.name.to_owned())
        },
        set: |question, text, names| {
            let level = KnowledgeLevel::find(names.knowledge, text);
            let level = level.map_err(|error| error.to_string())?;
            question.techniques.knowledge = Some(level);
            Ok(())
        },
        ..ROW
    },
    OptionRow {
        name: "dag",
        bare: Some("on"),
        default: "off",
        fleets: true,
        changes: Changes::Nodes,
        help: "Merge transpositions: the search keeps a graph instead of a tree",
        source: "Saffidine and Cazenave 2012 §6",
        get: |question, _| Some(switch_name(question.techniques.dag)),
        set: |question, text, _| switch(text).map(|on| question.techniques.dag = on),
        ..ROW
    },
    OptionRow {
        name: "sum",
        placeholder: "SUM",
        values: Values::Choice(&["plain", "weak"]),
        default: "plain",
        group: Group::PROOF_NUMBERS,
        fleets: true,
        changes: Changes::Nodes,
        help: "How proof numbers add up: plain, or weak (the largest plus the number of open siblings), which does not \
               count shared parts twice and is meant for --dag",
        source: "Ueda et al. 2008",
        get: |question, _| Some(sum_name(question.techniques.sum)),
        set: |question, text, _| sum(text).map(|sum| question.techniques.sum = sum),
        ..ROW
    },
    OptionRow {
        name: "ties",
        placeholder: "TIES",
        values: Values::Choice(&["lowest", "highest"]),
        default: "lowest",
        group: Group::MULTIPLE,
        fleets: true,
        changes: Changes::Nodes,
        help: "Which outcome attracts the descent among equals: lowest or highest",
        source: "Saffidine and Cazenave 2012 §4.4",
        get: |question, _| Some(ties_name(question.techniques.ties)),
        set: |question, text, _| ties(text).map(|ties| question.techniques.ties = ties),
        ..ROW
    },
    OptionRow {
        name: "epsilon",
        placeholder: "SHARE",
        values: Values::Share(16.0),
        default: "0.25",
        group: Group::DFPN,
        on_second_table: true,
        fleets: true,
        changes: Changes::Nodes,
        help: "By which share the thresholds of a move exceed those of the second best move",
        source: "Pawlewicz and Lew 2007",
        get: |question, _| Some((f64::from(question.techniques.epsilon) / 256.0).to_string()),
        set: |question, text, _| share(text, 16.0).map(|share| question.techniques.epsilon = share),
        ..ROW
    },
    OptionRow {
        name: "depth",
        placeholder: "DEPTH",
        values: Values::Choice(&["deepening", "full"]),
        group: Group::ALPHA_BETA,
        changes: Changes::Nodes,
        help: "How deep alpha-beta searches: deepening (a ply more in each iteration, the default without a table), or \
               full (to the end at once, the default with one)",
        source: "Allis et al. 1994 §6.3",
        get: |question, _| {
            let word = |deepens| if deepens { "deepening" } else { "full" };
            question.deepens().map(|deepens| word(deepens).to_owned())
        },
        set: |question, text, _| {
            question.techniques.deepening = Some(match text {
                "deepening" => true,
                "full" => false,
                _ => return Err("it is deepening or full".to_owned()),
            });
            Ok(())
        },
        ..ROW
    },
    OptionRow {
        name: "forget",
        bare: Some("on"),
        default: "off",
        group: Group::DFPN_ALONE,
        changes: Changes::Nodes,
        help: "Clear the table between two questions",
        get: |question, _| Some(switch_name(question.techniques.forget)),
        set: |question, text, _| switch(text).map(|on| question.techniques.forget = on),
        ..ROW
    },
    OptionRow {
        name: "collect",
        negated: Some("off"),
        default: "on",
        group: Group::TABLE,
        on_second_table: true,
        fleets: true,
        changes: Changes::Nodes,
        help: "When the table is full, give up all entries with little work behind them at once, not one by one",
        source: "SmallTreeGC, Nagai 2002",
        get: |question, _| Some(switch_name(question.techniques.collect)),
        set: |question, text, _| switch(text).map(|on| question.techniques.collect = on),
        ..ROW
    },
    OptionRow {
        name: "table",
        placeholder: "SIZE",
        values: Values::Bytes,
        group: Group::TABLE,
        on_second_table: true,
        fleets: true,
        changes: Changes::Nodes,
        help: "Memory for the table, if it is to be less than --memory allows",
        get: |question, _| question.table.map(|bytes| bytes.to_string()),
        set: |question, text, _| bytes(text).map(|bytes| question.table = Some(bytes)),
        ..ROW
    },
    OptionRow {
        name: "threads",
        placeholder: "N",
        values: Values::Count { least: 1, most: 1024 },
        group: Group::TABLE,
        on_second_table: true,
        fleets: true,
        changes: Changes::Nodes,
        help: "Threads, for searches on a table; all cores unless given",
        source: "Kaneko 2010; Weill 1996",
        get: |question, _| Some(question.threads.to_string()),
        set: |question, text, _| {
            count_within(text, 1, 1024).map(|threads| question.threads = threads as usize)
        },
        ..ROW
    },
];

fn when(text: &str) -> Result<When, String> {
    match text {
        "never" => Ok(When::Never),
        "full" => Ok(When::Full),
        "at-once" => Ok(When::AtOnce),
        _ => Err("it is never, full or at-once".to_owned()),
    }
}

fn when_name(when: When) -> String {
    match when {
        When::Never => "never",
        When::Full => "full",
        When::AtOnce => "at-once",
    }
    .to_owned()
}
