// @ts-check
// How fast the explorer is, and what it costs. The times are printed; only what does not depend on the machine is asserted.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser as launch, computed, explorer } from "./program.js";

/** @type {Awaited<ReturnType<typeof explorer>>} */
let server;
/** @type {import("playwright-core").Browser} */
let chrome;

before(async () => {
  [server, chrome] = await Promise.all([explorer("connect4:6x5", "--listen", "127.0.0.1:0", "--memory", "1GB"), launch()]);
});

after(async () => {
  await chrome?.close();
  await server?.stop();
});

/** @param {number[]} all */
const median = (all) => all.sort((one, other) => one - other)[Math.floor(all.length / 2)];

test("first paint, answers from memory, and clicks", async () => {
  const page = await (await chrome.newContext()).newPage();
  const [paint, answer, click] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  await page.goto(`${server.origin}/g/connect4:6x5?m=33`);
  for (let time = 0; time < 7; time += 1) {
    await page.goto(`${server.origin}/g/connect4:6x5?m=33`);
    paint.push(await page.evaluate(async () => {
      while (!performance.getEntriesByName("first-contentful-paint").length) await new Promise(requestAnimationFrame);
      return performance.getEntriesByName("first-contentful-paint")[0].startTime;
    }));
    answer.push(await page.evaluate(async () => {
      const began = performance.now();
      await (await fetch(location.href, { headers: { "X-Fragment": "1" } })).text();
      return performance.now() - began;
    }));
    // The second visit of a position finds its values.
    await page.locator(".moves a[data-move='3']").click();
    await page.waitForURL(/m=333/);
    click.push(await (await page.waitForFunction(() => performance.getEntriesByName("shown").at(-1)?.duration)).jsonValue() ?? 0);
  }
  const shown = (/** @type {number[]} */ times) => `${median(times).toFixed(1)} ms`;
  console.log(`first paint ${shown(paint)}, answer from memory ${shown(answer)}, click to the next frame ${shown(click)} (medians of 7)`);
  assert.ok(median(answer) < 500, "an answer from memory needs no search");
  await page.context().close();
});

test("scripts and styles have less than 40 KB", async () => {
  const page = await (await chrome.newContext()).newPage();
  /** @type {Promise<Buffer>[]} */
  const bodies = [];
  page.on("response", (answer) => /\.(js|css)$/.test(answer.url()) && bodies.push(answer.body()));
  await page.goto(`${server.origin}/`, { waitUntil: "networkidle" });
  const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + body.length, 0);
  console.log(`scripts and styles have ${bytes} bytes`);
  assert.ok(bytes > 10_000 && bytes < 40 << 10, `${bytes} bytes`);
  await page.context().close();
});

/** @param {Map<string, number>} before */
function since(before) {
  const times = [...computed(server.child.pid)].map(([thread, time]) => time - (before.get(thread) ?? 0));
  return { all: times.reduce((sum, time) => sum + time, 0), most: Math.max(...times) };
}

/** @param {number} seconds */
const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

test("an open page costs nothing while nothing goes on", async () => {
  const page = await (await chrome.newContext()).newPage();
  await page.goto(`${server.origin}/g/connect4:6x5?m=33`, { waitUntil: "networkidle" });
  await wait(0.5);
  const before = computed(server.child.pid);
  await wait(4);
  const share = since(before).all / 4e9;
  console.log(`idle, a page open: ${(100 * share).toFixed(2)} % of a core`);
  assert.ok(share < 0.01, `${share}`);
  await page.context().close();
});

test("a search with its page open is as fast as one without", async () => {
  const token = /name="foregone-token" content="(\w+)"/.exec(await (await fetch(server.origin)).text())?.[1] ?? "";
  const headers = { "X-Foregone-Token": token, "Content-Type": "application/json" };
  const body = JSON.stringify({ game: "connect4:7x6", method: "dfmopns", nodes: 4_000_000, memory: 200_000_000 });
  const page = await (await chrome.newContext()).newPage();
  /** Searches a fixed number of nodes; what the thread of the search has computed, and what all others have. @param {boolean} isOpen */
  async function search(isOpen) {
    await page.goto("about:blank");
    const before = computed(server.child.pid);
    const { run } = await (await fetch(`${server.origin}/api/runs`, { method: "POST", headers, body })).json();
    if (isOpen) await page.goto(`${server.origin}/g/connect4:7x6?run=${run}`);
    const began = performance.now();
    for (;;) {
      await wait(0.1);
      if ((await (await fetch(`${server.origin}/api/runs/${run}`)).json()).state === "limited") break;
    }
    const { most, all } = since(before);
    return { search: most, others: (all - most) / (1e6 * (performance.now() - began)) };
  }
  /** @type {number[]} */
  const ratios = [];
  let others = 0;
  await search(false);
  for (let time = 0; time < 3; time += 1) {
    const without = await search(false);
    const open = await search(true);
    ratios.push(open.search / without.search);
    others = Math.max(others, open.others);
  }
  const ratio = median(ratios);
  console.log(`a search of 4 M nodes computes ${(100 * (ratio - 1)).toFixed(1)} % longer with its page open (median of 3 pairs: ${ratios.map((one) => one.toFixed(3)).join(", ")}); showing it takes ${(100 * others).toFixed(1)} % of another core`);
  assert.ok(ratio < 1.2, `${ratio}`);
  await page.context().close();
});
