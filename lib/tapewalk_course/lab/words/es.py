"""The lab's words about bugs and programs, in Spanish."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "overwrite_title": "= en lugar de +=",
    "overwrite_why": "Un número que se usa dos veces recibe dos gradientes. Con = el segundo "
    "sustituye al primero, y tendrían que sumarse.",
    "overwrite_hint": "Mira un número que se use dos veces. ¿Cuál de sus gradientes queda?",
    "hasty_title": "Un orden apresurado",
    "hasty_why": "Cada número envía su gradiente en cuanto la pasada llega a él por primera vez. "
    "Lo que le llega después ya no se envía.",
    "hasty_hint": "Algún número tiene su gradiente completo y los de debajo no. ¿Cuándo ha "
    "enviado?",
    "paths_title": "Todos los caminos",
    "paths_why": "No se recuerda qué números ya se han visto, así que un número al que llevan dos "
    "caminos entra dos veces en el orden. Cada vez envía todo lo que tiene hasta entonces.",
    "paths_hint": "Los gradientes son demasiado grandes. ¿Cuántas veces envía cada número?",
    "set_title": "Padres en un conjunto",
    "set_why": "Un conjunto guarda cada cosa una sola vez, así que en a · a se pierde una de las "
    "dos aristas. Tampoco tiene orden: con dos padres distintos, sus pendientes pueden cambiar de "
    "sitio.",
    "set_hint": "Prueba con un número multiplicado por sí mismo. ¿Cuántas aristas debería haber?",
    "uncleared_title": "Sin poner a cero",
    "uncleared_why": "Los números de en medio conservan el gradiente de la primera pasada, y la "
    "segunda lo envía otra vez.",
    "uncleared_hint": "Una pasada sale bien. ¿Con qué empieza la segunda?",
    "recursion_title": "Una pasada recursiva",
    "recursion_why": "La función se llama a sí misma una vez por cada número del camino. Python lo "
    "corta a cierta profundidad, y un cálculo largo es un grafo profundo.",
    "recursion_hint": "Todos los números son correctos, cuando los hay. ¿Y en un cálculo largo?",
    "factor_title": "Un factor olvidado",
    "factor_why": "En un producto, la pendiente del segundo factor es el valor del primero. Aquí "
    "siempre es 1.",
    "factor_hint": "Solo falla una operación. Compara los dos factores de un producto.",
    "forward_title": "Por el extremo equivocado",
    "forward_why": "En el orden, cada número viene después de todo lo que usa. Si se lee desde el "
    "principio, envían primero las hojas, cuando aún no tienen nada.",
    "forward_hint": "¿Hasta dónde llega el 1 del resultado? ¿Qué números enviaron antes de que "
    "llegara?",
    "exp_title": "Pendiente 1 para exp",
    "exp_why": "exp es su propia pendiente: su gradiente local es su resultado, y no siempre 1.",
    "exp_hint": "Solo falla una operación. ¿Qué números de la neurona fallan, y desde qué nodo?",
    "seed_title": "Un mal comienzo",
    "seed_why": "La pasada empieza con ∂d/∂d, que es 1 sea cual sea d. Aquí empieza con el "
    "valor de d, y todos los gradientes quedan multiplicados por él.",
    "seed_hint": "Divide cada gradiente entre el correcto. ¿Sale siempre el mismo número?",
    "leaves_title": "Hojas a cero también",
    "leaves_why": "A lo largo de varias pasadas, las hojas suman lo que reciben. Si se ponen a "
    "cero antes de cada pasada, olvidan las anteriores.",
    "leaves_hint": "Una pasada sale bien. ¿Qué debería tener una hoja tras dos?",
    "sum_title": "Un menos en la suma",
    "sum_why": "En una suma, cada operando tiene pendiente 1. Aquí el segundo recibe −1, como en "
    "una resta.",
    "sum_hint": "Fíjate en los signos. ¿Qué operación cambia uno?",
    "swapped_title": "Factores intercambiados",
    "swapped_why": "En un producto, la pendiente de cada factor es el valor del otro, y aquí cada "
    "uno recibe el suyo.",
    "swapped_hint": "Parece que dos números tienen el gradiente del otro. ¿Dónde se encuentran?",
    "plus_title": "+ en lugar de ×",
    "plus_why": "La regla de la cadena multiplica el gradiente local y el que llega. Aquí se "
    "suman.",
    "plus_hint": "¿Qué se envía cuando el gradiente local es 3 y llega un 1?",
    "diamond_program": "Rombo",
    "square_program": "a · a",
    "neuron_program": "Neurona",
    "residual_program": "Cadena residual",
    "twice_program": "Dos pasadas",
    "deep_program": "2000 de profundidad",
}
