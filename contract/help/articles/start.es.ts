import type { Articles } from '../articles.ts'

export const startEs = {
  start: {
    title: 'Primeros pasos',
    lead: 'Qué hay en el portal y por dónde empezar.',
    body: `
      Enlace le muestra sus SIMs, lo que consumen y lo que cuestan, y le deja actuar sobre ellas: una a una o cientos de miles a la vez.

      ## Cómo se recorre
      - El **menú de arriba** tiene las pantallas que su usuario puede ver. En un teléfono se abre con las tres rayas.
      - El **buscador** del encabezado lleva a una SIM, a una pantalla o a una acción. También se llega a él con la tecla / o con Ctrl+K; la tecla ? muestra los demás atajos.
      - El **signo de interrogación** abre el tema de ayuda de la pantalla en la que está.
      - Un clic en una **fila** de SIMs, operaciones, cobros, solicitudes o usuarios la abre al lado: J y K pasan a la siguiente y a la anterior, Esc cierra.
      - El **menú de su nombre** tiene el tema claro u oscuro, el idioma, la densidad de las listas, su cuenta, la seguridad y la salida.
      - En **Ayuda**, **Manuales** abre todos los temas en una página que se puede imprimir, o los manuales que su operador haya puesto.

      ## Lo que ve y lo que no
      Usted ve las SIMs de su empresa y las de sus filiales. Cada pantalla pide un permiso; si le falta uno, la pantalla no está en el menú. Los permisos los da quien administra los [usuarios](/help/users) de su empresa.

      ## Un buen comienzo
      1. Mire el [dashboard](/help/dashboard): cuántas SIMs hay y cuántas están conectadas.
      2. Abra la [lista de SIMs](/help/sims) y póngales etiquetas que le digan algo: la patente, el local, el medidor.
      3. Cree una [alarma](/help/alarms) para que ninguna SIM gaste de más sin que usted lo sepa.
      4. Active la [verificación en dos pasos](/help/security).

      Las horas se muestran en la zona de su computador. Los números llevan punto para los miles y coma para los decimales, y 1 MB son 1024 × 1024 bytes. Los tamaños de planes, los límites y lo usado junto a ellos van en MB; desde 10.000 MB se agrega el valor en GB o TB.
    `,
  },
  dashboard: {
    title: 'Dashboard',
    lead: 'El estado de la flota en una pantalla, al día sin recargarla.',
    body: `
      ## Los cuatro totales
      - **Total de SIMs**: todas las suyas, en cualquier estado.
      - **Activas**: las que están en estado Activa.
      - **Por activar**: las que todavía no se han usado ni se cobran.
      - **Conectadas**: las activas con una sesión de datos abierta en este momento. Las demás activas figuran como desconectadas.

      Cada total lleva a la lista de SIMs ya filtrada; también las desconectadas.

      ## Requiere atención
      Lo que necesita a alguien ahora, lo más urgente primero: operadores que fallan y cuántas SIMs dependen de ellos, facturas vencidas o por pagar, pools sobre el 100 %, SIMs sin señal, lo que una regla pide confirmar, SIMs con los datos cortados o con todo su plan usado, líneas de operaciones que fallaron en los últimos 7 días y solicitudes que esperan. Cada línea abre exactamente eso. Solo aparece lo que sus permisos dejan ver, y lo que está en orden no aparece.

      Mientras nada la requiera, allí están los **primeros pasos** de una cuenta nueva, con lo que ya está hecho; se pueden ocultar.

      ## Las tarjetas
      - **Consumo de la flota**: los datos por día; la línea sobre cada barra es el mismo día del ciclo anterior, o del período anterior con 7 o 30 días. El porcentaje compara los días ya terminados.
      - **Conectadas**: cuántas SIMs tuvieron sesión en las últimas 24 horas, medido cada cuarto de hora.
      - **Historial de facturación**: lo facturado en los últimos ciclos, la deuda y un estimado del ciclo en curso. Cada barra abre los cobros de su mes. El estimado proyecta el consumo hasta el cierre; no es una factura. El rango junto a él dice entre qué montos terminarán nueve de cada diez ciclos, por lo que varió el consumo diario en los últimos 60 días; se estrecha hasta el cierre y aparece cuando hay dos semanas de consumo. No cuenta SIMs nuevas ni cambios de plan.
      - **Estado de operadores**: cómo responde cada operador en los últimos minutos, los que fallan primero. Operativo, Intermitente o Sin servicio; si el operador dejó un texto, se lee al lado.
      - **Control de pools**: cuánto llevan usado los planes compartidos. Verde hasta la mitad, naranja hasta el 99 % y rojo desde el 100 %. Cada pool abre sus SIMs, la de mayor consumo primero.
      - **SIMs por operador**: cómo se reparte la flota.
      - **Mayores consumos**: las SIMs que más llevan usado de su plan en este ciclo.

      Arriba de las cifras se lee a qué hora son ciertas. Cuando falta consumo por contar, también dice hasta cuándo está contado.
    `,
  },
  search: {
    title: 'Buscador',
    lead: 'Encontrar una SIM entre un millón, o llegar a una pantalla sin el menú.',
    body: `
      Escriba en el buscador del encabezado. Se llega a él con la tecla / o con Ctrl+K desde cualquier parte.

      ## Qué encuentra
      - **SIMs**, desde tres caracteres: por ICC, MSISDN, IMEI, IMSI o etiqueta, y por cualquier parte de ellos; también por la dirección IP de su sesión, IPv4 o IPv6, completa o su comienzo («10.41.»). Primero vienen las que son o terminan en lo que escribió. Lo encontrado está marcado; a la izquierda está el estado de la SIM, a la derecha cuándo se la vio por última vez.
      - **Lo que quiere hacer con una SIM**: «hibernar 2116» ofrece hibernar las SIMs con 2116 que se pueden hibernar. También «reiniciar», «activar», «dar de baja», «enviar sms» o «diagnosticar». La acción sola la ofrece también para muchas SIMs, de un archivo. Nada ocurre sin confirmarlo.
      - **Empresas, usuarios, cobros, operaciones, solicitudes, alarmas y planes**: una empresa o un usuario por una parte de su nombre, un cobro por su número o su mes («octubre 2026»), una operación por su número, tipo, estado o motivo («hibernaciones fallidas»), una solicitud por su número, estado, empresa o solicitante («solicitudes pendientes»), una alarma por su plan, su empresa o una dirección de sus correos.
      - **Otras acciones**: «crear alarma», «invitar usuario», «exportar», «tema oscuro», «cerrar sesión».
      - **Páginas y temas de ayuda**, también por otros nombres: «factura» lleva a Cobros. Da igual si escribe en español o en inglés, y si olvida un acento.

      Con el campo vacío están las SIMs y páginas que abrió por última vez. Solo las ve usted, en este navegador, y se borran al cerrar sesión.

      ## Cómo se usa
      Con las flechas se elige y con Enter se abre. Sin elegir nada, Enter o la lupa buscan el texto en toda la flota: si algo coincide, se abre la lista de SIMs con el resultado; si no, o si la búsqueda falla, se dice junto al buscador. La búsqueda se borra al salir de la lista.

      Un ICC se puede escribir con o sin su último dígito verificador, con espacios y con la F del final.
    `,
  },
  updates: {
    title: 'Novedades',
    lead: 'La campana del encabezado: lo que pasó mientras no miraba.',
    body: `
      El número de la campana dice cuántas novedades no ha leído. Ábrala para verlas (o escriba «novedades» en el buscador), las últimas primero; cada una lleva a la pantalla donde puede hacer algo. Una novedad se lee al abrirla, o todas con **Marcar todo como leído**. Se muestran las de los últimos 90 días.

      ## Qué avisa
      - **Alarmas alcanzadas**: cuántas SIMs llegaron a una alarma, o se acercan a ella, en cada hora.
      - **Reglas que se cumplieron**: en cuántas SIMs se cumplió una [regla](/help/rules) en cada hora.
      - **SIMs en otro dispositivo o lugar**: cuántas SIMs [vinculadas](/help/locks) se detectaron en otro dispositivo, o fuera de sus países y redes, en cada hora.
      - **Operaciones propias**: las que usted inició y terminaron, con lo que falló. De las acciones sobre una sola SIM, solo las que fallaron.
      - **Facturas** y notas de crédito emitidas, y facturas vencidas.
      - **Solicitudes** que otra persona movió.
      - **Mensajes de soporte** que respondieron su consulta.

      Solo aparece lo que sus permisos dejan ver. Si ocurre más de lo mismo, la línea crece y vuelve a estar sin leer.

      ## Elegir qué se muestra
      Con el engranaje de la lista desactiva lo que no le interesa. Vale solo para usted.
    `,
  },
  account: {
    title: 'Su cuenta y su contraseña',
    lead: 'Sus datos, su contraseña y cómo recuperarla.',
    body: `
      Abra el menú de su nombre y elija **Cuenta**.

      ## Información personal
      Los datos se ven y no se tocan hasta que pulsa **Editar**. **Guardar** los cambia; **Cancelar** los deja como estaban. Nombre, apellido, e-mail y país son necesarios. La empresa no se cambia aquí. Si cambia el e-mail, se le pide la contraseña, y el código si usa la verificación en dos pasos: con él iniciará sesión desde entonces.

      ## Contraseña
      Pide la actual y dos veces la nueva. La nueva tiene de 8 a 30 caracteres, con al menos un número, una minúscula y una mayúscula. **Guardar** se habilita cuando todo cumple.

      ## Si la olvidó
      1. En la página de inicio de sesión, use **¿La olvidó?** con su e-mail.
      2. Le llega un correo con un enlace que sirve una sola vez, durante 60 minutos.
      3. Al guardar la nueva, las sesiones abiertas en otros dispositivos terminan.

      Si el enlace ya se usó o venció, pida otro. La respuesta es la misma exista o no la cuenta: así nadie averigua quién tiene una.

      ## Demasiados intentos
      Después de varias contraseñas equivocadas la cuenta espera un poco antes de aceptar otra, cada vez más. La página dice cuántos segundos faltan.
    `,
  },
  security: {
    title: 'Seguridad: dos pasos y sesiones',
    lead: 'Un segundo paso al iniciar sesión, códigos de recuperación y dispositivos con su sesión.',
    body: `
      Todo esto está en el menú de su nombre, en **Seguridad**.

      ## Verificación en dos pasos
      1. Pulse **Activar** y confirme con su contraseña.
      2. Escanee el código QR con una aplicación de autenticación de su teléfono.
      3. Escriba el código de 6 dígitos que muestra la aplicación.
      4. Guarde los **códigos de recuperación**: cada uno sirve una vez en lugar del teléfono, y no se vuelven a mostrar.

      Desde entonces, al iniciar sesión se pide la contraseña y el código. Si cambia de teléfono, use **Cambiar de teléfono**; si gastó los códigos, **Crear códigos nuevos**. Una empresa puede exigir este paso a todos sus usuarios: entonces se configura al iniciar sesión y no se puede desactivar.

      ## Sesiones abiertas
      La lista dice en qué dispositivos está abierta su cuenta, desde dónde y cuándo se usó. Cierre la que no reconozca, o todas las demás de una vez, y luego cambie la contraseña. Una sesión termina sola tras 30 minutos sin uso o 12 horas.

      ## Inicio de sesión único
      Si su empresa lo configuró, entra con la cuenta de su empresa desde la página de inicio de sesión. El usuario debe existir antes en el portal, con el mismo e-mail.
    `,
  },
  agents: {
    title: 'Agentes y asistentes',
    lead: 'Deje que un asistente mire el portal por usted: lee y prepara, y usted confirma.',
    body: `
      Un asistente que usa el Model Context Protocol (MCP) puede responder preguntas sobre su flota: qué SIMs están calladas, por qué una no funciona, cuánto costará este ciclo.

      ## Conectarlo
      1. En su asistente, agregue un conector o servidor MCP con la dirección de este portal seguida de **/mcp**, como https://portal.empresa.com/mcp.
      2. El asistente abre una página de este portal. Inicie sesión, si no lo ha hecho.
      3. Lea quién lo pide y adónde va el acceso, elija lo que podrá hacer y pulse **Permitir**. Si no acaba de conectar nada, pulse **Rechazar**.

      ## Lo que podrá hacer
      - **Ver su flota**: SIMs con su historia, consumo, pruebas, alarmas, lo fuera de lo común y operaciones.
      - **Ver sus cobros**: facturas y lo estimado del ciclo.
      - **Preparar operaciones, reglas y alarmas**: borradores, como hibernar SIMs, cambiar un plan, enviar un SMS, o una regla que avise cuando una SIM calla.
      - Los temas de esta ayuda los lee siempre, para explicarle cómo se hace algo.

      Si su asistente puede adjuntar recursos a una conversación, también ofrece una SIM por su ICC, una operación o una factura por su número, y los temas de esta ayuda.

      Nunca ve más que usted: las mismas empresas y los mismos permisos, en este momento. No tiene llamadas de administrador y no cambia nada.

      ## Borradores
      Lo que prepara aparece en las novedades, y las reglas y alarmas también sobre su lista, en **Reglas** y **Alarmas**. Ábralo: dice quién lo preparó y por qué.

      - **Una operación** dice a qué SIMs llegaría, cuáles quedan fuera y por qué.
      - **Una regla** dice en palabras cuándo actúa, en qué SIMs, qué hace y a quién escribe, y en cuántas SIMs se habría cumplido en los últimos tres ciclos. Nunca escribe a un chat: su dirección la agrega usted después.
      - **Una alarma** dice a qué SIMs vigila y qué hace en el límite, cuántas lo habrían alcanzado y para cuántas actúa de inmediato.

      **Confírmelo** con el botón que dice lo que hace, o **descártelo**. Una regla o una alarma se puede cambiar antes: **Editar el borrador** abre su formulario con todo puesto. Se hace con sus permisos de ese momento: si el grupo ya no existe, o ya no puede hacerlo, el borrador lo dice y no cambia nada. Sin confirmar vence después de un día. La auditoría dice quién lo preparó y quién lo confirmó.

      ## Cuidarlo
      - En **Seguridad** ve cada programa que puede actuar por usted, cuándo se usó por última vez y desde dónde, y termina su acceso de inmediato.
      - También termina después de 90 días, y al cambiar su contraseña.
      - Las etiquetas, notas y mensajes los escriben personas y dispositivos. El asistente los recibe marcados como texto ajeno; aun así, lea un borrador antes de confirmarlo.
    `,
  },
  'support-chat': {
    title: 'Chat de soporte',
    lead: 'Pregunte al operador desde cualquier pantalla; la respuesta lo espera allí mismo.',
    body: `
      El globo de diálogo del encabezado, junto a la ayuda, abre su conversación con el operador. Escriba y pulse **Enter**; **Mayús+Enter** empieza una línea nueva.

      - **Lo que va con el mensaje**: la pantalla en la que está, la SIM que tiene abierta, el idioma y el navegador. Así no hace falta explicarlo.
      - **La respuesta** aparece al momento si el portal está abierto; el botón dice cuántas hay sin leer. Si no la lee en unos minutos, le llega un correo con un enlace.
      - **Leído** debajo de su último mensaje indica que el operador lo vio.
      - **Si un mensaje no sale**, queda marcado y se reintenta con un botón; nunca llega dos veces. Lo que escribió sin enviar sigue allí aunque cierre el chat.

      La conversación es suya: la ven usted y los administradores del operador, no los demás usuarios de su empresa. Cuando el operador la cierra no se borra nada; si escribe otra vez, se abre de nuevo.
    `,
  },
} satisfies Partial<Articles>
