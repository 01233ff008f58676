//! A NATS server for the tests, and the program as processes.

use std::fs::File;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use foregone_nats::Access;
use serde_json::Value;

use crate::common::{Folder, text};

/// The longest wait, for slow machines.
pub const PATIENCE: Duration = Duration::from_secs(180);
pub const PASSWORD: &str = "correct-horse";

/// A server with a password, and a folder for its files.
pub struct Server {
    pub folder: Folder,
    port: u16,
    child: Child,
}

fn program() -> PathBuf {
    let places = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = std::env::split_paths(&places).collect();
    places.extend(["/usr/sbin".into(), "/usr/local/bin".into()]);
    let found = places.into_iter().map(|folder| folder.join("nats-server")).find(|it| it.is_file());
    found.expect("nats-server is not installed; ./check installs it")
}

impl Server {
    pub fn start() -> Server {
        Server::with(|port, store| {
            format!(
                "listen: 127.0.0.1:{port}\njetstream {{ store_dir: {store:?} }}\n\
                 authorization {{ user: coordinator, password: {PASSWORD:?} }}\n"
            )
        })
    }

    /// A server with another configuration, which is a function of the port and the folder.
    pub fn with(configuration: impl Fn(u16, &str) -> String) -> Server {
        let folder = Folder::new();
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|listener| listener.local_addr())
            .expect("a free port")
            .port();
        let store = folder.file("store");
        folder.write("server.conf", configuration(port, text(&store)));
        let child = spawn(&folder);
        let server = Server { folder, port, child };
        server.wait();
        server
    }

    /// Waits until the server answers.
    fn wait(&self) {
        within("the server is there", || {
            TcpStream::connect(("127.0.0.1", self.port)).is_ok().then_some(())
        });
    }

    /// Kills the server and starts it again with its files.
    pub fn kill_and_restart(&mut self) {
        self.restart(false);
    }

    /// Kills the server and starts it again without its files.
    pub fn kill_and_forget(&mut self) {
        self.restart(true);
    }

    fn restart(&mut self, forgets: bool) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it is dead");
        if forgets {
            std::fs::remove_dir_all(self.folder.file("store")).expect("its files");
        }
        self.child = spawn(&self.folder);
        self.wait();
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub fn access(&self) -> Access {
        let user = Some(("coordinator".to_owned(), PASSWORD.to_owned()));
        Access { url: self.url(), user, ..Access::default() }
    }

    /// The program in a process of its own, with the address and the password.
    pub fn run(&self, name: &str, arguments: &[&str]) -> Process {
        Process::start(&self.folder, name, &self.url(), PASSWORD, arguments)
    }

    pub fn work(&self, name: &str, run: &str) -> Process {
        self.run(name, &["work", "--run", run, "--threads", "1", "--memory", "64MiB"])
    }
}

fn spawn(folder: &Folder) -> Child {
    let log = File::create(folder.file("server.log")).expect("a file");
    Command::new(program())
        .arg("-c")
        .arg(folder.file("server.conf"))
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .expect("nats-server starts")
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program as a process that writes its output to files.
pub struct Process {
    child: Child,
    printed: PathBuf,
    said: PathBuf,
    /// The number of printed objects that `until` has passed.
    seen: usize,
}

impl Process {
    pub fn start(
        folder: &Folder,
        name: &str,
        url: &str,
        password: &str,
        arguments: &[&str],
    ) -> Process {
        let (printed, said) =
            (folder.file(&format!("{name}.out")), folder.file(&format!("{name}.err")));
        let user: &[&str] = match arguments.contains(&"--user") {
            true => &[],
            false => &["--user", "coordinator"],
        };
        let child = Command::new(env!("CARGO_BIN_EXE_foregone"))
            .args(arguments)
            .args(["--nats", url])
            .args(user)
            .env("FOREGONE_PASSWORD", password)
            .stdin(Stdio::null())
            .stdout(File::create(&printed).expect("a file"))
            .stderr(File::create(&said).expect("a file"))
            .spawn()
            .expect("the program starts");
        Process { child, printed, said, seen: 0 }
    }

    /// Kills the process.
    pub fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it is dead");
    }

    /// Sends what Ctrl-C sends.
    #[cfg(unix)]
    pub fn interrupt(&self) {
        let number = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &number]).status().expect("kill");
        assert!(sent.success());
    }

    /// The exit code.
    pub fn end(&mut self) -> i32 {
        let ended: Option<ExitStatus> = wait(|| self.child.try_wait().expect("a state"));
        let status = ended.unwrap_or_else(|| {
            let printed = self.printed();
            let last: Vec<&str> = printed.lines().rev().take(40).collect();
            panic!("it does not end: {}\nand before that, the latest first: {last:#?}", self.said())
        });
        status.code().unwrap_or(-1)
    }

    pub fn said(&self) -> String {
        std::fs::read_to_string(&self.said).expect("a file")
    }

    /// The standard output.
    pub fn printed(&self) -> String {
        std::fs::read_to_string(&self.printed).expect("a file")
    }

    /// The objects printed so far.
    pub fn objects(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(&self.printed).expect("a file");
        // The last line may be incomplete.
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// The last progress object.
    pub fn latest(&self) -> Value {
        let progress = |object: &Value| object["event"] == "progress";
        self.objects().into_iter().rev().find(progress).unwrap_or_default()
    }

    /// Waits for an object with some property, after those that were waited for before.
    pub fn until(&mut self, what: &str, will_do: impl Fn(&Value) -> bool) -> Value {
        let found = wait(|| {
            let mut objects = self.objects().into_iter().enumerate().skip(self.seen);
            let found = objects.find(|(_, object)| will_do(object)).map(|(place, object)| {
                self.seen = place + 1;
                object
            });
            if found.is_none() && self.child.try_wait().expect("a state").is_some() {
                panic!("it has ended before {what}: {}", self.said());
            }
            found
        });
        found.unwrap_or_else(|| {
            panic!("this has not happened: {what}; {}; {}", self.latest(), self.said())
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for something that should happen soon.
pub fn within<T>(what: &str, happens: impl FnMut() -> Option<T>) -> T {
    wait(happens).unwrap_or_else(|| panic!("this has not happened: {what}"))
}

fn wait<T>(mut happens: impl FnMut() -> Option<T>) -> Option<T> {
    let since = Instant::now();
    while since.elapsed() < PATIENCE {
        if let Some(thing) = happens() {
            return Some(thing);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    None
}
