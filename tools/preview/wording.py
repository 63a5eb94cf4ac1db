"""The words that a build refuses: other forms of the agreed terms, and slips of markup."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tapewalk.language import LANGUAGES, language_in
from tools.preview.errors import Place, Problems

_ORDERS = (
    "Abra|Anote|Avance|Calcule|Cambie|Compare|Compruebe|Escriba|Ejecute|Elija|Espere|Fíjese|Haga|"
    "Imagine|Lea|Mire|Note|Observe|Pase|Pinche|Piense|Pruebe|Pulse|Recuerde|Responda|Tome|Use|Vaya|"
    "Vea|Vuelva"
)
SPANISH = {
    r"\b(?:ustedes|usted|vosotr[oa]s|vuestr[oa]s?)\b": "tú",
    # podéis, llegáis; not dieciséis.
    r"\b(?:(?!\w*séis\b)\w+[áé]is|veis|vais|sois|dais)\b": "tú",
    rf"(?:^|[.!?:;«¿¡>\]*]\s*)(?:{_ORDERS})\b": "an order to tú",
    r"(?<!\S)(?:a a|y y)(?=[\s.,;:?)])": "say what it is: la entrada a",
    r"recorridos? de vuelta|para la vuelta\b|fin de la vuelta|\ba la vuelta\b": "camino de vuelta",
    r"\b[Ll]a vuelta (?:empieza|suma|acaba)|segunda vuelta|De vuelta por": "pasada hacia atrás",
    r"\bpaseos?\b": "pasada hacia atrás",
    r"\bgira(?:r|n|d[oa]s?)?\b": "trasponer",
    r"\bdobla(?:r|n|d[oa]s?)?\b": "duplicar, or curvar",
    r"(?:escritura|escribir|escribe|operación|nunca|suma) en el sitio": "in situ",
    r"libro de cuentas|las cuentas de una red": "libro de memoria",
    r"no se registr|sin registrar|registrad[oa]s? (?:en|como) (?:la cinta|un nodo)": "grabar",
    r"detiene el registro|registro apagado": "grabación",
    r"(?:tu propia|con su|de cada) derivación|derivar (?:los gradientes|en una línea)": "deducir",
    r"\btante(?:o|ar|ando)\b": "diferencia finita",
    r"\brespecto al?\b": "respecto de",
    r"\bpasos? en memoria": "salto en memoria",
    r"\b(?:el|la|del?|con|cada|una?) (?:batch|layer) norm\b": "normalización por lotes, por capas",
    r"\b(?:el|un|del|al) softmax\b": "la softmax",
    r"\brodeos?\b|camino que rode[ae]": "atajo, rama",
    r"con otros pasos|con pasos \{": "saltos",
    r"\bgráficos?\b": "gráfica",
    r"\bdeslizador(?:es)?\b|\btirador(?:es)?\b": "control deslizante",
    r"\bcasillas?\b": "celda",
    r"curvatura mayor": "mayor curvatura",
    r"línea de órdenes": "línea de comandos",
    r"\b(?:un|cada|segundo|siguiente) backward\b": "pasada hacia atrás",
    r"cómo de (?:larg|cerca|grande)": "qué longitud",
    r"YOUR CODE HERE": "TU CÓDIGO AQUÍ",
    r"[Ss]e (?:dice a (?:menudo|veces)|suele decir)": "a source, or nothing",
    r"\bmás (?:oscur|clar)[oa]s? (?:donde|es|cuanto)": "más intenso: a dark page is the reverse",
}
ENGLISH = {
    r"\bway back\b": "backward pass",
    r"\bmends?\b": "fix",
    r"\b(?:anew|whom|by lot)\b": "again, who, at random",
    r"\braises(?=[.,;:)]| and\b| when\b| if\b)": "raises an error",
    r"\b(?:is|are) no (?:node|leaf|module|file|text|score|mistake|exam)s?\b": "is not",
    r"\b(?:slope|derivative|differentiated) by [a-z]\b": "with respect to",
    r"\bmultipl(?:y|ies|ied) with\b": "multiply by",
    r"\b(?:once|nodes?|bytes) a (?:row|node|token|head|block|layer)\b": "per row",
    r"\bis no chance\b": "is no coincidence",
    r"\bSo (?:many|much) (?:\w+ ){1,3}(?:does|has|is|are|were)\b": "normal word order",
    r"How many (?:\w+ ){0,3}has\b|nodes more has": "normal word order",
    r"Be off by|be off by a": "(within 10 % counts)",
    r"[Oo]ften said|(?:number|said) (?:is|that is) often": "a source, or nothing",
    r"sometimes said|Often about": "a source, or nothing",
    r"\b(?:dark|light)er (?:where|is|the)\b": "stronger: a dark page has it the other way round",
}
FORMS = {"es": SPANISH, "en": ENGLISH}
_ANY = {lang: re.compile("|".join(f"(?:{form})" for form in FORMS[lang])) for lang in FORMS}
# A question is shown as it is written: `2 * x` is a product there, `*this*` is markup.
_PLAIN = re.compile(r'\b(?:question|text|say|hint|right): "((?:[^"\\]|\\.)*)"')
_MARKUP = re.compile(r"`|(?<![\w*])\*{1,2}(?=\w)")
_WORDS = ("lib/**/words/{}.*", "tools/*/words/{}.*", "modules/library/words/{}.*")
# A hint and a view name the language of a text: `es = "…"`, `es: {`.
_OWN = re.compile(r"\s*(\w\w)(?: = |: \{)")
_MIXED = ("lib/**/mistakes.toml", "lib/diagrams/**/words.js")


def check(root: Path, pages: Iterable[Path], problems: Problems) -> None:
    """Add a problem for each word to avoid in pages, and in the hints and words of the course."""
    files = [(page, language_in(page.name)) for page in pages]
    for lang in LANGUAGES:
        files += [(path, lang) for form in _WORDS for path in root.glob(form.format(lang))]
    files += [(path, LANGUAGES[0]) for form in _MIXED for path in root.glob(form)]
    for path, lang in files:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            own = _OWN.match(line)
            lang = own[1] if own and own[1] in FORMS else lang
            for message in slips(line, lang):
                problems.add(Place(path, number), message)


def slips(line: str, lang: str) -> list[str]:
    """Return a message for each word to avoid in a line, and for markup in a plain text."""
    forms = FORMS[lang] if lang in FORMS and _ANY[lang].search(line) else {}
    messages = [
        f"{found.group().strip()!r} is not a word of the course: {instead}"
        for form, instead in forms.items()
        for found in re.finditer(form, line)
    ]
    plain = [text for text in _PLAIN.findall(line) if _MARKUP.search(text)]
    return messages + [f"a reader sees the marks, this is plain text: {text!r}" for text in plain]
