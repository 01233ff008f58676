// @ts-check
// Starts the explorer and a browser for tests and pictures.

import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
/** The program: the one that was built last, or what FOREGONE names, as a whole path. */
const PROGRAM = process.env.FOREGONE ?? `${ROOT}target/debug/foregone`;
/** Where a browser may be. */
const BROWSERS = [process.env.CHROMIUM ?? "", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Starts an explorer; the link has its port. @param {string[]} args */
export const explorer = (...args) => explorerIn(ROOT, args);

/** The same in a folder. @param {string} cwd @param {string[]} args */
async function explorerIn(cwd, args, env = process.env) {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing; build it with cargo build -p foregone-cli`);
  const child = spawn(PROGRAM, ["explore", ...args], { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const link = await new Promise((resolve, reject) => {
    lines.once("line", resolve);
    child.once("exit", (code) => reject(new Error(`the explorer ended with ${code}`)));
  });
  const url = new URL(String(link));
  const stop = () =>
    new Promise((resolve) => {
      if (child.exitCode !== null) return resolve(undefined);
      child.once("exit", resolve);
      child.kill("SIGINT");
    });
  return { origin: url.origin, port: url.port, link: url.href, child, stop };
}

/**
 * Starts an explorer of a graph with a certificate, tables and the events of a run, so that it has every kind of page.
 * @param {{game: string, tables: string}} wanted
 */
export async function furnished({ game, tables }) {
  const folder = mkdtempSync(join(tmpdir(), "foregone-explore-"));
  /** @param {string[]} args */
  const run = (...args) => execFileSync(PROGRAM, args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, XDG_STATE_HOME: folder } });
  run("solve", game, "--certificate", "proof.fgc", "--quiet");
  run("tablebase", "build", tables, "--dir", "tables");
  copyFileSync(`${ROOT}examples/graphs/teaching.json`, join(folder, "teaching.json"));
  copyFileSync(`${ROOT}examples/runs/night.jsonl`, join(folder, "night.jsonl"));
  const files = ["--certificate", "proof.fgc", "--tablebase", "tables", "--events", "night.jsonl"];
  const server = await explorerIn(folder, ["graph:teaching.json", ...files, "--listen", "127.0.0.1:0", "--memory", "1GB"], { ...process.env, XDG_STATE_HOME: folder });
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  };
  return { ...server, stop };
}

/** Nanoseconds that each thread of a process has computed, by its number. @param {number | undefined} process */
export function computed(process) {
  const folder = `/proc/${process}/task`;
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const thread of readdirSync(folder)) {
    try {
      times.set(thread, Number(readFileSync(`${folder}/${thread}/schedstat`, "utf8").split(" ")[0]));
    } catch {
      // The thread has ended meanwhile.
    }
  }
  return times;
}

/** Starts a browser without a window. */
export function browser() {
  const executablePath = BROWSERS.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("no chromium was found; install it, or name it with CHROMIUM=");
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
  });
}
