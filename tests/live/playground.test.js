import assert from "node:assert/strict";
import {test} from "node:test";
import "../diagrams/dom.js";
import {pack, unpack} from "../../lib/live/playground.js";

test("a program in an address comes back as it was", async () => {
  const texts = ["", "x = 1", "# é ∂ 漢字 🎲\n\tprint('\\u0000')\r\n", "a = a + 1\n".repeat(4000)];
  for (const text of texts) {
    const packed = await pack(text);
    assert.match(packed, /^[\w-]*$/);
    assert.equal(await unpack(packed), text);
  }
});

test("what is no packed text, or unpacks to too much, is refused", async () => {
  await assert.rejects(unpack("AAAA"));
  await assert.rejects(unpack("not-a-program"));
  const bomb = await pack("a".repeat(10_000_000));
  assert.ok(bomb.length < 20_000);
  await assert.rejects(unpack(bomb), /too long/);
});
