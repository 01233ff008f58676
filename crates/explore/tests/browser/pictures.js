// @ts-check
// Makes the pictures of docs/explorer.md, and pictures of all main pages to look at: node pictures.js [FOLDER].

import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { browser, explorer } from "./program.js";

const DOCS = fileURLToPath(new URL("../../../../docs/images/", import.meta.url));
const folder = process.argv[2];
const server = await explorer("connect4:6x5", "--listen", "127.0.0.1:0", "--memory", "1GB");
const chrome = await browser();

/**
 * @param {string} path
 * @param {string} file
 * @param {{width?: number, height?: number, scheme?: "light" | "dark", before?: (page: import("playwright-core").Page) => Promise<void>}} how
 */
async function picture(path, file, { width = 1000, height = 640, scheme = "light", before } = {}) {
  const context = await chrome.newContext({ viewport: { width, height }, colorScheme: scheme });
  const page = await context.newPage();
  await page.goto(server.origin + path);
  await page.reload(); // what the first visit left open may be found by the second
  await before?.(page);
  await page.screenshot({ path: file });
  await context.close();
}

/** @param {import("playwright-core").Page} page */
async function search(page) {
  await page.selectOption("select[name=method]", "dfmopns");
  await page.locator("button[data-search]").click();
  await page.locator(".chart").first().waitFor();
  await page.waitForTimeout(3000);
  await page.locator("button[data-search], [data-live]").first().scrollIntoViewIfNeeded();
}

try {
  if (folder) {
    mkdirSync(folder, { recursive: true });
    const pages = [["/", "start"], ["/g/connect4:6x5?m=33", "position"], ["/g/breakthrough:5x4", "breakthrough"], ["/g/pig:10", "pig"], ["/g/hounds", "hounds"], ["/g/awari", "awari"], ["/g/torere", "torere"], ["/g/woodpush:8,3", "woodpush"], ["/g/ewn:3x3?m=2", "ewn"], ["/g/connect4:5x4?m=19", "problem"]];
    for (const [path, name] of pages) {
      await picture(path, `${folder}/${name}.png`);
      await picture(path, `${folder}/${name}-dark.png`, { scheme: "dark" });
      await picture(path, `${folder}/${name}-360.png`, { width: 360, height: 900 });
    }
    await picture("/g/connect4:7x6", `${folder}/search.png`, { before: search, height: 1000 });
  } else {
    await picture("/g/connect4:6x5?m=33", `${DOCS}explorer-position.png`, { width: 760, height: 420 });
    await picture("/g/connect4:7x6", `${DOCS}explorer-search.png`, { before: search, scheme: "dark", width: 760, height: 520 });
  }
} finally {
  await chrome.close();
  await server.stop();
}
