"""The words that the finishing step writes and translates, in Spanish."""

from typing import Any, Final

WORDS: Final[dict[str, Any]] = {
    "name": "Español",
    "languages": "Idioma",
    "skip": "Saltar al contenido",
    "search": "Buscar",
    "close": "Cerrar",
    "search_wait": "Cargando el índice …",
    "search_failed": "No se pudo cargar el índice. Recarga la página e inténtalo otra vez.",
    "search_fillers": "a al como con cual cuando de del donde el en es esta la las lo los me "
    "mi no o para por que se son su un una y",
    "code": "Código",
    "output": "Resultado",
    "drawing": "Dibujo que se desplaza",
    "original": "El dibujo original",
    "badges": "Esta página en otros sitios",
    "colab": "Abrir en Colab",
    "binder": "Abrir en Binder",
    "download": "Cuaderno",
    "page_source": "Código de esta página",
    "releases": "El curso y sus cuadernos en archivos zip",
    "downloads": {
        "site.zip": "Descarga el curso",
        "notebooks.zip": "Descarga los cuadernos",
    },
    "not_here": (
        "No está aquí sin red",
        "No has visitado antes esta página. Las que has visitado se abren.",
    ),
    "solution": "Solución",
    "attempt": "¿Qué dijo la comprobación de tu intento?",
    "attempts": {
        "passed": (
            "Está bien",
            "Compara: ¿dónde lo hace esta de otra manera, y cuál se lee mejor?",
        ),
        "failed": (
            "Algo está mal",
            "Busca la primera línea en la que tu solución hace otra cosa y corrige solo esa.",
        ),
        "none": (
            "Aún no lo he intentado",
            "Entonces escribe una línea y ejecuta la comprobación: su respuesta nombra el "
            "error, y las pistas de arriba siguen desde ahí.",
        ),
    },
    "edit": "Edita esta página",
    "report": "Avisa de un problema",
    "report_title": "Problema en {page}",
    "source": "Código fuente",
    "embed": "Un programa en su cinta",
    "embed_without": "Este programa se ejecuta en la página, para lo que hace falta JavaScript.",
    "embed_open": "Abrir en la zona de pruebas",
    "moved": "Esta página está ahora en otro lugar",
    "still": {
        "scripts": "Aquí las figuras son imágenes fijas, porque no se ejecutan scripts.",
        "missing": "No se pudo cargar el código de las figuras; aquí hay imágenes fijas. "
        "Recarga la página para verlas moverse.",
        "file": "Aquí las figuras son imágenes fijas: los navegadores no cargan su código "
        "desde archivos sueltos. Para verlas moverse, escribe "
        "<code>python3 -m http.server</code> en la carpeta del curso y abre "
        '<a href="http://localhost:8000">localhost:8000</a>. '
        '<a href="{}#sec-offline">Sin conexión</a> dice más.',
    },
    "scripts": {
        "save": "Guardar esta figura",
        "save-as": "Guardar como {kind}",
        "save-failed": "No se ha podido guardar.",
        "step": "paso",
    },
    "card": "Un tramo de cinta, con una flecha hacia delante encima y una hacia atrás debajo.",
    "locale": "es_ES",
    "translations": {"Walk the Tape": "Recorre la cinta"},
}
