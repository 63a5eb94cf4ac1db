/**
 * The playground in another site's page, with the program of its address. The engine and the editor
 * are fetched when a reader presses Run or writes.
 */
import {enlivenCell} from "./cells.js";
import {unpack, packedIn} from "./playground.js";
import {liveWords} from "./words/words.js";

const PAGE = new URL("page.js", import.meta.url).href;
const STYLES = new URL("../../diagrams/dist/tapewalk.css", import.meta.url).href;

/** @type {Promise<typeof import("./page.js")>|null} the engine, once the styles of its figures are there */
let page = null;
function bring() {
  page ??= Promise.all([import(PAGE), style()]).then(([module]) => module);
  return page;
}

function style() {
  const link = Object.assign(document.createElement("link"), {rel: "stylesheet", href: STYLES});
  const loaded = new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = resolve;
  });
  document.head.append(link);
  return loaded;
}

/** @type {Runner} */
const engine = {
  run: async (...given) => (await bring()).engine.run(...given),
  stop: async () => (await bring()).engine.stop()
};

Object.assign(globalThis, {[Symbol.for("tapewalk.live")]: {
  figures: [],
  hear: async (/** @type {LiveFigure} */ figure) => (await bring()).enlivenFigure(figure)
}});

async function begin() {
  const says = liveWords();
  /** @type {HTMLElement} */
  const cell = document.querySelector(".cell.live");
  const {hash} = globalThis.location;
  /** @type {HTMLAnchorElement} */
  const home = document.querySelector("a.tw-home");
  home.hash = hash;
  let note = says.fromLink;
  try {
    cell.querySelector("code").textContent = await unpack(packedIn(hash));
  } catch {
    note = says.brokenLink;
  }
  cell.hidden = false;
  enlivenCell(cell, engine);
  cell.querySelector(".tw-code-said").textContent = note;
}

begin();
// Another address of the same page: another program.
globalThis.addEventListener("hashchange", () => globalThis.location.reload());
