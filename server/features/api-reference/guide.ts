interface Step {
  readonly id: string
  readonly es: { readonly title: string; readonly text: string }
  readonly en: { readonly title: string; readonly text: string }
  readonly curl?: string
}

/** What somebody reads before the first call. A test runs each example against a real server; its variables are those named here. */
export const GUIDE: readonly Step[] = [
  {
    id: 'first-call',
    es: {
      title: 'La primera llamada',
      text: 'Cree una clave en Integraciones y póngala en la cabecera x-api-key. La clave hace lo que permiten sus permisos, y nunca más de lo que puede quien la creó. Esta llamada dice quién es la clave.',
    },
    en: {
      title: 'The first call',
      text: 'Create a key under Integrations and put it into the header x-api-key. The key can do what its permissions allow, and never more than whoever made it. This call says who the key is.',
    },
    curl: `curl "$ENLACE_URL/api/users/session/" -H "x-api-key: $ENLACE_KEY"`,
  },
  {
    id: 'answers',
    es: {
      title: 'Respuestas y fallos',
      text: 'Cada respuesta JSON es {status, data, message, error}. Un fallo lleva HTTP 4xx o 5xx, status false, error (la frase para una persona, en el idioma de Accept-Language), code (estable, para programas), fields (por campo) y requestId.',
    },
    en: {
      title: 'Answers and failures',
      text: 'Each JSON answer is {status, data, message, error}. A failure has HTTP 4xx or 5xx, status false, error (the sentence for a person, in the language of Accept-Language), code (stable, for programs), fields (for each field) and requestId.',
    },
    curl: `curl "$ENLACE_URL/api/sim/$ICC" -H "x-api-key: $ENLACE_KEY" -H 'accept-language: en'`,
  },
  {
    id: 'lists',
    es: {
      title: 'Listas',
      text: 'Una lista viene como texto separado por tabuladores con una fila de cabecera o, con Accept: application/json, como lista de listas. Con limit viene por páginas: la cabecera x-next-cursor dice el cursor de la siguiente. Sin limit viene entera, en flujo.',
    },
    en: {
      title: 'Lists',
      text: 'A list comes as tab-separated text with a header row or, with Accept: application/json, as a list of lists. With limit it comes by pages: the header x-next-cursor has the cursor of the next one. Without limit all of it streams.',
    },
    curl: `curl -X POST "$ENLACE_URL/api/sim/sims" \\
  -H "x-api-key: $ENLACE_KEY" \\
  -H 'content-type: application/json' \\
  -d '{"filter":{"administrativeStatusIds":[2]},"sort":"consumptionMonthlyData","descending":true,"limit":10}'`,
  },
  {
    id: 'idempotency',
    es: {
      title: 'Cambios que se pueden repetir',
      text: 'Ponga una Idempotency-Key en lo que cambia algo. Si la respuesta no llega, repita la petición con la misma clave: durante 24 horas da la misma respuesta y no tiene un segundo efecto.',
    },
    en: {
      title: 'Changes that can be repeated',
      text: 'Put an Idempotency-Key on what changes something. When the answer does not arrive, repeat the request with the same key: for 24 hours it gives the same answer and has no second effect.',
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
      text: 'Las exportaciones son archivos CSV o XLSX, o texto con las columnas de la lista, y vienen en flujo sea cual sea su tamaño.',
    },
    en: {
      title: 'Files',
      text: 'Exports are CSV or XLSX files, or text with the columns of the list, and stream whatever their size.',
    },
    curl: `curl -X POST "$ENLACE_URL/api/sim/export" \\
  -H "x-api-key: $ENLACE_KEY" \\
  -H 'content-type: application/json' \\
  -d '{"format":"csv","columns":["icc","customField1","consumptionMonthlyData"]}'`,
  },
  {
    id: 'events',
    es: {
      title: 'Avisos en vivo',
      text: 'Lo que cambia se puede seguir como eventos del servidor (text/event-stream). seconds dice cuánto dura la conexión; 0 dice cómo está todo y termina.',
    },
    en: {
      title: 'Live events',
      text: 'What changes can be followed as server-sent events (text/event-stream). seconds says how long the connection goes on; 0 says how things stand and ends.',
    },
    curl: `curl "$ENLACE_URL/api/sim/events/$ICC?seconds=0" -H "x-api-key: $ENLACE_KEY"`,
  },
  {
    id: 'rate-limits',
    es: {
      title: 'Límites',
      text: 'Cada clave tiene un número de peticiones por minuto. RateLimit-Policy dice cuántas (q) en cuántos segundos (w), RateLimit cuántas quedan (r) y por cuántos segundos (t). Después viene HTTP 429 con Retry-After.',
    },
    en: {
      title: 'Limits',
      text: 'Each key has a number of requests a minute. RateLimit-Policy says how many (q) in how many seconds (w), RateLimit how many are left (r) and for how many seconds (t). After that comes HTTP 429 with Retry-After.',
    },
  },
]
