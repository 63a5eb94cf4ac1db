import {replay} from "../../trace/replay.js";
import {toNumber} from "../../words/numbers.js";

/** How many settings are tried. */
const SAMPLES = 120;

/** Its multiples fill an interval evenly, however many are taken; its powers, a square. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * The trace with each number replaced by the one that takes most room at any setting of the
 * sliders. Laid out for this one, a drawing never changes its shape while the reader slides.
 *
 * @param {Trace} trace
 * @param {Record<string, [number, number, number]>} ranges least, most and step of each slider
 * @param {(x: number) => string} format
 * @returns {Fields} a trace for the layout only: its numbers belong to no run
 */
export function roomy(trace, ranges, format) {
  const traces = [trace, ...samples(ranges).flatMap((leaves) => attempt(trace, leaves))];
  const widest = (entry) => {
    const entries = traces.map(entry);
    const lengths = entries.map((one) => format(toNumber(one)).length);
    return entries[lengths.indexOf(Math.max(...lengths))];
  };
  return {
    ...trace,
    nodes: trace.nodes.map((node, i) => ({...node, value: widest(({nodes}) => nodes[i].value)})),
    edges: trace.edges.map((edge, i) => ({...edge, local: widest(({edges}) => edges[i].local)})),
    backward: trace.backward.map((event, i) => ({
      ...event,
      grad: widest(({backward}) => backward[i].grad),
      sends: event.sends.map((sent, k) => ({
        ...sent,
        contribution: widest(({backward}) => backward[i].sends[k].contribution),
        total: widest(({backward}) => backward[i].sends[k].total)
      }))
    }))
  };
}

/** Some settings have no result. */
function attempt(trace, leaves) {
  try {
    return [replay(trace, leaves)];
  } catch {
    return [];
  }
}

/** Both ends of all sliders, and settings spread evenly between. */
function samples(ranges) {
  return Array.from({length: SAMPLES}, (_, i) => {
    const entries = Object.entries(ranges).map(([label, [least, most, step]], k) => {
      const share = i < 2 ? i : (i * GOLDEN ** (k + 1)) % 1;
      const steps = Math.round((share * (most - least)) / step);
      return [label, Number((least + steps * step).toPrecision(12))];
    });
    return Object.fromEntries(entries);
  });
}
