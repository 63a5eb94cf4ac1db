/** Height of a row: what is above a piece of memory, the piece, what is below it. */
export const HIGH = 44;
const BAR = 8;

/** Where there is less room than this, words are left out and the versions stay. */
const NARROW = 560;

const ABOVE = new Set(["stored", "read", "wrong"]);

/**
 * Pieces of memory that are written in place, each from its store to its last use, with what
 * happens to it: who stores which version, what is written, who finds another one.
 *
 * @param {any} svg
 * @param {object} subject
 * @param {import("./writes.js").Row[]} subject.written
 * @param {{start: Float64Array}} subject.clock
 * @param {(at: number) => number} subject.x
 * @param {number} subject.top
 * @param {number} subject.gutter
 * @param {number} subject.width
 * @param {{name: (shape: number[]) => string, event: (event: Fields, isShort: boolean) => string}} telling
 */
export function drawWrites(svg, {written, clock, x, top, gutter, width}, telling) {
  const isShort = width < NARROW;
  const place = (moment) => x(clock.start[moment] + 0.5);
  written.forEach(({shape, from, until, events}, i) => {
    const middle = top + i * HIGH + HIGH / 2 + 2;
    const row = svg.append("g").attr("class", "tw-written");
    const begin = Math.max(gutter, place(from));
    row.append("path").attr("class", "tw-written-memory")
      .attr("d", `M${begin} ${middle - BAR / 2}H${Math.max(begin + 2, place(until))}v${BAR}H${begin}z`);
    if (gutter > 20) {
      row.append("text").attr("class", "tw-lane-name").attr("x", gutter - 10).attr("y", middle + 4)
        .attr("text-anchor", "end").text(telling.name(shape));
    }
    for (const event of events) {
      const at = place(event.moment);
      if (at < gutter || at > width) continue;
      const kind = `tw-written-${event.kind}`;
      row.append("path").attr("class", `tw-written-mark ${kind}`).attr("d", shapeOf(event.kind, at, middle));
      const isLate = at > gutter + 0.72 * (width - gutter) || event.kind === "fails";
      row.append("text").attr("class", `tw-written-name ${kind}`)
        .attr("x", at + (isLate ? 5 : -5)).attr("y", middle + (ABOVE.has(event.kind) ? -9 : 18))
        .attr("text-anchor", isLate ? "end" : "start").text(telling.event(event, isShort));
    }
  });
}

/** A dot for what stores and reads, a stroke for what writes, a cross for what fails. */
function shapeOf(kind, x, y) {
  if (kind === "fails" || kind === "wrong") {
    return `M${x - 6} ${y - 6}l12 12M${x + 6} ${y - 6}l-12 12`;
  }
  if (kind === "written" || kind === "unnoticed") return `M${x} ${y - 9}v18M${x - 4} ${y + 3}l4 6l4 -6`;
  return `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z`;
}
