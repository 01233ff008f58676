// @ts-check
// Every kind of page in both colour schemes and on a small screen, without a script, and with every kind of colour vision.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { browser as launch, furnished } from "./program.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Every kind of page; those of searches come last. */
const PAGES = [
  ["start", "/"],
  ["position", "/g/connect4:4x5?m=12"],
  ["position with arrows", "/g/breakthrough:3x5"],
  ["position of a proof", "/g/connect4:4x4"],
  ["game that is over", "/g/mnk:3,3,3?m=a1_b1_a2_b2_a3"],
  ["play", "/g/mnk:3,3,3?play=first"],
  ["chance", "/g/pig:10"],
  ["choice with chance", "/g/ewn:3x3?m=2"],
  ["proof", "/proof/1"],
  ["end of a proof", "/proof/1?claim=2&at=1&all=yes&order=moves"],
  ["record form", "/history"],
  ["history", "/history?game=mnk:3,3,3&record=b2+a2+a1+c2+c3"],
  ["history with chance", "/history?game=piglet:2&record=heads+hold+heads+roll+heads"],
  ["tables", "/table/1"],
  ["run", "/cluster/1"],
  ["graph", "/graph/graph:1"],
  ["problem", "/g/connect4:4x4?m=19"],
  ["search", "/g/connect4:7x6?run=1"],
];

/** @type {Awaited<ReturnType<typeof furnished>>} */
let server;
/** @type {import("playwright-core").Browser} */
let chrome;

before(async () => {
  [server, chrome] = await Promise.all([furnished({ game: "connect4:4x4", tables: "torere" }), launch()]);
  // The search that the last page shows; it goes on until the end.
  const token = /name="foregone-token" content="(\w+)"/.exec(await (await fetch(server.origin)).text())?.[1] ?? "";
  const headers = { "X-Foregone-Token": token, "Content-Type": "application/json" };
  const body = JSON.stringify({ game: "connect4:7x6", method: "mopns", memory: 100_000_000 });
  assert.equal((await fetch(`${server.origin}/api/runs`, { method: "POST", headers, body })).status, 201);
});

after(async () => {
  await chrome?.close();
  await server?.stop();
});

/**
 * Opens a page, and says what the console complains about.
 * @param {string} path
 * @param {import("playwright-core").BrowserContextOptions} options
 */
async function open(path, options = {}) {
  const context = await chrome.newContext({ viewport: { width: 1100, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  const answer = await page.goto(server.origin + path);
  const status = answer?.status() ?? 0;
  return { page, context, status, complaints: () => complaints.filter((text) => status < 400 || !text.includes("404")) };
}

for (const [name, path] of PAGES) {
  test(`${name}: axe finds no fault, light and dark, and 360 px are enough`, async () => {
    const { page, context, complaints } = await open(path);
    await page.evaluate(AXE);
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      for (const width of [1100, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${wide} px wide where there are ${width}`);
        if (width === 360 && colorScheme === "dark") continue;
        const found = await page.evaluate(() => /** @type {any} */ (window).axe.run());
        const faults = found.violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html).join(" ")}`);
        assert.deepEqual(faults, [], `${colorScheme}, ${width} px`);
      }
    }
    assert.deepEqual(complaints(), []);
    await context.close();
  });
}

test("every page is there without a script, and so is all that it says", async () => {
  const { page, context } = await open("/", { javaScriptEnabled: false });
  for (const [name, path] of PAGES) {
    await page.goto(server.origin + path);
    assert.equal(await page.locator("main h1").count(), 1, name);
    assert.ok((await page.locator("main a[href^='/'], main form, main table").count()) > 0, name);
  }
  await page.goto(`${server.origin}/proof/1`);
  await page.locator(".proof a.move").first().click();
  await page.waitForURL(/at=/);
  await context.close();
});

test("values are told apart with every kind of colour vision, and without hues", async () => {
  const { page, context } = await open("/g/mnk:3,3,3?m=b2_a2");
  const client = await context.newCDPSession(page);
  for (const [path, where] of [["/g/mnk:3,3,3?m=b2_a2", ".moves tbody tr"], ["/graph/graph:1", ".graph a"]]) {
    await page.goto(server.origin + path);
    for (const type of /** @type {const} */ (["protanopia", "deuteranopia", "tritanopia", "achromatopsia"])) {
      await client.send("Emulation.setEmulatedVisionDeficiency", { type });
      const rows = await page.locator(where).allTextContents();
      assert.ok(rows.length > 3 && rows.every((row) => /[▲▼●?]|=/.test(row)), rows.join());
      // What the colours look like then still differs from the paper enough to be seen.
      const picture = await page.screenshot({ scale: "css" });
      assert.ok(picture.length > 5000, `${path} ${type}: an empty picture`);
    }
  }
  const words = await page.goto(`${server.origin}/g/mnk:3,3,3?m=b2_a2`).then(() => page.locator(".moves tbody tr").allInnerTexts());
  assert.ok(words.every((row) => /wins|draw|open/.test(row)), words.join());
  await context.close();
});

test("a proof is unfolded in place, by clicks and by keys", async () => {
  const { page, context, complaints } = await open("/proof/1");
  const first = page.locator(".proof > li > details").first();
  await first.locator("summary").click({ position: { x: 3, y: 8 } });
  await first.locator(".proof .move").first().waitFor();
  const second = page.locator(".proof > li > details").nth(1);
  await second.locator("summary").focus();
  await page.keyboard.press("Enter");
  await second.locator(".proof .move").first().waitFor();
  await page.locator(".icicle a").nth(1).click();
  await page.waitForURL(/at=\w/);
  await page.keyboard.press("ArrowLeft");
  await page.locator(".line a[aria-current]").waitFor();
  assert.deepEqual(complaints(), []);
  await context.close();
});

test("a record is dropped as a file and shown as a history, whose points lead to positions", async () => {
  const { page, context, complaints } = await open("/history");
  await page.fill("input[name=game]", "mnk:3,3,3");
  const drop = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["1. b2 a2 2. a1 c2"], "game.txt", { type: "text/plain" }));
    return data;
  });
  await page.dispatchEvent("textarea", "drop", { dataTransfer: drop });
  await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("b2"));
  await page.locator("button.main", { hasText: "Show the game" }).click();
  await page.waitForURL(/record=/);
  assert.match(await page.locator("main").innerText(), /blunder/);
  await page.locator(".history svg a").last().click();
  await page.waitForURL(/\/g\/mnk:3,3,3\?m=b2_a2_a1_c2$/);
  assert.deepEqual(complaints(), []);
  await context.close();
});

test("the parameters of a game are fields, and the positions that were looked at come back", async () => {
  const { page, context, complaints } = await open("/");
  const form = page.locator("form[action='/open']", { has: page.locator("input[value=connect4]") });
  await form.locator("input[name=COLUMNSxROWS]").fill("4x4");
  await form.locator("select[name=score]").selectOption("pons");
  await form.locator("button").click();
  await page.waitForURL(/connect4:4x4,score=pons/);
  await page.locator("a.brand").click();
  await page.locator("[data-recent] a", { hasText: "connect4:4x4,score=pons" }).click();
  await page.waitForURL(/connect4:4x4,score=pons/);
  assert.deepEqual(complaints(), []);
  await context.close();
});

test("what is copied is the moves, the position, the link or the command", async () => {
  const { page, context } = await open("/g/connect4:4x5?m=12", { permissions: ["clipboard-read", "clipboard-write"] });
  const copied = async (/** @type {string} */ name) => {
    await page.locator(".copies button", { hasText: name }).click();
    await page.locator("#notice", { hasText: "Copied" }).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied("moves"), "12");
  assert.equal(await copied("position"), "..../..../..../..../xo..");
  assert.equal(await copied("link"), `${server.origin}/g/connect4:4x5?m=12`);
  assert.equal(await copied("command"), "foregone solve connect4:4x5 --moves 12");
  await context.close();
});
