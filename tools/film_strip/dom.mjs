/**
 * The part of a document that the drawing code uses, so that drawings can be made while the site
 * is built: elements with attributes, children and texts, found by class. A real one (jsdom) takes
 * a second to load and cannot be bundled into the one file that notebooks start.
 */

const XHTML = "http://www.w3.org/1999/xhtml";

/** Attributes with positions and sizes, which are rounded to a tenth of a pixel. */
const GEOMETRY = new Set(["d", "x", "y", "width", "height", "rx", "transform", "viewBox"]);

export class Element {
  /** @param {object} ownerDocument @param {string} namespaceURI @param {string} tagName */
  constructor(ownerDocument, namespaceURI, tagName) {
    this.ownerDocument = ownerDocument;
    this.namespaceURI = namespaceURI;
    this.tagName = tagName;
    /** @type {Map<string, string>} */
    this.attributes = new Map();
    /** @type {(Element|string)[]} */
    this.childNodes = [];
    /** @type {Element|null} */
    this.parentNode = null;
    this.style = {
      setProperty: (/** @type {string} */ name, /** @type {string} */ value) =>
        this.setAttribute("style", `${name}:${value}`)
    };
  }

  getAttribute(/** @type {string} */ name) {
    return this.attributes.get(name) ?? null;
  }

  setAttribute(/** @type {string} */ name, /** @type {unknown} */ value) {
    this.attributes.set(name, String(value));
  }

  removeAttribute(/** @type {string} */ name) {
    this.attributes.delete(name);
  }

  hasClass(/** @type {string} */ name) {
    return (this.getAttribute("class") ?? "").split(/\s+/).includes(name);
  }

  /** @param {string} part of a selector: a class or a tag */
  is(part) {
    return part.startsWith(".") ? this.hasClass(part.slice(1)) : this.tagName === part;
  }

  appendChild(/** @type {Element} */ child) {
    child.parentNode = this;
    this.childNodes.push(child);
    return child;
  }

  remove() {
    const siblings = this.parentNode.childNodes;
    siblings.splice(siblings.indexOf(this), 1);
  }

  /** @returns {string} */
  get textContent() {
    return this.childNodes.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }

  set textContent(text) {
    this.childNodes = text === "" || text === null ? [] : [String(text)];
  }

  /** @returns {Generator<Element>} the elements inside, parents before children */
  * descendants() {
    for (const child of [...this.childNodes]) {
      if (!(child instanceof Element)) continue;
      yield child;
      yield* child.descendants();
    }
  }

  /** Finds elements by classes and tags, one inside another: `.tw-gradient .tw-number`. */
  querySelectorAll(/** @type {string} */ selector) {
    const [last, ...outer] = selector.split(" ").reverse();
    return [...this.descendants()].filter((element) => {
      if (!element.is(last)) return false;
      let within = element.parentNode;
      for (const part of outer) {
        while (within && !within.is(part)) within = within.parentNode;
        if (!within) return false;
        within = within.parentNode;
      }
      return true;
    });
  }

  querySelector(/** @type {string} */ selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  /** @returns {string} */
  get outerHTML() {
    const attributes = [...this.attributes].map(([name, value]) =>
      ` ${name}="${escape(GEOMETRY.has(name) ? rounded(value) : value)}"`
    );
    const inner = this.childNodes.map((child) => (typeof child === "string" ? escape(child) : child.outerHTML));
    return `<${this.tagName}${attributes.join("")}>${inner.join("")}</${this.tagName}>`;
  }
}

/** @returns {any} the global `document` of the drawing code */
export function makeDocument() {
  const page = {
    createElementNS: (/** @type {string} */ uri, /** @type {string} */ name) => new Element(page, uri, name),
    createElement: (/** @type {string} */ name) => new Element(page, XHTML, name),
    /** @type {Element} */
    documentElement: null
  };
  page.documentElement = page.createElement("html");
  return /** @type {Document} */ (/** @type {unknown} */ (page));
}

/** @returns {string} the text escaped for HTML or XML, attributes included */
export function escape(/** @type {unknown} */ text) {
  /** @type {Record<string, string>} */
  const codes = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"};
  return String(text).replace(/[&<>"]/g, (character) => codes[character]);
}

function rounded(/** @type {string} */ text) {
  return text.replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10));
}
