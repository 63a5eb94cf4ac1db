/**
 * What every page does besides its lesson: keep the reader's place, save figures, let the keyboard
 * reach what scrolls, search, and keep for a time without a network what was visited.
 */

import {keepPlaces} from "./places.js";
import {keepVisited} from "./keep-visited.js";
import {offerSaving} from "./saving.js";

keepPlaces();
offerSaving();

/** @type {HTMLDialogElement|null} */
const dialog = document.querySelector("dialog#search-dialog");
const button = document.querySelector(".site-search");
const index = new URL("../../pagefind/", import.meta.url);
let loading = null;

/**
 * @param {string} src of a script that is not a module
 * @returns {Promise<void>} settled when it has run or could not be loaded
 */
function loadScript(src) {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), {src});
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${src} could not be loaded`));
    document.head.append(script);
  });
}

/** Words of questions that no page has to hold. */
const FILLERS = {
  en: "a an and are be can do does for from how i in is it me my of on or the to what when where which why with",
  es: "a al como con cual cuando de del donde el en es esta la las lo los me mi no o para por que se son su un una y"
};

/** @returns {string} a question without its small words; as it is if there are no others */
function withoutFillers(question) {
  const fillers = new Set(FILLERS[document.documentElement.lang]?.split(" "));
  const bare = (word) => word.normalize("NFD").replace(/[^\p{L}\p{N}_]/gu, "").toLowerCase();
  const kept = question.split(/\s+/).filter((word) => !fillers.has(bare(word)));
  return kept.join(" ").replace(/[¿?¡!]/g, "") || question;
}

/** Loads Pagefind's own interface; nothing of it is fetched before somebody searches. */
async function loadSearch() {
  const place = dialog.querySelector(".search-body");
  place.textContent = dialog.dataset.wait;
  try {
    const href = new URL("pagefind-ui.css", index).href;
    document.head.prepend(Object.assign(document.createElement("link"), {rel: "stylesheet", href}));
    await loadScript(new URL("pagefind-ui.js", index).href);
    place.textContent = "";
    new window.PagefindUI({
      element: place,
      showImages: false,
      showSubResults: true,
      resetStyles: false,
      // A term of the glossary is short, and says what a word means: it comes first.
      ranking: {pageLength: 1, termFrequency: 1},
      processTerm: withoutFillers,
      // The index is files of this site: nobody's server has to be spared.
      debounceTimeoutMs: 100
    });
    // Pagefind labels its field with a title only, which not every screen reader says.
    place.querySelector("input").setAttribute("aria-label", dialog.getAttribute("aria-label"));
  } catch {
    loading = null;
    place.textContent = dialog.dataset.failed;
  }
}

/** Opens the dialog; the browser itself gives the focus back when it closes. */
async function openSearch() {
  if (dialog.open) return;
  dialog.showModal();
  loading ??= loadSearch();
  await loading;
  const field = dialog.querySelector("input");
  field?.focus();
  field?.select();
}

/** @returns {boolean} whether a key press belongs to a field that is being filled in */
function isTyping(event) {
  return event.target.closest?.("input, textarea, select, [contenteditable]") !== null;
}

function onKey(event) {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.defaultPrevented || isTyping(event)) return;
  event.preventDefault();
  openSearch();
}

/** Lets the Tab key stop at a block of code only while it is wider than its place. */
const widths = new ResizeObserver((entries) => {
  for (const {target} of entries) {
    if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
    else target.removeAttribute("tabindex");
  }
});

for (const block of document.querySelectorAll("main pre[role]")) widths.observe(block);

/** Takes away the room that was kept for a figure, once the figure is there. */
function leaveRooms() {
  const rooms = document.querySelectorAll(".tw-room");
  for (const room of rooms) if (getComputedStyle(room).display === "none") room.remove();
  if (document.querySelector(".tw-room")) return;
  drawn.disconnect();
}

const drawn = new MutationObserver(leaveRooms);
if (document.querySelector(".tw-room")) {
  drawn.observe(document.querySelector("main"), {childList: true, subtree: true});
  leaveRooms();
}

/** What the engine does for each element that it can enliven. Figures offer themselves (figure/live.js). */
const live = new Map();
const desk = (globalThis[Symbol.for("tapewalk.live")] ??= {figures: [], hear: null});

/** Built, and so no module for who checks types here. */
const ENGINE = "../live/dist/page.js";

/** Brings the engine to a figure or a cell, once. */
function enliven(element) {
  const act = live.get(element);
  if (!act) return;
  live.delete(element);
  near.unobserve(element);
  import(ENGINE).then(act).catch(() => {
    // Without a network, on a page whose figures were never near: they replay.
    element.classList.add("is-asleep");
  });
}

/** Waits until an element is near, or touched. */
function awaitNear(element, act) {
  live.set(element, act);
  near.observe(element);
  for (const type of ["pointerdown", "focusin"]) {
    element.addEventListener(type, () => enliven(element), {once: true});
  }
}

/** Within a screen of what is seen. */
const near = new IntersectionObserver(
  (entries) => {
    for (const {isIntersecting, target} of entries) if (isIntersecting) enliven(target);
  },
  {rootMargin: "100% 0px"}
);

desk.hear = (figure) => {
  awaitNear(figure.element, ({takeHold}) => takeHold(figure));
  if (figure.wanted) enliven(figure.element);
};
/** One that shall show other numbers does not wait until it is near. */
desk.bring = (figure) => enliven(figure.element);
desk.figures.forEach(desk.hear);

/** A cell sees what those before it define: near one, all of them come to life, in their order. */
const codes = [...document.querySelectorAll(".cell.live")];
for (const cell of codes) {
  awaitNear(cell, ({takeCell}) => {
    for (const one of codes.splice(0)) takeCell(one);
  });
}

for (const place of document.querySelectorAll(".lab-bench, .lab-puzzle")) {
  awaitNear(place, ({takeLab}) => takeLab(place));
}

if (document.readyState === "complete") keepVisited();
else window.addEventListener("load", keepVisited);

if (dialog && button) {
  button.addEventListener("click", openSearch);
  document.addEventListener("keydown", onKey);
  dialog.addEventListener("click", (event) => {
    // A click on the dialog's own box, and not on what it holds, is one on the backdrop.
    const target = /** @type {Element} */ (event.target);
    const leaves = target === dialog || target.closest(".search-close, a[href]");
    if (leaves) dialog.close();
  });
}
