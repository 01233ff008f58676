// @ts-check
// What the other scripts need to find on the page.

/** The main part of the page. @returns {HTMLElement} */
export function page() {
  const main = document.getElementById("main");
  if (!main) throw new Error("the page has no main part");
  return main;
}

/** Says something at the bottom of the page; nothing takes it away. @param {string} text */
export function notice(text) {
  const place = document.getElementById("notice");
  if (place) place.textContent = text;
}
