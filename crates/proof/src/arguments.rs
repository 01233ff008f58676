//! The command line of `foregone-check`.

use std::ffi::OsString;

use proof::program::Order;

const HELP: &str = "\
Says of each certificate whether it proves what it claims.

Usage: foregone-check FILE... [--graph FILE] [--tablebase FOLDER] [--strict] [--json] [--quiet]

  FILE          a certificate; - is standard input
  --graph FILE  the graph file, for certificates of graph: games; without it the file
                that the certificate names is looked for here and beside the certificate
  --tablebase FOLDER  the tablebase, for certificates that cite one; all of it that is cited
                is compared with the hash in the certificate
  --strict      reject certificates that cite anything
  --json        one JSON object per certificate and line
  --quiet       say nothing about accepted certificates
  --help        this text
  --version     the version of the checker and of the format it reads

Example: foregone-check proof.fgc

Exit code: 0 all certificates accepted, 4 one was rejected, 2 bad usage, 1 a file cannot
be read and none was rejected.
";

/// What the user wants.
pub enum Request {
    /// To be told something.
    Text(String),
    /// To have certificates checked.
    Check(Order),
}

/// Reads the arguments behind the program's name; the error says what is wrong with them.
pub fn read(mut given: impl Iterator<Item = OsString>) -> Result<Request, String> {
    let mut order = Order::default();
    let mut only_files = false;
    while let Some(argument) = given.next() {
        let text = argument.to_string_lossy();
        if only_files || text == "-" || !text.starts_with('-') {
            order.files.push(argument.into());
            continue;
        }
        match &*text {
            "--" => only_files = true,
            "--help" | "-h" => return Ok(Request::Text(HELP.to_owned())),
            "--version" | "-V" => return Ok(Request::Text(version())),
            "--json" => order.json = true,
            "--quiet" | "-q" => order.quiet = true,
            "--strict" => order.strict = true,
            "--graph" => {
                order.graph = Some(given.next().ok_or("--graph needs the name of a file")?.into())
            }
            "--tablebase" => {
                let folder = given.next().ok_or("--tablebase needs the name of a folder")?;
                order.tablebase = Some(folder.into());
            }
            unknown => match unknown.split_once('=') {
                Some(("--graph", file)) => order.graph = Some(file.into()),
                Some(("--tablebase", folder)) => order.tablebase = Some(folder.into()),
                _ => return Err(format!("{unknown} is not an option")),
            },
        }
    }
    if order.files.is_empty() {
        return Err("no certificate is named".to_owned());
    }
    Ok(Request::Check(order))
}

fn version() -> String {
    let (version, format) = (env!("CARGO_PKG_VERSION"), proof::format::VERSION);
    format!("foregone-check {version} (certificate format {format})\n")
}
