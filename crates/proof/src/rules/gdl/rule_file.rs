//! `gdl:FILE`: the rules of a file, as the checker asks for them.

use std::sync::{Arc, Mutex, PoisonError};

use super::interpreter::Interpreter;
use super::positions::{Position, Sentences};
use super::spelling::Spelling;
use super::workspace::{Verdict, Workspace, goal_value};
use crate::failure::{Failure, Location, quote};
use crate::limits::Meter;
use crate::rules::{Rules, names};

/// `gdl:FILE`, perhaps with `,infinite=OUTCOME` and `,role=NAME`: two roles of which one at a time has a choice. Nothing is known
/// about the game but the rules: at each position of a proof it is found out who chooses, and whether the rules are those of
/// such a game there.
#[derive(Debug)]
pub struct RuleFile {
    /// What all workspaces begin with.
    interpreter: Interpreter,
    max: usize,
    sentences: Sentences,
    workspaces: Mutex<Vec<Workspace>>,
    start: String,
    outcomes: Vec<String>,
    /// The goal of each outcome. Nothing for what lies between two goals, or below or above all of them, where it is not known
    /// which goals there are.
    values: Vec<Option<i64>>,
    infinite: Option<usize>,
}

/// The memory of what is kept besides the terms of the file.
const RESERVED: u64 = 32 << 20;

impl RuleFile {
    /// Reads a rule file. The spelling says what play without an end is worth, and who is Max; `named` are the outcomes that a
    /// certificate names. The error is a sentence.
    ///
    /// ```
    /// use foregone_proof::rules::{RuleFile, Rules};
    ///
    /// // Max chooses between the two ends of the game.
    /// let file = b"(role x) (role o) (init start) (legal o wait)
    ///     (<= (legal x (take ?g)) (goals ?g)) (goals 0) (goals 100) (legal o wait)
    ///     (<= (next (taken ?g)) (does x (take ?g)))
    ///     (<= terminal (true (taken ?g)))
    ///     (<= (goal x ?g) (true (taken ?g)) (goals ?g))
    ///     (<= (goal o 0) (true (taken 100))) (<= (goal o 100) (true (taken 0)))";
    /// let rules = RuleFile::open(file, "gdl:choice.kif", &["win"])?;
    /// assert_eq!(rules.outcomes(), ["loss", "win"]);
    /// let start = rules.read("start")?;
    /// assert_eq!(rules.write(&rules.successor(&start, 1).unwrap()), "(taken 100)");
    /// # Ok::<(), String>(())
    /// ```
    pub fn open(bytes: &[u8], spelling: &str, named: &[&str]) -> Result<RuleFile, String> {
        RuleFile::open_until(bytes, spelling, named, &|| false)
    }

    fn open_until(
        bytes: &[u8],
        spelling: &str,
        named: &[&str],
        stop: &dyn Fn() -> bool,
    ) -> Result<RuleFile, String> {
        let spelling = Spelling::of(spelling)
            .ok_or_else(|| format!("{} is no game of a rule file", quote(spelling)))?;
        let interpreter = Interpreter::read_until(bytes, stop)?;
        let roles = interpreter.roles();
        if roles.len() != 2 {
            return Err(format!("the file has {} roles; a game has two", roles.len()));
        }
        let max = match spelling.role {
            None => 0,
            Some(name) => {
                roles.iter().position(|role| role.eq_ignore_ascii_case(name)).ok_or_else(|| {
                    let [one, other] = [&roles[0], &roles[1]];
                    format!("{} is no role; the roles are {one} and {other}", quote(name))
                })?
            }
        };
        let named: Vec<&str> = named.iter().copied().chain(spelling.infinite).collect();
        let scale = Scale::new(interpreter.goals_of(max), &named);
        let infinite = spelling.infinite.map(|name| scale.rank_of_name(name)).transpose()?;
        Ok(RuleFile {
            start: interpreter.start().to_owned(),
            interpreter,
            max,
            sentences: Sentences::default(),
            workspaces: Mutex::default(),
            outcomes: scale.names,
            values: scale.values,
            infinite,
        })
    }

    /// Reads a rule file within the limits.
    pub(crate) fn read_within(
        bytes: &[u8],
        spelling: &str,
        named: &[&str],
        meter: &Meter<'_>,
    ) -> Result<RuleFile, Failure> {
        meter.reserve(RESERVED)?;
        let file = RuleFile::open_until(bytes, spelling, named, &|| meter.poll().is_err())
            .map_err(|reason| meter.reached().unwrap_or(Failure::at(Location::RuleFile, reason)))?;
        meter.reserve(2 * file.interpreter.bytes())?;
        meter.poll()?;
        Ok(file)
    }

    /// The position where the game begins.
    pub fn start(&self) -> Position {
        self.read(&self.start).unwrap_or_else(|_| Position(Arc::new([])))
    }

    fn with<T>(&self, work: impl FnOnce(&mut Workspace) -> T) -> T {
        let pop = || self.workspaces.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let new = || Workspace::new(self.interpreter.clone(), self.max);
        let mut workspace = pop().unwrap_or_else(new);
        let result = work(&mut workspace);
        if !workspace.is_full() {
            self.workspaces.lock().unwrap_or_else(PoisonError::into_inner).push(workspace);
        }
        result
    }

    fn verdict(&self, position: &Position) -> Arc<Verdict> {
        self.with(|workspace| workspace.judge(position, &self.sentences))
    }

    /// The rank of a goal: the one of its own, or the one of what lies between two.
    fn rank(&self, goal: i64) -> Option<usize> {
        let exact = self.values.iter().position(|value| *value == Some(goal));
        exact.or_else(|| {
            let below = self.values.iter().rposition(|value| value.is_some_and(|it| it < goal));
            let between = below.map_or(0, |below| below + 1);
            self.values.get(between).is_some_and(Option::is_none).then_some(between)
        })
    }
}

impl Rules for RuleFile {
    type Position = Position;

    fn outcomes(&self) -> Vec<&str> {
        names(&self.outcomes)
    }

    fn infinite(&self, _: &Position) -> Option<usize> {
        self.infinite
    }

    fn must_end(&self) -> bool {
        self.infinite.is_none()
    }

    fn defect(&self, position: &Position) -> Option<String> {
        match &*self.verdict(position) {
            Verdict::Wrong(reason) => Some(reason.clone()),
            Verdict::Over(goal) if self.rank(*goal).is_none() => {
                let text = quote(&self.write(position));
                Some(format!("the goal {goal} at {text} is none that the rules seem to give"))
            }
            _ => None,
        }
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        self.with(|workspace| workspace.read(text, &self.sentences))
    }

    fn write(&self, position: &Position) -> String {
        self.sentences.write(position)
    }

    fn outcome(&self, position: &Position) -> Option<usize> {
        match &*self.verdict(position) {
            Verdict::Over(goal) => self.rank(*goal),
            _ => None,
        }
    }

    fn max_to_move(&self, position: &Position) -> bool {
        match &*self.verdict(position) {
            Verdict::Turn { chooser, .. } => *chooser == self.max,
            _ => true,
        }
    }

    fn successor(&self, position: &Position, index: usize) -> Option<Position> {
        self.with(|workspace| workspace.after(position, index, &self.sentences))
    }

    fn heap_bytes(&self, position: &Position) -> usize {
        2 * size_of::<usize>() + size_of_val(&*position.0)
    }
}

/// The outcomes: the goals, lowest first.
struct Scale {
    names: Vec<String>,
    values: Vec<Option<i64>>,
}

/// The names of three goals, in games that have no others.
const WORDS: [(&str, i64); 3] = [("loss", 0), ("draw", 50), ("win", 100)];

impl Scale {
    /// The outcomes of a game with these goals, if they are known, and with those that are named.
    fn new(goals: Option<Vec<String>>, named: &[&str]) -> Scale {
        let all_known = goals.is_some();
        let word = |name: &str| WORDS.iter().find(|(word, _)| *word == name).map(|(_, goal)| *goal);
        let goals = goals.iter().flatten().filter_map(|goal| goal_value(goal).ok());
        let own = named.iter().filter_map(|name| word(name).or_else(|| goal_value(name).ok()));
        let mut values: Vec<i64> = goals.chain(own).collect();
        values.sort_unstable();
        values.dedup();
        // A scale has two outcomes at least.
        match values[..] {
            [] => values = vec![0, 100],
            [0] => values.push(100),
            [one] => values.insert(if one > 0 { 0 } else { 1 }, 0),
            _ => {}
        }
        let are_words = |value: &i64| WORDS.iter().any(|(_, goal)| goal == value);
        let in_words = match named.iter().find(|name| !name.is_empty()) {
            Some(name) => word(name).is_some(),
            None => {
                values.iter().all(are_words)
                    && values.len() > 1
                    && values[0] == 0
                    && values.contains(&100)
            }
        };
        let name = |value: i64| match WORDS.iter().find(|(_, goal)| in_words && *goal == value) {
            Some((word, _)) => (*word).to_owned(),
            None => value.to_string(),
        };
        let mut scale = Scale { names: Vec::new(), values: Vec::new() };
        for (number, &value) in values.iter().enumerate() {
            if !all_known {
                let gap = match number {
                    0 => format!("below {}", name(value)),
                    _ => format!("between {} and {}", name(values[number - 1]), name(value)),
                };
                scale.push(gap, None);
            }
            scale.push(name(value), Some(value));
        }
        if let (false, Some(&last)) = (all_known, values.last()) {
            scale.push(format!("above {}", name(last)), None);
        }
        scale
    }

    fn push(&mut self, name: String, value: Option<i64>) {
        self.names.push(name);
        self.values.push(value);
    }

    fn rank_of_name(&self, name: &str) -> Result<usize, String> {
        self.names.iter().position(|known| known == name).ok_or_else(|| {
            format!("infinite={} is no outcome; they are {}", quote(name), self.names.join(", "))
        })
    }
}
