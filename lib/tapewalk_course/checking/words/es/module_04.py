"""Las pistas del módulo 04, en español: una por cada error."""

from __future__ import annotations

from typing import Final

HINTS: Final = {
    "hint_04.8_no_gradient": "Un parámetro sin camino no tiene `.gradient`: es None, y None no "
    "tiene aviso (`mark`). `report.marked` lista solo los que lo llevan.",
    "hint_04.8_attribute": "Le pediste al informe algo que no tiene. Tiene `missing`, "
    "`parameters`, `attention` y `marked`.",
    "hint_04.8_words": "Esa no es ninguna de las respuestas. Son las claves de "
    "`detective.answers()`, no las frases ni lo que dice el informe.",
    "hint_04.8_tied": "Todos los parámetros tienen camino y ninguno lleva aviso, y aun así este "
    "modelo no está sano: un parámetro tiene un segundo nombre, en `.also`.",
    "hint_04.8_unfused": "Todos los parámetros tienen camino y ninguno lleva aviso, y aun así "
    "este modelo no está sano: mira `report.attention`.",
    "hint_04.8_frozen": "Puede que una capa esté congelada a propósito, pero un diagnóstico lo "
    "dice: sus parámetros están en `report.missing`, con un estado propio.",
    "hint_04.8_quiet": "Lo das por sano y no lo está. Hay cuatro sitios donde puede verse algo: "
    "`missing`, `parameters` con `.also`, `attention` y `marked`.",
    "hint_04.8_missing": "Hay parámetros sin camino, pero no por esta razón. Cada uno tiene su "
    "`.status`: congelado, sin usar, dentro de su módulo o después de su llamada.",
    "hint_04.8_marked": "Hay gradientes con aviso, pero la enfermedad es otra. En un informe "
    "puede haber varios avisos: primero el más grave, y NaN antes que todos.",
    "hint_04.8_alarmed": "A este no le pasa nada: todos los parámetros tienen camino, ningún "
    "gradiente lleva aviso y la atención está fusionada. Un tipo numérico no es una enfermedad.",
}
