//! The server: one port, at most 64 connections, and an end when it is asked for.

use std::io;
use std::net::{SocketAddr, TcpListener as Bound};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::app::App;
use crate::config::Config;
use crate::router::router;

/// Connections at a time; others wait.
const CONNECTIONS: usize = 64;
/// How long a browser may take to send the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(20);
/// How often it is looked whether the server is to end.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Why a server could not be started, in one sentence with the remedy.
#[derive(Debug, thiserror::Error)]
#[error("{sentence}")]
pub struct StartError {
    sentence: String,
    kind: Option<io::ErrorKind>,
}

impl StartError {
    /// What the system said, if it was the system.
    pub fn kind(&self) -> Option<io::ErrorKind> {
        self.kind
    }
}

/// A server that has its port.
pub struct Server {
    bound: Bound,
    app: Arc<App>,
}

impl Server {
    /// Takes the port. An address that other machines reach is refused without a token.
    pub fn bind(config: Config) -> Result<Server, StartError> {
        let wanted = config.listen;
        if !wanted.ip().is_loopback() && config.token.is_none() {
            let sentence = format!(
                "{wanted} can be reached from other machines; give a --token that visitors must know, or listen at 127.0.0.1"
            );
            return Err(StartError { sentence, kind: None });
        }
        let bound = Bound::bind(wanted).map_err(|error| StartError {
            sentence: refused(wanted, &error),
            kind: Some(error.kind()),
        })?;
        let port = bound.local_addr().map_or(wanted.port(), |address| address.port());
        Ok(Server { bound, app: Arc::new(App::new(config, port)) })
    }

    /// The link to the first page.
    pub fn link(&self) -> String {
        let (config, port) = (&self.app.config, self.app.port);
        let host = match config.listen.ip() {
            ip if ip.is_unspecified() => "127.0.0.1".to_owned(),
            ip if ip.is_ipv6() => format!("[{ip}]"),
            ip => ip.to_string(),
        };
        let page = config.first_page.as_deref().unwrap_or("/");
        match &config.token {
            Some(token) => format!("http://{host}:{port}/?token={token}"),
            None => format!("http://{host}:{port}{page}"),
        }
    }

    /// Answers until `ends` says that it is over; searches end with it.
    pub fn run(self, ends: impl Fn() -> bool + Send + Sync + 'static) -> io::Result<()> {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        self.bound.set_nonblocking(true)?;
        let result = runtime.block_on(async {
            let listener = TcpListener::from_std(self.bound)?;
            let router = router(self.app.clone());
            tokio::select! {
                () = accept(listener, router) => {}
                () = until(ends) => {}
            }
            Ok(())
        });
        self.app.runs.stop_all();
        runtime.shutdown_timeout(Duration::from_millis(300));
        result
    }
}

async fn until(ends: impl Fn() -> bool) {
    while !ends() {
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

async fn accept(listener: TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            // Too many open files, for example: it gets better when connections end.
            tokio::time::sleep(LOOK_EVERY).await;
            continue;
        };
        let router = router.clone();
        tokio::spawn(async move {
            serve(stream, router).await;
            drop(place);
        });
    }
}

async fn serve(stream: TcpStream, router: Router) {
    // Small answers are sent at once.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
    // What a browser breaks off is its own wish.
    let _ = builder.serve_connection(TokioIo::new(stream), service).await;
}

fn refused(wanted: SocketAddr, error: &io::Error) -> String {
    let why = match error.kind() {
        io::ErrorKind::AddrInUse => format!(
            "port {} is in use already, perhaps by another explorer; take another port with --listen {}:0",
            wanted.port(),
            wanted.ip()
        ),
        io::ErrorKind::PermissionDenied => {
            format!("the system does not let you use port {}; take one from 1024 on", wanted.port())
        }
        io::ErrorKind::AddrNotAvailable => {
            format!("{} is no address of this machine", wanted.ip())
        }
        _ => error.to_string(),
    };
    format!("cannot listen at {wanted}: {why}")
}
