/**
 * Give a drawing its size, in pixels of the page.
 *
 * @param {SVGElement} drawing
 * @param {number} width
 * @param {number} height
 */
export function setSize(drawing, width, height) {
  setAll(drawing, {viewBox: `0 0 ${width} ${height}`, width, height});
}

/**
 * @param {Element} element
 * @param {Record<string, string|number>} attributes numbers are written with two decimals at most
 */
export function setAll(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, String(typeof value === "number" ? Math.round(value * 100) / 100 : value));
  }
}

/**
 * Set a text closer where it no longer fits.
 *
 * @param {Element} text
 * @param {number} room in pixels
 * @param {number} advance of a character, in pixels
 */
export function squeeze(text, room, advance) {
  const most = Math.max(0, room);
  if ([...text.textContent].length * advance > most) {
    setAll(text, {textLength: Math.round(most), lengthAdjust: "spacingAndGlyphs"});
  } else {
    text.removeAttribute("textLength");
  }
}

/**
 * Give a drawing its size, and new parts in place of those that it had.
 *
 * @param {SVGElement} drawing
 * @param {{width: number, height: number}} size
 * @param {Iterable<Node>} parts
 */
export function fill(drawing, {width, height}, parts) {
  setSize(drawing, width, height);
  drawing.replaceChildren(...parts);
}
