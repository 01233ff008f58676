//! Every target answers all inputs that a short run tries. `FOREGONE_FUZZ_SECONDS` makes the run longer.

use foregone_fuzz::{Config, all, fuzz};

#[test]
fn targets_answer_every_input() {
    for target in all() {
        let name = target.name();
        let seeds = target.seeds().len() as u64;
        let report =
            fuzz(target, Config::from_environment()).unwrap_or_else(|error| panic!("{error}"));
        println!("{name}: {} inputs, {} different answers", report.inputs, report.answers);
        assert!(report.inputs > 2 * seeds && report.answers > 2, "{name}: {report:?}");
    }
}

/// Valid inputs reach the end of the code under test.
#[test]
fn seeds_are_valid() {
    for target in all() {
        let (name, seeds) = (target.name(), target.seeds());
        for seed in seeds {
            let answer = target.run(&seed);
            let begins = |word: &&str| answer.starts_with(*word);
            let is_valid = match name {
                "certificate" => answer.contains("at least") || answer.contains("at most"),
                "checkpoint" => answer.split(" / ").all(|each| each.starts_with("resumed: ")),
                "wire" => answer == "a message",
                "engine_message" => ["solve ", "children ", "cancel "].iter().any(begins),
                "engine_command" => ["position ", "go ", "an option", "Some("].iter().any(begins),
                "expectation" => answer.contains("at least") || answer.contains("at most"),
                "graph_file" | "chance_graph_file" => answer == "accepted / accepted",
                "rule_file" => answer == "a game",
                "tablebase" => answer.split(" / ").all(|each| each.ends_with(" values")),
                _ => answer.contains(" moves to "),
            };
            assert!(is_valid, "{name}: {answer} for {}", seed.escape_ascii());
        }
    }
}
