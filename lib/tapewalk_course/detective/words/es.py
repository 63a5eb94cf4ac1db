"""Lo que dice el detective de gradientes, en español."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "right": "Correcto: {name}.",
    "wrong": "No es esto: «{name}».",
    "report": "El informe muestra: {shown}.",
    "no_answer": "no existe la respuesta {answer!r}; existen {names}",
    "name_healthy": "no falla nada",
    "name_detached": "una rama está separada del grafo con detach()",
    "name_data": "una capa lee .data",
    "name_frozen": "una capa está congelada",
    "name_unused": "un módulo no se usa",
    "name_tied": "dos capas comparten un peso",
    "name_vanishing": "los gradientes se desvanecen con la profundidad",
    "name_exploding": "los gradientes explotan: los pesos iniciales son demasiado grandes",
    "name_unfused": "la atención no está fusionada",
    "name_overflow": "float16 se desborda",
    "name_zeroed": "un peso es todo ceros",
    "why_healthy": "Todos los parámetros tienen camino, ningún gradiente lleva aviso y la atención "
    "está fusionada.",
    "why_detached": "La rama se calculó y la pérdida depende de sus números, pero detach() los "
    "devolvió sin su grafo: sus parámetros no reciben gradiente.",
    "why_data": ".data son los números desnudos de un parámetro: la capa calculó con ellos y nada "
    "le dice a autograd de dónde salieron.",
    "why_frozen": "Con requires_grad=False un parámetro no tiene AccumulateGrad. Puede ser a "
    "propósito, como en un ajuste fino; comprueba que lo sea.",
    "why_unused": "El módulo está en el modelo, así que un optimizador recibe sus parámetros, pero "
    "forward nunca lo llama.",
    "why_tied": "Dos nombres designan un solo tensor: tiene un único AccumulateGrad, donde se "
    "suman los gradientes de ambos usos.",
    "why_vanishing": "Cada sigmoide multiplica el gradiente por 0,25 como mucho, y ningún atajo "
    "la evita: a las primeras capas no les llega casi nada.",
    "why_exploding": "Cada capa multiplica por pesos demasiado grandes, hacia delante y hacia "
    "atrás: los gradientes son mucho mayores que los pesos que deben cambiar.",
    "why_unfused": "need_weights=True, el valor por defecto, hace que nn.MultiheadAttention "
    "construya la matriz de pesos entera: una softmax entre dos productos, y esa matriz se guarda "
    "para la pasada hacia atrás.",
    "why_overflow": "float16 termina en 65 504: una activación mayor se vuelve infinita, e "
    "infinito menos infinito da NaN. Entonces la pérdida es NaN, y todos los gradientes también.",
    "why_zeroed": "La pasada hacia atrás multiplica por el peso. Es 0, así que la capa anterior, "
    "que no tiene otro camino hasta la pérdida, recibe un gradiente de exactamente 0, aunque "
    "tiene camino.",
    "against_healthy": "vuelve a leer ahí, línea por línea",
    "against_detached": "el camino de una rama separada terminaría después de la llamada a su "
    "capa, en el forward que la rodea",
    "against_data": "si una capa leyera .data, los caminos de sus propios parámetros estarían "
    "cortados dentro de ella",
    "against_frozen": "un parámetro congelado aparecería como congelado",
    "against_unused": "los parámetros de un módulo sin usar aparecerían como sin usar",
    "against_tied": "un peso compartido aparecería con dos nombres",
    "against_vanishing": "las primeras capas llevarían el aviso de que se desvanecen",
    "against_exploding": "los gradientes llevarían el aviso de que explotan, y aun así serían "
    "finitos",
    "against_unfused": "una que no estuviera fusionada sería una softmax entre dos productos",
    "against_overflow": "habría float16 entre los tipos numéricos, y NaN en los gradientes",
    "against_zeroed": "los gradientes de la capa anterior a ese peso, y solo esos, serían "
    "exactamente 0",
    "all_paths": "los {count} parámetros tienen camino",
    "no_marks": "ningún gradiente lleva aviso",
    "types": "tipos numéricos: {types}",
    "no_ties": "cada parámetro tiene un solo nombre",
    "fused": "atención fusionada: {fused} de {all}",
    "no_signs": "nada fuera de lugar",
    "signs": "algo fuera de lugar en: {places}",
    "place_parameters": "parámetros sin camino",
    "place_tied": "nombres de los parámetros",
    "place_attention": "atención",
    "place_gradients": "gradientes",
    "and_more": "y {count} más",
    "mark_nan": "NaN o infinito",
    "mark_zero": "todo ceros",
    "mark_vanishing": "se desvanece",
    "mark_exploding": "explota",
}
