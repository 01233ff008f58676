//! What the rules refuse to read, with the reason, and single moves worth looking at.

use crate::common::successors;
use foregone_proof::rules::{
    Awari, Breakthrough, Connect4, Game, Hounds, Mnk, Othello, Qubic, Rules, Torere, Woodpush,
};

pub fn refused<T>(result: Result<T, String>, why: &str) {
    match result {
        Ok(_) => panic!("read, though {why}"),
        Err(sentence) => assert!(sentence.contains(why), "{sentence}"),
    }
}

#[test]
fn spellings() {
    for game in [
        "connect4:7x6",
        "connect4:1x127",
        "connect4:64x1",
        "connect4:5x5,score=pons",
        "mnk:26,4,9",
        "mnk:1,128,1",
    ] {
        Game::open(game).unwrap();
    }
    for game in [
        "woodpush:30,15",
        "woodpush:2,1",
        "woodpush:13,2,scale=5",
        "woodpush:8,3,score=moves",
        "woodpush:8,3,ko=previous",
        "woodpush:8,3,ko=previous,loop=-3,score=moves",
        "woodpush:8,3,ko=previous,loop=5,scale=64",
        "tictactoe",
        "hounds",
        "torere",
        "awari",
        "awari:rest=divided",
        "awari:grandslam=forbidden,score=result",
        "awari:grandslam=empty,rest=divided,score=result",
        "breakthrough:8x8",
        "breakthrough:2x3",
        "breakthrough:21x3",
        "breakthrough:2x32",
        "breakthrough:5x6,walls=c3",
        "breakthrough:5x6,walls=b3,d3,a4",
        "othello:4x4",
        "othello:6x6,start=parallel",
        "othello:8x8,score=empties",
        "othello:8x8,start=parallel,score=result",
    ] {
        Game::open(game).unwrap();
    }
    for (game, why) in [
        ("", "does not know the game"),
        ("chess", "does not know the game"),
        ("tictactoe:", "does not know the game"),
        ("tictactoe:3", "does not know the game"),
        ("connect4", "needs columns x rows"),
        ("connect4:7", "needs columns x rows"),
        ("connect4:07x6", "plain decimal number, not \"07\""),
        ("connect4:+7x6", "plain decimal number"),
        ("connect4:7x-6", "plain decimal number"),
        ("connect4:99999999999999999999x1", "plain decimal number"),
        ("connect4:0x6", "the number of columns is 0, but lies from 1 to 64"),
        ("connect4:7x0", "the number of rows is 0"),
        ("connect4:16x8", "too large"),
        ("connect4:7x6,score=result", "connect4 knows score=pons or none"),
        ("connect4:7x6,score=pons,score=pons", "is given twice"),
        ("connect4:7x6,align=5", "\"align=5\" is not an option"),
        ("connect4:7x6,", "\"\" is not an option"),
        ("mnk:3,3", "needs columns, rows"),
        ("mnk:27,1,1", "lies from 1 to 26"),
        ("mnk:12,11,5", "more than 128 cells"),
        ("mnk:3,3,0", "must be 1 at least"),
        ("woodpush:8", "needs a length and a number of pieces"),
        ("woodpush:31,2", "the length of the strip is 31, but lies from 2 to 30"),
        ("woodpush:8,5", "the number of pieces is 5, but lies from 1 to 4"),
        ("woodpush:8,3,loop=1", "loop goes with ko=previous only"),
        ("woodpush:8,3,ko=previous,loop=0", "leave the option out for loop=0"),
        ("woodpush:8,3,ko=previous,loop=4", "it is a score from -3 to 3"),
        ("woodpush:8,3,ko=previous,loop=+1", "it is a score from -3 to 3"),
        ("woodpush:8,3,ko=previous,loop=1,loop=1", "is given twice"),
        ("woodpush:8,3,loop=1,ko=previous", "loop goes with ko=previous only"),
        ("woodpush:8,3,score=moves,ko=previous", "out of order"),
        ("woodpush:8,3,ko=previous,scale=64", "may not exceed 63"),
        ("woodpush:30,3,score=moves", "may not exceed 64"),
        ("awari:", "\"\" is not an option"),
        ("awari:6", "\"6\" is not an option"),
        ("awari:grandslam=legal", "it is forbidden, empty or left out"),
        ("awari:rest=opponent", "it is divided or left out"),
        ("awari:score=difference", "it is result or left out"),
        ("awari:score=result,rest=divided", "out of order"),
        ("breakthrough", "needs width x height"),
        ("breakthrough:", "needs width x height"),
        ("breakthrough:walls=c3", "needs width x height"),
        ("breakthrough:08x8", "plain decimal number, not \"08\""),
        ("breakthrough:1x8", "the width of the board is 1, but lies from 2 to 21"),
        ("breakthrough:8x2", "the height of the board is 2, but lies from 3 to 32"),
        ("breakthrough:9x8", "is too large"),
        ("breakthrough:8x8,walls=", "the board has no cell \"\""),
        ("breakthrough:8x8,walls=c03", "the board has no cell \"c03\""),
        ("breakthrough:8x8,walls=i3", "the board has no cell \"i3\""),
        ("breakthrough:8x8,walls=c3,c3", "the wall c3 is given twice or out of order"),
        ("breakthrough:8x8,walls=c4,d3", "the wall d3 is given twice or out of order"),
        ("breakthrough:8x8,walls=c2", "the wall c2 is in a row where pawns start"),
        ("breakthrough:5x4,walls=c3", "in a row where pawns start"),
        ("breakthrough:8x8,holes=c3", "is not an option"),
        ("breakthrough:8x8,walls=c3,walls=d3", "the board has no cell \"walls=d3\""),
        ("othello", "needs columns x rows"),
        ("othello:4x6", "is 4x4, 6x6 or 8x8"),
        ("othello:10x10", "is 4x4, 6x6 or 8x8"),
        ("othello:08x8", "plain decimal number"),
        ("othello:8x8,start=diagonal", "or the option is left out"),
        ("othello:8x8,score=difference", "or the option is left out"),
        ("othello:8x8,score=empties,start=parallel", "out of order"),
        ("hounds:", "does not know the game"),
        ("hounds:3", "does not know the game"),
        ("woodpush:8,3,ko=path", "leave the option out"),
        ("woodpush:8,3,score=pieces", "leave the option out"),
        ("woodpush:8,3,scale=3", "the scale is 3, but lies from 4 to 64"),
        ("woodpush:8,3,scale=65", "lies from 4 to 64"),
        ("woodpush:8,3,score=moves,scale=99", "leave out scale"),
    ] {
        refused(Game::open(game), why);
    }
}

#[test]
fn impossible_boards() {
    let connect4 = Connect4::open("4x4").unwrap();
    for (position, why) in [
        ("", "the position has 1 rows, the board 4"),
        ("..../..../....", "has 3 rows"),
        ("..../..../..../...", "row 4 from the top of the position has 3 cells"),
        ("..../..../..../...é", "has 'é', which is none of x, o and ."),
        ("..../..../..../X...", "none of x, o and ."),
        ("..../..../.x../o...", "the stone in column 2, row 2 from the bottom, rests on nothing"),
        ("..../..../..../xx..", "the position has 2 x and 0 o"),
        ("..../..../..../o...", "the position has 0 x and 1 o"),
        ("..../..../oooo/xxxx", "the player to move has 4 in a line"),
    ] {
        refused(connect4.read(position), why);
    }
    let mnk = Mnk::open("3,3,3").unwrap();
    refused(mnk.read("xxx/.../ooo"), "the player to move has 3 in a line");
    assert!(mnk.read(".x./.../...").is_ok(), "stones rest on anything");
    let upright = "o.../x.../..../....";
    refused(connect4.read(upright), "rests on nothing");
}

#[test]
fn impossible_strips() {
    let woodpush = Woodpush::open("6,2").unwrap();
    for (position, why) in [
        ("", "a position is a board, a space and the player to move"),
        ("LL..RR", "a position is a board, a space"),
        ("LL..RR L  ", "a position is a board, a space"),
        ("LL..RR x", "the player to move is L or R, not \"x\""),
        ("LL.RR L", "has 5 cells, not 6"),
        ("LL..RX L", "none of L, R and ."),
        ("LLL.RR L", "has 3 L and 2 R"),
        ("...... L", "not both none"),
        ("LL..RR L ", "has 0 cells"),
        ("LL..RR L LL...R", "has other pieces than the present one"),
        ("LL..RR L L.LRR.,L.LRR.", "the board L.LRR. occurs twice"),
        ("LL..RR L LL..RR", "the board LL..RR occurs twice"),
    ] {
        refused(woodpush.read(position), why);
    }
}

/// The boards after all moves, in order.
fn after(woodpush: &Woodpush, position: &str) -> Vec<String> {
    let position = woodpush.read(position).unwrap();
    successors(woodpush, &position)
        .map(|next| woodpush.write(&next).split(' ').next().unwrap().to_owned())
        .collect()
}

#[test]
fn woodpush_moves() {
    let woodpush = Woodpush::open("6,3").unwrap();
    assert_eq!(after(&woodpush, "L.RL.. L"), [".LRL..", "L.R.L.", "LRL..."]);
    assert_eq!(after(&woodpush, ".LRLR. R"), ["RL.LR.", ".L.RLR", "RLRL.."]);
    assert_eq!(after(&woodpush, "LR.... R"), ["L....."], "no cell ahead is empty: off the board");
    assert_eq!(
        after(&woodpush, "RL.... L"),
        ["R.L...", "L....."],
        "what is pushed over the end is lost"
    );
    assert_eq!(after(&woodpush, "LRL... L"), [".RLL..", "LR.L..", "RL...."]);
}

#[test]
fn boards_of_the_line_do_not_come_again() {
    let woodpush = Woodpush::open("5,2").unwrap();
    assert_eq!(after(&woodpush, "L..R. L"), [".L.R."]);
    assert!(after(&woodpush, "L..R. L .L.R.").is_empty());
    let stuck = woodpush.read("L..R. L .L.R.").unwrap();
    assert_eq!(woodpush.outcome(&stuck), Some(1), "-1: who cannot move has lost");

    // The order in which boards came does not matter, and a lost piece makes all of them irrelevant.
    let (one, two) = ("L..R. L .L.R.,..LR.", "L..R. L ..LR.,.L.R.");
    assert!(woodpush.read(one).unwrap() == woodpush.read(two).unwrap());
    assert!(woodpush.read(one).unwrap() != woodpush.read("L..R. L .L.R.").unwrap());
    let leaving = woodpush.read("R...L L R..L.").unwrap();
    let next = woodpush.successor(&leaving, 0).unwrap();
    assert_eq!(woodpush.write(&next), "R.... R");
}

/// With `ko=previous` a board is remembered exactly while a move could bring it back.
#[test]
fn only_the_previous_board_does_not_come_again() {
    let woodpush = Woodpush::open("6,1,ko=previous").unwrap();
    assert_eq!(woodpush.outcomes(), ["-1", "0", "1"]);
    assert_eq!(woodpush.infinite(&woodpush.start()), Some(1));
    let start = woodpush.read("..RL.. R").unwrap();
    let [forward, pushed] = [0, 1].map(|index| woodpush.successor(&start, index).unwrap());
    assert_eq!(woodpush.write(&forward), ".R.L.. L");
    assert_eq!(woodpush.write(&pushed), "...RL. L ..RL..");
    assert_eq!(after(&woodpush, "...RL. L"), ["...R.L", "..RL.."]);
    assert_eq!(after(&woodpush, "...RL. L ..RL.."), ["...R.L"]);
    refused(woodpush.read("...RL. L .R..L."), "no move leads back to the earlier board .R..L.");
    let two = Woodpush::open("6,2,ko=previous,loop=-1").unwrap();
    assert_eq!((two.outcomes(), two.infinite(&two.start())), (vec!["-2", "-1", "1", "2"], Some(1)));
    refused(two.read("..RL.. R .RL...,.R.L.."), "only the board before the last move matters");
    for (board, rank) in [("L..... R", 2), ("L.L... R", 3), ("..R... L", 1)] {
        assert_eq!(two.outcome(&two.read(board).unwrap()), Some(rank), "{board}");
    }
}

#[test]
fn qubic() {
    let game = Qubic::open().unwrap();
    let empty = ["...."; 16];
    let text = |rows: [&str; 16]| rows.join("/");
    assert_eq!(game.write(&game.start()), text(empty));
    refused(game.read("..../..../..../...."), "the position has 4 rows, the board 16");
    let mut rows = empty;
    rows[15] = "xxxx";
    (rows[0], rows[1]) = ("oo..", ".oo.");
    refused(game.read(&text(rows)), "the player to move has 4 in a line");
    rows[1] = ".o..";
    assert_eq!(game.outcome(&game.read(&text(rows)).unwrap()), Some(2), "a row of layer 1");
    // The space diagonal from a41 to d14: column a, row 4, layer 1 is the fourth row from below.
    let mut rows = empty;
    (rows[12], rows[9], rows[6], rows[3]) = ("x...", ".x..", "..x.", "...x");
    (rows[0], rows[1]) = ("oo..", "o...");
    let won = game.read(&text(rows)).unwrap();
    assert_eq!(game.outcome(&won), Some(2));
    // 192 images of a corner are the 8 corners and the 8 cells of the middle.
    let mut corner = game.start();
    corner[0] = foregone_proof::rules::Cell::Max;
    let first = game.representative(&corner);
    let same: Vec<usize> = (0..64)
        .filter(|&at| {
            let mut position = game.start();
            position[at] = foregone_proof::rules::Cell::Max;
            game.representative(&position) == first
        })
        .collect();
    assert_eq!(same, [0, 3, 12, 15, 21, 22, 25, 26, 37, 38, 41, 42, 48, 51, 60, 63]);
}

#[test]
fn othello() {
    let game = Othello::open("4x4").unwrap();
    for (position, why) in [
        ("..../.ox./.xo./....", "a position is a board, a space"),
        ("..../.ox./.xo./.... O", "the player to move is x or o, not \"O\""),
        ("..../.ox./.xo. x", "the position has 3 rows, the board 4"),
        ("..../.ox./.xo./... x", "row 4 of the position has 3 cells"),
        ("..../.ox./.xo./...é x", "has 'é', which is none of x, o and ."),
        ("..../.ox./.x../.... x", "one of the four cells in the middle is empty"),
    ] {
        refused(game.read(position), why);
    }
    let after = |position: &str| -> Vec<String> {
        let position = game.read(position).unwrap();
        successors(&game, &position).map(|next| game.write(&next)).collect()
    };
    assert_eq!(
        after("..../.ox./.xo./.... x"),
        [
            ".x../.xx./.xo./.... o",
            "..../xxx./.xo./.... o",
            "..../.ox./.xxx/.... o",
            "..../.ox./.xx./..x. o"
        ]
    );
    assert_eq!(after("ooo./.xx./.xxx/.... x"), ["ooo./.xx./.xxx/.... o"], "a pass");
    let name = |position: &str| {
        let rank = game.outcome(&game.read(position).unwrap());
        rank.map(|rank| game.outcomes()[rank].to_owned())
    };
    assert_eq!(name("xxx./xxx./xxx./.... o").as_deref(), Some("16"), "nothing of o is left");
    assert_eq!(name("xxxx/xoxo/oxoo/oooo x").as_deref(), Some("-2"));
    // A whole edge and what leans on it stay: twelve cells at most are left for x.
    let position = game.read("oooo/.oxx/.xx./.... x").unwrap();
    let (low, high) = game.static_bounds(&position).unwrap();
    assert_eq!((game.outcomes()[low], game.outcomes()[high]), ("-16", "8"));
}

#[test]
fn hare_and_hounds() {
    let hounds = Hounds::new();
    for (position, why) in [
        ("", "a position is a board, a space"),
        ("x../x...o/x..", "a position is a board, a space"),
        ("x../x...o/x..  x", "the player to move is x or o, not \" x\""),
        ("x../x...o x", "has 2 rows, the board 3"),
        ("x../x...o/x. x", "row 3 from the top of the position has 2 cells, not 3"),
        ("x../x...o/xé. x", "has 'é', which is none of x, o and ."),
        ("x../x...o/xx. x", "has 4 x and 1 o"),
        ("x../x..../x.. x", "has 3 x and 0 o"),
    ] {
        refused(hounds.read(position), why);
    }
    let after = |position: &str| -> Vec<String> {
        let position = hounds.read(position).unwrap();
        successors(&hounds, &position).map(|next| hounds.write(&next)).collect()
    };
    assert_eq!(after("..x/.x.xo/... o"), ["..x/.x.x./..o x"]);
    assert_eq!(
        after("..x/...xo/x.. x"),
        ["..x/.x.xo/... o", "..x/...xo/.x. o", "..x/..xxo/... o", "..x/....o/x.x o"]
    );
    for (position, outcome) in [
        ("..x/...xo/..x o", Some(1)),
        ("..x/...xo/..x x", Some(0)),
        ("ox./.xx../... x", Some(0)),
        ("x../x...o/x.. x", None),
    ] {
        assert_eq!(hounds.outcome(&hounds.read(position).unwrap()), outcome, "{position}");
    }
}

#[test]
fn breakthrough() {
    let game = Breakthrough::open("3x5,walls=c3").unwrap();
    for (position, why) in [
        ("", "a position is a board, a space"),
        ("bbb/bbb/..#/www/www", "a position is a board, a space"),
        ("bbb/bbb/..#/www/www  w", "the player to move is w or b, not \" w\""),
        ("bbb/bbb/..#/www w", "has 4 rows, the board 5"),
        (
            "bbb/bbb/..#/ww/www w",
            "row 4 from the top of the position has 2 cells, the board 3 columns",
        ),
        ("bbb/bbb/..#/wéw/www w", "has 'é', which is none of w, b, . and #"),
        ("bbb/bbb/.../www/www w", "c3 is '.', but exactly the walls"),
        ("bbb/bbb/.##/www/www w", "b3 is '#', but exactly the walls"),
        ("bbb/bbb/.w#/www/www w", "has 7 w and 6 b, but there are 6 of each at most"),
        ("wbw/.../..#/.../... b", "more than one pawn is on its far row"),
        ("wbb/.../..#/.../.b. b", "more than one pawn is on its far row"),
        ("wbb/.../..#/.../... w", "the player to move has a pawn on the far row"),
        ("bb./.../..#/w../.b. b", "the player to move has a pawn on the far row"),
        (".../.../..#/.w./... w", "has no pawn, but made the last move"),
    ] {
        refused(game.read(position), why);
    }
    let after = |position: &str| -> Vec<String> {
        let position = game.read(position).unwrap();
        successors(&game, &position).map(|next| game.write(&next)).collect()
    };
    assert_eq!(
        after("b../.bb/.b#/w.w/... w"),
        ["b../.bb/wb#/..w/... b", "b../.bb/.w#/..w/... b", "b../.bb/.w#/w../... b"]
    );
    assert_eq!(
        after("b../..b/.b#/w.w/... b"),
        [
            "b../..b/..#/b.w/... w",
            "b../..b/..#/wbw/... w",
            "b../..b/..#/w.b/... w",
            ".../b.b/.b#/w.w/... w",
            ".../.bb/.b#/w.w/... w"
        ]
    );
    for (position, outcome) in [
        ("b.w/.../..#/.../... b", Some(1)),
        ("b../.../..#/.../..b w", Some(0)),
        ("b../.../..#/.../... w", Some(0)),
        (".../.../..#/.w./... b", Some(1)),
        ("b../.w./..#/.../... w", None),
    ] {
        assert_eq!(game.outcome(&game.read(position).unwrap()), outcome, "{position}");
    }
    let blocked = Breakthrough::open("3x5,walls=a3,b3").unwrap();
    assert_eq!(blocked.outcome(&blocked.read("b../b../##./w../... w").unwrap()), Some(0));
    assert_eq!(blocked.outcome(&blocked.read("b../b../##./.w./... w").unwrap()), None);
}

#[test]
fn mu_torere() {
    let torere = Torere::new();
    for (position, why) in [
        ("", "a position is the rim"),
        ("xxxxoooo/.", "a position is the rim"),
        ("xxxxoooo. x", "a position is the rim"),
        ("xxxxooo/. x", "the rim has 7 points"),
        ("xxxxoooo/x x", "has not four x and four o"),
        ("xxxxoooo/. L", "the player to move is x or o, not 'L'"),
        ("xxxxoo#o/. x", "has '#', which is none of x, o and ."),
    ] {
        refused(torere.read(position), why);
    }
    let after = |position: &str| -> Vec<String> {
        let position = torere.read(position).unwrap();
        successors(&torere, &position).map(|next| torere.write(&next)).collect()
    };
    assert_eq!(after("xxxxoooo/. x"), [".xxxoooo/x o", "xxx.oooo/x o"]);
    assert_eq!(after(".xxxoooo/x o"), ["oxxxooo./x x"]);
    for (position, outcome) in
        [(".ooxxxxo/o x", Some(0)), (".xxoooox/x o", Some(2)), (".ooxxxxo/o o", None)]
    {
        assert_eq!(torere.outcome(&torere.read(position).unwrap()), outcome, "{position}");
    }
}

#[test]
fn awari() {
    let awari = Awari::open(None).unwrap();
    for (position, why) in [
        ("", "a position is South's row"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 S", "a position is South's row"),
        ("4,4,4,4,4,4 0-0 S", "a position is South's row"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0 S", "a position is South's row"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0-0 x", "the player to move is S or N, not \"x\""),
        ("4,4,4,4,4/4,4,4,4,4,4 0-0 S", "South's row has 5 pits, not 6"),
        ("4,4,4,4,4,4/4,4,4,4,4,4/ 0-0 S", "is a plain decimal number, not \"4/\""),
        ("4,4,4,4,4,4/4,4,4,4,4,04 0-0 S", "is a plain decimal number, not \"04\""),
        ("4,4,4,4,4,-4/4,4,4,4,4,4 0-0 S", "is a plain decimal number, not \"-4\""),
        ("49,0,0,0,0,0/0,0,0,0,0,0 0-0 S", "is 49, but lies from 0 to 48"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0-1 S", "has 49 stones, but there are 48"),
    ] {
        refused(awari.read(position), why);
    }
    let after = |position: &str| -> Vec<String> {
        let position = awari.read(position).unwrap();
        successors(&awari, &position).map(|next| awari.write(&next)).collect()
    };
    // Allis et al. 1994 figure 11.
    assert_eq!(
        after("1,0,4,19,4,2/1,1,3,1,0,0 5-7 S"),
        [
            "0,1,4,19,4,2/1,1,3,1,0,0 5-7 N",
            "1,0,0,20,5,3/0,1,3,1,0,0 7-7 N",
            "2,1,5,0,6,4/3,3,5,0,0,0 12-7 N",
            "1,0,4,19,0,3/2,2,4,1,0,0 5-7 N",
            "1,0,4,19,4,0/0,0,3,1,0,0 9-7 N",
        ]
    );
    assert_eq!(after("0,0,0,0,1,1/1,0,0,0,0,0 0-0 S"), ["0,0,0,0,0,2/1,0,0,0,0,0 0-0 N"]);
    let rank = |name: &str| awari.outcomes().iter().position(|outcome| *outcome == name);
    for (position, outcome, infinite) in [
        ("0,0,0,0,0,0/0,0,2,0,0,1 20-25 S", rank("-8"), "-5"),
        ("0,2,0,0,0,1/0,0,0,0,0,0 20-25 N", rank("-2"), "-5"),
        ("0,2,0,0,0,1/0,0,0,0,0,0 20-25 S", None, "-5"),
        ("0,0,0,0,0,0/0,0,0,0,0,0 48-0 S", rank("48"), "48"),
    ] {
        let read = awari.read(position).unwrap();
        let found = (awari.outcome(&read), awari.infinite(&read));
        assert_eq!(found, (outcome, rank(infinite)), "{position}");
    }
}

/// On a board as long as this one a number would not fit into 64 bits: there is none, whatever stands where.
#[test]
fn boards_with_too_many_positions_have_no_numbers() {
    let rules = Breakthrough::open("2x32").unwrap();
    // A black pawn on a23 counts two times 3 to the 40th.
    let mut rows = vec![".."; 32];
    (rows[32 - 23], rows[32 - 2]) = ("b.", ".w");
    let position = format!("{} w", rows.join("/"));
    let position = rules.read(&position).unwrap();
    assert_eq!(rules.tablebase_index(&position), None);
    assert_eq!(rules.tablebase_layer_size(0), None);
    let small = Breakthrough::open("4x5").unwrap();
    let sizes: Option<u64> = (0..13).map(|layer| small.tablebase_layer_size(layer)).sum();
    assert_eq!(
        (sizes, small.tablebase_layer_size(13)),
        (Some(2_820_096), None),
        "as docs/tablebase.md says"
    );
}
