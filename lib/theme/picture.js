/** A figure as a self-contained drawing; saving.js loads this module on demand. */

const NAMESPACE = "http://www.w3.org/2000/svg";

/** Pixels of a PNG for each pixel of the page. */
const SCALE = 2;

/** The margin around the drawing. */
const MARGIN = 16;

/** Controls, spoken texts and descriptions of steps, which are not part of the drawing. */
const LEFT_OUT = [
  ".tw-save", ".tw-panel", ".tw-controls", ".tw-tools", ".tw-switch", ".tw-copy", ".tw-note",
  ".tw-readout", ".tw-typed", ".tw-lock", ".tw-twin-button", ".tw-text-button", ".tw-afresh", ".tw-asleep",
  ".tw-button", ".tw-preset", ".tw-scale", ".tw-unseen", ".tw-score-switches", ".tw-score-zoom",
  ".tw-source", ".tw-sliders", ".tw-family-sliders", "input", "select", "textarea", "script", "style"
].join(",");

/** The style properties of a drawing, each with the default that can be omitted. */
const INHERITED = [
  "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "fill-opacity", "stroke-opacity", "fill-rule", "paint-order", "text-anchor", "dominant-baseline",
  "font-family", "font-size", "font-weight", "font-style", "font-variant-numeric", "letter-spacing",
  "marker-start", "marker-mid", "marker-end", "visibility"
];
const OWN = {opacity: "1", "clip-path": "none", mask: "none"};

/** @type {Record<string, string>} */
const DASHES = {dashed: "4 3", dotted: "1 3"};

/** Attributes that only a page needs. */
const OF_THE_PAGE = /^(aria-|data-|on)|^(class|style|role|tabindex|focusable|width|height|x|y)$/;
const KEEPS_SIZE = /^(rect|image|use|text|tspan|foreignObject|marker|pattern|mask|line|svg)$/;

/**
 * The current state of a figure as SVG: text stays text, in the page's colours and with the names of
 * its fonts and their fallbacks.
 *
 * @param {HTMLElement} figure on the page
 * @returns {string}
 */
export function asSvg(figure) {
  const page = getComputedStyle(document.body);
  const drawing = /** @type {SVGGElement} */ (make("g", {}));
  const box = unrolled(figure, () => {
    draw(figure, drawing);
    // Measured without scrolling, so that everything is visible.
    return measured(drawing);
  });
  const left = Math.floor(box.x - MARGIN);
  const top = Math.floor(box.y - MARGIN);
  const width = Math.ceil(box.x + box.width + MARGIN) - left;
  const height = Math.ceil(box.y + box.height + MARGIN) - top;
  drawing.setAttribute("transform", `translate(${-left} ${-top})`);
  const root = make("svg", {width, height, viewBox: `0 0 ${width} ${height}`, role: "img"});
  const title = make("title", {});
  title.textContent = figure.getAttribute("aria-label") ?? figure.querySelector("caption")?.textContent ?? "";
  const paper = make("rect", {width, height, fill: plain(page.backgroundColor)});
  root.append(title, paper, drawing);
  return new XMLSerializer().serializeToString(root);
}

/**
 * The same as a bitmap, with two pixels for each pixel of the page.
 *
 * @param {HTMLElement} figure
 * @returns {Promise<Blob>}
 */
export async function asPng(figure) {
  const text = asSvg(figure);
  const fonts = await embedded(text);
  const source = text.replace(/<rect /, `<style>${fonts}</style><rect `);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * SCALE;
  canvas.height = image.naturalHeight * SCALE;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("too large a picture"))));
  });
}

/** An SVG in an image can't use the page's fonts, so it gets copies of those that it uses. */
async function embedded(/** @type {string} */ text) {
  const faces = [...document.styleSheets].flatMap(facesOf).filter(({family}) => text.includes(family));
  const rules = faces.map(async ({family, weight, url}) => {
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
    const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    return `@font-face{font-family:"${family}";font-weight:${weight};` +
      `src:url(data:font/woff2;base64,${btoa(letters)})}`;
  });
  return (await Promise.all(rules)).join("");
}

function facesOf(/** @type {CSSStyleSheet} */ sheet) {
  const rules = [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
  return rules.map(({style}) => ({
    family: style.getPropertyValue("font-family").replace(/["']/g, ""),
    weight: style.getPropertyValue("font-weight") || "400",
    url: new URL(/url\("?([^")]+)/.exec(style.getPropertyValue("src"))[1], sheet.href ?? document.baseURI)
  }));
}

/**
 * Runs a function while no part of a figure scrolls or moves, and pseudo-elements are elements.
 *
 * @template T
 * @param {HTMLElement} figure
 * @param {() => T} measure
 */
function unrolled(figure, measure) {
  /** @type {{element: Element, isBefore: boolean, copy: HTMLElement}[]} */
  const made = [];
  const hidden = [.../** @type {NodeListOf<HTMLElement>} */ (figure.querySelectorAll(LEFT_OUT))]
    .map((element) => ({element, display: element.style.display}));
  for (const element of [figure, ...figure.querySelectorAll("*")]) {
    if (element instanceof SVGElement || element.closest(LEFT_OUT)) continue;
    for (const isBefore of [true, false]) {
      const style = getComputedStyle(element, isBefore ? "::before" : "::after");
      if (["none", "normal", ""].includes(style.content)) continue;
      made.push({element, isBefore, copy: copyOf(style)});
    }
  }
  figure.classList.add("is-saving");
  for (const {element} of hidden) element.style.display = "none";
  for (const {element, isBefore, copy} of made) {
    if (isBefore) element.prepend(copy);
    else element.append(copy);
  }
  try {
    return measure();
  } finally {
    for (const {copy} of made) copy.remove();
    for (const {element, display} of hidden) element.style.display = display;
    figure.classList.remove("is-saving");
  }
}

/** The positions of pseudo-elements can't be measured, so they are replaced by elements. */
function copyOf(/** @type {CSSStyleDeclaration} */ style) {
  const copy = document.createElement("span");
  copy.style.cssText = [...style].map((name) => `${name}:${style.getPropertyValue(name)}`).join(";");
  copy.textContent = /^"(.*)"$/.exec(style.content)?.[1].replace(/\\(.)/g, "$1") ?? "";
  return copy;
}

function draw(/** @type {HTMLElement} */ element, /** @type {Element} */ into) {
  if (element.matches(LEFT_OUT)) return;
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  if (style.display === "none" || style.visibility === "hidden" || style.opacity === "0") return;
  if (element instanceof SVGSVGElement) return into.append(drawing(element, box));
  // Spoken, not shown.
  if (style.clipPath !== "none" && box.width <= 1) return;
  const group = style.opacity === "1" ? into : into.appendChild(make("g", {opacity: style.opacity}));
  if (style.display !== "contents") drawBox(element, style, box, group);
  for (const child of element.childNodes) {
    if (child instanceof Text) drawText(child, style, group);
    else if (child instanceof Element) draw(/** @type {HTMLElement} */ (child), group);
  }
}

/**
 * Background and borders, rotated if the element is, as an arrow's head.
 *
 * @param {HTMLElement} element
 * @param {CSSStyleDeclaration} style
 * @param {DOMRect} box
 * @param {Element} into
 */
function drawBox(element, style, box, into) {
  const isTurned = style.transform !== "none";
  const width = isTurned ? element.offsetWidth : box.width;
  const height = isTurned ? element.offsetHeight : box.height;
  if (width === 0 && height === 0) return;
  const x = box.x + (box.width - width) / 2;
  const y = box.y + (box.height - height) / 2;
  const middle = [x + width / 2, y + height / 2];
  const group = isTurned
    ? into.appendChild(make("g", {
        transform: `translate(${middle}) ${style.transform} translate(${middle.map((at) => -at)})`
      }))
    : into;
  const pattern = /(?:rgba?|color)\([^)]+\)/.exec(style.backgroundImage)?.[0];
  const fill = plain(pattern ?? style.backgroundColor);
  const rx = parseFloat(style.borderTopLeftRadius) || 0;
  const of = (/** @type {string} */ side, /** @type {string} */ what) => style.getPropertyValue(`border-${side}-${what}`);
  const sides = ["top", "right", "bottom", "left"].map((side) => ({
    width: of(side, "style") === "none" ? 0 : parseFloat(of(side, "width")),
    colour: plain(of(side, "color")),
    dashes: DASHES[of(side, "style")]
  }));
  const isSame = sides.every((side) => side.width === sides[0].width && side.colour === sides[0].colour);
  if (isSame && isSeen(sides[0])) {
    const {width: by, colour: stroke} = sides[0];
    group.append(make("rect", {
      x: x + by / 2, y: y + by / 2, width: Math.max(0, width - by), height: Math.max(0, height - by), rx, fill,
      stroke, "stroke-width": by, "stroke-dasharray": sides[0].dashes
    }));
    return;
  }
  if (fill !== NOTHING) {
    group.append(make("rect", {x, y, width, height, rx, fill, "fill-opacity": pattern ? 0.5 : undefined}));
  }
  const [top, right, bottom, left] = sides.map((side) => side.width / 2);
  const lines = [
    [x, y + top, x + width, y + top], [x + width - right, y, x + width - right, y + height],
    [x, y + height - bottom, x + width, y + height - bottom], [x + left, y, x + left, y + height]
  ];
  sides.forEach((side, i) => {
    if (!isSeen(side)) return;
    const [x1, y1, x2, y2] = lines[i];
    group.append(make("line", {
      x1, y1, x2, y2, stroke: side.colour, "stroke-width": side.width, "stroke-dasharray": side.dashes
    }));
  });
}

function isSeen(/** @type {{width: number, colour: string}} */ {width, colour}) {
  return width > 0 && colour !== NOTHING;
}

/** A text line by line, as the page breaks it. */
function drawText(/** @type {Text} */ node, /** @type {CSSStyleDeclaration} */ style, /** @type {Element} */ into) {
  /** @type {{box: DOMRect, words: string[], end: number}[]} */
  const lines = [];
  const range = document.createRange();
  for (const {0: word, index} of node.data.matchAll(/\S+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const box = range.getBoundingClientRect();
    const line = lines.at(-1);
    if (box.width === 0) continue;
    if (line && Math.abs(line.box.y - box.y) < box.height / 2) {
      line.words.push(word);
      line.end = box.right;
    } else {
      lines.push({box, words: [word], end: box.right});
    }
  }
  for (const {box, words, end} of lines) {
    const text = make("text", {
      x: box.x, y: baseline(box, style), fill: plain(style.color), "font-family": style.fontFamily,
      "font-size": style.fontSize, "font-weight": style.fontWeight === "400" ? undefined : style.fontWeight,
      "font-style": style.fontStyle === "normal" ? undefined : style.fontStyle,
      "font-variant-numeric": style.fontVariantNumeric === "normal" ? undefined : style.fontVariantNumeric,
      // Another font must not make it overlap its neighbours.
      textLength: Math.round((end - box.x) * 100) / 100, lengthAdjust: "spacingAndGlyphs"
    });
    const written = words.join(" ");
    text.textContent = style.textTransform === "uppercase" ? written.toUpperCase() : written;
    into.append(text);
  }
}

const brush = document.createElement("canvas").getContext("2d");

function baseline(/** @type {DOMRect} */ box, /** @type {CSSStyleDeclaration} */ style) {
  brush.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const {fontBoundingBoxAscent: up, fontBoundingBoxDescent: down} = brush.measureText("x");
  return box.y + (box.height - up - down) / 2 + up;
}

/** A drawing of the page with its styles as attributes. */
function drawing(/** @type {SVGSVGElement} */ svg, /** @type {DOMRect} */ box) {
  const copy = styled(svg, null);
  for (const [name, value] of Object.entries({x: box.x, y: box.y, width: box.width, height: box.height})) {
    copy.setAttribute(name, String(value));
  }
  copy.setAttribute("overflow", "visible");
  return copy;
}

function styled(/** @type {Element} */ element, /** @type {CSSStyleDeclaration|null} */ parent) {
  if (element.matches(LEFT_OUT)) return null;
  const style = getComputedStyle(element);
  if (style.display === "none") return null;
  const copy = document.createElementNS(NAMESPACE, element.localName);
  for (const {name, value} of element.attributes) {
    if (!OF_THE_PAGE.test(name) || (KEEPS_SIZE.test(element.localName) && /^(width|height|x|y)$/.test(name))) {
      copy.setAttribute(name, value);
    }
  }
  for (const name of INHERITED) {
    const value = style.getPropertyValue(name);
    if (value !== parent?.getPropertyValue(name)) copy.setAttribute(name, plain(value));
    else copy.removeAttribute(name);
  }
  for (const [name, usual] of Object.entries(OWN)) {
    const value = style.getPropertyValue(name);
    if (value !== usual) copy.setAttribute(name, plain(value));
  }
  if (element.localName === "text" && style.whiteSpace.startsWith("pre")) copy.setAttribute("xml:space", "preserve");
  for (const child of element.childNodes) {
    if (child instanceof Text) copy.append(child.data);
    else if (child instanceof Element) {
      const inner = styled(child, style);
      if (inner) copy.append(inner);
    }
  }
  return copy;
}

/** The extent of a drawing that is not on the page. */
function measured(/** @type {SVGGraphicsElement} */ group) {
  const root = make("svg", {style: "position: absolute; visibility: hidden; overflow: visible"});
  root.append(group);
  document.body.append(root);
  const box = group.getBBox();
  root.remove();
  return box;
}

const NOTHING = "none";

/** A value with colours in the form that every program reads, and with local addresses. */
function plain(/** @type {string} */ value) {
  if (/^rgba\(.*, 0\)$/.test(value)) return NOTHING;
  const mixed = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)(?: \/ ([\d.]+))?\)$/.exec(value);
  if (!mixed) return value.replace(/url\("?[^"#)]*(#[^")]+)"?\)/g, "url($1)");
  const [red, green, blue] = mixed.slice(1, 4).map((share) => Math.round(Number(share) * 255));
  if (mixed[4] === "0") return NOTHING;
  return mixed[4] ? `rgba(${red}, ${green}, ${blue}, ${mixed[4]})` : `rgb(${red}, ${green}, ${blue})`;
}

function make(/** @type {string} */ name, /** @type {Record<string, string|number|undefined>} */ attributes) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(key, String(value));
  }
  return element;
}
