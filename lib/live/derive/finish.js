import {html, svg} from "htl";
import {numberFormat} from "../../diagrams/words/numbers.js";

/** Steps of one request, and how many requests: between them, the page shows how far it has come. */
const STEPS = 25;
const REQUESTS = 12;
const RATE = 0.5;
const CHART = {width: 520, height: 150};

/** Lines that a training step does not need: the gradients of parameters come from the others. */
const isFolded = (/** @type {string} */ key) => key.endsWith("_folded");

/**
 * Fill the place at the end: the reader's own lines train a network that writes names, and can be taken along.
 *
 * @param {HTMLElement|null} place `.derive-finish` of the page
 * @param {import("./bench.js").Tools & {of: (key: string) => {text: string, isRight: boolean}}} tools
 */
export function finish(place, {ask, words, keys, forward, of}) {
  const own = keys.filter((key) => !isFolded(key));
  const done = () => own.filter((key) => of(key).isRight).length;
  const {short} = numberFormat(words.lang);
  const said = html`<p role="status"></p>`;
  const chart = html`<div></div>`;
  const train = html`<button type="button" class="derive-button">${words.train}</button>`;
  const save = html`<button type="button" class="derive-button">${words.save}</button>`;
  place?.replaceChildren(html`<div class="derive-end">${said}<div>${train}${save}</div>${chart}</div>`);
  train.addEventListener("click", async () => {
    const lines = Object.fromEntries(own.map((key) => [key, of(key).text]));
    /** @type {number[]} */
    const losses = [];
    train.disabled = true;
    let last = 0;
    for (let i = 0; i < REQUESTS; i++) {
      const {losses: more, names} = await ask("trained", lines, STEPS, RATE, i === 0);
      losses.push(...more);
      last = more.reduce((/** @type {number} */ sum, /** @type {number} */ loss) => sum + loss, 0) / STEPS;
      chart.replaceChildren(curve(losses, words), html`<p class="derive-written" translate="no">${names.join(", ")}</p>`);
    }
    train.disabled = false;
    said.textContent = words.trained(losses.length, short(losses[0]), short(Math.round(100 * last) / 100));
  });
  save.addEventListener("click", () => download(notebook(forward, own.filter((key) => of(key).isRight), of, words)));
  const show = () => {
    const count = done();
    train.disabled = count < own.length;
    save.disabled = count === 0;
    if (chart.childElementCount === 0) said.textContent = words.count(count, own.length);
  };
  return {show};
}

function curve(/** @type {number[]} */ losses, /** @type {Record<string, any>} */ words) {
  const {width, height} = CHART;
  const most = Math.max(...losses);
  const points = losses.map((y, i) => `${((i / (STEPS * REQUESTS - 1)) * width).toFixed(1)} ${((1 - y / most) * (height - 8) + 4).toFixed(1)}`);
  return svg`<svg class="derive-loss" viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${words.lossCurve}>
    <path d=${`M0 ${height - 4}H${width}`} class="derive-axis"></path><path d=${`M${points.join("L")}`}></path></svg>`;
}

function download(/** @type {object} */ content) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(content, null, 1)], {type: "application/x-ipynb+json"}));
  html`<a href=${address} download="derive.ipynb"></a>`.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Return a notebook: the forward pass, the reader's lines, and a comparison with autograd. */
export function notebook(
  /** @type {{name: string, text: string}[]} */ forward, /** @type {string[]} */ keys,
  /** @type {(key: string) => {text: string}} */ of, /** @type {Record<string, any>} */ words
) {
  const values = forward.filter(({text}) => text);
  const code = [
    `import torch
import torch.nn.functional as F

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
n, V, H, D, BLOCK = 32, 27, 64, 10, 3
Xb, Yb = torch.randint(0, V, (n, BLOCK)), torch.randint(0, V, (n,))
C, W1, b1 = torch.randn(V, D), torch.randn(D * BLOCK, H) / (D * BLOCK) ** 0.5, torch.randn(H)
W2, b2 = torch.randn(H, V) * 0.1, torch.randn(V)
bngain, bnbias = 1 + 0.3 * torch.randn(1, H), 0.3 * torch.randn(1, H)
parameters = [C, W1, b1, W2, b2, bngain, bnbias]
for p in parameters: p.requires_grad_()`,
    values.map(({name, text}) => `${name} = ${text}`).join("\n"),
    `steps = {k: v for k, v in dict(globals()).items() if isinstance(v, torch.Tensor) and v.requires_grad}
for t in steps.values(): t.retain_grad()
loss.backward()
onehot, is_max = F.one_hot(Yb, V), F.one_hot(logits.max(1).indices, V)
is_letter = F.one_hot(Xb.view(-1), V).double()`,
    ...keys.map((key) => `d${key} = ${of(key).text}\nprint("${key}", (d${key} - steps["${key}"].grad).abs().max().item())`)
  ];
  const cells = [
    {cell_type: "markdown", id: "title", metadata: {}, source: [`# ${words.notebookTitle}`]},
    ...code.map((source, i) => ({
      cell_type: "code", id: `cell-${i}`, metadata: {}, execution_count: /** @type {null} */ (null), outputs: /** @type {unknown[]} */ ([]),
      source: source.split(/(?<=\n)/)
    }))
  ];
  return {cells, metadata: {kernelspec: {name: "python3", display_name: "Python 3", language: "python"}}, nbformat: 4, nbformat_minor: 5};
}
