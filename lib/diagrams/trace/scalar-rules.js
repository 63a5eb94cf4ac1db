import {TraceError} from "./trace-error.js";

/**
 * What each operation of a scalar trace computes: its value and its local gradients by slot, as
 * lib/tapewalk/scalar/value.py and scalar_math.py do, sign of zero and order of operations included.
 * Arithmetic gives the same bits; exp, log, sinh, tanh, sigmoid and pow differ from Python's in their
 * last digits at most, since each platform brings its own.
 *
 * @type {Record<string, (x: number, y?: number) => {value: number, locals: number[]}>}
 * @throws {TraceError} where Python raises: the result is no real number
 */
export const scalarRules = {
  add: (x, y) => ({value: x + y, locals: [1, 1]}),
  sub: (x, y) => ({value: x - y, locals: [1, -1]}),
  mul: (x, y) => ({value: x * y, locals: [y, x]}),
  div(x, y) {
    if (y === 0) throw new TraceError("zeroDivision", x, y);
    const value = x / y;
    return {value, locals: [1 / y, -value / y]};
  },
  pow(base, exponent) {
    const value = power(base, exponent);
    return {value, locals: [byBase(base, exponent), byExponent(base, exponent, value)]};
  },
  neg: (x) => ({value: -x, locals: [-1]}),
  exp(x) {
    const value = Math.exp(x);
    return {value, locals: [value]};
  },
  log(x) {
    if (x <= 0) throw new TraceError("logOf", x);
    return {value: Math.log(x), locals: [1 / x]};
  },
  sqrt(x) {
    if (x < 0) throw new TraceError("rootOf", x);
    const value = Math.sqrt(x);
    return {value, locals: [value === 0 ? Infinity : 0.5 / value]};
  },
  sinh: (x) => ({value: Math.sinh(x), locals: [Math.cosh(x)]}),
  tanh(x) {
    const value = Math.tanh(x);
    return {value, locals: [1 - value * value]};
  },
  // Asked this way round, NaN passes through.
  relu: (x) => (x <= 0 ? {value: 0, locals: [0]} : {value: x, locals: [1]}),
  sigmoid(x) {
    const e = Math.exp(-Math.abs(x));
    const value = x >= 0 ? 1 / (1 + e) : e / (1 + e);
    return {value, locals: [value * (1 - value)]};
  }
};

function power(base, exponent) {
  if (base === 0 && exponent < 0) throw new TraceError("zeroPower", base, exponent);
  if (base < 0 && Number.isFinite(exponent) && !Number.isInteger(exponent)) {
    throw new TraceError("negativeBase", base, exponent);
  }
  // C and Python say 1 for both; JavaScript says NaN.
  if (base === 1 || (base === -1 && Math.abs(exponent) === Infinity)) return 1;
  return Math.pow(base, exponent);
}

/** x ** 0 is 1 everywhere, at x = 0 too; a root is infinitely steep at 0. */
function byBase(base, exponent) {
  if (exponent === 0) return 0;
  if (base === 0 && exponent < 1) return Infinity;
  return exponent * power(base, exponent - 1);
}

/** 0 ** exponent is flat where it exists; a negative base is real only at single points. */
function byExponent(base, exponent, value) {
  if (base > 0) return value * Math.log(base);
  return base === 0 && exponent >= 0 ? 0 : NaN;
}
