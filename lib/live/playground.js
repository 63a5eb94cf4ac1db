import {html} from "htl";
import {liveWords} from "./words/words.js";
import {pageEnding} from "../diagrams/words/language.js";
import {storage} from "./storage.js";

/** The small page for iframes, which the finishing step writes: relative to the bundle. */
const EMBED = "../../../embed/index";

/** What the window's session remembers: the reader's own shared program, "" for one of a link, or null. */
const own = storage("tapewalk.program", "sessionStorage");

/** Characters that a program in an address may have, once it is unpacked. */
const LONGEST = 50_000;

/**
 * Add the parts of a playground to its live cell: programs to start from, and addresses that contain
 * its program. A program from an address waits until the reader presses Run.
 *
 * @param {HTMLElement} cell
 * @param {{text: () => string, isChanged: () => boolean, set: (text: string) => void,
 *   say: (text: string) => void, focus: () => void}} code of cells.js
 */
export function playground(cell, code) {
  const says = liveWords();
  const {location, history} = globalThis;
  const field = html`<input class="tw-share-field" readonly hidden aria-label=${says.link}>`;
  const copy = async (/** @type {(packed: string) => string} */ make, /** @type {string} */ said) => {
    const text = make(await pack(code.text()));
    try {
      await globalThis.navigator.clipboard.writeText(text);
      code.say(said);
    } catch {
      Object.assign(field, {value: text, hidden: false});
      field.focus();
      field.select();
    }
  };
  const share = () => copy((packed) => {
    history.replaceState(history.state, "", `#code=${packed}`);
    own.keep(packed);
    return `${location.origin}${location.pathname}#code=${packed}`;
  }, says.linkCopied);
  const embed = () => copy((packed) => {
    const page = `${EMBED}${pageEnding(document.documentElement.lang)}.html#code=${packed}`;
    const source = new URL(page, import.meta.url).href;
    return `<iframe src="${source}" title="${says.embedTitle}" width="100%" height="640" style="border: 0"></iframe>`;
  }, says.embedCopied);
  cell.querySelector(".tw-code-bar").after(html`<div class="tw-share">
    <button type="button" class="tw-code-share" onclick=${share}>${says.share}</button>
    <button type="button" class="tw-code-embed" onclick=${embed}>${says.embed}</button>${field}
  </div>`);

  for (const program of document.querySelectorAll(".cell.program")) {
    const text = program.querySelector("pre > code").textContent.replace(/\n+$/, "");
    const take = () => {
      code.set(text);
      code.say(says.taken);
      cell.scrollIntoView();
      code.focus();
    };
    const name = program.querySelector("summary")?.textContent.trim() ?? "";
    program.append(html`<p class="tw-take"><button
      type="button" class="tw-code-take" onclick=${take} aria-label=${`${says.take}: ${name}`}
    >${says.take}</button></p>`);
  }

  const read = async () => {
    const packed = packedIn(location.hash);
    if (!packed) {
      if (code.isChanged()) code.say(own.read() === "" ? says.fromLink : says.yours);
      return;
    }
    try {
      const text = await unpack(packed);
      const isOwn = own.read() === packed;
      // A reader's changes since they shared it are newer than the address.
      if (!isOwn || !code.isChanged()) code.set(text);
      code.say(isOwn ? says.yours : says.fromLink);
      if (!isOwn) own.keep("");
    } catch {
      code.say(says.brokenLink);
    }
  };
  globalThis.addEventListener("hashchange", read);
  read();
}

/**
 * @param {string} hash of an address
 * @returns {string} the argument of `unpack`; empty where there is no program
 */
export function packedIn(hash) {
  return /^#code=([\w-]+)$/.exec(hash)?.[1] ?? "";
}

/**
 * Return a text as part of an address: deflated, in letters that need no escape.
 *
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/**
 * The inverse of `pack`.
 *
 * @param {string} packed from anywhere
 * @returns {Promise<string>} rejects where it is not a packed text, or too long a one
 */
export async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.pipeThrough(new TextDecoderStream("utf-8", {fatal: true})).getReader();
  let text = "";
  for (;;) {
    const {done, value} = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > LONGEST) {
      await reader.cancel();
      throw new Error("too long");
    }
  }
}
