import {svg} from "htl";

/**
 * Draw lines a unit apart, from the middle, and the diagonal, whose slope is 1.
 *
 * @param {Element} group
 * @param {number} width
 * @param {number} unit pixels, on both axes
 * @param {number} [height]
 */
export function drawGrid(group, width, unit, height = width) {
  const key = `${width} ${height} ${unit}`;
  if (group.getAttribute("data-grid") === key) return;
  group.setAttribute("data-grid", key);
  const across = width / 2;
  const up = height / 2;
  const steps = (/** @type {number} */ half) => {
    const count = Math.floor(half / unit);
    return Array.from({length: 2 * count + 1}, (_, i) => (i - count) * unit);
  };
  const lines = [
    ...steps(across).map((by) => `M${across + by} 0V${height}`),
    ...steps(up).map((by) => `M0 ${up + by}H${width}`)
  ];
  const far = Math.min(across, up);
  group.replaceChildren(
    svg`<path class="tw-lens-grid" d=${lines.join("")}></path>`,
    svg`<path class="tw-lens-diagonal" d=${`M${across - far} ${up + far}L${across + far} ${up - far}`}></path>`
  );
}
