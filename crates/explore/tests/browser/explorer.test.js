// @ts-check
// The explorer in a browser: what a person does with mouse, keys, and the browser's own buttons.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser as launch, explorer } from "./program.js";

/** @type {Awaited<ReturnType<typeof explorer>>} */
let server;
/** @type {import("playwright-core").Browser} */
let chrome;
/** What the console of any page said that is no expected failure. @type {string[]} */
const complaints = [];

before(async () => {
  [server, chrome] = await Promise.all([explorer("connect4:5x4", "--listen", "127.0.0.1:0", "--memory", "500MB"), launch()]);
});

after(async () => {
  await chrome?.close();
  await server?.stop();
});

/**
 * A page of a browser that knows nothing yet.
 * @param {import("playwright-core").BrowserContextOptions} options
 */
async function open(path = "/g/connect4:5x4", options = {}) {
  const context = await chrome.newContext({ viewport: { width: 1100, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  page.on("console", (message) => message.type() === "error" && complaints.push(`${path}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`${path}: ${error}`));
  await page.goto(server.origin + path);
  return page;
}

/** @param {import("playwright-core").Page} page */
const line = (page) => page.locator(".line a[aria-current]").innerText();

test("a click plays a move, and back, forward, reload and a new tab show the same position", async () => {
  const page = await open();
  await page.locator(".moves a[data-move='3']").click();
  await page.waitForURL("**/g/connect4:5x4?m=3");
  assert.equal(await line(page), "3");
  await page.locator(".board a[data-move='2']").click();
  await page.waitForURL("**?m=32");
  await page.goBack();
  await page.waitForURL("**?m=3");
  await page.locator(".line a[aria-current]", { hasText: "3" }).waitFor();
  await page.goForward();
  await page.waitForURL("**?m=32");
  await page.reload();
  assert.equal(await line(page), "2");
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  assert.equal(await line(tab), "2");
  await page.context().close();
});

test("the page of a position works without a script", async () => {
  const page = await open("/g/connect4:5x4", { javaScriptEnabled: false });
  await page.locator(".board a[data-move='3']").click();
  await page.waitForURL("**?m=3");
  assert.match(await page.locator(".verdict").innerText(), /Second player to move/);
  await page.goto(`${server.origin}/`);
  await page.fill("#find", "mnk:3,3,3 --moves 'b2 a1'");
  await page.press("#find", "Enter");
  await page.waitForURL("**/g/mnk:3,3,3?m=b2_a1");
  await page.context().close();
});

test("keys do everything", async () => {
  const page = await open();
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("k");
  const first = await page.locator(".moves a[data-move]").first().getAttribute("data-move");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**?m=${first}`);
  await page.keyboard.press(" ");
  await page.waitForURL(/m=\d\d$/);
  await page.keyboard.press("Backspace");
  await page.waitForURL(`**?m=${first}`);
  await page.keyboard.press("h");
  assert.equal(await page.locator(".verdict .hint").isVisible(), false);
  await page.keyboard.press("h");
  assert.equal(await page.locator(".verdict .hint").isVisible(), true);
  await page.keyboard.press("?");
  assert.equal(await page.locator("#help").isVisible(), true);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#help").isVisible(), false);
  await page.keyboard.press("g");
  await page.keyboard.type("tictactoe");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/g/mnk:3,3,3");
  await page.context().close();
});

test("hints stay hidden from page to page", async () => {
  const page = await open();
  await page.locator("[data-hints]").click();
  await page.locator(".moves a[data-move='1']").click();
  await page.waitForURL("**?m=1");
  await page.reload();
  assert.equal(await page.locator(".verdict .hint").isVisible(), false);
  await page.context().close();
});

test("what is wrong is said on a page, with a way on", async () => {
  const page = await open("/g/connect4:5x4?m=19");
  assert.equal(await page.locator("mark").innerText(), "9");
  complaints.length = 0; // the browser reports the status 404
  await page.locator("a", { hasText: "Start of connect4:5x4" }).click();
  await page.waitForURL("**/g/connect4:5x4");
  await page.context().close();
});

test("the solver answers moves", async () => {
  const page = await open("/g/connect4:5x4?play=first");
  await page.locator(".moves a[data-move='3']").click();
  await page.waitForURL(/m=3\d&play=first/);
  assert.match(await page.locator(".play").innerText(), /Your move/);
  await page.context().close();
});

test("a search is watched to its end, and leaves a proof to walk through", async () => {
  const page = await open("/g/connect4:5x5");
  await page.locator("button[data-search]").click();
  await page.waitForURL(/run=\d+/);
  await page.locator(".facts b", { hasText: /solved|running|waiting/ }).first().waitFor();
  await page.locator("a[download]").waitFor({ timeout: 40_000 });
  assert.match(await page.locator(".verdict").innerText(), /proved/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("a[download]").click()]);
  assert.match(download.suggestedFilename(), /\.fgc$/);
  // When the checker has accepted the certificate, its values and lengths are on the page.
  await page.locator("a", { hasText: "Walk through the proof" }).click();
  await page.locator(".badge.good", { hasText: "accepted by the checker" }).waitFor({ timeout: 30_000 });
  await page.locator(".icicle").waitFor({ timeout: 30_000 });
  await page.locator(".views a", { hasText: "board" }).click();
  await page.locator(".moves td", { hasText: /plies in the proof/ }).first().waitFor();
  await page.keyboard.press("t");
  await page.waitForURL(/proof\/search-\d/);
  await page.context().close();
});

test("eight tabs follow a search, and a search can be paused and stopped", async () => {
  const page = await open("/g/connect4:7x6");
  await page.keyboard.press("s");
  await page.waitForURL(/run=\d+/);
  const tabs = [];
  for (let tab = 0; tab < 7; tab += 1) {
    const next = await page.context().newPage();
    await next.goto(page.url(), { timeout: 8000 });
    await next.locator("[data-live] .facts").waitFor();
    tabs.push(next);
  }
  for (const tab of tabs) {
    const early = await tab.locator("[data-live] .facts li").nth(2).innerText();
    await tab.waitForFunction((text) => !document.querySelector("[data-live]")?.textContent?.includes(text), early);
  }
  await tabs[6].bringToFront();
  await tabs[6].locator("button[data-pause]").click();
  await tabs[6].locator("button", { hasText: "Go on" }).waitFor();
  await tabs[6].keyboard.press("Escape");
  await tabs[6].locator(".facts b", { hasText: "stopped" }).waitFor();
  await page.context().close();
});

test("a server that ends says so, and pages go on when it is back", async () => {
  const other = await explorer("mnk:3,3,3", "--listen", "127.0.0.1:0");
  const page = await (await chrome.newContext()).newPage();
  await page.goto(other.link);
  await other.stop();
  await page.locator(".moves a[data-move]").first().click();
  await page.locator("#notice", { hasText: "does not answer" }).waitFor();
  const again = await explorer("mnk:3,3,3", "--listen", `127.0.0.1:${other.port}`);
  await page.locator(".moves a[data-move]").first().click();
  await page.waitForURL(/m=/);
  await page.context().close();
  await again.stop();
});

test("no page has complained", () => assert.deepEqual(complaints, []));
