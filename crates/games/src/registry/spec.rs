//! A game as it is written on the command line and in certificates: `NAME[:PARAMETERS]`.

use foregone_game::InvalidGame;

/// Why a text names no game: one sentence that says what is wrong and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SpecError(pub String);

impl From<InvalidGame> for SpecError {
    fn from(error: InvalidGame) -> SpecError {
        SpecError(error.0)
    }
}

/// A game's name and its parameters, not yet understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec<'t> {
    /// Before the colon.
    pub name: &'t str,
    /// After the colon; nothing if there is no colon.
    pub parameters: Option<&'t str>,
}

impl<'t> Spec<'t> {
    /// Cuts a text at its first colon.
    pub fn parse(text: &'t str) -> Spec<'t> {
        match text.trim().split_once(':') {
            Some((name, parameters)) => Spec { name, parameters: Some(parameters) },
            None => Spec { name: text.trim(), parameters: None },
        }
    }

    /// The parameters cut at commas: plain ones in order, and options `key=value`, of which only `known` ones with
    /// their `known` values are allowed (an empty list of values: any).
    pub(super) fn arguments(
        &self,
        known: &[(&'static str, &[&str])],
    ) -> Result<Arguments<'t>, SpecError> {
        let mut arguments = Arguments { plain: Vec::new(), options: Vec::new() };
        let Some(parameters) = self.parameters else {
            return Ok(arguments);
        };
        for piece in parameters.split(',').map(str::trim) {
            if piece.is_empty() {
                return Err(self.error("has an empty parameter"));
            }
            let Some((key, value)) = piece.split_once('=') else {
                arguments.plain.push(piece);
                continue;
            };
            let Some((key, values)) = known.iter().find(|(name, _)| *name == key) else {
                let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
                let hint = match names.as_slice() {
                    [] => "it has none".to_owned(),
                    names => format!("it knows {}", names.join(", ")),
                };
                return Err(self.error(&format!("has no option \"{key}\"; {hint}")));
            };
            if !values.is_empty() && !values.contains(&value) {
                let values = values.join(" or ");
                return Err(self.error(&format!("has no {key}=\"{value}\"; it may be {values}")));
            }
            if arguments.option(key).is_some() {
                return Err(self.error(&format!("is given the option {key} twice")));
            }
            arguments.options.push((key, value));
        }
        Ok(arguments)
    }

    /// A sentence about this game.
    pub(super) fn error(&self, predicate: &str) -> SpecError {
        SpecError(format!("{} {predicate}", self.name))
    }

    /// A number among the parameters.
    pub(super) fn number(&self, text: &str, what: &str) -> Result<u32, SpecError> {
        text.parse().map_err(|_| {
            self.error(&format!("needs a whole number for the {what}, not \"{text}\""))
        })
    }

    /// The size of a board, of which there is at most one among these parameters. `sides` are what the two numbers count, and
    /// `example` is a spelling with a size.
    pub(super) fn size(
        &self,
        given: &[&str],
        default: (u32, u32),
        sides: [&str; 2],
        example: &str,
    ) -> Result<(u32, u32), SpecError> {
        let form = sides.map(str::to_uppercase).join("x");
        match given {
            [] => Ok(default),
            [size] => {
                let (first, second) = size.split_once(['x', 'X']).ok_or_else(|| {
                    self.error(&format!(
                        "needs a size of the form {form}, for example {example}, not \"{size}\""
                    ))
                })?;
                Ok((self.number(first, sides[0])?, self.number(second, sides[1])?))
            }
            [_, more @ ..] => {
                Err(self
                    .error(&format!("takes one size, {form}; \"{}\" is too much", more.join(","))))
            }
        }
    }
}

/// Parameters, cut and sorted.
pub(super) struct Arguments<'t> {
    /// Those without a key, in order.
    pub plain: Vec<&'t str>,
    options: Vec<(&'static str, &'t str)>,
}

impl<'t> Arguments<'t> {
    /// The value of an option, if it is given.
    pub fn option(&self, key: &str) -> Option<&'t str> {
        self.options.iter().find(|(name, _)| *name == key).map(|&(_, value)| value)
    }
}
