interface Step {
  readonly id: string
  readonly es: { readonly title: string; readonly text: string }
  readonly en: { readonly title: string; readonly text: string }
  readonly curl?: string
}

/** The guide before the list of calls. A test runs each example against a real server; its variables are those named here. */
export const GUIDE: readonly Step[] = [
  {
    id: 'first-call',
    es: {
      title: 'Primera llamada',
      text: 'Cree una clave en Integraciones y envíela en la cabecera x-api-key. La clave tiene los permisos que se le asignan, nunca más que los de quien la creó. Esta llamada devuelve su empresa y sus permisos.',
    },
    en: {
      title: 'First call',
      text: 'Create a key under Integrations and send it in the header x-api-key. A key has the permits it is given, never more than those of its creator. This call returns its company and permits.',
    },
    curl: `curl "$ENLACE_URL/api/users/session/" -H "x-api-key: $ENLACE_KEY"`,
  },
  {
    id: 'answers',
    es: {
      title: 'Respuestas y errores',
      text: 'Cada respuesta JSON es {status, data, message, error}. Un error tiene HTTP 4xx o 5xx, status false, error (texto para el usuario, en el idioma de Accept-Language), code (estable, para programas), fields (por campo) y requestId.',
    },
    en: {
      title: 'Responses and errors',
      text: 'Each JSON response is {status, data, message, error}. An error has HTTP 4xx or 5xx, status false, error (a text for the user, in the language of Accept-Language), code (stable, for programs), fields (per field) and requestId.',
    },
    curl: `curl "$ENLACE_URL/api/sim/$ICC" -H "x-api-key: $ENLACE_KEY" -H 'accept-language: en'`,
  },
  {
    id: 'lists',
    es: {
      title: 'Listas',
      text: 'Una lista se devuelve como TSV con una fila de cabecera o, con Accept: application/json, como arreglo de arreglos. Con limit, por páginas: la cabecera x-next-cursor trae el cursor de la siguiente. Sin limit, completa y en streaming.',
    },
    en: {
      title: 'Lists',
      text: 'A list is returned as TSV with a header row or, with Accept: application/json, as an array of arrays. With limit, by pages: the header x-next-cursor has the cursor of the next one. Without limit, in full and streamed.',
    },
    curl: `curl -X POST "$ENLACE_URL/api/sim/sims" \\
  -H "x-api-key: $ENLACE_KEY" \\
  -H 'content-type: application/json' \\
  -d '{"filter":{"administrativeStatusIds":[2]},"sort":"consumptionMonthlyData","descending":true,"limit":10}'`,
  },
  {
    id: 'idempotency',
    es: {
      title: 'Idempotencia',
      text: 'Envíe una Idempotency-Key en las peticiones que modifican datos. Si no llega la respuesta, repita la petición con la misma clave: durante 24 horas devuelve la misma respuesta y no tiene un segundo efecto.',
    },
    en: {
      title: 'Idempotency',
      text: 'Send an Idempotency-Key with requests that change data. If no response arrives, repeat the request with the same key: for 24 hours it returns the same response and has no second effect.',
    },
    curl: `curl -X POST "$ENLACE_URL/api/sim/editCustom" \\
  -H "x-api-key: $ENLACE_KEY" \\
  -H 'content-type: application/json' \\
  -H 'idempotency-key: truck-17' \\
  -d '{"icc":"'"$ICC"'","customField1":"Truck 17"}'`,
  },
  {
    id: 'files',
    es: {
      title: 'Archivos',
      text: 'Las exportaciones son archivos CSV o XLSX, o TSV con las columnas de la lista, en streaming y de cualquier tamaño.',
    },
    en: {
      title: 'Files',
      text: 'Exports are CSV or XLSX files, or TSV with the list’s columns, streamed and of any size.',
    },
    curl: `curl -X POST "$ENLACE_URL/api/sim/export" \\
  -H "x-api-key: $ENLACE_KEY" \\
  -H 'content-type: application/json' \\
  -d '{"format":"csv","columns":["icc","customField1","consumptionMonthlyData"]}'`,
  },
  {
    id: 'events',
    es: {
      title: 'Eventos en vivo',
      text: 'Los cambios se pueden seguir como server-sent events (text/event-stream). seconds es la duración de la conexión; con 0 se recibe el estado actual y se cierra. Una clave puede tener 40 abiertas a la vez; más allá se responde HTTP 429 con Retry-After.',
    },
    en: {
      title: 'Live events',
      text: 'Changes can be followed as server-sent events (text/event-stream). seconds is how long the connection stays open; with 0 it sends the current state and closes. A key can have 40 open at once; beyond that the response is HTTP 429 with Retry-After.',
    },
    curl: `curl "$ENLACE_URL/api/sim/events/$ICC?seconds=0" -H "x-api-key: $ENLACE_KEY"`,
  },
  {
    id: 'rate-limits',
    es: {
      title: 'Límites de uso',
      text: 'Cada clave tiene un límite de peticiones por minuto. RateLimit-Policy indica el límite (q) por ventana de segundos (w); RateLimit, cuántas quedan (r) y por cuántos segundos (t). Al superarlo se responde HTTP 429 con Retry-After.',
    },
    en: {
      title: 'Rate limits',
      text: 'Each key has a limit of requests per minute. RateLimit-Policy has the limit (q) per window of seconds (w); RateLimit, how many remain (r) and for how many seconds (t). Beyond it the response is HTTP 429 with Retry-After.',
    },
  },
]
