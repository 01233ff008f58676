// @ts-check
// Proof trees that unfold in place, pages that are looked at again while something is going on, and records from files.

import { page } from "./page.js";

/** Fetches what is below a position when its line is opened for the first time. */
document.addEventListener(
  "toggle",
  async (event) => {
    const box = event.target;
    if (!(box instanceof HTMLDetailsElement) || !box.open) return;
    const address = box.dataset.unfold;
    if (!address) return;
    delete box.dataset.unfold;
    try {
      const response = await fetch(address, { headers: { "X-Fragment": "1" } });
      if (!response.ok) return;
      const parsed = new DOMParser().parseFromString(await response.text(), "text/html");
      const head = box.querySelector("summary");
      if (head) box.replaceChildren(head, ...Array.from(parsed.body.childNodes, (node) => document.adoptNode(node)));
    } catch {
      box.dataset.unfold = address;
    }
  },
  true,
);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Looks at a page again after the seconds that it asks for, as long as it is seen and nobody is doing something on it.
 * @param {(address: string, how: {remember: boolean}) => Promise<void>} show
 */
export function lookAgain(show) {
  clearTimeout(timer);
  const asks = page().querySelector("[data-again]");
  if (!(asks instanceof HTMLElement)) return;
  timer = setTimeout(() => {
    const active = document.activeElement;
    const busy = active !== page() && page().contains(active);
    if (document.hidden || busy || page().querySelector("details[open]")) return lookAgain(show);
    if (asks.isConnected) void show(location.href, { remember: false });
  }, 1000 * Number(asks.dataset.again));
}

document.addEventListener("dragover", (event) => {
  if (event.target instanceof HTMLElement && event.target.matches("[data-drop]")) event.preventDefault();
});
document.addEventListener("drop", async (event) => {
  const place = event.target;
  const file = event.dataTransfer?.files[0];
  if (!(place instanceof HTMLTextAreaElement) || !place.matches("[data-drop]") || !file) return;
  event.preventDefault();
  if (file.size < 1 << 20) place.value = await file.text();
});
