//! A user with a password announces very many workers: the coordinator stays within its memory.

use std::time::Duration;

use foregone_fleet::host_message::FromHost;
use foregone_nats::{Kind, Signed, Signer};

use crate::crowd::{connect, heard};
use crate::server::{Server, within};

const MEMORY: u64 = 512 << 20;
/// Processes, each with as many workers and jobs as a message can announce.
const HELLOS: usize = 200;
const WORKERS: u32 = 1024;
const SLOTS: u32 = 1000;

/// Every hello comes from a process with a key pair of its own.
async fn flood(url: &str) {
    let (run, epoch) = heard(url, "flood").await;
    let client = connect(url).await;
    for _ in 0..HELLOS {
        let signer = Signer::new(run);
        let name = "x".repeat(50);
        let report = FromHost::Hello { name, workers: WORKERS, slots: SLOTS };
        let payload = serde_json::to_vec(&Signed { epoch, number: 1, report }).expect("plain");
        let (headers, _) = signer.headers(Kind::Report, &payload);
        let subject = "foregone.flood.report";
        client.publish_with_headers(subject, headers, payload.into()).await.expect("sent");
    }
    client.flush().await.expect("a server");
}

#[test]
fn a_flood_of_hellos_stays_within_the_memory() {
    let server = Server::start();
    let memory = MEMORY.to_string();
    let about = ["coordinate", "connect4", "--run", "flood", "--json", "--memory", &memory];
    let mut coordinator = server.run("coordinator", &about);
    coordinator.until("it begins", |it| it["event"] == "begin");
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    runtime.block_on(flood(&server.url()));
    let said = |event: &str, coordinator: &crate::server::Process| {
        coordinator.objects().iter().filter(|it| it["event"] == event).count()
    };
    within("some are let in, and others are not", || {
        let counts = [said("joined", &coordinator), said("refused", &coordinator)];
        (counts[0] > 0 && counts[1] > 0).then_some(())
    });
    // Time to assign jobs to the workers that were admitted.
    std::thread::sleep(Duration::from_secs(3));
    coordinator.interrupt();
    assert_eq!(coordinator.end(), 3, "{}", coordinator.said());
    let answer = coordinator.objects().pop().expect("an answer");
    let peak = answer["peak_resident_bytes"].as_u64().expect("Linux says");
    assert!(peak <= MEMORY + MEMORY / 10 + 50_000_000, "{peak} bytes resident");
}
