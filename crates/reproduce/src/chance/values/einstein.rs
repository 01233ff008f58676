//! EinStein würfelt nicht!: one stone each on all boards, three stones, the game over arrangements, and the number of placements.

use foregone_chance::ChanceGame;
use foregone_chance::Fraction;
use foregone_chance::fraction::ratio;
use foregone_chance::games::Ewn;
use foregone_game::{InvalidGame, Player};

use super::super::matrix;
use super::{Stated, chosen, stated, value_of};
use crate::context::Context;
use crate::error::Error;
use crate::figures::Section;
use crate::findings::Finding;
use crate::table::Selection;

const STATED: [Stated; 9] = [
    stated("ewn:3x3,stones=3", "170/243"),
    stated("ewn:3x3,stones=3,min=132", "56/81"),
    stated("ewn:3x3,stones=3,max=213", "50/81"),
    stated("ewn:3x3,stones=3,max=213,min=213", "143/243"),
    Stated { position: Some("31./2../..a max"), ..stated("ewn:3x3,stones=3", "25/27") },
    Stated {
        position: Some("1...a/...../...../...../....e min"),
        ..stated("ewn:5x5", "20021/46656")
    },
    Stated {
        position: Some("..ac./...../4..../.2.../..e.. min"),
        ..stated("ewn:5x5", "428747/2834352")
    },
    Stated { is_quick: false, ..stated("ewn:4x4,stones=3", "7909618/14348907") },
    Stated { is_quick: false, ..stated("ewn:4x4,stones=3,max=213,min=213", "2622113/4782969") },
];

/// The longest side of a board with one stone each, and the most cells of the game.
const SIDE: u32 = 20;
const QUICK_SIDE: u32 = 12;
const CELLS_MAX: u32 = 250;

/// The ways to arrange three stones.
const ARRANGEMENTS: [&str; 6] = ["123", "132", "213", "231", "312", "321"];

/// Boards with three stones, and the value of the game over arrangements.
const MATRICES: [(u32, Option<&str>, bool); 2] = [(3, Some("169/243"), true), (4, None, false)];

/// Placements of 0 to 6 stones each on 25 cells (Little Golem forum).
const PLACEMENTS: &str = "5595650767265101";

/// The tables.
pub(super) fn reproduce(
    selection: Selection,
    context: &Context<'_>,
) -> Result<Vec<Section>, Error> {
    let mut sections = Vec::new();
    let side = if selection.quick { QUICK_SIDE } else { SIDE };
    let title = "EinStein würfelt nicht!, one stone each: boards that the second player wins (Bonnet and Viennot 2017)";
    let longer: Vec<u32> = (2..=side).collect();
    sections.extend(context.findings(title, &longer, |&longer| one_stone(longer, context))?);
    let title = "EinStein würfelt nicht!, three and six stones: the probability of winning";
    let rows = chosen(&STATED, selection, |row| row.is_quick);
    sections.extend(context.findings(title, &rows, |row| Ok(vec![row.find(context)?]))?);
    let title =
        "EinStein würfelt nicht!, both choose their arrangement of three stones at the same time";
    let rows = chosen(&MATRICES, selection, |row| row.2);
    sections.extend(context.findings(title, &rows, |row| arrangements(row, context))?);
    let title = "EinStein würfelt nicht!, 5x5 with six stones: placements (Little Golem forum)";
    sections.extend(context.findings(title, &[()], |()| Ok(vec![placements()]))?);
    Ok(sections)
}

fn board(columns: u32, rows: u32, stones: u32) -> Result<Ewn, Error> {
    Ewn::new(columns, rows, stones).map_err(|InvalidGame(sentence)| Error::failed(sentence))
}

/// All boards with that longer side: those that the second player wins, and those that the rule of the reference says, which
/// have an odd longer side and a shorter one that is, twice, at most the longer one plus one.
fn one_stone(longer: u32, context: &Context<'_>) -> Result<Vec<Finding>, Error> {
    let (mut won, mut stated) = (Vec::new(), Vec::new());
    let shorter = (1..=longer).take_while(|shorter| shorter * longer <= CELLS_MAX);
    for shorter in shorter {
        let name = format!("{longer}x{shorter}");
        if longer % 2 == 1 && 2 * shorter <= longer + 1 {
            stated.push(name.clone());
        }
        let value = |columns, rows| {
            let game = board(columns, rows, 1)?;
            value_of(&name, &game, &game.start(), context)
        };
        let (wide, high) = (value(longer, shorter)?, value(shorter, longer)?);
        if wide != high {
            return Err(Error::failed(format!(
                "{name} and its mirror image have different values"
            )));
        }
        if wide == ratio(0, 1) {
            won.push(name);
        }
    }
    let list = |boards: Vec<String>| match boards.is_empty() {
        true => "none".to_owned(),
        false => boards.join(" "),
    };
    let (won, stated) = (list(won), list(stated));
    let agrees = won == stated;
    let finding = Finding::new(format!("longer side {longer}"), won);
    Ok(vec![Finding { reference: Some(stated), ..finding }.agreeing(agrees)])
}

/// The matrix game, with the arrangements that are chosen at all.
fn arrangements(
    &&(side, value, _): &&(u32, Option<&'static str>, bool),
    context: &Context<'_>,
) -> Result<Vec<Finding>, Error> {
    let mut table: Vec<Vec<Fraction>> = Vec::new();
    for max in ARRANGEMENTS {
        let mut row = Vec::new();
        for min in ARRANGEMENTS {
            let arranged = board(side, side, 3)?
                .with_arrangement(Player::Max, max)
                .and_then(|game| game.with_arrangement(Player::Min, min));
            let game = arranged.map_err(|InvalidGame(sentence)| Error::failed(sentence))?;
            row.push(value_of(&game.spelling(), &game, &game.start(), context)?);
        }
        table.push(row);
    }
    let mixed = matrix::solve(&table)
        .ok_or_else(|| Error::failed("the strategies of a matrix game could not be verified"))?;
    let name = format!("{side}x{side}");
    let chosen = |shares: &[Fraction]| {
        let used = ARRANGEMENTS.iter().zip(shares).filter(|(_, share)| **share > ratio(0, 1));
        used.map(|(name, share)| format!("{name}: {share}")).collect::<Vec<_>>().join(", ")
    };
    let least = table.iter().flatten().min().map(Fraction::to_string).unwrap_or_default();
    let most = table.iter().flatten().max().map(Fraction::to_string).unwrap_or_default();
    Ok(vec![
        Finding::new(format!("{name}, value"), &mixed.value).reference(value),
        Finding::new(format!("{name}, first player"), chosen(&mixed.rows)),
        Finding::new(format!("{name}, second player"), chosen(&mixed.columns)),
        Finding::new(
            format!("{name}, least and greatest of 36 starts"),
            format!("{least}, {most}"),
        ),
    ])
}

/// How many ways there are to place any of six stones a side on 25 cells.
fn placements() -> Finding {
    let choose = |number: u64| -> u64 {
        (0..number).fold(1, |product, index| product * (6 - index) / (index + 1))
    };
    let ways = |stones: u64| -> u64 { (0..stones).map(|index| 25 - index).product() };
    let all = (0..=6).flat_map(|max| (0..=6).map(move |min| (max, min)));
    let sum: u64 = all.map(|(max, min)| choose(max) * choose(min) * ways(max + min)).sum();
    Finding::new("sum of C(6,i) C(6,j) 25!/(25-i-j)!", sum).published(PLACEMENTS)
}
