import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {installPage, show} from "./dom.js";

installPage();
const {matrix} = await import("../../lib/diagrams/views/matrix/matrix.js");
const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const themes = read("../../lib/theme/tokens.css").match(/--paper: #\w{6};[^}]*}/g);

const channels = (text) => [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16));
const colour = (theme, name) => channels(theme.match(new RegExp(`--${name}: (#\\w{6})`))[1]);
const mix = (one, percent, other) =>
  one.map((c, i) => (c * percent + other[i] * (100 - percent)) / 100);

function contrast(one, other) {
  const light = (rgb) => rgb
    .map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

test("numbers stay readable on the strongest heat, in both themes", () => {
  const element = show(matrix({rows: [[-5, 5]]}));
  const heat = element.querySelector("[type=radio][value=heat]");
  heat.checked = true;
  heat.dispatchEvent(new Event("change", {bubbles: true}));
  const [cell] = element.querySelectorAll("[data-cell]");
  const strongest = parseInt(cell.style.getPropertyValue("--tw-heat"), 10);
  assert.ok(strongest >= 40, "a heat that nobody sees");
  assert.equal(themes.length, 2);
  for (const theme of themes) {
    for (const tint of ["leaf", "saved"]) {
      const ground = mix(colour(theme, tint), strongest, colour(theme, "paper"));
      assert.ok(contrast(colour(theme, "ink"), ground) >= 4.5, `${tint} in ${theme}`);
    }
  }
});

test("numbers stay readable where they are lit", () => {
  const css = read("../../lib/diagrams/views/matrix/matrix.css");
  const [, share] = css.match(/color-mix\(in srgb, var\(--tw-now\) (\d+)%, var\(--paper\)\)/);
  for (const theme of themes) {
    for (const now of ["forward", "backward"]) {
      const text = colour(theme, now);
      const paper = colour(theme, "paper");
      assert.ok(contrast(text, mix(text, Number(share), paper)) >= 4.5, `lit ${now} in ${theme}`);
      assert.ok(contrast(paper, text) >= 4.5, `target ${now} in ${theme}`);
    }
  }
});
