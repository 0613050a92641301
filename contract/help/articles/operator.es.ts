import type { Articles } from '../articles.ts'

export const operatorEs = {
  import: {
    title: 'Importar SIMs',
    lead: 'Cargar SIMs nuevas o cambiar las que hay, desde un archivo.',
    body: `
      En la lista de SIMs, **Importar**. Acepta CSV, TSV o XLSX de hasta 512 MB, con encabezados en español o inglés.

      ## Los pasos
      1. **Suba el archivo.** El portal reconoce la codificación, el separador y qué tiene cada columna.
      2. **Revise las columnas.** Corrija lo que no corresponda; lo que no se incluye no cambia nada. Si hay líneas sin empresa, elija una.
      3. **Revisar el archivo** dice cuántas SIMs son nuevas, cuántas cambian, cuántas quedan igual y cuántas tienen error. Los errores se descargan con su motivo y número de línea. Nada ha cambiado todavía.
      4. **Importe**: todo o nada, o sin las líneas con error.

      Puede cerrar la ventana: la importación continúa. Se aplica completa o no se aplica. El historial de cada SIM indica su importación.
    `,
  },
  networks: {
    title: 'Redes',
    lead: 'La ruta de cada SIM y el estado de cada red.',
    body: `
      ## Redes
      Las redes con problemas están primero, con su último error. Una red está **Intermitente** si en 5 minutos falla más del 10 % de las peticiones, y **Sin servicio** si falla el 95 % o más, o todas durante 15 minutos. La franja muestra las peticiones de 24 horas por medias horas; lo rojo es la parte que falló. La flecha abre las curvas, los incidentes con su duración, los últimos errores, las rutas y los límites; las funciones están en **Configurar**. Un incidente va desde que deja de estar **Operativa** hasta que vuelve a estarlo; si falla otra vez antes de 10 minutos, es el mismo. **Probar** envía una petición pequeña a cada parte de la red y muestra la respuesta; no cambia nada.

      ## Agregar una red
      1. **Nueva red** y elija su tipo: los campos son los suyos.
      2. Escriba los datos de conexión y use **Probar**, antes de guardar: una clave incorrecta aparece aquí.
      3. **Agregar red**. No lleva SIMs hasta que tenga una ruta.

      Las claves se guardan cifradas y no se vuelven a mostrar; un campo vacío deja la que hay. Si cambia la dirección, hay que escribirlas de nuevo. Si la red entrega la lista de sus SIMs, **Importar SIMs** la pide y la revisa como un archivo de inventario. Una red que ninguna ruta usa se quita desde **Configurar**.

      ## Configurar

      En **Configurar** se fijan el ritmo, las peticiones simultáneas, el tiempo de espera y los intentos. Desactivar una red hace que sus operaciones esperen; no se pierden. También se puede fijar a mano el **estado del operador**, con un texto que los clientes leen en su dashboard.

      **Mensajes** conecta la red con un centro de mensajes por SMPP, para sus SMS.

      ## Rutas
      Cada origen tiene una red; los tipos de SIM que van por otra se agregan como excepciones. Los cambios rigen al guardarlos, con el botón que aparece abajo; lo que está en curso termina en la red donde empezó.

      ## Diferencias
      SIMs en las que el portal y la red no coinciden y no hay cambios en curso. **Usar el de la red** toma el estado que informe la red; **Usar el del portal** le envía los cambios que falten, y puede tener costo.

      **Comparar de nuevo**, arriba de la lista, pregunta a las redes por cada SIM y agrega aquí las que difieren; no cambia nada. Úselo después de restaurar la base de datos. Respeta el ritmo de cada red y sigue aunque cierre la página; su avance y las comparaciones anteriores están en **Comparación con las redes**. También agrega las SIMs que tienen en la red otro perfil que el de su plan: **Usar el del portal** les da el del plan.

      ## RADIUS y CDR
      De dónde llega el consumo: vea [RADIUS y CDR](/help/accounting).
    `,
  },
  accounting: {
    title: 'RADIUS y CDR',
    lead: 'De dónde viene el consumo que se cuenta y se cobra.',
    body: `
      Está en **Redes**, pestaña **RADIUS y CDR**.

      ## Clientes RADIUS
      Los equipos que pueden informar sesiones y consumo: su dirección o rango, su secreto compartido (que no se vuelve a mostrar) y cada cuánto informan. Si dicen en qué puerto aceptan cortes, el portal puede terminar sesiones para reiniciar o cortar datos.

      Lo que llega de otra parte, o con un secreto incorrecto, se descarta sin respuesta y se cuenta en **Paquetes descartados**. Lo informado de SIMs desconocidas se ve en **SIMs desconocidas**. Cada lista está donde hay algo. Un cliente con sesiones abiertas que dejó de informar está primero, marcado **Sin informes**; si no falta nada, una línea arriba dice que todo está bien.

      ## Archivos de CDR
      Suba un CSV, TSV o XLSX, o déjelo en la carpeta cdr del servidor. Los CDR prevalecen sobre lo contado, y son lo que se factura; las diferencias quedan a la vista. El formato y un ejemplo están en la misma pantalla.

      Una sesión sin informes por dos intervalos y 15 minutos deja de figurar como conectada. El mismo mensaje recibido dos veces cuenta una vez.
    `,
  },
  support: {
    title: 'Soporte',
    lead: 'Las preguntas del chat de soporte, de todas las empresas, y dónde se responden.',
    body: `
      Cada persona tiene una conversación. La lista muestra quién escribe, de qué empresa, su último mensaje y cuánto espera; se mueve sola.

      - **Sin responder**: quienes esperan, el que espera hace más tiempo primero.
      - **Abiertas**, **Mías** y **Cerradas**: por su último mensaje, lo más nuevo primero.

      En una pantalla ancha se abre sola la primera, con la flota, los usuarios y los cobros de su empresa al lado, y el botón para ver el portal como uno de ellos. Sigue sin leer hasta que usted la elige, escribe o usa sus botones.

      Debajo de cada mensaje está la SIM que la persona tenía abierta, o la pantalla, con su enlace, y en qué idioma y navegador escribió. Su nombre lleva a su usuario.

      Los administradores responden como un solo equipo: lo que uno lee queda leído para todos. Quien responde primero queda a cargo; **Tomar** y **Liberar** lo cambian. **Cerrar conversación** la quita de las abiertas; si la persona escribe otra vez, se abre sola.

      Si nadie lee un mensaje en unos minutos (SUPPORT_MAIL_SECONDS), se avisa por correo a quien está a cargo o, si no hay nadie, a todos los administradores: un correo con todo lo que espera y no uno por mensaje. Mientras nadie lea, el siguiente sale a la hora.
    `,
  },
  outbox: {
    title: 'Correos',
    lead: 'Correos que envía el portal, con su estado de entrega.',
    body: `
      Cada fila es un correo: para quién, asunto y estado. Ábralo para verlo como lo ve el destinatario. Con **Filtro** se encuentran los de una persona, por el comienzo de su E-mail, o los de unos días; **Exportar** descarga los filtrados.

      - **En cola** y **Enviando**: en camino.
      - **Enviado**: el servidor de correo lo aceptó.
      - **Sin servidor**: no está configurado; el correo solo se lee en esta pantalla. Un enlace para elegir contraseña se muestra solo a quien administra usuarios y tiene todos los permisos del destinatario; la auditoría registra que lo vio.
      - **No enviado**: el servidor lo rechazó o no respondió tras varios intentos. El motivo está dentro.
      - **Sin confirmar**: se cortó la conexión en mal momento; pudo haber salido.

      **Reenviar** repite uno que no salió. **Correo de prueba** dice si el servidor está bien configurado; se fija con SMTP_URL al arrancar el portal.
    `,
  },
  popups: {
    title: 'Avisos emergentes',
    lead: 'Un mensaje que cada usuario ve una vez al iniciar sesión.',
    body: `
      ## Escribir uno
      1. **Nuevo aviso**: título y texto, en español y en inglés. A un lado se ve tal como aparecerá.
      2. Elija **para quién**: todas las empresas, o algunas, cada una con sus filiales o sola.
      3. Diga **desde** cuándo y **hasta** cuándo. Sin fin, se muestra hasta que usted deje de mostrarlo.
      4. Elija la **posición**. Hay dos: cada usuario ve a lo más un aviso por posición, la 1 primero. Si hay varios en la misma posición, van de a uno, del más antiguo al más nuevo.

      ## El texto
      Una línea en blanco separa párrafos. **Negrita** se escribe entre dos asteriscos a cada lado; una lista, con un guion y un espacio al comienzo de cada línea; un subtítulo, con ## y un espacio; un enlace, con el texto entre corchetes y la dirección entre paréntesis. El HTML no se interpreta: se muestra tal como se escribió.

      ## Después
      La lista dice cuántos usuarios lo vieron, de cuántos, y una fila abre el aviso al lado, tal como se lee. Quien ya lo vio no lo vuelve a ver aunque lo edite; para eso, **duplíquelo**: el nuevo tiene el mismo texto y es para los mismos. **Dejar de mostrar** lo termina y no se puede deshacer.
    `,
  },
} satisfies Partial<Articles>
