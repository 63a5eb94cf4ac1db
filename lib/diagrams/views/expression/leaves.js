import {brief, TraceError} from "../../trace/trace-error.js";
import {replay} from "../../trace/replay.js";
import {steps as stepsOf} from "../../trace/steps.js";
import {toNumber} from "../../words/numbers.js";

/** How far a slider goes to both sides when nobody says, and its step. */
const REACH = 3;
const STEP = 0.1;

/**
 * The leaves that have sliders: their numbers, and the trace at these numbers.
 *
 * @param {Trace} trace
 * @param {Record<string, [number, number, number]>} [asked] least, most and step by label
 * @throws {TraceError} when a slider is for no leaf, or its range is none
 */
export function expressionLeaves(trace, asked) {
  const start = labelled(trace);
  const ranges = rangesOf(start, asked);
  const labels = Object.keys(ranges);
  const initial = Object.fromEntries(labels.map((label) => [label, start.get(label)]));
  let values = initial;
  let now = {trace, error: null};

  const isStart = () => labels.every((label) => Object.is(values[label], initial[label]));
  /** Sets some of the leaves, others stay; says whether anything changed. */
  const set = (settings) => {
    const next = {...values};
    for (const label of labels) {
      const [least, most] = ranges[label];
      if (label in settings) next[label] = Math.min(most, Math.max(least, settings[label]));
    }
    if (labels.every((label) => Object.is(values[label], next[label]))) return false;
    values = next;
    // Where Python was, its own numbers stand, to the last digit.
    now = isStart() ? {trace, error: null} : attempt(trace, values);
    return true;
  };
  // A trace of tensors has no such leaves; this says so.
  replay(trace, {});
  return {
    ranges,
    values: () => values,
    isStart,
    set,
    reset: () => set(initial),
    /** Why there is no result, if there is none. */
    error: () => now.error,
    /**
     * The trace now, as far as it came, its steps, and the one to show for `index`.
     *
     * @param {number} index
     * @returns {[Trace, import("../../trace/steps.js").Step[], number]}
     */
    walk(index) {
      const steps = stepsOf(now.trace);
      return [now.trace, steps, Math.min(index, steps.length - 1)];
    }
  };
}

/** The labelled leaves with their values. */
function labelled({nodes}) {
  const leaves = nodes.filter(({op, label}) => op === "leaf" && label);
  return new Map(leaves.map(({label, value}) => [label, toNumber(value)]));
}

function attempt(trace, values) {
  try {
    return {trace: replay(trace, values), error: null};
  } catch (error) {
    if (!error.trace) throw error;
    return {trace: error.trace, error};
  }
}

function rangesOf(start, asked) {
  if (!asked) {
    const finite = [...start].filter(([, x]) => Number.isFinite(x));
    return Object.fromEntries(finite.map(([label, x]) => [label, [x - REACH, x + REACH, STEP]]));
  }
  const entries = Object.entries(asked).map(([label, range]) => {
    if (!start.has(label)) throw new TraceError("label", label, [...start.keys()].join(", "));
    const [least, most, step = STEP] = Array.isArray(range) ? range : [];
    if (!(least < most && step > 0 && Number.isFinite(most - least))) {
      throw new TraceError("range", label, brief(range));
    }
    const x = start.get(label);
    // The value that Python had is always among them, if it has a place on a line.
    if (!Number.isFinite(x)) return [label, [least, most, step]];
    return [label, [Math.min(least, x), Math.max(most, x), step]];
  });
  return Object.fromEntries(entries);
}
