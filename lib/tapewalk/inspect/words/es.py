"""Lo que dice un informe, en español."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "title": "Grafo hacia atrás: {nodes} nodos, {operations} operaciones y {leaves} hojas",
    "stamp": "{versions}, en {device}; profundidad {depth}, anchura {width}",
    "value": "pérdida {value}",
    "freed": "backward() ya liberó este grafo: sus nodos se pueden contar, lo que guardaban ya no "
    "está.",
    "unreadable": "Se escribió encima de valores guardados: {names}. La pasada hacia atrás se "
    "negará.",
    "unknown_note": "Desconocidos: {names}. La tabla de categorías no los recoge, o el grafo no "
    "muestra para qué sirven.",
    "compiled": "Compiladas: {count}. Lo que compiló torch.compile es un solo nodo; eager=True "
    "muestra sus operaciones.",
    "inferred": "Sumas residuales deducidas: {count}. La entrada que suman no tiene nodo.",
    "dtypes": "Tipos numéricos: {names}.",
    "findings_none": "Nada parece ir mal",
    "findings_one": "Una cosa parece ir mal",
    "findings_several": "{count} cosas parecen ir mal",
    "no_optimizer": "Sin juzgar: qué entrena el optimizador. Pasa optimizer=….",
    "no_calls": "Sin juzgar: lo que solo cuentan las llamadas, como un detach y su línea. Se "
    "pueden observar si das un modelo o una función de PyTorch y ninguna parte está compilada.",
    "no_gradients": "Sin juzgar: el tamaño de los gradientes. Pasa gradients=True.",
    "score": "El paso en un eje de tiempo",
    "graph": "El grafo",
    "undrawn_page": "Esta instalación no trae dibujos; las tablas cuentan el resto.",
    "no_score": "El paso no se midió: score=True lo pide, y su pasada hacia atrás tiene que poder "
    "ejecutarse.",
    "fix": "Arreglo:",
    "lesson": "Lección:",
    "cause_nan_loss": "la pérdida es {value}; {operation} dio el primer número que no es finito.",
    "fix_nan_loss": "mantén su entrada donde está definida: clamp(min=…) antes de un logaritmo o "
    "una división, y logits con una pérdida que los tome en lugar de exp.",
    "cause_nan_gradient": "los gradientes de {names} no son finitos; el primer número así lo dio "
    "{operation}.",
    "fix_nan_gradient": "ahí la pendiente es infinita, como la de una raíz en 0: suma un número "
    "pequeño dentro, sqrt(x + 1e-12), y no alrededor.",
    "cause_written_over": "se sobrescribió lo que {names} guarda para backward; escrituras "
    "in situ: {writes}.",
    "fix_written_over": "escribe x = x + y en lugar de x += y, o clona aquello en lo que escribes.",
    "cause_argmax": "{operation} no tiene pendiente: por ahí {names} no reciben gradiente.",
    "fix_argmax": "da a la pérdida las puntuaciones mismas; elige solo donde nada se aprende de la "
    "elección.",
    "cause_detached": "{operation} corta el camino de {names}.",
    "fix_detached": "quítalo, o congela a propósito con requires_grad_(False).",
    "cause_no_grad_block": "no se graba nada mientras se usan {names}.",
    "fix_no_grad_block": "saca esta llamada de no_grad(), o congela a propósito con "
    "requires_grad_(False).",
    "cause_not_called": "un módulo nunca se llama, así que {names} se quedan como están.",
    "fix_not_called": "llámalo en forward, o quítalo.",
    "cause_list_of_modules": "{attribute} es una lista o un dict corrientes: los parámetros que "
    "contiene, {count}, no son del modelo.",
    "fix_list_of_modules": "pon nn.ModuleList(…) o nn.ModuleDict(…) alrededor; entonces los "
    "encuentran el optimizador, to() y state_dict().",
    "cause_result_unused": "lo que calculan {names} nunca llega a la pérdida.",
    "fix_result_unused": "usa el resultado en lo que devuelve forward.",
    "cause_not_in_optimizer": "al optimizador le faltan {names}: {count} de {all} parámetros.",
    "fix_not_in_optimizer": "crea el optimizador con model.parameters(), cuando la última capa ya "
    "está en su sitio.",
    "cause_strangers_in_optimizer": "tensores del optimizador que no son del modelo: {count}. "
    "Entrena otra cosa.",
    "fix_strangers_in_optimizer": "crea el optimizador después de copiar, mover o cambiar el "
    "modelo.",
    "cause_no_rate": "la tasa de aprendizaje es 0 en {count} de {all} grupos.",
    "fix_no_rate": "fija lr; quizá un plan ha terminado, o no ha empezado.",
    "cause_frozen_in_optimizer": "congelados, y aun así en el optimizador: {names}. No aprenden.",
    "fix_frozen_in_optimizer": "requires_grad_(True), o déjalos fuera del optimizador.",
    "cause_twice_in_optimizer": "dos veces en el optimizador: {names}. Cada paso los mueve dos "
    "veces.",
    "fix_twice_in_optimizer": "da cada parámetro una sola vez.",
    "cause_softmax_twice": "{loss} toma logits y recibe lo que dio {maker}: aplastado dos veces, "
    "sus "
    "gradientes son pequeños.",
    "fix_softmax_twice": "dale las puntuaciones, sin softmax ni sigmoid antes.",
    "cause_sigmoid_twice": "{loss} toma logits y recibe lo que dio {maker}.",
    "fix_sigmoid_twice": "dale las puntuaciones; guarda la sigmoid para las predicciones.",
    "cause_softmax_no_log": "{loss} toma logaritmos y recibe lo que dio {maker}.",
    "fix_softmax_no_log": "log_softmax antes de nll_loss, o cross_entropy en lugar de las dos.",
    "cause_one_class": "{operation} recorre un eje con una sola entrada, {shape}: da lo mismo "
    "reciba "
    "lo que reciba.",
    "fix_one_class": "binary_cross_entropy_with_logits para una salida, o tantas salidas como "
    "clases.",
    "cause_broadcast_loss": "{operation} compara {a} con {b}: cada uno con todos, no por parejas.",
    "fix_broadcast_loss": "llévalos a una misma forma: squeeze(-1) uno, o unsqueeze(-1) el otro.",
    "cause_softmax_over_batch": "{operation} recorre el primer eje de {shape}: compiten los "
    "ejemplos "
    "del lote.",
    "fix_softmax_over_batch": "dim=-1, el eje de las clases.",
    "cause_no_slope": "la pendiente de {operation} es 0 en todas partes: también los gradientes "
    "de {names}.",
    "fix_no_slope": "deja pasar el gradiente por al lado: x + (x.round() - x).detach().",
    "cause_same_weights": "todas las entradas de {name} son {value}: sus unidades reciben un mismo "
    "gradiente y siguen iguales.",
    "fix_same_weights": "empieza con números al azar: nn.init.kaiming_uniform_ o los de la capa.",
    "cause_dead": "{share} de las {units} unidades son 0 para todos los ejemplos del lote.",
    "fix_dead": "mira primero el sesgo y la tasa; una tasa menor, LeakyReLU o GELU las despierta.",
    "cause_underflow": "hasta {share} de las entradas de gradientes de media precisión son 0 "
    "({names}): quedan por debajo de lo que cabe en float16.",
    "fix_underflow": "escala la pérdida (torch.amp.GradScaler), o usa bfloat16.",
    "cause_zero_gradient": "los gradientes de {names} son 0 en todas sus entradas.",
    "fix_zero_gradient": "busca un factor 0, una máscara que lo tapa todo, o pesos que más arriba "
    "empiezan en 0.",
    "cause_exploding": "los gradientes de {names} están muy por encima de los demás: rms {rms}, "
    "la mediana es {middle}.",
    "fix_exploding": "pesos iniciales menores, una normalización, o clip_grad_norm_.",
    "cause_vanishing": "los gradientes de {names} están muy por debajo de los demás: rms {rms}, "
    "la mediana es {middle}.",
    "fix_vanishing": "conexiones residuales, una normalización, u otra activación que no esté "
    "saturada.",
    "cause_batch_of_one": "la normalización por lotes se entrena con un lote de uno, {shape}.",
    "fix_batch_of_one": "un lote mayor (drop_last=True para el último), o GroupNorm.",
    "cause_kept_between_steps": "{older} de {all} operaciones del grafo se grabaron antes de "
    "este "
    "paso: crece con cada uno.",
    "fix_kept_between_steps": "state = state.detach() entre pasos.",
    "cause_evaluation": "se entrena con capas en modo de evaluación: {names}.",
    "fix_evaluation": "model.train() antes de entrenar, después de cada evaluación.",
    "cause_reduced_twice": "{loss} ya es una media, y se divide otra vez entre {divisor}.",
    "fix_reduced_twice": 'quita la división, o usa reduction="sum".',
    "cause_one_module_twice": "un módulo está {count} veces en su padre, como {names}: esas capas "
    "comparten todos sus parámetros.",
    "fix_one_module_twice": "crea cada uno aparte, [Block() for _ in range(n)], donde [Block()] * "
    "n tiene uno solo; si quieres compartir, guarda uno y llámalo en un bucle.",
    "cause_no_longer_tied": "{name} y {other} tienen los mismos números y son dos tensores: se "
    "irán "
    "separando.",
    "fix_no_longer_tied": "átalos después de copiar o mover: head.weight = embedding.weight.",
    "cause_no_activation": "{second} sigue a {first} sin nada en medio que curve: juntas son una "
    "sola capa lineal.",
    "fix_no_activation": "pon una activación en medio, o quita una de las dos.",
    "cause_dtype_and_back": "se convierte a {there} y enseguida de vuelta a {back}: se pierden "
    "cifras, y se gastan memoria y tiempo.",
    "fix_dtype_and_back": "quita las dos conversiones.",
    "cause_attention_apart": "atención en más de un nodo, {count} veces: {why}.",
    "fix_attention_apart": "F.scaled_dot_product_attention(q, k, v), o need_weights=False: no se "
    "guarda ninguna matriz de pesos.",
    "cause_checkpoint_saves_nothing": "un checkpoint alrededor de {operation} ({count}) guarda sus "
    "operandos, y sin él no se guardaría nada más.",
    "fix_checkpoint_saves_nothing": "quítalo, o ponlo alrededor de un bloque entero.",
    "cause_checkpoint_around_all": "un solo checkpoint contiene {inside} de {all} operaciones: "
    "backward vuelve a construir a la vez todos sus resultados, así que el pico es tan alto como "
    "sin él, y el camino de ida se paga dos veces.",
    "fix_checkpoint_around_all": "un checkpoint propio para cada bloque.",
    "cause_computed_twice": "{what} corre por segunda vez sobre el mismo tensor: los mismos "
    "números se calculan, y se guardan para backward, dos veces.",
    "fix_computed_twice": "calcúlalo una vez, dale un nombre y usa ese.",
    "cause_copied_for_nothing": "la copia que hace {what} solo se lee.",
    "fix_copied_for_nothing": "quita {what}: necesita una copia lo que escribe in situ o llama a "
    "view, no lo que lee.",
    "watched_sound": "{steps} pasos observados: nada ha cambiado a peor",
    "watched_turned": "{steps} pasos observados: lo que ha cambiado a peor ({count})",
    "watched_step": "paso",
    "watched_gradients": "Gradientes: rms de cada matriz",
    "watched_results": "Resultados: rms de lo que dio cada módulo",
    "turn_since": "Ya en el paso {step}",
    "turn_between": "Entre los pasos {before} y {step}",
    "turn_until": "(hasta el paso {step})",
    "turn_nan_result": "lo que dio {name} deja de ser finito, el primero de todos los módulos.",
    "turn_nan_gradient": "el gradiente de {name} deja de ser finito.",
    "turn_exploding": "el gradiente de {name} explota, rms {amount}.",
    "turn_vanishing": "el gradiente de {name} se desvanece, rms {amount}.",
    "turn_dead": "el {amount} de las unidades de {name} no recibe gradiente: están muertas, o "
    "dormidas con este lote.",
    "turn_underflow": "el {amount} del gradiente en media precisión de {name} es 0.",
    "census": "Qué hay en él",
    "head_category": "categoría",
    "head_nodes": "nodos",
    "head_types": "tipos",
    "compute": "cálculo",
    "fused_attention": "atención fusionada",
    "normalisation": "normalización",
    "activation": "activación",
    "layout_free": "disposición, gratis",
    "layout_copy": "disposición, copia",
    "residual": "residual",
    "dtype_copy": "copia de tipo",
    "loss": "pérdida",
    "accumulate": "acumulación",
    "custom": "propia",
    "unknown": "desconocida",
    "attention": "Atención",
    "head_place": "lugar",
    "head_fused": "fusionada",
    "head_node": "nodo",
    "head_why": "por qué",
    "yes": "sí",
    "no": "no",
    "need_weights": "need_weights=True es el valor por defecto de nn.MultiheadAttention: entonces "
    "calcula los pesos con productos propios",
    "plain_path": "scaled_dot_product_attention tomó su camino simple: la llevan ahí el dropout, "
    "una máscara que necesita gradiente o el modo MATH",
    "by_hand": "el modelo la calcula con productos propios alrededor de una softmax: "
    "F.scaled_dot_product_attention(q, k, v) la hace en un solo nodo",
    "attention_untold": "productos alrededor de una softmax; de quién son, solo lo dice el modelo: "
    "tapewalk.inspect(loss, model)",
    "parameters": "Parámetros",
    "reached_count": "{reached} de {all} parámetros tienen un camino hasta la pérdida.",
    "no_model": "Sin un modelo las hojas no tienen nombre: tapewalk.inspect(loss, model).",
    "unnamed": "Hojas que no son parámetros del modelo: {count}.",
    "tied": "Compartidos: {names}.",
    "head_parameter": "parámetro",
    "head_reason": "por qué no tiene camino",
    "frozen": "congelado: requires_grad es False",
    "unused": "sin usar: no se llamó a su módulo {module}",
    "no_grad": "su módulo {module} se llamó sin que se grabara nada (no_grad)",
    "inside": "cortado dentro de {module}: lo que devuelve no depende del parámetro "
    "(.data, detach, o no se usó)",
    "cut": "separado en {module}: lo que entra depende del parámetro, lo que sale no",
    "after": "cortado en un forward ({module}), después de la llamada que lo usó: se separó del "
    "grafo o no se usó el resultado",
    "outside": "cortado entre el resultado del modelo y la pérdida",
    "checkpoint": "quizá lo oculta un checkpoint con use_reentrant=True que contiene {module}",
    "broken": "cortado: una operación lo usó, pero de ahí no sale ningún camino a la pérdida",
    "unrecorded": "ninguna operación grabada lo usó: sin usar, .data o no_grad",
    "untold": "no se sabe: una función en lugar de la pérdida muestra más, "
    "inspect(lambda: …, model)",
    "the_model": "el modelo",
    "saved": "Guardado para la pasada hacia atrás",
    "saved_sum": "{activations} de activaciones; hay referencias a {parameters} de parámetros, "
    "que están ahí de todos modos.",
    "head_group": "parte",
    "head_activations": "activaciones",
    "head_parameters": "parámetros",
    "no_group": "(en otro lugar)",
    "gradients": "Gradientes",
    "from_grad": "Como backward() los dejó en .grad; la capa mediana tiene rms {median}.",
    "from_computed": "Calculados para este informe; la capa mediana tiene rms {median}.",
    "head_rms": "rms",
    "head_largest": "máximo",
    "head_zeros": "ceros",
    "head_mark": "aviso",
    "nan": "NaN o infinito",
    "zero": "todo ceros",
    "vanishing": "se desvanece",
    "exploding": "explota",
    "more": "{count} más",
    "same": "ninguna diferencia",
    "diff_nodes": "nodos: {a} → {b}",
    "diff_category": "{category}: {a} → {b} ({types})",
    "diff_depth": "profundidad: {a} → {b}",
    "diff_width": "anchura: {a} → {b}",
    "diff_saved": "activaciones guardadas: {a} → {b}",
    "diff_freed": "liberado: {a} → {b}",
    "diff_attention": "atención fusionada: {a} de {a_all} → {b} de {b_all}",
    "diff_lost": "ya sin camino: {names}",
    "diff_gained": "ahora con camino: {names}",
    "diff_marks": "{name}: gradiente {a} → {b}",
    "diff_dtypes": "tipos numéricos: {a} → {b}",
    "help": "Informa sobre el grafo que hay detrás de la pérdida que devuelve una función.",
    "help_loss": "no recibe nada y devuelve la pérdida",
    "help_model": "el modelo, o una función que lo devuelve",
    "help_gradients": "calcula también los gradientes",
    "help_json": "escribe el informe como JSON",
    "help_dot": "escribe el grafo para Graphviz",
    "help_html": "escribe también el informe como página propia",
    "help_fail": "acaba con estado 1 si se halla esto; any, cualquier cosa; se puede repetir",
    "help_ignore": "un hallazgo que ya se conoce; se puede repetir",
    "help_diff": "Qué distingue dos informes; estado 1 si algo los distingue.",
    "help_report": "un informe que escribió --json",
    "help_lang": "idioma del informe",
    "unmarked": "sano",
    "undrawn": "Este grafo lo dibuja Graphviz, que no está instalado aquí: ve a "
    "graphviz.org/download. La página del curso muestra el dibujo.",
}
