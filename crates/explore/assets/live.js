// @ts-check
// A search while it runs. Browsers allow six connections to one server, so of all tabs that show a search one has a stream
// and tells the others, and a page that is hidden gives its stream back. The first event is always the whole state.

import { notice } from "./page.js";
import { show } from "./explore.js";

/** What tabs tell each other. */
const tabs = new BroadcastChannel("foregone-live");

/** The search that the page shows. @type {{place: HTMLElement, address: string, end: () => void} | null} */
let shown = null;

/** Does what an event of a search asks for. @param {{address: string, kind: string, text: string}} event */
function take({ address, kind, text }) {
  if (shown?.address !== address) return;
  const { place } = shown;
  if (kind === "done") {
    closeStream();
    void show(location.href, { remember: false });
  } else if (kind === "notice") {
    notice(text);
  } else {
    const open = place.querySelector("details")?.open ?? false;
    place.innerHTML = text;
    const details = place.querySelector("details");
    if (details) details.open = open;
  }
}

/** Opens the stream of this tab. @param {string} address */
function listen(address) {
  const stream = new EventSource(address);
  /** @param {string} kind @param {string} text */
  const tell = (kind, text) => {
    tabs.postMessage({ address, kind, text });
    take({ address, kind, text });
  };
  let failures = 0;
  stream.addEventListener("panel", (event) => {
    if (failures) tell("notice", "");
    failures = 0;
    tell("panel", event.data);
  });
  stream.addEventListener("done", () => {
    stream.close();
    tell("done", "");
  });
  stream.addEventListener("error", () => {
    failures += 1;
    const gone = "This search is not there any more: the explorer was started again. Reload the page.";
    tell("notice", stream.readyState === EventSource.CLOSED ? gone : "The explorer does not answer; trying again.");
  });
  return stream;
}

/** Ends the stream, if there is one. */
export function closeStream() {
  shown?.end();
  shown = null;
}

/** Follows the search of the page, if it has one that goes on. @param {HTMLElement} main */
export function openStream(main) {
  closeStream();
  const place = main.querySelector("[data-live]");
  if (!(place instanceof HTMLElement) || document.hidden) return;
  const address = place.dataset.live ?? "";
  if (!navigator.locks) {
    // Without locks, as on pages of other machines without TLS, each tab has a stream.
    const stream = listen(address);
    shown = { place, address, end: () => stream.close() };
    return;
  }
  const waiting = new AbortController();
  shown = { place, address, end: () => waiting.abort() };
  const mine = shown;
  const lead = () =>
    new Promise((resolve) => {
      const stream = listen(address);
      mine.end = () => {
        stream.close();
        resolve(undefined);
      };
    });
  navigator.locks.request(`foregone ${address}`, { signal: waiting.signal }, lead).catch(() => {});
}

tabs.addEventListener("message", (event) => take(event.data));
