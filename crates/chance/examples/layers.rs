//! Solves whole games by layers in memory: `layers GAME UTILITY...` prints the value of the start, sizes and times.

use std::time::Instant;

use foregone_chance::games::darkchess::DarkLayers;
use foregone_chance::games::ewn::EwnLayers;
use foregone_chance::games::{Opened, open};
use foregone_chance::layers::{Extent, Layered, Memory, build, verify};
use foregone_chance::limits::Limits;
use foregone_chance::{ChanceGame, Utility};

fn main() {
    let mut words = std::env::args().skip(1);
    let game = words.next().expect("a game");
    let game = match open(&game) {
        Ok(Opened::DarkChess(game)) => game,
        Ok(Opened::Ewn(game)) => {
            let layers = EwnLayers::<i64>::new(&game).expect("a small board");
            return solve(&layers, "win");
        }
        _ => panic!("dark chess without a limit, or ewn"),
    };
    for name in words {
        let utility = Utility::read(&name, game.scale()).expect("a utility");
        let layers = DarkLayers::<i32>::new(&game, &utility).expect("a small board");
        solve(&layers, &name);
    }
}

fn solve<G: Layered>(layers: &G, name: &str) {
    let game = layers.game();
    let positions: usize = (0..layers.layers()).map(|layer| layers.size(layer)).sum();
    eprintln!("{} layers, {positions} indices", layers.layers());
    let mut memory = Memory::default();
    let begun = Instant::now();
    let mut last = usize::MAX;
    build(layers, &mut memory, Limits::default(), &mut |progress| {
        if progress.layer != last {
            last = progress.layer;
            eprintln!("{:?} {:?}", begun.elapsed(), progress);
        }
    })
    .expect("no limit");
    let (layer, index) = layers.locate(&game.start()).expect("the start");
    let value = layers.value(&game.start(), memory.layers()[layer][index]);
    println!("{} {name}: {value} in {:?}", layers.name(), begun.elapsed());
    if std::env::var_os("VERIFY").is_some() {
        let begun = Instant::now();
        let seen = verify(layers, &mut memory, Extent::Complete, Limits::default(), &mut |_| ());
        println!("verified {seen:?} in {:?}", begun.elapsed());
    }
}
