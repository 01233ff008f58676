//! The options of a run reach its workers, and options that workers do not have are refused.

use async_nats::jetstream;
use foregone_nats::Metadata;

use crate::common::foregone;
use crate::crowd::connect;
use crate::server::Server;

/// The description of a run, as workers read it.
fn description(server: &Server, run: &str) -> Metadata {
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    runtime.block_on(async {
        let context = jetstream::new(connect(&server.url()).await);
        let runs = context.get_key_value("foregone-runs").await.expect("a bucket");
        let bytes = runs.get(run).await.expect("an answer").expect("a run");
        serde_json::from_slice(&bytes).expect("metadata")
    })
}

#[test]
fn options_reach_the_workers() {
    let server = Server::start();
    for (run, store) in [("on-table", "table"), ("in-tree", "tree")] {
        let about = ["coordinate", "mnk:4,4,3", "--run", run, "--json", "--memory", "256MiB"];
        let options = ["--second", store, "--job", "20", "--trust", "none"];
        let techniques = ["--sum", "weak", "--estimate", "4", "--epsilon", "0.5", "--no-collect"];
        let command = [&about[..], &options, &techniques].concat();
        let mut coordinator = server.run(run, &command);
        coordinator.until("it begins", |it| it["event"] == "begin");
        let mut sent = description(&server, run).setup.options;
        sent.sort_unstable();
        assert_eq!(sent, ["collect=off", "epsilon=0.5", "estimate=4", "sum=weak"]);
        let mut worker = server.work(&format!("worker-{run}"), run);
        assert_eq!((coordinator.end(), worker.end()), (0, 0), "{}", coordinator.said());
        let answer = coordinator.objects().pop().expect("an answer");
        assert_eq!((&answer["status"], &answer["value"]), (&"solved".into(), &"win".into()));
    }
}

/// Results with an unsound knowledge level are no proof, and a fleet combines results as proved.
#[test]
fn unsound_knowledge_is_refused_at_once() {
    let nowhere = ["--nats", "nats://127.0.0.1:1"];
    let command = ["coordinate", "breakthrough:4x5", "--knowledge", "patterns-paper"];
    let refused = foregone(&[&command[..], &nowhere].concat()).assert().code(2);
    let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(said.contains("not sound") && said.lines().count() == 1, "{said}");
}
