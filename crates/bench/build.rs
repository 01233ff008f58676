//! Names the compiler, the target and the optimisation of this build: counts of instructions hold for one build only.
//! Crates that are compiled incrementally offer fewer functions to be inlined by others, which changes counts by up to 3 %.

use std::env::var;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CARGO_INCREMENTAL");
    let name = |variable: &str| var(variable).unwrap_or_default();
    let version = Command::new(name("RUSTC")).arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    // "rustc 1.95.0 (59807616e 2026-04-14)"
    let version = version.unwrap_or_default();
    let version: Vec<&str> = version.split_whitespace().take(2).collect();
    let flags = name("CARGO_ENCODED_RUSTFLAGS").replace('\u{1f}', " ");
    let compiler = format!("{} {} {flags}", version.join(" "), name("TARGET"));
    println!("cargo::rustc-env=FOREGONE_BENCH_COMPILER={}", compiler.trim_end());
    // Without the variable, Cargo compiles incrementally for development and not for release.
    let incremental = match name("CARGO_INCREMENTAL").as_str() {
        "" => name("PROFILE") == "debug",
        value => value != "0",
    };
    let incremental = if incremental { ", incremental" } else { "" };
    let optimisation = format!("opt-level {}{incremental}", name("OPT_LEVEL"));
    println!("cargo::rustc-env=FOREGONE_BENCH_OPTIMISATION={optimisation}");
}
