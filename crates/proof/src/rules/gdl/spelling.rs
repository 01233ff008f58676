//! The spelling of a game of a rule file: `gdl:`, the path, and options.

/// The parts of a spelling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Spelling<'t> {
    pub path: &'t str,
    /// What play without an end is worth.
    pub infinite: Option<&'t str>,
    /// The role that is Max.
    pub role: Option<&'t str>,
}

impl<'t> Spelling<'t> {
    /// The parts; nothing if it is no spelling of such a game. The path ends where only options follow: `,infinite=…` before
    /// `,role=…`.
    pub(super) fn of(game: &'t str) -> Option<Spelling<'t>> {
        let (rest, role) = option(game.strip_prefix("gdl:")?, ",role=");
        let (path, infinite) = option(rest, ",infinite=");
        Some(Spelling { path, infinite, role })
    }
}

/// Takes an option off the end, if it is the last one.
fn option<'t>(text: &'t str, name: &str) -> (&'t str, Option<&'t str>) {
    let cut = text.rfind(',').filter(|&comma| text[comma..].starts_with(name));
    match cut {
        Some(comma) => (&text[..comma], Some(&text[comma + name.len()..])),
        None => (text, None),
    }
}

/// The path in the spelling of a game of a rule file.
pub(crate) fn file_of(game: &str) -> Option<&str> {
    Spelling::of(game).map(|spelling| spelling.path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_stand_behind_the_path() {
        let parts = |text| {
            let spelling = Spelling::of(text).expect("a rule file");
            (spelling.path, spelling.infinite, spelling.role)
        };
        assert_eq!(parts("gdl:a.kif"), ("a.kif", None, None));
        assert_eq!(parts("gdl:a,b.kif,infinite=50"), ("a,b.kif", Some("50"), None));
        assert_eq!(parts("gdl:a,infinite=draw,role=x"), ("a", Some("draw"), Some("x")));
        assert_eq!(parts("gdl:a,role=x,infinite=draw"), ("a,role=x", Some("draw"), None));
        assert_eq!(Spelling::of("graph:a.json"), None);
    }
}
