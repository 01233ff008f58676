//! Solves whole games by layers in memory: `layers GAME UTILITY...` prints the value of the start, sizes and times.

use std::time::Instant;

use foregone_chance::games::darkchess::DarkLayers;
use foregone_chance::games::{Opened, open};
use foregone_chance::layers::{Layered, Memory, build};
use foregone_chance::limits::Limits;
use foregone_chance::{ChanceGame, Utility};

fn main() {
    let mut words = std::env::args().skip(1);
    let game = words.next().expect("a game");
    let Ok(Opened::DarkChess(game)) = open(&game) else { panic!("dark chess without a limit") };
    for name in words {
        let utility = Utility::read(&name, game.scale()).expect("a utility");
        let layers = DarkLayers::<i32>::new(&game, &utility).expect("a small board");
        let positions: usize = (0..layers.layers()).map(|layer| layers.size(layer)).sum();
        eprintln!("{} layers, {positions} indices", layers.layers());
        let mut memory = Memory::default();
        let begun = Instant::now();
        let mut last = usize::MAX;
        build(&layers, &mut memory, Limits::default(), &mut |progress| {
            if progress.layer != last {
                last = progress.layer;
                eprintln!("{:?} {:?}", begun.elapsed(), progress);
            }
        })
        .expect("no limit");
        let (layer, index) = layers.locate(&game.start()).expect("the start");
        let value = layers.value(&game.start(), memory.layers()[layer][index]);
        println!("{} {name}: {value} in {:?}", game.spelling(), begun.elapsed());
    }
}
