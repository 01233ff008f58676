//! Games that are read from rule files: `gdl:FILE`.

use std::sync::Arc;

use foregone_gdl::{Compiled, Ends, Limits, Returns, RuleGame};

use super::file::{GameFile, RULE_FILE_OPTIONS};
use super::spec::{Spec, SpecError};
use super::{GameInfo, ReadFile, Visitor, info_of};

/// What stands behind the path in a spelling.
#[derive(Default)]
struct Options<'t> {
    infinite: Option<&'t str>,
    role: Option<&'t str>,
}

impl<'t> Options<'t> {
    fn read(file: &GameFile<'t>) -> Result<Options<'t>, SpecError> {
        let mut options = Options::default();
        for piece in file.options.split(',').skip(1) {
            let (name, value) = piece.trim_start().split_once('=').unwrap_or((piece, ""));
            let slot = match name {
                "infinite" => &mut options.infinite,
                _ => &mut options.role,
            };
            if slot.replace(value.trim()).is_some() {
                return Err(SpecError(format!("gdl is given the option {name} twice")));
            }
        }
        Ok(options)
    }

    /// The options as the canonical spelling has them.
    fn spelling(&self) -> String {
        let values = [self.infinite, self.role];
        let given = RULE_FILE_OPTIONS.iter().zip(values);
        given.filter_map(|(name, value)| Some(format!(",{name}={}", value?))).collect()
    }
}

/// Opens a rule file. If nothing shows that play ends, the spelling must say what play without an end is worth, or the game is one
/// whose value is not decided.
pub(super) fn open_gdl<V: Visitor>(
    spec: &Spec<'_>,
    file: &GameFile<'_>,
    read_file: ReadFile<'_>,
    visitor: V,
) -> Result<V::Output, SpecError> {
    let path = file.path;
    if path.is_empty() {
        return Err(spec.error("needs a file, for example gdl:examples/gdl/tictactoe.kif"));
    }
    let mut options = Options::read(file)?;
    let bytes = read_file(path).map_err(|error| SpecError(format!("rule file {path}: {error}")))?;
    // Limits in steps: whether a file can be opened must not depend on the speed of the machine.
    let limits = Limits::default();
    let wrong = |error: foregone_gdl::Error| SpecError(error.sentence(path, &bytes));
    let compiled = Arc::new(Compiled::for_role(&bytes, options.role, limits).map_err(wrong)?);
    let infinite = options.infinite.map(|name| compiled.scale().read(name).map_err(SpecError));
    let infinite = infinite.transpose()?;
    let ends = Ends::prove(&compiled, limits);
    if ends.is_some() {
        // What never happens needs no value.
        options.infinite = None;
    }
    let mut info = info_of("gdl", format!("gdl:{path}{}", options.spelling()));
    let why_cyclic = (ends.is_none()).then(|| why_cyclic(&info.spec, infinite.is_some()));
    info.why_cyclic = why_cyclic;
    let returns = Returns { infinite: infinite.unwrap_or(compiled.scale().worst()) };
    info.file = Some(bytes.clone());
    info.players = Some(compiled.roles.clone());
    let game = (compiled, info);
    match (ends, infinite.is_some(), game.0.words()) {
        (Some(ends), _, 4) => ending::<4, V>(game, ends, visitor),
        (Some(ends), ..) => ending::<16, V>(game, ends, visitor),
        (None, true, 4) => returning::<4, V>(game, returns, visitor),
        (None, true, _) => returning::<16, V>(game, returns, visitor),
        (None, false, 4) => undecided::<4, V>(game, returns, visitor),
        (None, false, _) => undecided::<16, V>(game, returns, visitor),
    }
    .map_err(wrong)
}

type Found = (Arc<Compiled>, GameInfo);

fn ending<const N: usize, V: Visitor>(
    (compiled, info): Found,
    ends: Ends,
    visitor: V,
) -> Result<V::Output, foregone_gdl::Error> {
    RuleGame::<N, _>::new(compiled, ends).map(|game| visitor.never_returns(game, info))
}

fn returning<const N: usize, V: Visitor>(
    (compiled, info): Found,
    returns: Returns,
    visitor: V,
) -> Result<V::Output, foregone_gdl::Error> {
    RuleGame::<N, _>::new(compiled, returns).map(|game| visitor.can_return(game, info))
}

fn undecided<const N: usize, V: Visitor>(
    (compiled, info): Found,
    returns: Returns,
    visitor: V,
) -> Result<V::Output, foregone_gdl::Error> {
    RuleGame::<N, _>::new(compiled, returns).map(|game| visitor.any(game, info))
}

/// Why play can return, as half a sentence.
fn why_cyclic(spelling: &str, is_decided: bool) -> String {
    let why = "nothing in its rules shows that play ends";
    match is_decided {
        true => why.to_owned(),
        false => format!(
            "{why}, and GDL does not say what play without an end is worth; say it in the spelling, for example \
             {spelling},infinite=draw"
        ),
    }
}
