import assert from "node:assert/strict";
import {test} from "node:test";
import {bytesText} from "../../lib/diagrams/words/numbers.js";

test("units of 1,024, four digits at most", () => {
  const texts = [0, 1, 1023, 1024, 1536, 1024 ** 2 - 1, 1024 ** 2, 5 * 1024 ** 3];
  assert.deepEqual(texts.map((bytes) => bytesText(bytes, "en")), [
    "0 B", "1 B", "1,023 B", "1 KiB", "1.5 KiB", "1024 KiB", "1 MiB", "5 GiB"
  ]);
  assert.equal(bytesText(1536, "es"), "1,5 KiB");
});
