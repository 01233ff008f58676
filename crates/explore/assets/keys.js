// @ts-check
// Keys: everything that a mouse can do.

import { notice, page } from "./page.js";
import { show, toggleHints } from "./explore.js";

/** The links of the table, best move first. @returns {HTMLElement[]} */
function moves() {
  return [...page().querySelectorAll(".moves a[data-move]")].filter((one) => one instanceof HTMLElement);
}

/** Chooses the next or the previous move of the table. @param {number} step */
function choose(step) {
  const list = moves();
  if (!list.length) return;
  const now = list.findIndex((one) => one === document.activeElement);
  const next = now < 0 ? (step > 0 ? 0 : list.length - 1) : (now + step + list.length) % list.length;
  list[next].focus();
}

/** Presses what a selector finds first. @param {string} selector */
function press(selector) {
  const found = page().querySelector(selector);
  if (found instanceof HTMLElement && !(found instanceof HTMLButtonElement && found.disabled)) found.click();
  else return false;
  return true;
}

function help() {
  const dialog = document.getElementById("help");
  if (dialog instanceof HTMLDialogElement) dialog.open ? dialog.close() : dialog.showModal();
}

/** @type {Record<string, () => unknown>} */
const KEYS = {
  ArrowDown: () => choose(1),
  j: () => choose(1),
  ArrowUp: () => choose(-1),
  k: () => choose(-1),
  ArrowLeft: () => press("a[data-back]") || notice("This is where the line begins."),
  Backspace: () => press("a[data-back]") || notice("This is where the line begins."),
  ArrowRight: () => history.forward(),
  " ": () => press(".moves a[data-move]"),
  g: () => document.getElementById("find")?.focus(),
  h: toggleHints,
  f: () => page().querySelector(".board svg")?.classList.toggle("turned"),
  s: () => press("button[data-search]"),
  p: () => press("button[data-pause]"),
  Escape: () => press("button[data-stop]"),
  t: () => press('.views a[href^="/proof/"]'),
  n: () => void show("/"),
  "?": help,
};

/** @param {KeyboardEvent} event */
export function keyDown(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const target = event.target;
  const writes = target instanceof HTMLElement && target.matches("input, select, textarea, dialog *");
  if (writes) {
    if (event.key === "Escape" && target.matches("input")) target.blur();
    return;
  }
  // The space bar presses a button that has the focus.
  if (event.key === " " && target instanceof HTMLElement && target.matches("button, summary")) return;
  const action = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : undefined;
  if (!action) return;
  event.preventDefault();
  action();
}
