"""Las pistas del módulo 04, en español: una por cada error."""

from __future__ import annotations

from typing import Final

HINTS: Final = {
    "hint_04.6_sound": "En tu diccionario hay capas sanas, con None. Déjalas fuera.",
    "hint_04.6_tolerance": "Pequeño no es 0: un gradiente de 1e-15 no es exactamente 0, por "
    "pequeño que sea. Pregunta con `== 0`, sin tolerancia.",
    "hint_04.6_squares": "Los cuadrados son demasiado pequeños o grandes para la precisión "
    "simple: 1e-30 no es 0 y 1e25 no es infinito, pero sus cuadrados sí. Calcula en precisión "
    "doble: `.double()`.",
    "hint_04.6_nans": "Un NaN o un infinito pasó inadvertido: toda comparación con NaN es falsa. "
    "Pregunta antes por él: `isfinite`.",
    "hint_04.6_infinite": "Un infinito pasó inadvertido: `isnan` da False con él. `isfinite` da "
    'False con los dos, y aquí los dos son "nan" y quedan fuera de la mediana.',
    "hint_04.6_zeros": "Un gradiente que es exactamente 0 es otro caso: ahí nada se apaga poco a "
    "poco, algo multiplica por 0.",
    "hint_04.6_any_zero": "Que una entrada sea 0 es sano. El gradiente es 0 solo si lo son todas: "
    "`all`, no `any`.",
    "hint_04.6_lower": "Si hay un número par de tamaños, la mediana es la media de los dos del "
    "medio. `torch.median` toma el menor, un índice `len // 2` el mayor; `statistics.median` "
    "toma la media.",
    "hint_04.6_kept": "En la mediana entraron tamaños NaN o infinitos, y ninguna comparación con "
    "ella se cumple. Toma los que son finitos y no son 0.",
    "hint_04.6_kept_zeros": "En tu mediana hay ceros. Si la mitad de las capas está muerta, vale "
    "0, y nada es menor que eso.",
    "hint_04.6_average": "Comparas con la media. Una capa que explota la arrastra, y todas las "
    "demás parecen pequeñas: toma la mediana.",
    "hint_04.6_own": "Un gradiente pequeño de pesos pequeños está sano: se desvanece solo si "
    "además es pequeño frente a sus propios pesos.",
    "hint_04.6_middle": "Comparas solo con los pesos de la propia capa. Un gradiente se desvanece "
    "si es pequeño también frente a los de las otras capas.",
    "hint_04.6_either": "Para un gradiente que se desvanece tienen que cumplirse las dos cosas: "
    "pequeño frente a la mediana y frente a sus pesos. Las uniste con `or`.",
    "hint_04.6_factor": "Tus límites tienen otro factor: 1000 hacia arriba, una milésima hacia "
    "abajo, y las dos veces de los tamaños, no de sus cuadrados.",
    "hint_04.6_fixed": "1000 es un factor, no un tamaño. Un gradiente explota si pasa de 1000 "
    "veces el tamaño de sus propios pesos.",
    "hint_04.6_large": "Comparas con la mediana. Un gradiente explota si es grande frente a los "
    "pesos que tiene que cambiar.",
    "hint_04.6_root": "Comparas medias de cuadrados. El tamaño es su raíz: sin ella, un factor de "
    "1000 se queda en unas 32 veces.",
    "hint_04.6_size": "Tu tamaño es otro: una norma, una media, un máximo, una desviación. Se pide "
    "la raíz de la media de los cuadrados de las entradas.",
    "hint_04.6_signs": "Las entradas de signo contrario se anulan en una suma y en una media. Para "
    "el tamaño, elévalas antes al cuadrado; un gradiente es 0 si lo son todas sus entradas.",
    "hint_04.7_history": "El resultado no tiene historia: por el camino no se grabó nada.",
    "hint_04.7_data": "Hay parámetros de `up` sin camino: `.data` y `detach` pasan los números sin "
    "su historia. Llama a la propia capa y usa lo que devuelve.",
    "hint_04.7_detached": "Hay parámetros de `attn` sin camino: lo que da la atención se corta "
    "antes de sumarse. Un `requires_grad_()` detrás no lo arreglaría.",
    "hint_04.7_unfused": "Todos los parámetros tienen camino, pero la atención no está fusionada: "
    "si no se le dice nada, `nn.MultiheadAttention` calcula sus pesos y los guarda.",
    "hint_04.7_moved": "Ahora se corta en otro sitio: mira los nombres sin camino, y quién viene "
    "después de ellos.",
    "hint_04.7_gradient": "La pérdida y los caminos están bien, el gradiente no: de varios "
    "caminos de vuelta hay uno cortado. ¿Queda algún `detach`?",
    "hint_04.7_attention": "Ya no está la atención. Tiene que quedarse, con su historia.",
    "hint_04.7_network": "Ya no está la red de `up` y `down`. Tiene que quedarse, con su historia.",
    "hint_04.7_skips": "Ya no están las sumas: cada parte se suma a lo que entró en ella.",
    "hint_04.7_first_skip": "Ya no está la primera suma: lo que da la atención se suma a x.",
    "hint_04.7_last_skip": "Ya no está la segunda suma: lo que da `down` se suma a x.",
    "hint_04.8_no_gradient": "Un parámetro sin camino no tiene `.gradient`: es None, y None no "
    "tiene aviso (`mark`). `report.marked` lista solo los que lo llevan.",
    "hint_04.8_attribute": "Le pediste al informe algo que no tiene. Tiene `missing`, "
    "`parameters`, `attention` y `marked`.",
    "hint_04.8_words": "Esa no es ninguna de las respuestas. Son las claves de "
    "`detective.answers()`, no las frases ni lo que dice el informe.",
    "hint_04.8_tied": "Todos los parámetros tienen camino y ninguno lleva aviso, y aun así este "
    "modelo no está sano: un parámetro tiene un segundo nombre, en `.also`.",
    "hint_04.8_unfused": "Todos los parámetros tienen camino y ninguno lleva aviso, y aun así "
    "este modelo no está sano: mira `report.attention`.",
    "hint_04.8_frozen": "Puede que una capa esté congelada a propósito, pero un diagnóstico lo "
    "dice: sus parámetros están en `report.missing`, con un estado propio.",
    "hint_04.8_quiet": "Lo das por sano y no lo está. Hay cuatro sitios donde puede verse algo: "
    "`missing`, `parameters` con `.also`, `attention` y `marked`.",
    "hint_04.8_missing": "Hay parámetros sin camino, pero no por esta razón. Cada uno tiene su "
    "`.status`: congelado, sin usar, dentro de su módulo o después de su llamada.",
    "hint_04.8_marked": "Hay gradientes con aviso, pero la enfermedad es otra. En un informe "
    "puede haber varios avisos: primero el más grave, y NaN antes que todos.",
    "hint_04.8_alarmed": "A este no le pasa nada: todos los parámetros tienen camino, ningún "
    "gradiente lleva aviso y la atención está fusionada. Un tipo numérico no es una enfermedad.",
}
