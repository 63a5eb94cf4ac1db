"""The words that the finishing step writes, and those it translates, by language."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class Words:
    """The finishing step's own words in one language."""

    name: str
    languages: str
    skip: str
    search: str
    close: str
    search_wait: str
    search_failed: str
    code: str
    output: str
    drawing: str
    original: str
    badges: str
    colab: str
    binder: str
    download: str
    page_source: str
    releases: str
    downloads: Mapping[str, str]
    solution: str
    attempt: str
    attempts: Mapping[str, tuple[str, str]]
    edit: str
    report: str
    report_title: str
    source: str
    moved: str
    still: Mapping[str, str]
    card: str
    locale: str


WORDS = MappingProxyType(
    {
        "en": Words(
            name="English",
            languages="Language",
            skip="Skip to content",
            search="Search",
            close="Close",
            search_wait="Loading the index …",
            search_failed="The search index could not be loaded. Reload the page to try again.",
            code="Code",
            output="Output",
            drawing="Drawing that scrolls",
            original="The original drawing",
            badges="This page elsewhere",
            colab="Open in Colab",
            binder="Open in Binder",
            download="Download the notebook",
            page_source="Source of this page",
            releases="The course and its notebooks as zip files",
            downloads={
                "site.zip": "Download the course",
                "notebooks.zip": "Download the notebooks",
            },
            solution="Solution",
            attempt="What did the check say about your attempt?",
            attempts={
                "passed": (
                    "It is right",
                    "Compare: where does this one do it another way, and which is easier to read?",
                ),
                "failed": (
                    "Something is wrong",
                    "Find the first line where yours does something else, and mend only that one.",
                ),
                "none": (
                    "I have not tried yet",
                    "Then fill in one line and run the check: its reply names the mistake, and the "
                    "hints above go on from there.",
                ),
            },
            edit="Edit this page",
            report="Report a problem",
            report_title="Problem on {page}",
            source="Source code",
            moved="This page has moved",
            still={
                "scripts": "Figures are stills here, since no scripts run.",
                "missing": "The code of the figures could not be loaded, so here are stills. "
                "Reload the page to see them move.",
                "file": "Figures are stills here: browsers load no figures’ code from plain files. "
                "To see them move, type <code>python3 -m http.server</code> in the folder of the "
                'course and open <a href="http://localhost:8000">localhost:8000</a>. '
                '<a href="{}#sec-offline">Offline</a> says more.',
            },
            card="A strip of tape, with an arrow forward above it and an arrow backward below it.",
            locale="en_US",
        ),
        "es": Words(
            name="Español",
            languages="Idioma",
            skip="Saltar al contenido",
            search="Buscar",
            close="Cerrar",
            search_wait="Cargando el índice …",
            search_failed="No se pudo cargar el índice. Recarga la página e inténtalo otra vez.",
            code="Código",
            output="Resultado",
            drawing="Dibujo que se desplaza",
            original="El dibujo original",
            badges="Esta página en otros sitios",
            colab="Abrir en Colab",
            binder="Abrir en Binder",
            download="Descargar el cuaderno",
            page_source="Código de esta página",
            releases="El curso y sus cuadernos en archivos zip",
            downloads={
                "site.zip": "Descarga el curso",
                "notebooks.zip": "Descarga los cuadernos",
            },
            solution="Solución",
            attempt="¿Qué dijo la comprobación de tu intento?",
            attempts={
                "passed": (
                    "Está bien",
                    "Compara: ¿dónde lo hace esta de otra manera, y cuál se lee mejor?",
                ),
                "failed": (
                    "Algo está mal",
                    "Busca la primera línea en la que la tuya hace otra cosa y corrige solo esa.",
                ),
                "none": (
                    "Aún no lo he intentado",
                    "Entonces escribe una línea y ejecuta la comprobación: su respuesta nombra el "
                    "error, y las pistas de arriba siguen desde ahí.",
                ),
            },
            edit="Edita esta página",
            report="Avisa de un problema",
            report_title="Problema en {page}",
            source="Código fuente",
            moved="Esta página está ahora en otro lugar",
            still={
                "scripts": "Aquí las figuras son imágenes fijas, porque no se ejecutan scripts.",
                "missing": "No se pudo cargar el código de las figuras; aquí hay imágenes fijas. "
                "Recarga la página para verlas moverse.",
                "file": "Aquí las figuras son imágenes fijas: los navegadores no cargan su código "
                "desde archivos sueltos. Para verlas moverse, escribe "
                "<code>python3 -m http.server</code> en la carpeta del curso y abre "
                '<a href="http://localhost:8000">localhost:8000</a>. '
                '<a href="{}#sec-offline">Sin conexión</a> dice más.',
            },
            card="Un tramo de cinta, con una flecha hacia delante encima y una hacia atrás debajo.",
            locale="es_ES",
        ),
    }
)

# Texts of _quarto.yml, which has one value for all languages.
TRANSLATIONS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "es": MappingProxyType(
            {
                "Walk the Tape": "Recorre la cinta",
            }
        )
    }
)
