//! A player of a tournament, as written on the command line.

use foregone::models::Ties;
use foregone_solve::play::Style;

use crate::arguments::limits::{count, number, time};
use crate::arguments::playing::count_or_none;

/// The settings, and how they are spelled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Contestant {
    pub(crate) name: String,
    pub(crate) style: Style,
    /// Nodes per reply of the opponent, after an own move; 0 is not to look.
    pub(crate) ponder: u64,
    /// For a player by an evaluation, its settings; then those above are of no use.
    pub(crate) by_evaluation: Option<ByEvaluation>,
}

/// The settings of a player by an evaluation. The game decides which names there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ByEvaluation {
    pub(crate) evaluation: String,
    pub(crate) depth: u32,
    pub(crate) opponent: Option<String>,
    pub(crate) ties: Ties,
}

/// The settings of a player by an evaluation.
const EVALUATION_SETTINGS: [&str; 4] = ["evaluation", "depth", "opponent", "ties"];

/// The settings in a text, as pairs of a key and a value.
fn settings(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let settings = text.split(',').map(str::trim).filter(|setting| !setting.is_empty());
    settings.map(|setting| setting.split_once('=').unwrap_or((setting, "")))
}

impl ByEvaluation {
    fn parse(text: &str) -> Result<ByEvaluation, String> {
        let (mut evaluation, mut depth, mut opponent) = (None, None, None);
        let mut ties = None;
        for (key, value) in settings(text) {
            match key {
                "evaluation" => evaluation = Some(value.to_owned()),
                "depth" => depth = Some(number(value).map_err(|error| format!("{key}: {error}"))?),
                "opponent" => opponent = Some(value.to_owned()),
                "ties" => {
                    let rule = Ties::named(value);
                    ties = Some(rule.ok_or_else(|| format!("{key}: it is worst or first"))?);
                }
                _ => {
                    return Err(format!(
                        "\"{key}\" is not a setting of a player by an evaluation; there are {}",
                        EVALUATION_SETTINGS.join(", ")
                    ));
                }
            }
        }
        if ties.is_some() && opponent.is_none() {
            return Err("ties: it goes with opponent=MODEL".to_owned());
        }
        let missing =
            || "a player by an evaluation needs both evaluation=NAME and depth=N".to_owned();
        let (evaluation, depth) = evaluation.zip(depth).ok_or_else(missing)?;
        Ok(ByEvaluation { evaluation, depth, opponent, ties: ties.unwrap_or_default() })
    }

    /// The settings, spelled alike whoever wrote them.
    fn name(&self) -> String {
        let mut text = format!("evaluation={},depth={}", self.evaluation, self.depth);
        if let Some(opponent) = &self.opponent {
            text.push_str(&format!(",opponent={opponent}"));
            if self.ties == Ties::First {
                text.push_str(",ties=first");
            }
        }
        text
    }
}

impl Contestant {
    /// Reads `KEY=VALUE,…`.
    pub(crate) fn parse(text: &str) -> Result<Contestant, String> {
        if settings(text).any(|(key, _)| EVALUATION_SETTINGS.contains(&key)) {
            let by = ByEvaluation::parse(text)?;
            let (name, style) = (by.name(), Style::default());
            return Ok(Contestant { name, style, ponder: 0, by_evaluation: Some(by) });
        }
        let (mut style, mut prove, mut ponder) = (Style::default(), None, 0);
        for (key, value) in settings(text) {
            let wrong = |error: String| format!("{key}: {error}");
            match key {
                "veto" => style.veto = count_or_none(value).map_err(wrong)?,
                "nodes" => style.nodes = Some(count(value).map_err(wrong)?),
                "prove" => prove = Some(count_or_none(value).map_err(wrong)?),
                "ponder" => ponder = count_or_none(value).map_err(wrong)?,
                "time" => style.time = Some(time(value).map_err(wrong)?),
                "seed" => {
                    style.seed = value.parse().map_err(|_| wrong("it is a number".to_owned()))?;
                }
                _ => {
                    return Err(format!(
                        "\"{key}\" is not a setting of a player; there are veto, nodes, prove, ponder, time, seed, or evaluation, depth, \
                         opponent, ties"
                    ));
                }
            }
        }
        style.prove = prove.unwrap_or(style.veto);
        Ok(Contestant { name: name(&style, ponder), style, ponder, by_evaluation: None })
    }
}

/// All settings that matter, spelled alike whoever wrote them.
fn name(style: &Style, ponder: u64) -> String {
    let mut parts = Vec::new();
    match (style.nodes, style.time) {
        (Some(nodes), _) => parts.push(format!("nodes={nodes}")),
        (None, None) => parts.push(format!("nodes={}", Style::NODES)),
        (None, Some(_)) => {}
    }
    parts.push(format!("veto={}", style.veto));
    if style.prove != style.veto {
        parts.push(format!("prove={}", style.prove));
    }
    if ponder > 0 {
        parts.push(format!("ponder={ponder}"));
    }
    if let Some(time) = style.time {
        parts.push(format!("time={}", humantime::format_duration(time)));
    }
    if style.seed != 0 {
        parts.push(format!("seed={}", style.seed));
    }
    parts.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_spelled_out() {
        let name = |text: &str| Contestant::parse(text).expect(text).name;
        assert_eq!(name(""), "nodes=200000,veto=150000");
        assert_eq!(name("veto=0, nodes=1k"), "nodes=1000,veto=0");
        assert_eq!(
            name("time=2s,prove=0,ponder=5k,seed=3"),
            "veto=150000,prove=0,ponder=5000,time=2s,seed=3"
        );
        assert_eq!(name("depth=3,evaluation=lines"), "evaluation=lines,depth=3");
        assert_eq!(
            name("evaluation=lines,depth=3,ties=first,opponent=centre@2:1/2+greedy:1/2"),
            "evaluation=lines,depth=3,opponent=centre@2:1/2+greedy:1/2,ties=first"
        );
        let player = Contestant::parse("veto=7").expect("a player");
        assert_eq!((player.style.veto, player.style.prove), (7, 7));
    }

    #[test]
    fn nonsense_is_refused_with_the_choices() {
        let error = |text: &str| Contestant::parse(text).expect_err(text);
        assert!(error("speed=3").contains("there are veto, nodes, prove, ponder, time, seed"));
        assert!(error("nodes=0").starts_with("nodes: it must be at least 1"));
        assert!(error("time=3").starts_with("time: write it like 90s"));
        assert!(error("veto").starts_with("veto: "));
        assert!(error("evaluation=lines").contains("needs both evaluation=NAME and depth=N"));
        assert!(error("evaluation=lines,depth=3,veto=1").contains("there are evaluation, depth"));
        assert!(error("evaluation=lines,depth=3,ties=worst").contains("goes with opponent=MODEL"));
        assert!(
            error("evaluation=lines,depth=3,opponent=lines,ties=best").contains("worst or first")
        );
    }
}
