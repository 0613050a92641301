import type { Language } from '#domain/languages.ts'

const es = {
  title: 'API de Enlace',
  lead: 'Integre sus sistemas: la misma API que usa el portal.',
  skip: 'Ir al contenido',
  search: 'Buscar llamadas',
  searchHint: 'Ruta, nombre o palabra clave',
  found: 'llamadas',
  none: 'Ninguna llamada coincide',
  contents: 'Contenido',
  guide: 'Primeros pasos',
  calls: 'Llamadas',
  otherLanguage: 'English',
  theme: 'Cambiar el tema',
  document: 'Descargar OpenAPI 3.1',
  portal: 'Ir al portal de Enlace',
  copy: 'Copiar',
  copied: 'Copiado',
  inPath: 'Parámetros de ruta',
  inQuery: 'Parámetros de consulta',
  inHeader: 'Cabeceras',
  body: 'Cuerpo',
  response: 'Respuesta',
  errors: 'Errores',
  example: 'Ejemplo',
  required: 'obligatorio',
  access: {
    public: 'Sin autenticación',
    login: 'Sesión o clave de API',
    people: 'Solo con sesión',
    admin: 'Solo con sesión de administrador',
    permit: 'Permiso',
  },
} as const

type Words<T> = { readonly [K in keyof T]: T[K] extends string ? string : Words<T[K]> }
export type ReferenceWords = Words<typeof es>

const en: ReferenceWords = {
  title: 'Enlace API',
  lead: 'Integrate your systems: the same API that the portal uses.',
  skip: 'Skip to content',
  search: 'Search calls',
  searchHint: 'Path, name or keyword',
  found: 'calls',
  none: 'No call matches',
  contents: 'Contents',
  guide: 'Getting started',
  calls: 'Calls',
  otherLanguage: 'Español',
  theme: 'Change theme',
  document: 'Download OpenAPI 3.1',
  portal: 'Go to the Enlace portal',
  copy: 'Copy',
  copied: 'Copied',
  inPath: 'Path parameters',
  inQuery: 'Query parameters',
  inHeader: 'Headers',
  body: 'Body',
  response: 'Response',
  errors: 'Errors',
  example: 'Example',
  required: 'required',
  access: {
    public: 'No authentication',
    login: 'Session or API key',
    people: 'Session only',
    admin: 'Administrator session only',
    permit: 'Permit',
  },
}

export const REFERENCE_WORDS: Readonly<Record<Language, ReferenceWords>> = { es, en }
