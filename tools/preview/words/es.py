"""The preview's own words in Spanish; the same as Quarto's where Quarto has them."""

WORDS = {
    "fig": "Figura",
    "tbl": "Tabla",
    "note": "Nota",
    "tip": "Consejo",
    "code": "Código",
    "toc": "En esta página",
    "copy": "Copiar al portapapeles",
    "copied": "¡Copiado!",
    "previous": "Página anterior",
    "next": "Página siguiente",
    "pages": "Página anterior y siguiente",
    "sidebar": "Contenido del curso",
    "toggle-sidebar": "Contenido",
    "main": "Principal",
    "scheme": "Modo oscuro",
    "anchor": "Enlace a esta sección",
}
