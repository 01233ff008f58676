// @ts-check
// A search while it runs. Browsers allow six connections to one server, so a page that is hidden gives its stream back and
// asks again when it is shown: the first event is always the whole state.

import { notice } from "./page.js";
import { show } from "./explore.js";

/** @type {EventSource | null} */
let stream = null;
/** How often the server did not answer since it last did. */
let failures = 0;

/** Ends the stream, if there is one. */
export function closeStream() {
  stream?.close();
  stream = null;
}

/** Follows the search of the page, if it has one that goes on. @param {HTMLElement} main */
export function openStream(main) {
  closeStream();
  const live = main.querySelector("[data-live]");
  if (!(live instanceof HTMLElement) || document.hidden) return;
  stream = new EventSource(live.dataset.live ?? "");
  stream.addEventListener("panel", (event) => {
    if (failures) notice("");
    failures = 0;
    const open = live.querySelector("details")?.open ?? false;
    live.innerHTML = event.data;
    const details = live.querySelector("details");
    if (details) details.open = open;
  });
  stream.addEventListener("done", () => {
    closeStream();
    void show(location.href, { remember: false });
  });
  stream.addEventListener("error", () => {
    failures += 1;
    if (stream?.readyState === EventSource.CLOSED) {
      closeStream();
      notice("This search is not there any more: the explorer was started again. Reload the page.");
    } else {
      notice("The explorer does not answer; trying again.");
    }
  });
}
