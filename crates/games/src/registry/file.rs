//! The files that spellings name: `graph:FILE`, and `gdl:FILE` with options behind the path.

/// The options that may stand behind the path of a rule file, in the order of the canonical spelling.
pub(super) const RULE_FILE_OPTIONS: [&str; 2] = ["infinite", "role"];

/// The file that a spelling names. Paths may have commas; what stands behind the path is recognised by the names of options.
///
/// ```
/// use foregone_games::registry::GameFile;
///
/// let file = GameFile::of("gdl:a,b.kif,infinite=draw").expect("a file");
/// assert_eq!((file.game, file.path, file.options), ("gdl", "a,b.kif", ",infinite=draw"));
/// assert_eq!(file.spelling("1"), "gdl:1,infinite=draw");
/// assert_eq!(GameFile::of("graph:a.json").map(|file| file.path), Some("a.json"));
/// assert!(GameFile::of("connect4:7x6").is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameFile<'t> {
    /// The name of the game: `graph` or `gdl`.
    pub game: &'static str,
    /// Where the file is.
    pub path: &'t str,
    /// What follows the path, from its comma on.
    pub options: &'t str,
}

impl<'t> GameFile<'t> {
    /// The file that this spelling names, if it names one.
    pub fn of(spelling: &'t str) -> Option<GameFile<'t>> {
        let (name, rest) = spelling.trim().split_once(':')?;
        match name {
            "graph" => Some(GameFile { game: "graph", path: rest, options: "" }),
            "gdl" => {
                let (path, options) = rest.split_at(end_of_path(rest));
                Some(GameFile { game: "gdl", path, options })
            }
            _ => None,
        }
    }

    /// The same game, read from another path.
    pub fn spelling(&self, path: &str) -> String {
        format!("{}:{path}{}", self.game, self.options)
    }

    /// What kind of file it is, for people: `graph file`, `rule file`.
    pub fn kind(&self) -> &'static str {
        match self.game {
            "graph" => "graph file",
            _ => "rule file",
        }
    }
}

/// Where the options behind a path begin.
fn end_of_path(text: &str) -> usize {
    let mut end = text.len();
    while let Some(comma) = text[..end].rfind(',') {
        let is_option = |name: &&str| {
            text[comma + 1..end]
                .trim_start()
                .strip_prefix(*name)
                .is_some_and(|rest| rest.starts_with('='))
        };
        if !RULE_FILE_OPTIONS.iter().any(is_option) {
            break;
        }
        end = comma;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_found_behind_any_path() {
        let cut = |text| {
            let file = GameFile::of(text).expect("a file");
            (file.path, file.options)
        };
        assert_eq!(cut("gdl:a.kif"), ("a.kif", ""));
        assert_eq!(cut("gdl:"), ("", ""));
        assert_eq!(cut("gdl:role=x.kif,role=x"), ("role=x.kif", ",role=x"));
        assert_eq!(cut("gdl:a.kif,role=x,infinite=50"), ("a.kif", ",role=x,infinite=50"));
        assert_eq!(cut("gdl:a,b=c,roles=d"), ("a,b=c,roles=d", ""));
        assert_eq!(cut("graph:a,role=x"), ("a,role=x", ""));
    }
}
