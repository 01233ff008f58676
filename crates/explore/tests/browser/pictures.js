// @ts-check
// Makes the pictures of docs/explorer.md: node pictures.js. With a folder it makes pictures of all pages to look at, light, dark
// and small: node pictures.js FOLDER.

import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { png } from "./png.js";
import { browser, furnished } from "./program.js";

const DOCS = fileURLToPath(new URL("../../../../docs/images/", import.meta.url));
const folder = process.argv[2];
const server = await furnished({ game: "connect4:5x4", tables: "awari:stones=8" });
const chrome = await browser();

/** @typedef {import("playwright-core").Page} Page */

/**
 * @param {string} path
 * @param {string} file
 * @param {{width?: number, height?: number, scheme?: "light" | "dark", before?: (page: Page) => Promise<void>}} how
 */
async function picture(path, file, { width = 960, height = 620, scheme = "light", before } = {}) {
  const context = await chrome.newContext({ viewport: { width, height }, colorScheme: scheme });
  const page = await context.newPage();
  await page.goto(server.origin + path);
  await page.reload(); // what the first visit left open may be found by the second
  await before?.(page);
  await page.mouse.move(0, 0);
  const shot = (await page.screenshot()).toString("base64");
  // The browser knows how to read what it has drawn.
  const read = await page.evaluate(async (data) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas?.drawImage(image, 0, 0);
    const bytes = canvas?.getImageData(0, 0, image.width, image.height).data ?? [];
    let text = "";
    for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.slice(at, at + 32768));
    return { width: image.width, height: image.height, text: btoa(text) };
  }, shot);
  writeFileSync(file, png({ ...read, pixels: Buffer.from(read.text, "base64") }));
  await context.close();
}

/** @param {Page} page */
async function search(page) {
  await page.selectOption("select[name=method]", "mopns");
  await page.locator("button[data-search]").click();
  await page.locator(".chart").first().waitFor();
  await page.waitForTimeout(4000);
  await page.locator(".known section.card").scrollIntoViewIfNeeded();
  await page.evaluate(() => document.querySelector(".known section.card")?.scrollIntoView());
}

/** @param {Page} page */
async function unfold(page) {
  await page.locator(".icicle").waitFor({ timeout: 60_000 });
  await page.locator(".proof > li > details > summary").first().click({ position: { x: 3, y: 8 } });
  await page.locator(".proof .proof .move").first().waitFor();
}

const GAME = "connect4:6x5&record=3+3+4+4+2+5+5+1+2+2&seconds=20";

try {
  if (folder) {
    mkdirSync(folder, { recursive: true });
    const pages = [["/", "start"], ["/g/connect4:6x5?m=33", "position"], ["/g/breakthrough:5x4", "breakthrough"], ["/g/pig:10", "pig"], ["/g/hounds", "hounds"], ["/g/awari", "awari"], ["/g/torere", "torere"], ["/g/woodpush:8,3", "woodpush"], ["/g/ewn:3x3?m=2", "ewn"], ["/g/mnk:3,3,3?m=a1_b1_a2_b2_a3", "over"], ["/g/connect4:5x4?m=19", "problem"], [`/history?game=${GAME}`, "history"], ["/history", "record"], ["/table/1", "table"], ["/cluster/1", "cluster"], ["/graph/graph:1", "graph"], ["/proof/1?at=3", "proof"]];
    for (const [path, name] of pages) {
      await picture(path, `${folder}/${name}.png`);
      await picture(path, `${folder}/${name}-dark.png`, { scheme: "dark" });
      await picture(path, `${folder}/${name}-360.png`, { width: 360, height: 900 });
    }
    await picture("/proof/1?at=3", `${folder}/unfolded.png`, { before: unfold, height: 900 });
    await picture("/g/connect4:7x6", `${folder}/search.png`, { before: search, height: 900 });
  } else {
    await picture("/", `${DOCS}explorer-start.png`, { width: 860, height: 520 });
    await picture("/g/connect4:6x5?m=33", `${DOCS}explorer-position.png`, { width: 860, height: 520 });
    await picture("/g/connect4:6x5?m=33", `${DOCS}explorer-small.png`, { width: 360, height: 720 });
    await picture("/proof/1?at=3", `${DOCS}explorer-proof.png`, { before: unfold, width: 860, height: 880 });
    await picture(`/history?game=${GAME}`, `${DOCS}explorer-history.png`, { width: 860, height: 760 });
    await picture("/table/1", `${DOCS}explorer-table.png`, { width: 860, height: 560 });
    await picture("/cluster/1", `${DOCS}explorer-cluster.png`, { width: 860, height: 620 });
    await picture("/graph/graph:1", `${DOCS}explorer-graph.png`, { width: 860, height: 740 });
    await picture("/g/connect4:7x6", `${DOCS}explorer-search.png`, { before: search, scheme: "dark", width: 860, height: 640 });
  }
} finally {
  await chrome.close();
  await server.stop();
}
