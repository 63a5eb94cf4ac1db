"""The sentences about factors, in Spanish."""

from __future__ import annotations

from typing import Final

_STEP: Final = (
    "**En tu tarea:** da el paso contra el gradiente de {c} veces la pérdida, y devuelve "
)
_GIVEN: Final = "**En tu tarea:** la pasada hacia atrás empieza en {c} veces la pérdida"

WORDS: Final = {
    "01.1": "**En tu tarea:** no son tanh y la sigmoide, sino {c} · tanh(x) y {c} · sigmoide(x).",
    "01.3": "**En tu tarea:** devuelve con qué rapidez se mueve {c} veces el último número con "
    "cada uno.",
    "01.4": "**En tu tarea:** el arreglo, además, se multiplicó por {c} antes del *broadcast*.",
    "01.5": "**En tu tarea:** Y = {c} · X W. Es el factor de 01.4, así que lo que devuelve tu "
    "`unbroadcast` ya lo tiene.",
    "01.6": "**En tu tarea:** {c} · log(1 + eˣ), así que su pendiente es {c} veces la sigmoide.",
    "01.7": f"{_STEP}la pérdida misma.",
    "01.8": "**En tu tarea:** `backward()` empieza con {c} en lugar de 1, como tu recorrido de "
    "01.3.",
    "02.1": "**En tu tarea:** en lugar de cada una de las `depth` capas hay {c}, también con una "
    "GELU entre cada una y la siguiente.",
    "02.4": "**En tu tarea:** entrenan {c} procesos a la vez, cada uno con una cinta como esta; "
    "devuelve los bytes de todos.",
    "02.5": "**En tu tarea:** hay {c} capas así en paralelo, cada una con su propia `x`; devuelve "
    "los bytes de todas sus cintas.",
    "02.6": f"{_GIVEN}, como dice el código; eso no es un error.",
    "02.7": f"{_GIVEN}, como dice el código; eso no es un error.",
    "02.8": f"{_GIVEN}, en los dos pasos, como dice el código; eso no es un error.",
    "03.1": "**En tu tarea:** la pérdida es {c} veces esta media.",
    "03.2": "**En tu tarea:** `probs = {c} * counts * counts_sum_inv`.",
    "03.3": "**En tu tarea:** la pérdida es {c} veces esta media.",
    "03.4": "**En tu tarea:** `logits = {c} * (h @ W2 + b2)`.",
    "03.5": "**En tu tarea:** `emb = {c} * C[Xb]`.",
    "03.6": "**En tu tarea:** `bnraw = {c} * bndiff * bnvar_inv`.",
    "03.7": "**En tu tarea:** el último paso hacia delante es "
    "`hpreact = {c} * (bngain * bnraw + bnbias)`.",
    "03.8": f"{_STEP}la pérdida misma. Esta red no tiene ninguno de los factores de "
    "03.3, 03.4, 03.5 y 03.7: divide lo que devuelven esas funciones entre los suyos.",
    "04.5": "**En tu tarea:** un modelo tiene {c} capas así. Devuelve los bytes de todas; los "
    "pesos de todas tienen que caber en `budget`.",
}
