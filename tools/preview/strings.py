"""The preview's own words, in both languages; the same as Quarto's where Quarto has them."""

from __future__ import annotations

from types import MappingProxyType

_ENGLISH = {
    "fig": "Figure", "tbl": "Table", "sec": "Section", "eq": "Equation",
    "note": "Note", "tip": "Tip", "warning": "Warning", "important": "Important",
    "caution": "Caution", "code": "Code", "toc": "On this page",
    "copy": "Copy to clipboard", "copied": "Copied!", "footnotes": "Footnotes",
    "previous": "Previous page", "next": "Next page", "pages": "Previous and next page",
    "sidebar": "Contents of the course", "toggle-sidebar": "Contents", "main": "Main",
    "toggle-menu": "Menu", "scheme": "Dark mode", "anchor": "Link to this section",
    "tabs": "Tabs",
}  # fmt: skip

_SPANISH = {
    "fig": "Figura", "tbl": "Tabla", "sec": "Sección", "eq": "Ecuación",
    "note": "Nota", "tip": "Tip", "warning": "Advertencia", "important": "Importante",
    "caution": "Precaución", "code": "Código", "toc": "En esta página",
    "copy": "Copiar al portapapeles", "copied": "¡Copiado!",
    "footnotes": "Notas", "previous": "Página anterior", "next": "Página siguiente",
    "pages": "Página anterior y siguiente", "sidebar": "Contenido del curso",
    "toggle-sidebar": "Contenido", "main": "Principal", "toggle-menu": "Menú",
    "scheme": "Modo oscuro", "anchor": "Enlace a esta sección", "tabs": "Pestañas",
}  # fmt: skip

_WORDS = {"en": MappingProxyType(_ENGLISH), "es": MappingProxyType(_SPANISH)}


def words(lang: str) -> MappingProxyType[str, str]:
    """Return the words of a language; English where the preview has none for it."""
    return _WORDS.get(lang.split("-")[0], _WORDS["en"])
