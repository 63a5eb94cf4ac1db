/**
 * The draws of `numpy.random.default_rng`, bit for bit: PCG64 (O'Neill 2014, XSL-RR), seeded as NumPy's
 * SeedSequence does it; normal numbers by the ziggurat (Marsaglia & Tsang 2000) with NumPy's tables.
 */
import {TABLES} from "./tables.js";

const WORD = 0xffffffffn;
const LONG = (1n << 64n) - 1n;
const STATE = (1n << 128n) - 1n;
const MULTIPLIER = 0x2360ed051fc65da44385df649fccf645n;

const tables = new Float64Array(Uint8Array.from(atob(TABLES), (c) => c.charCodeAt(0)).buffer);
const wi = tables.subarray(0, 256);
const fi = tables.subarray(256, 512);
const ki = tables.subarray(512);
const TAIL = 3.6541528853610088;

/** Return the two numbers of 128 bits that SeedSequence makes of a seed below 2 ** 53. */
function seeded(/** @type {number} */ seed) {
  let factor = 0x43b0d7e5;
  const mixer = (/** @type {number} */ multiplier) => (/** @type {number} */ word) => {
    let mixed = (word ^ factor) >>> 0;
    factor = Math.imul(factor, multiplier) >>> 0;
    mixed = Math.imul(mixed, factor) >>> 0;
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  const hashed = mixer(0x931e8875);
  const pool = [seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0, 0, 0].map(hashed);
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) {
      if (i === j) continue;
      const other = hashed(pool[i]);
      const word = (Math.imul(0xca01f9dd, pool[j]) - Math.imul(0x4973f715, other)) >>> 0;
      pool[j] = (word ^ (word >>> 16)) >>> 0;
    }
  }
  factor = 0x8b51f9dd;
  const words = Array.from({length: 8}, (_, n) => pool[n % 4]).map(mixer(0x58f38ded));
  const [a, b, c, d] = [0, 2, 4, 6].map((n) => BigInt(words[n]) | (BigInt(words[n + 1]) << 32n));
  return {begin: (a << 64n) | b, end: (c << 64n) | d};
}

export class Generator {
  constructor(/** @type {number} */ seed) {
    const {begin, end} = seeded(seed);
    this.step = ((end << 1n) | 1n) & STATE;
    this.state = (this.step + begin) & STATE;
    /** @type {number|null} */
    this.half = null;
    this.move();
  }

  move() {
    this.state = (this.state * MULTIPLIER + this.step) & STATE;
  }

  long() {
    this.move();
    const mixed = ((this.state >> 64n) ^ this.state) & LONG;
    const turn = this.state >> 122n;
    return ((mixed >> turn) | (mixed << (64n - turn))) & LONG;
  }

  word() {
    if (this.half !== null) {
      const word = this.half;
      this.half = null;
      return word;
    }
    const both = this.long();
    this.half = Number(both >> 32n);
    return Number(both & WORD);
  }

  random() {
    return Number(this.long() >> 11n) * 2 ** -53;
  }

  normal() {
    for (;;) {
      const bits = this.long();
      const at = Number(bits & 0xffn);
      const size = Number((bits >> 9n) & 0xfffffffffffffn);
      const x = (bits >> 8n) & 1n ? -size * wi[at] : size * wi[at];
      if (size < ki[at]) return x;
      if (at === 0) return this.#tail(Math.floor(size / 256) % 2 === 1);
      if ((fi[at - 1] - fi[at]) * this.random() + fi[at] < Math.exp(-0.5 * x * x)) return x;
    }
  }

  #tail(/** @type {boolean} */ isBelow) {
    for (;;) {
      const x = -(1 / TAIL) * Math.log1p(-this.random());
      const y = -Math.log1p(-this.random());
      if (y + y > x * x) return isBelow ? -(TAIL + x) : TAIL + x;
    }
  }

  /** Draw a whole number (Lemire 2019) of a range below 2 ** 32. */
  integer(/** @type {number} */ low, /** @type {number} */ high) {
    const n = high - low;
    if (n === 1) return low;
    let product = BigInt(this.word()) * BigInt(n);
    if (Number(product & WORD) < n) {
      const least = BigInt((2 ** 32 - n) % n);
      while ((product & WORD) < least) product = BigInt(this.word()) * BigInt(n);
    }
    return low + Number(product >> 32n);
  }
}
