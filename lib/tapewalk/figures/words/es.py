"""The few words that Python itself says about a figure, in Spanish."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "node": "nodo",
    "operation": "operación",
    "value": "valor",
    "gradient": "gradiente",
    "of": "de forma {shape}",
    "module": "módulo",
    "nodes": "nodos",
    "stored": "guardado para la pasada hacia atrás",
    "forward": "hacia delante",
    "again": "otra vez",
    "backward": "hacia atrás",
    "pass": "pasada",
    "layer": "capa",
    "held": "resultados en memoria",
    "depths": "pasos",
    "visits": "visitas con la cinta",
    "calls": "visitas por cada camino",
    "said": "lo que dice",
    "run": "Ejecuta esta celda en Jupyter, VS Code o Colab para responder.",
    "run_figure": "Ejecuta esta celda en Jupyter, VS Code o Colab para verla.",
    "figure": "Figura",
    "waiting": "Decide ahora y ejecuta las celdas siguientes: "
    "después puedes comprobar tu respuesta.",
    "later": "Esta figura aparece cuando se han ejecutado las celdas siguientes.",
    "reload": "Imagen fija: esta página ya estaba abierta cuando se instaló anywidget. Para ver "
    "figuras que se mueven, recarga la página y vuelve a ejecutar todas las celdas.",
    "advice": "Aquí las figuras no se mueven, porque falta anywidget. Para que se muevan: "
    'pip install "tapewalk[widgets]" y reinicia el kernel.',
    "trouble": "No se puede dibujar la figura con lo que guarda el cuaderno. "
    "Vuelve a ejecutar su celda.",
}
