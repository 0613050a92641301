import type { Articles } from '../articles.ts'

export const simsArticleEs = {
  sims: {
    title: 'Lista de SIMs',
    lead: 'Todas sus SIMs, con filtros, columnas a su gusto y vistas que se guardan.',
    body: `
      ## Filtrar
      Las fichas de arriba filtran por estado. Con **Filtro** se agregan otras: [grupo](/help/groups), [tags](/help/tags), sesión, origen, tipo, plan, uso del plan, APN, empresa, sin señal. Varios valores de un mismo filtro se suman; los de filtros distintos se cruzan. **Quitar filtros** los quita.

      **Uso del plan**, **100 % o más** deja las que en el ciclo ya usaron todos los datos de su plan, o más; el porcentaje se redondea.

      La búsqueda de la lista encuentra por cualquier parte del ICC, MSISDN, IMEI, IMSI, etiqueta o campo 2, desde tres caracteres y dentro de lo filtrado; también por la dirección IP de su sesión, completa. Si usted ve más de 100.000 SIMs y coinciden más de 500, la lista muestra 500 sin ordenar y lo dice arriba; con más caracteres o un filtro vuelven a verse todas.

      ## Encontrar las silenciosas
      **Última señal** dice cuándo dio señal una SIM por última vez: una sesión o su consumo, un registro en la red, un SMS, una llamada o una posición. Muestra el tiempo transcurrido; la hora exacta aparece al pasar el puntero. Ordene por esa columna para ver primero las que llevan más tiempo calladas.

      - La ficha **Silenciosas**: las activas sin señal desde hace más de 24 horas.
      - El filtro **Sin señal**, con un plazo: las de más de 3, 7 o 30 días. Una SIM nunca vista entra en los tres plazos.
      - **Sin señal**, **Nunca vista**: las que nunca se vieron.
      - **Sin señal**, **Más de lo habitual en la SIM**: las que callan más del doble del silencio más largo que cada una tuvo en las últimas semanas, y al menos 2 horas.

      Así, un rastreador que habla cada diez minutos aparece a las pocas horas y un medidor que habla una vez al día, no antes de dos días. De una SIM nueva el portal aprende durante unas semanas, y mientras tanto espera más.

      ## Saber por qué callan
      **Diagnosticar** busca la causa probable de hasta 10.000 SIMs a la vez: desde la línea de silenciosas del dashboard, desde la lista cuando filtra por **Sin señal**, o en las [operaciones](/help/operations) sobre su selección. Lo que el portal ya sabe no se pregunta; lo demás se pregunta a la red de cada una, a su ritmo. Ninguna SIM cambia.

      La página del diagnóstico reúne las SIMs por causa, como datos cortados por una alarma, dispositivo apagado o APN del dispositivo, con lo que ayuda a cada grupo: una operación sobre justo esas SIMs, o qué revisar. Puede compartir su dirección. Se conserva dos semanas.

      ## Ordenar y elegir columnas
      Pulse el título de una columna para ordenar. En **Columnas** se eligen, se arrastran y se fijan a la izquierda; el navegador las recuerda. En un teléfono la lista se ve como tarjetas.

      ## Vistas
      Una vista guarda los filtros y el orden con un nombre. Es suya: los demás no la ven. También puede compartir la dirección de la página, que lleva los filtros consigo. **Guardar como grupo** hace del filtro un [grupo](/help/groups), que todos ven y que puede tener alarmas y tags.

      ## Abrir una SIM
      Un clic abre su panel al lado; con J y K se pasa a la siguiente y a la anterior, con Esc se cierra. Desde ahí se abre en [página completa](/help/sim).

      ## Editar en la lista
      La etiqueta y el campo 2 se editan en su celda: con doble clic, con el lápiz que aparece al pasar el puntero, o con el teclado: **→** llega a la celda y **Enter** o **F2** la edita. **Enter** guarda y sigue en la fila de abajo, **Tab** pasa al otro campo y **Esc** deja el valor anterior.

      También puede pegar una columna copiada de una planilla: elija la celda donde empieza y pulse **Ctrl+V**. Antes de guardar verá el cambio de cada SIM. Dos columnas llenan ambos campos; una celda vacía borra el valor. Hasta 1.000 SIMs a la vez, todas o ninguna. **Deshacer** queda a mano diez segundos.

      ## Actuar sobre muchas
      Marque filas, o marque la página y luego **Seleccionar las…** para tomar todas las que coinciden, aunque sean cientos de miles. La barra que aparece ofrece las [operaciones masivas](/help/operations).

      ## Exportar
      **Exportar** descarga todo lo filtrado, también lo que la lista no alcance a mostrar: CSV o Excel con las columnas visibles, o TSV con todas. Una hoja de Excel tiene como máximo 1.048.575 filas.
    `,
  },
  sim: {
    title: 'Página de una SIM',
    lead: 'Todo lo que se sabe de una línea, y su historia.',
    body: `
      Arriba están el dispositivo, el ICC con su botón para copiarlo, el estado, la sesión y las [acciones](/help/sim-actions).

      ## Las pestañas
      - **Resumen**, en la página completa: si hay algún problema a la vista, el consumo del ciclo, sus números y dónde está.
      - **Identificación**: ICC, IMSI, MSISDN, tipo, origen, empresa, plan, estado y sus dos campos personalizados. Se cambian con **Editar campos**, en las opciones de la SIM. Su empresa puede darles nombre, como Patente, en [Empresas](/help/companies); los archivos conservan Etiqueta y Campo 2.
      - **Dispositivo**: IMEI, dispositivo y módulo, en qué dispositivos, países y redes puede funcionar y en qué dispositivos se detectó; vea [SIM vinculada a su dispositivo o lugar](/help/locks). Con el aviso por otro IMEI, el diagnóstico lo dice si la red detecta otro.
      - **Conexión**: sesión, IP, APN, operador y la última sesión.
      - **Consumo**: el consumo acumulado del ciclo frente al límite y el consumo por día. Un día se abre por horas. Solo si la SIM es editable.
      - **Ubicación**: el lugar aproximado de la antena en un mapa, y el **recorrido** de las últimas 24 horas, 7 o 30 días: una línea en el mapa y la lista de los lugares, que llevan a cada uno. Un movimiento menor de 548 m no se distingue. Solo si la SIM es editable y su tipo no es Manager.

      ## Editable o no
      Las SIMs Vodafone son editables solo con su APN privado, y las Legacy solo con APN privado de Telefónica. Las demás lo son siempre. En una que no lo es, algunas acciones no están disponibles y el portal dice por qué.

      ## Historial
      **Actividad reciente** muestra qué pasó, cuándo y quién lo hizo: cambios de estado, sesiones, mensajes, alarmas, operaciones. **Todo el historial** lo muestra desde el comienzo. Una SIM que pasa a otra empresa se lleva su estado y sus campos; sus tags, su consumo y sus cobros quedan en la empresa que la tenía.

      **Notas**: lo que otros deben saber de la SIM, con autor y hora; las leen todos los que la ven. La borra quien la escribió o quien administra usuarios. Quedan en la empresa: no van con la SIM a otra.
    `,
  },
  map: {
    title: 'Mapa de la flota',
    lead: 'Dónde está cada SIM de la lista, de un país a una esquina.',
    body: `
      **Mapa**, sobre la [lista de SIMs](/help/sims), muestra las SIMs filtradas donde su red las ubicó por última vez. Los filtros, la búsqueda y las vistas son los de la lista, y **Lista** vuelve a ella con los mismos.

      ## Recorrerlo
      Un círculo con un número reúne las SIMs que a esa distancia no se distinguen; su anillo verde es la parte con una sesión abierta. Al pulsarlo el mapa se acerca hasta que se separan. Un punto es una SIM: verde si tiene una sesión de datos abierta, gris si no. Se mueve con el puntero, la rueda, los dedos o las flechas, y **Ver todas** muestra otra vez toda la flota filtrada.

      ## La lista de lugares
      Al lado, o debajo en un teléfono, están los lugares de esa parte del mapa con el nombre de su ciudad y cuántas SIMs tienen, los mayores primero. De cerca nombra cada SIM; al pulsarla se abre su panel, con todas sus [acciones](/help/sim-actions), y su lugar queda marcado.

      ## Qué SIMs faltan
      Abajo dice cuántas de las filtradas tienen ubicación. Una SIM la tiene cuando su red ha informado dónde está la antena que la atiende; no todas las redes lo hacen. La ubicación es aproximada, y la última conocida: la página de la SIM dice de cuándo es.
    `,
  },
  tags: {
    title: 'Tags',
    lead: 'Palabras con color para agrupar SIMs como usted quiera, y filtrar por ellas.',
    body: `
      Una SIM tiene una etiqueta y un campo 2; tags puede tener hasta 50: la obra, el cliente, el técnico, lo que está por revisar.

      ## Poner y quitar
      - **Una SIM**: en su panel o su página, **Agregar tags**, o el lápiz junto a los que tiene. Escriba y pulse **Enter** o una coma, o elija uno conocido. **Deshacer** queda a mano diez segundos.
      - **Muchas**: selecciónelas en la lista y elija **Editar tags** en las [operaciones](/help/operations). **Agregar** y **Quitar** valen para todas; cada SIM conserva sus demás tags.
      - **Con un archivo**: una columna llamada tags, con los nombres separados por comas, punto y coma o barras, agrega a cada SIM los suyos. La plantilla trae la columna.

      Un nombre nuevo crea el tag en la empresa de la SIM. No distingue mayúsculas, y no lleva comas, puntos y comas ni barras. Una empresa tiene hasta 500.

      ## Filtrar
      En la [lista](/help/sims), **Filtro**, **Tags**. Con varios se ven las SIMs que tienen al menos uno. La dirección lleva los nombres, y una vista los guarda. La columna Tags se muestra en **Columnas** y se exporta.

      ## Cambiar nombre y color, eliminar
      **Filtro**, **Tags**, **Administrar tags…** muestra los de su empresa y sus filiales con sus SIMs. El nombre y el color cambian en todas. Al eliminar un tag, sus SIMs lo pierden; antes de confirmar se ve cuántas son.

      ## Empresas
      Los tags son de la empresa que tiene las SIMs. Dos empresas pueden tener un tag del mismo nombre: el filtro las reúne. Una SIM que pasa a otra empresa deja sus tags.
    `,
  },
  groups: {
    title: 'Grupos',
    lead: 'Un árbol propio para su flota, y filtros que se guardan como grupos.',
    body: `
      Los [tags](/help/tags) describen y una SIM puede tener muchos; un grupo dice dónde está. Un grupo puede tener otros dentro, hasta tres niveles: Norte, Norte/Camiones, Norte/Camiones/Frío.

      ## Mover
      - **Una SIM**: en su panel o su página, **Mover a un grupo**, o el nombre del grupo en que está. Elija uno o escriba su ruta con barras; vacío la saca de su grupo. **Deshacer** queda a mano diez segundos.
      - **Muchas**: selecciónelas en la lista y elija **Mover a un grupo** en las [operaciones](/help/operations). La vista previa dice de qué grupos salen y cuántas de cada uno.
      - **Con un archivo**: una columna llamada grupo, con la ruta, mueve cada SIM al suyo. Una celda vacía la mueve al grupo elegido en la operación o, si no eligió ninguno, la deja donde está. El inventario que importa el operador también puede traer la columna.

      Una ruta nueva crea el grupo, y los que lo contienen, en la empresa de la SIM. No distingue mayúsculas, y los nombres no llevan comas, puntos y comas ni barras. Una empresa tiene hasta 500 grupos.

      ## Filtrar
      En la [lista](/help/sims), **Filtro**, **Grupo**. Un grupo incluye los que tiene dentro. La dirección lleva la ruta, y una vista la guarda. La columna Grupo se muestra en **Columnas** y se exporta; ordenada por ella, la lista sigue el árbol y deja al final las SIMs sin grupo.

      ## Ordenar el árbol
      **Filtro**, **Grupo**, **Administrar grupos…** muestra los de su empresa y sus filiales con sus SIMs: crear, cambiar el nombre, poner dentro de otro, eliminar. Lo que está dentro se mueve con su grupo. Se elimina un grupo que no tiene otros dentro; sus SIMs quedan sin grupo, y antes de confirmar se ve cuántas son.

      ## Grupos por regla
      Un grupo fijo tiene las SIMs que usted mueve a él; uno por regla, las que cumplen un filtro, ahora y después. Filtre la [lista](/help/sims), abra **Vista** y elija **Guardar como grupo**. El grupo es de una empresa y no incluye SIMs de sus filiales. Cuando una SIM cambia, el grupo la sigue en segundos; en flotas de cientos de miles de SIMs, en un minuto o poco más.

      Una SIM está en todos los grupos por regla cuyos filtros cumple, además de su grupo fijo. Se filtra por ellos igual, su página los muestra, y la columna **Grupos por regla** también se exporta. Ninguna SIM se mueve a mano a uno de ellos.

      Para cambiar la regla, vea sus filtros en la lista desde **Administrar grupos…**, cámbielos, elija **Guardar como grupo** y el mismo grupo en **Guardar en**. Los tags y los grupos fijos por los que filtra una regla se pueden renombrar, y la regla los sigue; no se pueden eliminar mientras tanto. Una regla no filtra por otro grupo por regla, ni por un tag que da uno. Una empresa tiene hasta 50.

      ## Tags de un grupo
      Los **Tags de sus SIMs**, al crear o editar un grupo, los tienen las SIMs que están en él o dentro de él, y solo mientras están. No se quitan de una SIM; agregado también a mano, un tag queda como propio. Al editar los tags de una SIM se ve cuáles tiene por su grupo.

      ## Plan al activar
      Un grupo fijo puede dar un plan a sus SIMs cuando se [activan](/help/operations) por primera vez: al crearlo o editarlo, **Plan al activar**. Puede dar uno por cada origen y tipo de SIM, y necesita el permiso Planes. Vale también para los grupos que contiene, salvo que tengan uno propio. La página de la SIM dice qué plan recibirá y de qué grupo; la vista previa de la activación, lo que cuesta.

      La SIM conserva el suyo si el plan ya no se ofrece o si su permanencia mínima no ha terminado.

      ## Alarmas de un grupo
      Una [alarma](/help/alarms) puede ser para un grupo y los que tiene dentro. Un grupo con una alarma no se elimina: cámbiela o elimínela primero. Para uno por regla que filtra por sesión, por sin señal o por una dirección IP no hay alarmas: las SIMs entran y salen con cada conexión. Si la alarma corta los datos, la regla debe tener los estados Activa y Desactivada por alarma, o ninguno de los dos: de lo contrario, el corte sacaría la SIM del grupo y le devolvería los datos.

      ## Empresas
      Los grupos son de la empresa que tiene las SIMs. Una SIM que pasa a otra empresa deja su grupo.
    `,
  },
  geofences: {
    title: 'Geocercas',
    lead: 'Lugares de su empresa en el mapa, a los que se vinculan SIMs.',
    body: `
      Una geocerca es una planta, una bodega, una faena o una ruta: un círculo o un polígono con un nombre. En el [mapa](/help/map), **Geocercas** las muestra junto a él.

      ## Dibujar una
      Elija **Nueva geocerca**, dele un nombre y una forma.
      - **Círculo**: haga clic donde está el centro y arrastre el borde. De 10 m a 1000 km de radio.
      - **Polígono**: un clic por vértice, de 3 a 100. Arrástrelos para moverlos, arrastre un punto medio para agregar uno y haga doble clic en uno para quitarlo. Los lados no pueden cruzarse.

      Lo dibujado queda escrito en los campos, y lo que se escribe se dibuja: centro y vértices como latitud y longitud en grados. Así también se hace con el teclado, o donde el navegador no puede mostrar el mapa.

      Una empresa puede tener hasta 100.

      ## Vincular SIMs
      El [vínculo](/help/locks) de una SIM, o de muchas, toma hasta 20 geocercas de su propia empresa. La SIM puede estar en cualquiera de ellas.

      ## Cuándo está fuera
      La red informa dónde está la antena, no el dispositivo: la ubicación es un círculo de 548 m. Una SIM salió cuando todo ese círculo está fuera de todas sus geocercas, y volvió cuando toca una. Solo se juzga cuando la red informa una ubicación; no todas lo hacen.

      ## Cambiar y eliminar
      Al cambiar la forma, las SIMs que quedan dentro recuperan los datos. Una geocerca a la que hay SIMs vinculadas se elimina diciendo cuántas: dejan de estar vinculadas a ella.
    `,
  },
  locks: {
    title: 'SIM vinculada a su dispositivo o lugar',
    lead: 'Una SIM que cambia de dispositivo o sale de sus países o geocercas se queda sin datos.',
    body: `
      En las opciones de una SIM, **Vincular a dispositivo o lugar** dice en qué dispositivos puede funcionar, y en qué países, redes y [geocercas](/help/geofences). Cómo está se ve en la pestaña **Dispositivo** de su panel o su página.

      ## Dispositivos permitidos
      - **Cualquier dispositivo**: sin vínculo. Cada cambio de dispositivo queda en el historial.
      - **El primero que se detecte**: la SIM queda vinculada al dispositivo en que está o, sin sesión, al próximo que informe la red.
      - **Estos IMEI**: uno o varios dispositivos, hasta 20.
      - **Estos modelos**: cualquier dispositivo de hasta 20 modelos. Los ocho primeros dígitos de un IMEI, su TAC, indican el modelo.

      Se comparan los primeros catorce dígitos: una actualización del software, que cambia los dos últimos del IMEISV, no es otro dispositivo.

      Si la SIM está vinculada a un solo dispositivo y su red puede hacerlo, también la red bloquea los demás, y la pestaña lo dice; esa red puede no informar el dispositivo que rechazó, y entonces no hay aviso.

      ## Lugares permitidos
      **Estos lugares** toma países por su nombre y redes por su nombre o su código (MCC-MNC, como 730-01), mezclados como haga falta: Chile y una red de la frontera. La lista empieza con el país en que está la SIM. El país sale del código de la red en que se detecta; satélites y redes privadas no están en ningún país: agréguelos por su código. Sin que la red diga cuál es, no se juzga nada.

      También toma [geocercas](/help/geofences) de la empresa de la SIM. Con países o redes y geocercas, la SIM tiene que estar en las dos cosas.

      ## Muchas SIMs
      Selecciónelas en la lista y elija **Vincular a dispositivo o lugar** en las [operaciones](/help/operations): cada una al suyo, o todas a los mismos dispositivos, modelos o lugares. Con **Sin cambios**, cada SIM conserva esa parte. Una que ya quedó vinculada a su dispositivo lo conserva. La vista previa dice cuáles quedan fuera y por qué.

      ## De un grupo o de toda la empresa
      En el filtro **Grupo** de la lista, **Administrar grupos…** tiene un candado para toda la empresa y otro para cada grupo. Ese vínculo lo tienen las SIMs sin uno propio, también las que lleguen después, al cabo de unos segundos: con **El primero que se detecte**, cada una queda vinculada a su dispositivo. Decide el grupo más cercano, después los grupos por regla, después la empresa; un grupo con **Cualquier dispositivo** y **Cualquier lugar** queda libre del de la empresa. La pestaña **Dispositivo** de la SIM dice de dónde viene su vínculo, y **Heredar** deja el propio. Al importar un inventario, las columnas **Dispositivos permitidos** y **Lugares permitidos** fijan el de cada SIM.

      ## Fuera de lo permitido
      Cuando la red informa un dispositivo, un país o una red no permitidos, o una ubicación fuera de sus geocercas, se le cortan los datos, como con una [alarma](/help/alarms): la SIM queda Desactivada por alarma y conserva SMS y voz. Lo dicen la [campana](/help/updates), el historial de la SIM, un correo a quienes el vínculo nombra (todos los de un cuarto de hora juntos) y los webhooks sim.imei_changed y sim.left_area.

      ## Volver
      - De nuevo donde puede estar, recupera los datos sola, en cuanto la red lo informa.
      - **Restablecer datos** los devuelve donde está: ese dispositivo y ese país se permiten hasta que se detecten otros; fuera de sus geocercas, hasta que vuelva a una.
      - También al quitar el vínculo, o al cambiarlo por uno que permite dónde está.

      Fuera de las dos cosas, los recupera cuando las dos vuelven a estar bien. Un vínculo restablece solo lo que él cortó: si además la corta una alarma, o ya estaba cortada, sigue así.

      ## Dispositivos detectados
      La pestaña muestra los últimos 20, desde cuándo y hasta cuándo. **Avisar de otro IMEI**, en **Editar campos**, no corta nada: solo hace que el [diagnóstico](/help/diagnosis) avise. Una SIM que pasa a otra empresa deja su vínculo.
    `,
  },
  'sim-actions': {
    title: 'Acciones sobre una SIM',
    lead: 'Activar, hibernar, reiniciar, enviar un SMS y lo demás: qué hace cada una y cuándo se puede.',
    body: `
      Las acciones están en la página de la SIM y en sus **Opciones**. Las que ahora no se pueden quedan al final, con el motivo.

      ## Cambian el estado
      - **Activar**: de Lista para usar a Activa. La SIM empieza a cobrarse y no se puede deshacer.
      - **Hibernar**: de Activa a Hibernada, sin datos, SMS ni voz. Vale para los tipos Local, Global, Manager y Vodafone, y su usuario debe poder hibernar. Antes de confirmar se ve cuánto paga la SIM en lugar del precio de su plan, y desde qué día: el ciclo en curso se cobra completo.
      - **Reactivar**: devuelve el servicio a una hibernada. Si la hibernación todavía no se envió a la red, la cancela.
      - **Dar de baja**: solicita el término de la línea. Durante el plazo de retiro (72 horas, si el operador no fijó otro) se puede **Retirar la baja**; después no hay vuelta atrás.
      - **Cortar datos**: de Activa a Desactivada por alarma: sin datos, mientras siguen SMS y voz y también los cobros. Es para una SIM y dura hasta que se restablecen los datos; ninguna alarma ni vínculo lo hace. Para muchas SIMs, use una [regla](/help/rules). Requiere el permiso de alarmas.
      - **Restablecer datos**: restablece los datos cortados. Una alarma que los cortó no vuelve a cortar los datos de esta SIM hasta el próximo ciclo. Si los cortó un [vínculo](/help/locks), permite el dispositivo y el país en que está.
      - **Bloquear** y **Desbloquear**: solo administradores, con un motivo que la empresa ve.

      ## No lo cambian
      - **Reiniciar**: corta la sesión de datos y el dispositivo se registra de nuevo. Como máximo una vez por minuto y tres por hora. Si está desconectado, actúa en la próxima conexión.
      - **Diagnosticar**: tres pruebas; vea [Diagnóstico](/help/diagnosis).
      - **Enviar SMS**: hasta 10 mensajes unidos. Con tildes poco comunes o emojis caben 70 caracteres por mensaje en vez de 160. Si no se entrega en 24 horas, vence.
      - **Chat SMS**: para las SIMs de ese tipo, la conversación con el dispositivo.
      - **Editar campos**: sus dos campos, el IMEI y el dispositivo.
      - **Editar tags**: palabras con color para agrupar y filtrar; vea [Tags](/help/tags).
      - **Mover a un grupo**: uno de los de su empresa, o ninguno; vea [Grupos](/help/groups).
      - **Vincular a dispositivo o lugar**: en otro dispositivo o país se le cortan los datos; vea [SIM vinculada a su dispositivo o lugar](/help/locks).
      - **Cambiar plan**: otro plan desde hoy o desde el próximo ciclo; vea [Cambiar de plan](/help/plan-changes).
      - **Configuración APN**: los valores que el dispositivo necesita para conectarse.

      ## Deshacer
      Después de hibernar, bloquear, dar de baja o editar, el resultado ofrece **Deshacer**; al cerrarlo, un aviso abajo a la derecha lo ofrece diez segundos más. **Ctrl+Z** hace lo mismo, salvo mientras escribe en un campo. Si alguien cambió la SIM entretanto, no se deshace nada y el portal lo dice. Activar y reactivar no se deshacen: la SIM ya se cobra en este ciclo. También se puede deshacer al vaciar el carrito y al eliminar una alarma o una vista.

      ## Cuando la red no responde
      La acción queda en curso y el portal sigue consultando a la red hasta saber el resultado. Puede cerrar la ventana; el historial de la SIM muestra el resultado. Mientras tanto la SIM no acepta otro cambio.
    `,
  },
  diagnosis: {
    title: 'Diagnóstico de una SIM',
    lead: 'Tres pruebas que dicen por qué una SIM no se conecta, y qué hacer.',
    body: `
      En las opciones de la SIM, **Diagnosticar** hace tres pruebas a la vez. Arriba se lee el veredicto, con el botón de lo que lo arregla; debajo, el resultado de cada prueba y su evidencia, con una marca en lo que está bien y en lo que es la causa.

      - **Administrativa**: que esté activa, que su empresa no esté bloqueada, que tenga plan y APN, que no haya llegado a un límite y que el IMEI sea el esperado. Muestra el primero de estos puntos que falla.
      - **GSM**: si la SIM está registrada en la red. Dice el operador, la tecnología y la última ubicación. Una de hace más de 24 horas es un registro antiguo: la red puede recordar por un tiempo un dispositivo apagado.
      - **GPRS**: si tiene una sesión de datos abierta. Si no, cuándo fue la última y por qué terminó. También avisa si el dispositivo usa un APN incorrecto.

      ## Cómo leerlo
      1. Si falla la administrativa, empiece por ahí: lo demás suele venir de eso.
      2. Si la administrativa está bien y GSM no, revise el dispositivo: encendido, antena, cobertura.
      3. Si solo falla GPRS, revise el APN del dispositivo y pruebe **Reiniciar**.

      Una prueba sin respuesta en 20 segundos dice **Sin respuesta**. No es un veredicto sobre la SIM: repítala más tarde.
    `,
  },
  statuses: {
    title: 'Estados de una SIM',
    lead: 'Qué significa cada estado y de cuál se pasa a cuál.',
    body: `
      ## Estado administrativo
      - **Lista para usar** (o por activar): todavía no se ha activado; no se cobra.
      - **Activa**: en servicio.
      - **Hibernación en proceso** e **Hibernada**: sin servicio, hasta que se reactive. Puede tener un precio menor, según su plan.
      - **Desactivada por alarma**: con los datos cortados porque llegó a un límite o está en un [dispositivo o país no permitido](/help/locks); conserva SMS y voz.
      - **Suspendida**: bloqueada por un administrador o por la red. El motivo se ve en la SIM, y usted no puede desbloquearla.
      - **Baja solicitada**: se puede retirar hasta la hora que indica.
      - **Baja en proceso** y **Terminada**: la línea terminó.
      - **Retirada**: 50 días después de la baja. Solo se puede consultar.
      - **Desactivada**: fuera de servicio por decisión de la red.

      ## Conexión
      **Conectada** es una sesión de datos abierta ahora. **Sin sesión**, ninguna. **No disponible**, que no se sabe: no llegan informes de esa sesión.

      ## Estado técnico
      Es lo que dice la red. Suele ir a la par del administrativo; si no coinciden por mucho tiempo, el operador lo ve y lo resuelve.
    `,
  },
  operations: {
    title: 'Operaciones masivas',
    lead: 'Aplique una acción a miles de SIMs, con vista previa.',
    body: `
      Empiece desde la lista de SIMs con su selección, o en **Operaciones**, **Nueva operación**, con un archivo o con ICC pegados.

      ## Los pasos
      1. **Datos**: la acción y lo que pida, como el mensaje o los campos. Un archivo CSV, TSV o XLSX puede traer valores propios por línea; la columna del ICC se reconoce por su encabezado.
      2. **Vista previa**: cuántas se incluirán y cuántas no, con el motivo de cada una, lo que cuesta y si se puede deshacer. La lista completa se descarga. Nada ha cambiado todavía.
      3. **Avance**: empieza al confirmar, o a la hora que usted programe.

      ## Mientras corre
      Sigue aunque cierre la página y toda su empresa ve el avance. **Pausar** y **Continuar**; **Cancelar** deja fuera solo lo pendiente; **Reintentar** repite solo lo fallido. Si una red no responde, sus líneas esperan y se reintentan solas.

      ## Por qué una línea queda fuera
      - La SIM no existe o no es suya.
      - Su estado o su tipo no lo permiten, o ya está en el estado pedido.
      - Ya tiene otra operación en curso: una a la vez por SIM.
      - Está repetida en su lista.
      - No tiene permiso: hibernar y reactivar, cortar y restablecer datos, que requiere el de alarmas, o cambiar de plan, que requiere el de planes.

      ## El resultado
      **Exportar**, en la operación, lo descarga con las columnas que usted dio, más estado, código, texto y hora; en la lista, descarga las operaciones filtradas. Una baja masiva respeta el mismo plazo de retiro que la de una sola SIM. Una hibernación terminada ofrece **Deshacer**: prepara la reactivación de las SIMs que hibernó, hasta 100.000, con su vista previa.
    `,
  },
  'plan-changes': {
    title: 'Cambiar de plan',
    lead: 'Pasar una SIM, o miles, a otro plan, hoy o el próximo ciclo, con su costo a la vista.',
    body: `
      Con los permisos de SIMs y de planes puede cambiar el plan de sus SIMs. Empiece donde esté: las **Opciones** de una SIM, el botón del [diagnóstico](/help/diagnosis) que aconseja un plan mayor, un [aviso de alarma](/help/notices), el detalle de un plan en [Mis planes](/help/plans), o una [operación masiva](/help/operations) sobre una selección, todas las que coinciden o un archivo.

      ## Elegir
      Se ofrecen los planes en oferta para el origen y el tipo de la SIM; un administrador ve también los que ya no se ofrecen. Luego, desde cuándo:
      - **Hoy**: el plan cambia al confirmar.
      - **Próximo ciclo**: cambia cuando empieza el próximo ciclo de la empresa. Hasta entonces nada cambia, y se puede retirar: en la SIM con **Retirar**, o todas con **Cancelar la operación**. Si programa otro cambio, el último reemplaza al anterior, y la vista previa lo dice.

      Un plan puede tener una permanencia mínima en meses: se ve al elegirlo y en el catálogo. Cuenta desde el día en que la SIM recibe el plan; hasta que termina, la SIM no puede pasar a otro. Un cambio desde el próximo ciclo se puede programar si para entonces ya terminó. El operador puede cambiar el plan antes.

      Un plan puede fijar también la velocidad en la red. Entonces la SIM pasa al plan cuando la red lo confirma; si la red lo rechaza, conserva su plan y la operación indica la causa.

      ## Lo que cuesta
      La vista previa muestra lo que las SIMs costarán en este ciclo y en el próximo, sin el cambio y con él, si el consumo sigue como hasta ahora. Lo calculan las mismas reglas de la factura. También dice qué pools ganan o pierden datos. Se calcula para 100.000 SIMs como máximo.

      ## Cómo se cobra un ciclo con dos planes
      - Cada plan cobra sus días. Un día pertenece al plan que la SIM tiene al terminarlo: el día del cambio ya es del plan nuevo, y cambiar y volver el mismo día no deja rastro.
      - Lo incluido se divide igual. El consumo de cada día cuenta en el plan de ese día, y un pool recibe la parte de esos días.
      - La factura muestra las dos líneas con sus días. El consumo que llega tarde va al plan de su día.
      - Un plan en el que la SIM nunca estuvo activa no cobra días.

      Si la SIM ya gastó lo incluido en su plan chico, el exceso de esos días se cobra igual: compare en la vista previa con el cambio desde el próximo ciclo.

      ## Por qué una SIM queda fuera
      - El plan es de otro origen o de otro tipo de SIM, o ya lo tiene.
      - El plan ya no se ofrece.
      - La permanencia mínima en su plan no ha terminado; se indica desde qué día se puede cambiar.
      - La SIM está de baja, o su baja está solicitada.
      - Otro cambio de esa SIM está en curso.
    `,
  },
} satisfies Partial<Articles>
