// @ts-check
// How soon the proof of a certificate can be looked at: node proof-time.js FILE.

import { resolve } from "node:path";
import { computed, explorer } from "./program.js";

const [file] = process.argv.slice(2);
if (!file) throw new Error("which certificate? node proof-time.js FILE");
const began = performance.now();
const seconds = (/** @type {number} */ from) => `${((performance.now() - from) / 1000).toFixed(2)} s`;
const server = await explorer("--certificate", resolve(file), "--listen", "127.0.0.1:0");

/** Seconds that the explorer has computed. */
const worked = () => [...computed(server.child.pid).values()].reduce((sum, time) => sum + time, 0) / 1e9;

/** @param {string} path */
async function get(path) {
  const [asked, before] = [performance.now(), worked()];
  const text = await (await fetch(server.origin + path)).text();
  return { text, took: `${seconds(asked)} (all threads computed ${(worked() - before).toFixed(2)} s)` };
}

try {
  let seen = "";
  for (;;) {
    const { text, took } = await get("/proof/1");
    const state = text.includes("accepted by the checker") ? (text.includes('class="icicle"') ? "accepted and measured, with its map" : "accepted") : "not checked yet";
    const now = text.includes('class="proof"') ? `${state}, replies shown` : "not read yet";
    if (now !== seen) console.log(`${seconds(began)} after the start, ${worked().toFixed(2)} s computed: ${now}; the page took ${took}`);
    seen = now;
    if (text.includes('class="icicle"') || text.includes('class="problem"')) break;
    await new Promise((done) => setTimeout(done, 200));
  }
  const part = /data-unfold="([^"]*)"/.exec((await get("/proof/1")).text)?.[1].replaceAll("&amp;", "&");
  for (let time = 0; part && time < 3; time += 1) console.log(`a line unfolds in ${(await get(part)).took}`);
} finally {
  await server.stop();
}
