import {leafValues} from "./program.js";
import {sampling} from "./sampling.js";

/**
 * Draw the curves of a figure that waits for an engine or a kernel.
 *
 * @param {LiveFigure} figure with a lens
 */
export function drawCurves({trace, lens}) {
  lens.draw(sampling(trace, lens).sample(trace, leafValues(trace)));
}
