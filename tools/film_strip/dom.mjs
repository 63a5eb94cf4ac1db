/**
 * As much of a document as the drawing code asks for, so that drawings can be made while the site
 * is built: elements with attributes, children and texts, found by class. A real one (jsdom) takes
 * a second to load and cannot be bundled into the one file that notebooks start.
 */

const XHTML = "http://www.w3.org/1999/xhtml";

/** Attributes with places and sizes; a tenth of a pixel is all that an eye can see. */
const GEOMETRY = new Set(["d", "x", "y", "width", "height", "rx", "transform", "viewBox"]);

class Element {
  constructor(ownerDocument, namespaceURI, tagName) {
    this.ownerDocument = ownerDocument;
    this.namespaceURI = namespaceURI;
    this.tagName = tagName;
    this.attributes = new Map();
    this.childNodes = [];
    this.parentNode = null;
    this.style = {setProperty: (name, value) => this.setAttribute("style", `${name}:${value}`)};
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }

  removeAttribute(name) {
    this.attributes.delete(name);
  }

  hasClass(name) {
    return (this.getAttribute("class") ?? "").split(/\s+/).includes(name);
  }

  /** @param {string} part of a selector: a class or a tag */
  is(part) {
    return part.startsWith(".") ? this.hasClass(part.slice(1)) : this.tagName === part;
  }

  appendChild(child) {
    child.parentNode = this;
    this.childNodes.push(child);
    return child;
  }

  remove() {
    const siblings = this.parentNode.childNodes;
    siblings.splice(siblings.indexOf(this), 1);
  }

  get textContent() {
    return this.childNodes.map((child) => child.textContent ?? child).join("");
  }

  set textContent(text) {
    this.childNodes = text === "" || text === null ? [] : [String(text)];
  }

  /** The elements inside, each before what it holds. */
  * descendants() {
    for (const child of [...this.childNodes]) {
      if (!(child instanceof Element)) continue;
      yield child;
      yield* child.descendants();
    }
  }

  /** Understands classes and tags, one inside another: `.tw-gradient .tw-number`. */
  querySelectorAll(selector) {
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

  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  get outerHTML() {
    const attributes = [...this.attributes].map(([name, value]) =>
      ` ${name}="${escape(GEOMETRY.has(name) ? rounded(value) : value)}"`
    );
    const inner = this.childNodes.map((child) => child.outerHTML ?? escape(child)).join("");
    return `<${this.tagName}${attributes.join("")}>${inner}</${this.tagName}>`;
  }
}

/** @returns {any} what the drawing code finds under the name `document` */
export function makeDocument() {
  /** @type {any} */
  const page = {};
  page.createElementNS = (namespace, name) => new Element(page, namespace, name);
  page.createElement = (name) => new Element(page, XHTML, name);
  page.documentElement = page.createElement("html");
  return page;
}

/** @returns {string} the text as it stands in HTML or XML, in an attribute too */
export function escape(text) {
  const codes = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"};
  return String(text).replace(/[&<>"]/g, (character) => codes[character]);
}

function rounded(text) {
  return text.replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10));
}
