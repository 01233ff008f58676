// @ts-check
// The script of the explorer. Pages work without it: it swaps main parts instead of loading pages, shows searches while they
// run, and answers to keys.

import { closeStream, openStream } from "./live.js";
import { keyDown } from "./keys.js";
import { notice, page } from "./page.js";
import { lookAgain } from "./proof.js";

/** The token of this start of the explorer, without which nothing can be changed. */
export function token() {
  const meta = document.querySelector('meta[name="foregone-token"]');
  return meta instanceof HTMLMetaElement ? meta.content : "";
}

/** The number of the latest visit, so that a slow answer does not replace a later one. */
let visit = 0;

const SILENT = "The explorer does not answer. Start it again, then reload this page.";

/**
 * Shows the page at an address of this explorer.
 * @param {string} address
 * @param {{remember?: boolean, request?: RequestInit}} how
 */
export async function show(address, { remember = true, request = {} } = {}) {
  const mine = ++visit;
  const began = performance.now();
  let response;
  let text;
  try {
    response = await fetch(address, { ...request, headers: { ...request.headers, "X-Fragment": "1" } });
    text = await response.text();
  } catch {
    notice(SILENT);
    return;
  }
  if (mine !== visit) return;
  const parsed = new DOMParser().parseFromString(text, "text/html");
  const main = parsed.querySelector("main");
  if (!response.ok && request.method) {
    notice(main?.querySelector(".problem p")?.textContent ?? "It did not work; reload the page and try again.");
    return;
  }
  if (!main) {
    location.assign(address);
    return;
  }
  closeStream();
  page().replaceWith(document.adoptNode(main));
  if (remember) history.pushState(null, "", response.url);
  arrive();
  if (document.activeElement === document.body) page().focus({ preventScroll: true });
  requestAnimationFrame(() => performance.measure("shown", { start: began }));
}

/** What is done when a main part has come, with the page or later. */
function arrive() {
  const main = page();
  document.title = main.dataset.title ?? "Foregone";
  notice("");
  remember(main);
  recent(main);
  openStream(main);
  lookAgain(show);
  const next = main.querySelector("a[data-auto]");
  if (next instanceof HTMLAnchorElement) setTimeout(() => next.isConnected && show(next.href), 350);
}

/** The latest positions, which stay in this browser. */
const RECENT = "foregone-recent";

/** @returns {{link: string, name: string}[]} */
function readRecent() {
  try {
    const list = JSON.parse(localStorage.getItem(RECENT) ?? "[]");
    return Array.isArray(list) ? list.filter((one) => typeof one?.link === "string") : [];
  } catch {
    return [];
  }
}

/** @param {HTMLElement} main */
function remember(main) {
  const { link, subject } = main.querySelector("article")?.dataset ?? {};
  if (!link || !subject) return;
  const others = readRecent().filter((one) => one.link !== link);
  const list = [{ link, name: subject }, ...others].slice(0, 12);
  try {
    localStorage.setItem(RECENT, JSON.stringify(list));
  } catch {
    // A browser that keeps nothing has no recent positions.
  }
}

/** @param {HTMLElement} main */
function recent(main) {
  const place = main.querySelector("[data-recent]");
  const list = readRecent().filter((one) => one.link.startsWith("/g/"));
  if (!(place instanceof HTMLElement) || !list.length) return;
  const items = list.map((one) => {
    const link = document.createElement("a");
    link.href = one.link;
    link.textContent = one.name;
    const item = document.createElement("li");
    item.append(link);
    return item;
  });
  place.querySelector("ul")?.replaceChildren(...items);
  place.hidden = false;
}

/** Sends a form that changes something, and shows what it leads to. @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
async function send(form, submitter) {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value));
  const headers = { "X-Foregone-Token": token() };
  // A button may be called "action", so the property cannot be used.
  await show(form.getAttribute("action") ?? "", { request: { method: "POST", headers, body } });
}

/** Shows or hides what is known about moves; the choice stays. */
export function toggleHints() {
  const hidden = document.documentElement.classList.toggle("no-hints");
  localStorage.setItem("foregone-hints", hidden ? "no" : "yes");
  notice(hidden ? "Hints are hidden; press h to see them." : "");
}

/** Lights up the same move in the table and on the board. @param {EventTarget | null} target @param {boolean} on */
function near(target, on) {
  const move = target instanceof Element ? target.closest("[data-move]")?.getAttribute("data-move") : null;
  if (move === null || move === undefined) return;
  for (const one of page().querySelectorAll("[data-move], tr[data-row]")) {
    const name = one.getAttribute("data-move") ?? one.getAttribute("data-row");
    one.classList.toggle("near", on && name === move);
  }
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const copy = target?.closest("[data-copy]");
  if (copy instanceof HTMLElement) {
    const text = copy.dataset.copy?.startsWith("/") ? location.origin + copy.dataset.copy : copy.dataset.copy;
    navigator.clipboard.writeText(text ?? "").then(
      () => {
        notice(`Copied: ${text}`);
        setTimeout(() => document.getElementById("notice")?.textContent === `Copied: ${text}` && notice(""), 3000);
      },
      () => notice(`The browser does not let pages copy; here it is: ${text}`),
    );
    return;
  }
  if (target?.closest("[data-hints]")) return toggleHints();
  const link = target?.closest("a");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const href = link.getAttribute("href") ?? "";
  const frame = link.getAttribute("target") || link.hasAttribute("download");
  if (!/^\/(g\/|runs?\/|proof\/|history|table\/|cluster\/|graph\/|$)/.test(href) || frame) return;
  event.preventDefault();
  void show(href);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== "post" || "whole" in form.dataset) return;
  event.preventDefault();
  void send(form, event.submitter);
});

for (const [kind, on] of /** @type {[string, boolean][]} */ ([["mouseover", true], ["focusin", true], ["mouseout", false], ["focusout", false]])) {
  document.addEventListener(kind, (event) => near(event.target, on));
}

addEventListener("popstate", () => void show(location.href, { remember: false }));
document.addEventListener("keydown", keyDown);
document.addEventListener("visibilitychange", () => (document.hidden ? closeStream() : openStream(page())));
if (localStorage.getItem("foregone-hints") === "no") document.documentElement.classList.add("no-hints");
arrive();
