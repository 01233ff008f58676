//! Matrix games in fractions: both players choose at the same time, and a table says what each pair of choices is worth. Solved by
//! the simplex method with the rule of Bland 1977, so that it ends; the answer is verified afterwards.

use foregone_chance::Fraction;
use foregone_chance::fraction::ratio;

/// The value of a matrix game, with what makes it certain: how often each choice is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mixed {
    pub(super) value: Fraction,
    /// Max's probabilities for the rows: the expectation is at least the value, whatever column Min takes.
    pub(super) rows: Vec<Fraction>,
    /// Min's probabilities for the columns: the expectation is at most the value, whatever row Max takes.
    pub(super) columns: Vec<Fraction>,
}

/// Solves a matrix with at least one row and one column. Nothing if the result could not be verified, which would be a
/// mistake of this file.
pub(super) fn solve(matrix: &[Vec<Fraction>]) -> Option<Mixed> {
    let (zero, one) = (ratio(0, 1), ratio(1, 1));
    // With positive entries the value is positive, and the linear program below has a solution.
    let shift = one.clone() - matrix.iter().flatten().min()?;
    let mut tableau = Tableau::new(matrix, &shift);
    while tableau.step()? {}
    let total = tableau.columns().iter().fold(zero, |sum, part| sum + part);
    let scaled = |parts: Vec<Fraction>| parts.into_iter().map(|part| part / &total).collect();
    let mixed = Mixed {
        value: one / &total - shift,
        rows: scaled(tableau.rows()),
        columns: scaled(tableau.columns()),
    };
    mixed.is_right(matrix).then_some(mixed)
}

impl Mixed {
    /// Whether the probabilities are some, and neither player can do better than the value against them.
    fn is_right(&self, matrix: &[Vec<Fraction>]) -> bool {
        let (zero, one) = (ratio(0, 1), ratio(1, 1));
        let is_mixed = |parts: &[Fraction]| {
            parts.iter().all(|part| *part >= zero)
                && parts.iter().fold(zero.clone(), |sum, part| sum + part) == one
        };
        let row = |row: &Vec<Fraction>| {
            let parts = row.iter().zip(&self.columns);
            parts.fold(zero.clone(), |sum, (entry, share)| sum + entry * share)
        };
        let column = |place: usize| {
            let parts = matrix.iter().zip(&self.rows);
            parts.fold(zero.clone(), |sum, (row, share)| sum + &row[place] * share)
        };
        is_mixed(&self.rows)
            && is_mixed(&self.columns)
            && matrix.iter().all(|it| row(it) <= self.value)
            && (0..matrix[0].len()).all(|place| column(place) >= self.value)
    }
}

/// The linear program of Min: the largest sum of numbers y >= 0, one for each column, such that no row of the matrix
/// times y is more than 1. Its optimum is 1 divided by the value.
struct Tableau {
    /// How many variables are columns; the others are slacks, one for each row.
    width: usize,
    /// A line for each row, and the line of the sum at the end; the last entry of a line is its right side.
    lines: Vec<Vec<Fraction>>,
    /// Which variable each line gives.
    basis: Vec<usize>,
}

impl Tableau {
    fn new(matrix: &[Vec<Fraction>], shift: &Fraction) -> Tableau {
        let (height, width) = (matrix.len(), matrix[0].len());
        let (zero, one) = (ratio(0, 1), ratio(1, 1));
        let line = |(place, row): (usize, &Vec<Fraction>)| {
            let slacks = (0..height).map(|slack| if slack == place { &one } else { &zero }.clone());
            row.iter().map(|entry| entry + shift).chain(slacks).chain([one.clone()]).collect()
        };
        let mut lines: Vec<Vec<Fraction>> = matrix.iter().enumerate().map(line).collect();
        let sum =
            (0..=width + height).map(|place| if place < width { -&one } else { zero.clone() });
        lines.push(sum.collect());
        Tableau { width, lines, basis: (width..width + height).collect() }
    }

    /// Exchanges a variable; whether there was one to exchange. Nothing if the sum had no bound.
    fn step(&mut self) -> Option<bool> {
        let zero = ratio(0, 1);
        let sum = self.lines.last()?;
        let Some(enters) = sum[..sum.len() - 1].iter().position(|entry| *entry < zero) else {
            return Some(false);
        };
        let ratios = self.lines[..self.basis.len()].iter().enumerate();
        let ratios = ratios.filter(|(_, line)| line[enters] > zero).map(|(place, line)| {
            (line[line.len() - 1].clone() / &line[enters], self.basis[place], place)
        });
        let (_, _, leaves) = ratios.min()?;
        let pivot = self.lines[leaves][enters].clone();
        self.lines[leaves].iter_mut().for_each(|entry| *entry /= &pivot);
        let source = self.lines[leaves].clone();
        for (place, line) in self.lines.iter_mut().enumerate() {
            if place != leaves && line[enters] != zero {
                let factor = line[enters].clone();
                line.iter_mut().zip(&source).for_each(|(entry, from)| *entry -= &factor * from);
            }
        }
        self.basis[leaves] = enters;
        Some(true)
    }

    /// The numbers of the columns.
    fn columns(&self) -> Vec<Fraction> {
        let mut parts = vec![ratio(0, 1); self.width];
        for (line, &variable) in self.lines.iter().zip(&self.basis) {
            if variable < self.width {
                parts[variable] = line[line.len() - 1].clone();
            }
        }
        parts
    }

    /// The numbers of the rows: those of the dual program, which stand below the slacks.
    fn rows(&self) -> Vec<Fraction> {
        let sum = &self.lines[self.lines.len() - 1];
        sum[self.width..sum.len() - 1].to_vec()
    }
}

#[cfg(test)]
mod tests {
    use foregone_game::random::Random;

    use super::*;

    fn matrix(rows: &[&[i64]]) -> Vec<Vec<Fraction>> {
        rows.iter().map(|row| row.iter().map(|&entry| ratio(entry, 1)).collect()).collect()
    }

    fn value(rows: &[&[i64]]) -> Fraction {
        solve(&matrix(rows)).expect("a solution").value
    }

    /// Values from textbooks: rock, scissors, paper; a saddle point; two by two by the formula (ad - bc) / (a + d - b - c).
    #[test]
    fn known_games() {
        assert_eq!(value(&[&[0, 1, -1], &[-1, 0, 1], &[1, -1, 0]]), ratio(0, 1));
        assert_eq!(value(&[&[4, 2, 3], &[1, 0, -5]]), ratio(2, 1));
        assert_eq!(value(&[&[3, -1], &[-2, 4]]), ratio(10, 10));
        assert_eq!(value(&[&[7]]), ratio(7, 1));
        assert_eq!(value(&[&[0, 0], &[0, 0]]), ratio(0, 1));
    }

    /// The strategies of random games are verified, so that the value is right.
    #[test]
    fn random_games_are_solved() {
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let (height, width) = (1 + random.below(5), 1 + random.below(5));
            let mut entry = || ratio(random.below(7) as i64 - 3, 1);
            let matrix: Vec<Vec<Fraction>> =
                (0..height).map(|_| (0..width).map(|_| entry()).collect()).collect();
            assert!(solve(&matrix).is_some(), "seed {seed}: {matrix:?}");
        }
    }

    #[test]
    fn a_wrong_solution_is_not_right() {
        let game = matrix(&[&[1, -1], &[-1, 1]]);
        let mixed = solve(&game).expect("a solution");
        assert_eq!(mixed.rows, [ratio(1, 2), ratio(1, 2)]);
        let wrong = Mixed { value: ratio(1, 10), ..mixed.clone() };
        assert!(!wrong.is_right(&game));
        let wrong = Mixed { rows: vec![ratio(1, 1), ratio(0, 1)], ..mixed };
        assert!(!wrong.is_right(&game));
    }
}
