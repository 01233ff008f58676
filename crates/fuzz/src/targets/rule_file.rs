//! Rule files, which the solver compiles and the checker interprets: what the solver opens, the checker must read, and both
//! must say the same about the start and the positions after it.

use std::sync::Arc;

use foregone_game::{Game, Notation, Outcome};
use foregone_gdl::{Compiled, Ends, Limits, Returns, RuleGame};
use foregone_proof::rules::Interpreter;

use crate::Target;

/// The two readers of rule files.
pub(super) struct RuleFile;

/// Mutants may make large games; nothing new is seen in those.
const LIMITS: Limits<'static> =
    Limits { instances: 50_000, terms: 100_000, steps: 5_000_000, stop: &|| false };

impl Target for RuleFile {
    fn name(&self) -> &'static str {
        "rule_file"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        let seeds: [&[u8]; 4] = [
            include_bytes!("../../../../examples/gdl/tictactoe.kif"),
            include_bytes!("../../../../examples/gdl/nim.kif"),
            include_bytes!("../../../../examples/gdl/hex-3x3.kif"),
            include_bytes!("../../../../examples/gdl/chase-limit.kif"),
        ];
        seeds.map(<[u8]>::to_vec).to_vec()
    }

    fn run(&self, input: &[u8]) -> String {
        let compiled = match Compiled::new(input, LIMITS) {
            Ok(compiled) => Arc::new(compiled),
            Err(error) => {
                let text = String::from_utf8_lossy(input);
                return error.render("file.kif", &text);
            }
        };
        let ends = Ends::prove(&compiled, LIMITS);
        let class = Returns { infinite: Outcome(0) };
        match compiled.words() {
            // Of a game that is proved to end, the reason is an answer.
            4 if ends.is_some() => {
                let why = ends.map_or(String::new(), |ends| ends.why().to_owned());
                compare(RuleGame::<4, _>::new(compiled, class), input) + &why
            }
            4 => compare(RuleGame::<4, _>::new(compiled, class), input),
            _ => "a large game".to_owned(),
        }
    }
}

fn compare<const N: usize>(
    game: Result<RuleGame<N, Returns>, foregone_gdl::Error>,
    input: &[u8],
) -> String {
    let game = match game {
        Ok(game) => game,
        Err(error) => return error.to_string(),
    };
    let mut plain = Interpreter::read(input).expect("the checker reads what the solver opens");
    let mut position = game.start();
    assert_eq!(game.write_position(&position), plain.start());
    for _ in 0..10 {
        let text = game.write_position(&position);
        let judged = plain.judge(&text).expect("the checker judges what the solver plays");
        if let Some(finding) = game.finding() {
            return finding.message.clone();
        }
        assert_eq!(game.outcome(&position).is_some(), judged.terminal, "{text}");
        if judged.terminal {
            break;
        }
        let chooser = usize::from(judged.legal[1].len() > 1);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        assert_eq!(moves.len(), judged.legal[chooser].len(), "{text}");
        let mut joint = vec![judged.legal[0][0].clone(), judged.legal[1][0].clone()];
        joint[chooser] = game.write_move(&position, moves[0]);
        game.play(&mut position, moves[0]);
        let next = plain.next(&text, &joint).expect("the checker plays what the solver plays");
        assert_eq!(game.write_position(&position), next);
    }
    "a game".to_owned()
}
