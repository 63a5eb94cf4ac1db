import {html} from "htl";
import {words as known} from "./words.js";

/** The small pages for iframes, which the finishing step writes, from where the bundle lies. */
const EMBED = {en: "../../../embed/index.html", es: "../../../embed/index.es.html"};

/** Characters that a program in an address may have, once it is unpacked. */
const LONGEST = 50_000;

/**
 * What a playground has beside its live cell: programs to begin with, and addresses that hold what
 * stands in it. A program that came by an address waits for the reader to press Run.
 *
 * @param {HTMLElement} cell
 * @param {{text: () => string, set: (text: string) => void, say: (text: string) => void,
 *   focus: () => void}} code of cells.js
 */
export function playground(cell, code) {
  const lang = document.documentElement.lang === "es" ? "es" : "en";
  const says = known[lang];
  const {location, history} = globalThis;
  const field = html`<input class="tw-share-field" readonly hidden aria-label=${says.link}>`;
  const copy = async (make, said) => {
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
  const address = (packed) => `${location.origin}${location.pathname}#code=${packed}`;
  const share = () =>
    copy((packed) => {
      history.replaceState(null, "", `#code=${packed}`);
      return address(packed);
    }, says.linkCopied);
  const frame = (packed) => {
    const source = new URL(`${EMBED[lang]}#code=${packed}`, import.meta.url).href;
    return `<iframe src="${source}" title="${says.embedTitle}" width="100%" height="640" style="border: 0"></iframe>`;
  };
  const embed = () => copy(frame, says.embedCopied);
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
    if (!packed) return;
    try {
      code.set(await unpack(packed));
      code.say(says.fromLink);
    } catch {
      code.say(says.brokenLink);
    }
  };
  globalThis.addEventListener("hashchange", read);
  read();
}

/**
 * @param {string} hash of an address
 * @returns {string} what `unpack` takes; empty where it holds no program
 */
export function packedIn(hash) {
  return /^#code=([\w-]+)$/.exec(hash)?.[1] ?? "";
}

/**
 * A text as a part of an address: deflated, in the letters that need no escape there.
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
 * @param {string} packed from anybody
 * @returns {Promise<string>} rejects where it is no packed text, or too long a one
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
