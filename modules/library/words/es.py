"""The words of the library's own pages, in Spanish."""

from typing import Any, Final

WORDS: Final[dict[str, Any]] = {
    # An entry's parts, and the columns of the file map.
    "labels": {
        "parameters": "Argumentos",
        "attributes": "Atributos",
        "returns": "Devuelve",
        "yields": "Entrega",
        "raises": "Errores",
        "example": "Ejemplo",
        "limit": "Umbral",
        "false alarm": "Falsa alarma conocida",
        "members": "Métodos y propiedades",
        "alias": "Otro nombre de",
        "in full": "entrada por entrada",
        "columns": "| archivo | líneas | qué contiene |",
    },
    # How the overview and the pages call the rooms.
    "rooms": {
        "scalar": "Valores",
        "tensor": "Tensores",
        "gradients": "Gradientes",
        "engine": "El motor",
        "ops": "ops: las operaciones",
        "nn": "nn: piezas de modelos",
        "optim": "optim: qué hacer con los gradientes",
        "models": "models: los modelos de las lecciones",
        "data": "data: los datos de las lecciones",
        "graph": "Recorrer un grafo",
        "trace": "Trazas",
        "inspect": "inspect: leer un grafo",
        "planning": "Planear la memoria",
        "widgets": "widgets: las vistas en los cuadernos",
        "course": "El curso: detective y calificador",
    },
    # What the files of the library hold, in the order to read them; a folder stands for all its
    # modules.
    "holds": {
        "scalar/value.py": "el motor escalar: números que recuerdan cómo se obtuvieron",
        "scalar/arithmetic.py": (
            "su aritmética, donde la de Python se detiene o sale de los números reales"
        ),
        "scalar/tape.py": (
            "todos los valores de los que depende uno, del más antiguo al más reciente"
        ),
        "scalar/second_order.py": (
            "derivadas de derivadas: la cinta otra vez, con valores en lugar de números"
        ),
        "scalar/dual.py": "modo hacia delante: números que llevan consigo su rapidez",
        "scalar/copies.py": "copias de un grafo de valores: pickle, deepcopy",
        "engine/grad_mode.py": "el interruptor que activa o no la grabación",
        "engine/gradient.py": "el arreglo de `x.grad`, cuyos errores dicen qué escribir",
        "engine/memory.py": "el diario de escrituras en los arreglos",
        "engine/function.py": "qué es una operación y qué es un nodo",
        "engine/pytorch_form.py": "tus propias funciones, escritas como en PyTorch",
        "engine/backward.py": "la pasada hacia atrás: un solo bucle",
        "engine/core.py": "de qué está hecho un tensor",
        "engine/errors.py": "los errores y las frases que comparten",
        "engine/anomaly.py": "qué operación produjo el primer NaN",
        "engine/hooks.py": "funciones que esperan un gradiente",
        "engine/random_state.py": "de dónde salen los números aleatorios",
        "engine/twice.py": "lo que una regla necesita para grabarse ella misma: segundas derivadas",
        "engine/observing.py": "observadores de las operaciones que se ejecutan",
        "ops": "las operaciones, cada una con su regla",
        "tensor": "el tensor y lo que sabe hacer, por temas",
        "gradients": (
            "gradientes como resultado, puntos de control, las diferencias centrales como juez"
        ),
        "nn": "capas, hechas de todo lo anterior",
        "optim": "qué hacer con los gradientes",
        "models": "los modelos de las lecciones",
        "twins": "los mismos modelos, escritos en PyTorch",
        "graph": "el recorrido por los grafos de tensores, propios y de PyTorch",
        "trace": "los grafos como datos sencillos: el formato, su comprobación y lo que lo escribe",
        "figures": (
            "el código de los diagramas y lo que sustituye a una figura donde nada se ejecuta"
        ),
        "inspect": "informes sobre grafos, de PyTorch y propios: `python -m tapewalk.inspect`",
        "planning": "la memoria de un paso de entrenamiento: su máximo y lo que lo baja",
        "widgets": "los diagramas en los cuadernos",
        "display.py": "lo que un cuaderno muestra de un valor",
        "data": "nombres para las lecciones y sus letras como números",
        "words.py": "los textos de cada paquete, de un módulo de palabras por idioma",
        "language.py": "el idioma en que hablan figuras y comprobaciones",
        "version.py": "la versión, que las trazas llevan consigo",
        "__init__.py": "los nombres públicos",
    },
}
