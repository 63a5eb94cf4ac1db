"""What learners ask, and the page that answers: some twenty questions in each language."""

from __future__ import annotations

GLOSSARY = "modules/glossary"
ENGINE = "modules/01-autograd-engine/"
TAPE = "modules/02-tape-walk/"
HAND = "modules/03-manual-backprop/"
GRAPH = "modules/04-graph-introspection/"

# Each with the pages that answer it, any of which may come first; "#…" is a glossary's entry.
QUESTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "what is a tape": ("#term-tape",),
        "gradient": ("#term-gradient",),
        "what is the chain rule?": ("#term-chain-rule",),
        "forward mode": ("#term-forward-mode", f"{ENGINE}modes"),
        "JVP": ("#term-jvp", f"{ENGINE}modes"),
        "dual numbers": ("#term-dual", f"{ENGINE}modes"),
        "Hessian-vector product": ("#term-hessian", f"{ENGINE}second"),
        "Hessian": ("#term-hessian", f"{ENGINE}second"),
        "backpropagation": ("#term-backpropagation",),
        "what does requires_grad do": ("#term-requires-grad",),
        "broadcasting": ("#term-broadcasting",),
        "what is a leaf": ("#term-leaf",),
        "AccumulateGrad": ("#term-accumulate-grad",),
        "what is a stride": ("#term-stride",),
        "one-hot": ("#term-one-hot",),
        "what is softmax": ("#term-softmax",),
        "learning rate": ("#term-learning-rate",),
        "topological order": ("#term-topological",),
        "KV cache": ("#term-kv-cache",),
        "autocast": ("#term-autocast",),
        "a network that learns XOR": (f"{ENGINE}network",),
        "torchviz": (f"{TAPE}lines",),
        "SelectBackward0": (f"{GRAPH}layout",),
        "a model that writes names": (f"{HAND}names",),
        "tolerance allclose": (f"{HAND}exact", f"{HAND}derive"),
    },
    "es": {
        "qué es una cinta": ("#term-tape",),
        "gradiente local": ("#term-local",),
        "¿qué es la regla de la cadena?": ("#term-chain-rule",),
        "modo directo": ("#term-forward-mode", f"{ENGINE}modes"),
        "JVP": ("#term-jvp", f"{ENGINE}modes"),
        "números duales": ("#term-dual", f"{ENGINE}modes"),
        "hessiana": ("#term-hessian", f"{ENGINE}second"),
        "retropropagación": ("#term-backpropagation",),
        "backpropagation": ("#term-backpropagation",),
        "difusión": ("#term-broadcasting",),
        "qué es una hoja": ("#term-leaf",),
        "libro de memoria": ("#term-ledger",),
        "salto en memoria": ("#term-stride",),
        "qué es la softmax": ("#term-softmax",),
        "tasa de aprendizaje": ("#term-learning-rate",),
        "orden topológico": ("#term-topological",),
        "operación in situ": ("#term-in-place",),
        "atajo": ("#term-skip",),
        "atención fusionada": ("#term-fused-attention",),
        "una red que aprende XOR": (f"{ENGINE}network",),
        "torchviz": (f"{TAPE}lines",),
        "SelectBackward0": (f"{GRAPH}layout",),
        "un modelo que escribe nombres": (f"{HAND}names",),
        "tolerancia allclose": (f"{HAND}exact", f"{HAND}derive"),
    },
}
