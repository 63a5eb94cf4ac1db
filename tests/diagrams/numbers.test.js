import assert from "node:assert/strict";
import {test} from "node:test";
import {bytesText, numberFormat, toNumber} from "../../lib/diagrams/words/numbers.js";

const en = numberFormat("en");
const es = numberFormat("es");

test("four significant digits, with the language's separator", () => {
  assert.equal(en.short(0.70710678), "0.7071");
  assert.equal(es.short(0.70710678), "0,7071");
  assert.equal(en.short(1 / 3000), "0.0003333");
});

test("whole numbers in full, since a rounded one would look like another", () => {
  assert.equal(en.short(2 ** 21 - 1), "2,097,151");
  assert.equal(es.short(2 ** 21 - 1), "2\u202f097\u202f151");
  assert.equal(es.short(1024), "1024");
});

test("large and small numbers as powers of ten", () => {
  assert.equal(en.short(123456.789), "1.235e5");
  assert.equal(es.short(-1.5e-7), "−1,5e−7");
});

test("a true minus sign, and none on zero", () => {
  assert.equal(en.short(-3), "−3");
  assert.equal(en.short(-0), "0");
});

test("what JSON lacks", () => {
  assert.equal(toNumber("-Infinity"), -Infinity);
  assert.ok(Number.isNaN(toNumber("NaN")));
  assert.equal(toNumber(null), null);
  assert.deepEqual([NaN, Infinity, -Infinity].map(en.short), ["NaN", "∞", "−∞"]);
});

test("the exact number has every digit that a float holds", () => {
  assert.equal(en.exact(0.1 + 0.2), "0.3");
  assert.equal(es.exact(1 / 3), "0,333333333333333");
  assert.equal(en.exact(0.1234567890123), "0.1234567890123");
});

test("it knows when digits were dropped", () => {
  assert.ok(en.isRounded(1 / 3));
  assert.ok(!en.isRounded(0.25));
  assert.ok(!en.isRounded(2097151));
  assert.ok(!en.isRounded(Infinity));
});

test("memory is in units of 1,024, with four digits at most", () => {
  const texts = [0, 1, 1023, 1024, 1536, 1024 ** 2 - 1, 1024 ** 2, 5 * 1024 ** 3];
  assert.deepEqual(texts.map((bytes) => bytesText(bytes, "en")), [
    "0 B", "1 B", "1,023 B", "1 KiB", "1.5 KiB", "1024 KiB", "1 MiB", "5 GiB"
  ]);
  assert.equal(bytesText(1536, "es"), "1,5 KiB");
});
