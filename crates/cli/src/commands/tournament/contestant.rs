//! A player of a tournament, as written on the command line.

use foregone_solve::play::Style;

use crate::arguments::limits::{count, time};
use crate::arguments::playing::count_or_none;

/// The settings, and how they are spelled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Contestant {
    pub(crate) name: String,
    pub(crate) style: Style,
    /// Nodes per reply of the opponent, after an own move; 0 is not to look.
    pub(crate) ponder: u64,
}

impl Contestant {
    /// Reads `KEY=VALUE,…`.
    pub(crate) fn parse(text: &str) -> Result<Contestant, String> {
        let (mut style, mut prove, mut ponder) = (Style::default(), None, 0);
        for setting in text.split(',').map(str::trim).filter(|setting| !setting.is_empty()) {
            let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
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
                        "\"{key}\" is not a setting of a player; there are veto, nodes, prove, ponder, time, seed"
                    ));
                }
            }
        }
        style.prove = prove.unwrap_or(style.veto);
        Ok(Contestant { name: name(&style, ponder), style, ponder })
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
    }
}
