//! An explorer inside another program: `cargo run -p foregone-explore --example serve -- connect4:6x5 [PORT]`.

use foregone_explore::{Config, Server, link_to};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut config = Config::default();
    if let Some(spelling) = arguments.next() {
        let game = foregone::chance::open_any(&spelling, &foregone::read_file)?;
        config.first_page = Some(link_to(&game, None, None)?);
    }
    if let Some(port) = arguments.next() {
        config.listen.set_port(port.parse()?);
    }
    let server = Server::bind(config)?;
    println!("{}", server.link());
    server.run(|| false)?;
    Ok(())
}
