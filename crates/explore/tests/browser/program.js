// @ts-check
// Starts the explorer and a browser for tests and pictures.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
/** The program: the one that was built last, or what FOREGONE names. */
const PROGRAM = process.env.FOREGONE ?? `${ROOT}target/debug/foregone`;
/** Where a browser may be. */
const BROWSERS = [process.env.CHROMIUM ?? "", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Starts an explorer; the link has its port. @param {string[]} args */
export async function explorer(...args) {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing; build it with cargo build -p foregone-cli`);
  const child = spawn(PROGRAM, ["explore", ...args], { stdio: ["ignore", "pipe", "inherit"] });
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

/** Starts a browser without a window. */
export function browser() {
  const executablePath = BROWSERS.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("no chromium was found; install it, or name it with CHROMIUM=");
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
  });
}
