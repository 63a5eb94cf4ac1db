/**
 * The playground in somebody else's page: the program that the address holds, to be read, run and
 * changed. Nothing that is heavy is fetched before a reader presses Run or writes.
 */
import {enlivenCell} from "./cells.js";
import {unpack, packedIn} from "./playground.js";
import {words as known} from "./words.js";

const PAGE = new URL("page.js", import.meta.url).href;
const STYLES = new URL("../../diagrams/dist/tapewalk.css", import.meta.url).href;

/** The engine, and the styles of what it draws. */
let coming = null;
function bring() {
  coming ??= Promise.all([import(PAGE), style()]).then(([page]) => page);
  return coming;
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

const engine = {
  run: async (...given) => (await bring()).engine.run(...given),
  stop: async () => (await bring()).engine.stop()
};

globalThis[Symbol.for("tapewalk.live")] = {
  figures: [],
  hear: async (figure) => (await bring()).takeHold(figure)
};

async function begin() {
  const says = known[document.documentElement.lang === "es" ? "es" : "en"];
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
