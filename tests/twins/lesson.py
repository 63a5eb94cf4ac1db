"""A short lesson in two languages, and the memory of having translated it."""

from tools.twins.follow import Page, follow
from tools.twins.memory import Memory

ENGLISH = """\
---
title: "Slopes"
lang: en
toc: false
---

{{< include ../../_diagram-lib.qmd >}}

::: {.objectives}
- read a slope,
- add two slopes.
:::

## The question {#sec-question}

How fast does `c.value` move?
It moves [`{python} f"{x.grad:g}"`](#cell-slope){.computed} times as fast.
See [here](order.qmd#sec-first).

```{python}
#| label: cell-slope
x = Value(2.0, label="weight")
c = x.total("sum")        # adds them up
print(f"the slope is {x.grad:g}, of {c}")
```

## The picture {#sec-picture}

Paths add up to $0.5$.

```{ojs}
//| label: fig-slope
//| fig-cap: "A slope, step by step."
//| echo: false
quiz({
  id: "slope",
  question: "Which one?",  // one of two
  choices: [{when: 1, say: "The first."}]
})
```
"""

SPANISH = """\
---
title: "Pendientes"
lang: es
toc: false
---

{{< include ../../_diagram-lib.qmd >}}

::: {.objectives}
- leer una pendiente,
- sumar dos pendientes.
:::

## La pregunta {#sec-question}

¿Con qué rapidez se mueve `c.value`?
Se mueve [`{python} f"{x.grad:g}"`](#cell-slope){.computed} veces más rápido.
Mira [aquí](order.es.qmd#sec-first).

```{python}
#| label: cell-slope
x = Value(2.0, label="peso")
c = x.total("sum")        # los suma
print(f"de {c}, la pendiente es {x.grad:g}")
```

## El dibujo {#sec-picture}

Los caminos suman $0{,}5$.

```{ojs}
//| label: fig-slope
//| fig-cap: "Una pendiente, paso a paso."
//| echo: false
quiz({
  id: "slope",
  question: "¿Cuál?",  // una de dos
  choices: [{when: 1, say: "La primera."}]
})
```
"""

MEMORY = Memory("es", [(ENGLISH, SPANISH)])


def changed(old: str, new: str, spanish: str = SPANISH) -> Page:
    """Return the Spanish lesson after a change of the English one."""
    assert ENGLISH.count(old) == 1
    return follow(ENGLISH.replace(old, new), spanish, MEMORY)


def in_spanish(old: str, new: str) -> str:
    """Return the Spanish lesson with one thing changed in it."""
    assert SPANISH.count(old) == 1
    return SPANISH.replace(old, new)
