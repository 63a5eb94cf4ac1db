import {PILL} from "../layout/measure.js";

/**
 * Draws an edge once: halo, forward arrow, backward arrow as it waits and as it is sent, and the
 * label. Later steps only change its classes and the text of what was sent.
 *
 * @param {Fields} group d3 selection of an SVG group
 * @param {Fields} edge an edge of `layout`
 * @param {number} [i] position of the trace's edge that it is, if it is one alone
 */
export function drawEdge(group, {forward, backward, label}, i) {
  group.attr("class", "tw-edge").attr("data-edge", i ?? null);
  if (backward) path(group, "tw-halo", `${backward.stem}L${backward.tip}`);
  const ahead = group.append("g").attr("class", "tw-forward");
  measured(path(ahead, "tw-line", forward.stem));
  path(ahead, "tw-head", `M${forward.head.join("L")}Z`);
  if (!backward) return;
  drawBackward(group.append("g").attr("class", "tw-waiting"), backward);
  measured(drawBackward(group.append("g").attr("class", "tw-sent"), backward));
  drawLabel(group, label);
}

/** Its head is open, so the line goes on to the tip. */
function drawBackward(group, {stem, tip, head}) {
  path(group, "tw-head", `M${head.join("L")}`);
  return path(group, "tw-line", `${stem}L${tip}`);
}

function path(group, className, d) {
  return group.append("path").attr("class", className).attr("d", d);
}

/** The same length for every line lets one rule of the stylesheet draw it from its start. */
function measured(line) {
  line.attr("pathLength", 1);
}

function drawLabel(group, {text, pill, sentAt}) {
  if (text !== "") {
    const local = group.append("g").attr("class", "tw-local");
    local
      .append("rect")
      .attr("x", pill.x)
      .attr("y", pill.y)
      .attr("width", pill.width)
      .attr("height", PILL.height)
      .attr("rx", PILL.height / 2);
    local
      .append("text")
      .attr("x", pill.x + pill.width / 2)
      .attr("y", pill.y + 17)
      .text(text);
  }
  group
    .append("text")
    .attr("class", "tw-contribution")
    .attr("x", sentAt.x)
    .attr("y", sentAt.y)
    .attr("text-anchor", sentAt.anchor);
}
