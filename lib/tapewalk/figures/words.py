"""The few words that Python itself says about a figure."""

from __future__ import annotations

from types import MappingProxyType

WORDS = MappingProxyType(
    {
        "en": {
            "node": "node",
            "operation": "operation",
            "value": "value",
            "gradient": "gradient",
            "of": "of shape {shape}",
            "run": "Run this cell in Jupyter, VS Code or Colab to answer.",
            "figure": "Figure",
            "waiting": "Decide now, then run the next cells: "
            "after that your answer can be checked.",
            "later": "This figure appears when the next cells have run.",
            "advice": "Figures stand still here, for anywidget is missing. To have them move: "
            'pip install "tapewalk[widgets]", then restart the kernel.',
            "trouble": "This figure can't be drawn from what the notebook holds. "
            "Run its cell again.",
        },
        "es": {
            "node": "nodo",
            "operation": "operación",
            "value": "valor",
            "gradient": "gradiente",
            "of": "de forma {shape}",
            "run": "Ejecuta esta celda en Jupyter, VS Code o Colab para responder.",
            "figure": "Figura",
            "waiting": "Decide ahora y ejecuta las celdas siguientes: "
            "después puedes comprobar tu respuesta.",
            "later": "Esta figura aparece cuando se han ejecutado las celdas siguientes.",
            "advice": "Aquí las figuras no se mueven, porque falta anywidget. Para que se muevan: "
            'pip install "tapewalk[widgets]" y reinicia el kernel.',
            "trouble": "No se puede dibujar la figura con lo que guarda el cuaderno. "
            "Vuelve a ejecutar su celda.",
        },
    }
)
