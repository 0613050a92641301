import type { Articles } from '../articles.ts'

export const peopleEs = {
  companies: {
    title: 'Empresas',
    lead: 'El árbol de empresas y los datos de cada una.',
    body: `
      Las empresas forman un árbol: el operador, sus canales, los clientes y las empresas de estos. Usted ve la suya y todas sus filiales.

      ## Encontrar una
      Abra las ramas del árbol, o busque por nombre, nombre de fantasía o identificación tributaria, con o sin puntos.

      ## La página de una empresa
      En la lista, una fila abre la empresa al lado: lo que debe, sus SIMs por estado y sus datos; con las flechas se pasa a la siguiente. Desde allí, o con el nombre de una empresa en cualquier otra pantalla, se llega a su página: lo que debe, sus SIMs por estado, su consumo del ciclo, sus filiales, usuarios, alarmas, claves de API y webhooks, y sus últimas operaciones y solicitudes. Cada parte aparece solo si usted tiene su permiso, y cada cifra lleva a lo que cuenta. **Con filiales** suma las de todas las que están más abajo, también en las listas a las que llevan; así empieza una empresa cuyas filiales tienen más SIMs que ella.

      ## Trabajar en una sola
      Quien ve varias empresas elige en el encabezado, junto al logo, en cuál trabaja: en todas, o en una y sus filiales. Esa elección vale en todas las pantallas y pestañas: dashboard, listas, búsqueda, archivos, operaciones y novedades muestran solo lo de esa empresa, y lo que usted crea es de ella. El botón × vuelve a todas. También se empieza en la página de la empresa y en su menú de la lista. Cerrar la sesión la termina.

      Mientras tanto no se ofrece lo que es de todo el operador, como las redes o los avisos. Sus vistas guardadas, su cuenta y sus claves de API no cambian.

      ## Sus datos
      Razón social, nombre de fantasía, giro, representante, contacto y e-mail de facturación, teléfonos, dirección, ciudad, país, código postal y sitio web. La identificación tributaria se revisa según el país: RUT en Chile, RUC en Perú y Ecuador, RFC en México, CUIT en Argentina, y las demás.

      ## Lo que pesa más
      - La **zona horaria**, la **moneda** y el **día del ciclo** deciden cuándo y cómo se cobra. El país de una empresa nueva propone zona y moneda, hasta que usted elija otras. Algunos datos no se pueden cambiar cuando ya hay cobros; la pantalla dice cuáles y por qué.
      - **Exigir la verificación en dos pasos** obliga a todos sus usuarios a iniciar sesión con un código de su teléfono.
      - Una empresa **bloqueada**, y sus filiales, pueden ver todo, pero no cambiar nada.

      ## Los nombres de los campos
      Cada SIM tiene dos campos propios: la etiqueta y el campo 2. La empresa puede darles nombre, como Patente o Base, de hasta 30 caracteres. Sus filiales los heredan, salvo que pongan los suyos. Quien ve empresas con nombres distintos lee Etiqueta y Campo 2.

      ## Una empresa nueva
      **Nueva empresa** crea una filial de la que usted elija, con unos pocos datos o con todos (**Más datos**), y abre su página, que sigue con el primer [usuario](/help/users) y con sus SIMs. Cada paso se puede dejar para después: **Puesta en marcha** queda arriba en la página de la empresa hasta que alguien entre al portal, o hasta que usted la oculte en este navegador.
    `,
  },
  users: {
    title: 'Usuarios',
    lead: 'Quién inicia sesión en el portal y con qué datos.',
    body: `
      La lista tiene los usuarios de su empresa y de sus filiales, con su estado y sus permisos.

      ## Invitar a alguien
      1. Cree el usuario con su nombre, e-mail y empresa.
      2. Le llega un correo con un enlace para elegir su contraseña. El enlace sirve una sola vez; si venció, mande otra invitación.
      3. Elija un **rol** (administrador, operaciones, facturación, solo lectura): marca sus permisos, y usted puede cambiarlos. También puede darlos después en [permisos](/help/permissions). Sin ellos ve el dashboard, los cobros y la ayuda.

      ## Editar, desactivar, eliminar
      - **Desactivar** le impide iniciar sesión sin eliminarlo: sus sesiones terminan y se puede reactivar.
      - **Eliminar** lo quita. Lo que hizo queda en la [auditoría](/help/audit) con su e-mail.

      No puede editar a un usuario fuera de su árbol, ni a uno con permisos que usted no tiene, y el último administrador no se puede quitar.

      ## Ver el portal como otro usuario
      Un administrador puede ver el portal tal como lo ve un usuario, sin cambiar nada. Una barra arriba lo recuerda mientras dura, y queda en la auditoría.
    `,
  },
  permissions: {
    title: 'Permisos',
    lead: 'Qué puede hacer cada usuario, en una sola tabla.',
    body: `
      Se llega desde **Usuarios**. Cada fila es un usuario; cada columna, un permiso. Elija su **rol**, que marca los suyos de una vez, o marque y desmarque uno por uno, y **guarde** la fila. Con otros permisos que los de un rol, dice **Personalizado**. El cambio vale en segundos, también para quien está conectado.

      ## Qué abre cada uno
      - **SIMs**: la lista, cada SIM y las operaciones.
      - **Solicitudes**: la tienda, el carrito y las solicitudes.
      - **Hardware y servicios**: los equipos de la empresa.
      - **Alarmas**: configurarlas, ver lo notificado y restablecer datos.
      - **Reporte de SMS**, **Planes**, **Empresas** y **Usuarios**: sus pantallas. Con Usuarios se ven también las integraciones y la auditoría.
      - **Hibernar y reactivar**: además del permiso de SIMs.

      El dashboard, los cobros y la ayuda no piden permiso.

      ## Las reglas
      No puede dar un permiso que usted no tiene ni cambiar los suyos. Quitar permisos siempre se puede. El servidor pide los mismos permisos que la pantalla: ocultar un menú no es la protección.
    `,
  },
  integrations: {
    title: 'Integraciones y claves de API',
    lead: 'Conecte sus programas con el portal.',
    body: `
      En el menú de su nombre, **Integraciones**. Hace falta el permiso de usuarios.

      ## Crear una clave
      1. Póngale el nombre del programa que la usará.
      2. Elija sus permisos: solo de los que usted tiene, y cuantos menos, mejor.
      3. Elija cuándo vence y, si puede, desde qué direcciones IP se acepta.
      4. Cópiela al crearla: **no se vuelve a mostrar**, a nadie.

      El programa la envía en la cabecera x-api-key. La página **Referencia de la API** tiene todas las llamadas con ejemplos; son las mismas que usa este portal. Los programas en TypeScript o JavaScript tienen un cliente propio, **enlace-client**, con todas las llamadas y sus tipos: pídalo a su operador.

      ## CAMARA
      Los programas hechos para CAMARA, la API común de los operadores de telefonía, también pueden consultar este portal. La clave necesita el permiso de SIMs.

      Pida un token, que vale diez minutos. El cliente es el comienzo visible de la clave, como enl_AbCdEf, y su secreto la clave completa:

      curl -u enl_AbCdEf:CLAVE -d grant_type=client_credentials -d scope=device-reachability-status:read https://portal.empresa.com/oauth/token

      Use el access_token de la respuesta, por ejemplo para saber si una SIM está localizable:

      curl -H "authorization: Bearer TOKEN" -H "content-type: application/json" -d '{"device":{"phoneNumber":"+56912345678"}}' https://portal.empresa.com/camara/device-reachability-status/v1/retrieve

      También hay roaming, tipo de red, ubicación, cambios de SIM y de dispositivo, el dispositivo, los datos que quedan, los servicios y los vínculos. Con el permiso de alarmas una clave también corta y restablece los datos (scope device-communication-function:manage). Los programas también pueden suscribirse a eventos, por ejemplo que una SIM empiece a usar roaming, salga de un área o haya consumido la mitad de sus datos: llegan a una dirección suya como CloudEvents, y terminan con la clave. Una SIM se nombra por su número o por la dirección IP de su sesión.

      ## Conectar un terminal
      1. Ejecute **enlace login** en su equipo. Muestra una dirección y un código.
      2. Abra la dirección y compare el código.
      3. Elija qué podrá hacer el terminal y pulse **Conectar**.

      No copia ninguna clave: la crea el terminal, y aparece en esta lista. Si usted no pidió la conexión, pulse **Rechazar**.

      ## Cuidarla
      - La lista dice cuándo se usó cada una por última vez y desde dónde.
      - **Revocar** la desactiva de inmediato y no se puede deshacer.
      - Si quien la creó deja la empresa o pierde un permiso, la clave también lo pierde.
      - Cada clave tiene un límite de peticiones por minuto. Si lo pasa, la respuesta es 429 y dice cuánto esperar.

      Para que el portal notifique a sus sistemas, en vez de consultarlo, use los [webhooks](/help/webhooks).
    `,
  },
  webhooks: {
    title: 'Webhooks',
    lead: 'Notifique a sus sistemas cuando algo pasa.',
    body: `
      Están en **Integraciones**. Un destino es una URL https de su sistema y los eventos que quiere recibir: operación terminada, alarma disparada, estado de SIM cambiado, plan de SIM cambiado, SMS recibido y factura emitida.

      ## Recibir mensajes
      - Su sistema responde con un 2xx en 15 segundos. Si no, el mensaje se reintenta durante 24 horas, con pausas crecientes.
      - Un mensaje trae hasta 500 elementos.
      - Un mensaje puede llegar dos veces: use su identificador para reconocerlo.
      - Cada uno va firmado según Standard Webhooks. Compruebe la firma con el secreto, que solo se muestra al crear el destino. Al cambiarlo, el anterior sirve 24 horas más.

      ## Probar y revisar
      **Enviar prueba** manda un mensaje de ejemplo. El **registro** tiene los mensajes de los últimos 30 días con cada intento y su respuesta; puede reenviar cualquiera. Un destino que falla durante días se desactiva. También cuando quien lo configuró pierde el permiso de ver esos eventos, o se va: un usuario que los tenga todos puede activarlo otra vez.

      Las direcciones de redes privadas no se aceptan, salvo que el operador las permita.
    `,
  },
  audit: {
    title: 'Auditoría',
    lead: 'Quién hizo qué, sobre qué, cuándo y desde dónde.',
    body: `
      Cada cambio que se hace en el portal queda escrito aquí y no se puede borrar: el usuario, la acción, el objeto, los valores anterior y nuevo, la hora y la IP. Las contraseñas y los secretos nunca están.

      ## Quién ve qué
      Los administradores ven todo. Quien tiene el permiso de usuarios ve lo de su empresa y sus filiales, incluido lo que hizo un administrador.

      ## Cuando un administrador ve sus datos
      También queda: se ve con **Incluir accesos y consultas**, con la acción **Vio datos**, que en la lista dice cuáles: una entrada por usuario, tipo de datos y hora, no una por fila; las seguidas de un mismo minuto se muestran juntas. Si vio una lista de todas las empresas a la vez, la entrada dice «de todas las empresas» y es del operador.

      ## Buscar
      Filtre por acción, objeto, empresa, días, e-mail o identificador (un ICC, un número). La empresa se encuentra escribiendo parte de su nombre o de su identificación tributaria. Pulse un usuario o un objeto para ver solo sus registros. **Exportar** descarga todo lo filtrado.
    `,
  },
} satisfies Partial<Articles>
