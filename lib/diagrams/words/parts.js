/** The parts of a folded mini-GPT: what is in their boxes, and what sentences call them. */
const BARE = Object.fromEntries(["q", "k", "v", "out", "up", "down"].map((name) => [name, [name, name]]));

export const PARTS = {
  en: {
    ...BARE,
    emb: ["embed", "the embedding"], b0: ["block 0", "block 0"], ln1: ["norm 1", "LayerNorm 1"],
    attn: ["attend", "attention"], add1: ["+", "the first sum"], ln2: ["norm 2", "LayerNorm 2"],
    gelu: ["GELU", "GELU"], add2: ["+", "the second sum"], lnf: ["norm", "the last LayerNorm"],
    head: ["head", "the head"], loss: ["loss", "the loss"], end: ["", "backward()"]
  },
  es: {
    ...BARE,
    emb: ["tabla", "la tabla"], b0: ["bloque 0", "el bloque 0"], ln1: ["norm 1", "LayerNorm 1"],
    attn: ["atiende", "la atención"], add1: ["+", "la primera suma"], ln2: ["norm 2", "LayerNorm 2"],
    gelu: ["GELU", "GELU"], add2: ["+", "la segunda suma"], lnf: ["norm", "la última LayerNorm"],
    head: ["cabeza", "la cabeza"], loss: ["pérdida", "la pérdida"], end: ["", "backward()"]
  }
};
