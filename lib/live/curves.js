import {leafValues} from "./program.js";
import {sampler} from "./sampler.js";
import {sampling} from "./sampling.js";

/**
 * Draw the curves of a figure that waits for the engine.
 *
 * @param {LiveFigure} figure with a lens
 */
export async function drawCurves({trace, lens}) {
  lens.draw(await sampling(sampler(trace), trace, lens).sample(trace, leafValues(trace)));
}
