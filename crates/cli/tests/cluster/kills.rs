//! Runs in which workers, the coordinator and the server are killed at random, some of them twice between two
//! checkpoints. Each ends with the right value and a certificate that the checker accepts.
//! `FOREGONE_KILL_RUNS=100 cargo test -p foregone-cli --test cluster kills -- --nocapture` makes a hundred runs.

use std::time::{Duration, Instant};

use foregone_game::random::Random;

use crate::common::{foregone, json, text};
use crate::server::{Process, Server};

const GAME: &str = "connect4:5x5";
/// Kills per run.
const KILLS: usize = 4;
/// The job size during the kills, and after them.
const SHORT: &str = "3";
const LONG: &str = "2000";

struct Scene {
    server: Server,
    kept: String,
    proof: String,
    started: u32,
}

impl Scene {
    fn coordinate(&mut self, job: &str) -> Process {
        self.started += 1;
        let about = ["coordinate", GAME, "--run", "kills", "--json", "--memory", "256MiB"];
        let jobs = ["--job", job, "--job-time", "0s", "--patience", "1s"];
        let files = ["--checkpoint", &self.kept, "--every", "2s"];
        let proof = ["--certificate", &self.proof, "--force"];
        let name = format!("coordinator-{}", self.started);
        self.server.run(&name, &[&about[..], &jobs, &files, &proof].concat())
    }

    fn work(&mut self) -> Process {
        self.started += 1;
        self.server.work(&format!("worker-{}", self.started), "kills")
    }
}

/// One run; returns what was killed.
fn killing(seed: u64, value: &serde_json::Value) -> String {
    let mut random = Random::new(seed);
    let server = Server::start();
    let file = |name: &str| text(&server.folder.file(name)).to_owned();
    let (kept, proof) = (file("run.ckpt"), file("proof.fgc"));
    let mut scene = Scene { server, kept, proof, started: 0 };
    let mut coordinator = scene.coordinate(SHORT);
    let mut workers = [scene.work(), scene.work()];
    let mut killed = Vec::new();
    for _ in 0..KILLS {
        std::thread::sleep(Duration::from_millis(200 + random.below(800) as u64));
        match random.below(5) {
            0 => {
                let place = random.below(workers.len());
                workers[place].kill();
                workers[place] = scene.work();
                killed.push("worker");
            }
            1 => {
                coordinator.kill();
                coordinator = scene.coordinate(SHORT);
                killed.push("coordinator");
            }
            2 => {
                // Long before the next checkpoint.
                coordinator.kill();
                coordinator = scene.coordinate(SHORT);
                coordinator.until("it begins again", |it| it["event"] == "begin");
                std::thread::sleep(Duration::from_millis(random.below(300) as u64));
                coordinator.kill();
                coordinator = scene.coordinate(SHORT);
                killed.push("coordinator twice");
            }
            3 => {
                scene.server.kill_and_restart();
                killed.push("server");
            }
            _ => {
                scene.server.kill_and_forget();
                killed.push("server with its files");
            }
        }
    }
    coordinator.kill();
    let mut coordinator = scene.coordinate(LONG);
    assert_eq!(coordinator.end(), 0, "seed {seed}, {killed:?}: {}", coordinator.said());
    let answer = coordinator.objects().pop().expect("an answer");
    assert_eq!((&answer["status"], &answer["value"]), (&"solved".into(), value), "seed {seed}");
    foregone(&["check", &scene.proof]).assert().success();
    killed.join(", ")
}

#[cfg(unix)]
#[test]
fn kills_change_nothing() {
    let runs = std::env::var("FOREGONE_KILL_RUNS").ok().and_then(|text| text.parse().ok());
    let first = std::env::var("FOREGONE_KILL_SEED").ok().and_then(|text| text.parse().ok());
    let (runs, first): (u64, u64) = (runs.unwrap_or(2), first.unwrap_or(1));
    let value = json(foregone(&["solve", GAME, "--json"]).assert().success())["value"].clone();
    let since = Instant::now();
    for seed in first..first + runs {
        let began = Instant::now();
        let killed = killing(seed, &value);
        println!("run {seed}: killed {killed}; right after {:.0} s", began.elapsed().as_secs_f64());
    }
    println!("{runs} runs, all right, in {:.0} s", since.elapsed().as_secs_f64());
}
