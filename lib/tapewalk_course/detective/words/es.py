"""Las palabras del detective de gradientes, en español."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "found": "Es esa línea.",
    "not_there": "No es esa línea.",
    "look_healthy": "Compara la curva con una que no baja: ¿de verdad entrena mal este programa?",
    "look_curve": "Su pérdida con datos nuevos sigue alta: algo falla.",
    "look_in": "Vuelve a leer {name}, línea por línea.",
    "look_below": "Lee las líneas que crean el modelo, su optimizador y sus datos.",
    "error_second_time": "Es decir: la pasada hacia atrás llegó a un grafo que el paso anterior ya "
    "liberó.",
    "error_in_place": "Es decir: un tensor guardado para la pasada hacia atrás se sobrescribió "
    "después.",
    "error_inference": "Es decir: lo hecho bajo inference_mode() no se puede guardar nunca para la "
    "pasada hacia atrás.",
    "fixed": "Entrena.",
    "not_fixed": "Sigue sin entrenar.",
    "raises": "Lanza un error.",
    "trains": "Pérdida con datos nuevos: {now}. El programa sin el fallo llega a {sound}.",
    "trains_not": "Pérdida con datos nuevos: {now}; tal como estaba, {sick}. El programa sin el "
    "fallo llega a {sound}.",
    "because_detach": "Los números siguen, su grafo no: ninguna capa anterior a esta línea "
    "recibe gradiente.",
    "because_data": ".data da números desnudos: nada le dice a autograd de dónde salieron, así "
    "que nada anterior a esta línea aprende.",
    "because_no_grad": "Bajo no_grad() no se graba nada: lo que se ejecuta ahí no tiene camino a "
    "la pérdida.",
    "because_unused": "Lo que da esa capa nunca llega a la pérdida: sus parámetros no reciben "
    "gradiente y al modelo le falta lo que ella calcula.",
    "because_list": "Solo un Module, o una ModuleList, registra sus capas. Una lista corriente "
    "las esconde de model.parameters() y, con ello, del optimizador.",
    "because_frozen": "Con requires_grad=False un parámetro no recibe gradiente. El optimizador "
    "lo tiene igualmente y nunca lo mueve.",
    "because_missing": "El optimizador solo mueve lo que se le dio. Los demás parámetros reciben "
    "gradientes que no se usan.",
    "because_softmax_twice": "cross_entropy recibe logits y tiene su propia softmax. La segunda "
    "solo recibe números entre 0 y 1: la pérdida no puede bajar a 0.",
    "because_sigmoid_twice": "La pérdida recibe logits y tiene su propia sigmoide. Lo que "
    "recibe está entre 0 y 1, y lo que da, entre 0,5 y 0,73: ningún píxel puede salir oscuro.",
    "because_in_place": "La pasada hacia atrás necesita los números tal como eran en forward. Se "
    "sobrescribieron, y PyTorch lanza un error.",
    "because_dead": "Con un sesgo de −10, a la ReLU solo le llegan números negativos: da 0 y no "
    "deja pasar ningún gradiente.",
    "because_kept": "El estado de un paso conserva su grafo. El paso siguiente lo usa, pero la "
    "pasada hacia atrás anterior ya lo liberó.",
    "because_zeroed": "zero_grad() está entre backward() y step(): el paso usa gradientes que ya "
    "no están.",
    "because_accumulate": "Sin zero_grad(), cada pasada hacia atrás suma a los gradientes de "
    "todos los pasos anteriores: los pasos se alargan y apuntan al pasado.",
    "because_decay": "El decaimiento suma el propio peso a su gradiente. Con un factor de 1, eso "
    "es mucho más que el gradiente de la pérdida.",
    "because_schedule": "La tasa se multiplica por 0,8 en cada paso: tras 20 pasos es más o menos "
    "la centésima parte, y se deja de aprender.",
    "because_shuffled": "Solo se cambió el orden de las entradas. Cada una tiene el objetivo de "
    "otra: no hay nada que aprender salvo ruido.",
    "because_shift": "El modelo tiene que repetir la letra que recibió. La pérdida baja a 0, pero "
    "el modelo no ha aprendido a continuar.",
    "because_same_batch": "El generador vuelve al mismo estado antes de cada lote. El modelo se "
    "aprende un lote de memoria y falla con datos nuevos.",
    "because_truncated": "En cada signo, el estado se separa del anterior: el gradiente solo llega "
    "al último signo, y el que cuenta es el primero.",
    "because_skipped": "Cada paso calcula gradientes y los borra, pero el optimizador solo usa "
    "los de unos pocos.",
    "because_scaled": "El modelo aprende de entradas escaladas y se usa con otras sin escalar. El "
    "lote parece aprendido y con datos nuevos falla.",
    "because_merged": "Aquí se pierde lo que distingue a las entradas: ningún gradiente recupera "
    "lo que los números ya no contienen.",
    "because_rate": "Los gradientes son correctos. Los pasos que se dan con ellos son demasiado "
    "largos o demasiado cortos.",
    "because_nothing": "La pérdida baja con el lote y con datos nuevos, y todos los parámetros "
    "tienen camino y están en el optimizador.",
}
