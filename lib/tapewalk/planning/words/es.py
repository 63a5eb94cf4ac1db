"""Lo que dice un plan, en español."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "peak": "Máximo de un paso de entrenamiento: {peak}, en {phase}; el presupuesto es {budget}.",
    "forward": "la pasada hacia delante",
    "backward": "la pasada hacia atrás",
    "step": "el paso del optimizador",
    "parts": "En el máximo: {parts}.",
    "parameter": "parámetros {size}",
    "gradient": "gradientes {size}",
    "optimizer": "optimizador {size}",
    "input": "entradas y búferes {size}",
    "saved": "guardado para la pasada hacia atrás {size}",
    "other": "temporal {size}",
    "fits": "Cabe tal como está.",
    "would": "Cabe con {count} de los cambios de abajo: {peak}.",
    "lacks": "No cabe: {peak} con todo lo que ayuda. Usa lotes más pequeños o un modelo más "
    "pequeño, o repártelo entre varios dispositivos.",
    "none": "No hay nada que proponer.",
    "table": "Lo que baja el máximo, lo más barato primero",
    "change": "cambio",
    "saves": "ahorra",
    "alone": "máximo solo con él",
    "work": "aritmética",
    "then": "máximo en el plan",
    "fused_step": "paso del optimizador en un solo núcleo",
    "attention": "atención fusionada × {count}",
    "autocast": "autocast a bfloat16",
    "checkpoint": "checkpoint {where} × {count}",
    "offload": "tensores guardados en la CPU",
    "bus": "{size} a la CPU y de vuelta",
}
