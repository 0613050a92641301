import type { Sentence } from '../sentence.ts'

/** Why a line of charging records was left out. */
export const CHARGING_LINE_SENTENCES = {
  no_sim: {
    es: 'No indica la SIM: falta ICC, IMSI o MSISDN',
    en: 'No SIM given: ICC, IMSI or MSISDN is missing',
  },
  no_session: { es: 'Falta el identificador de la sesión', en: 'The session identifier is missing' },
  bad_time: {
    es: 'Inicio o fin no son horas ISO 8601 con zona, o el fin es anterior',
    en: 'Start or stop isn’t an ISO 8601 time with offset, or stop comes first',
  },
  bad_bytes: { es: 'Los bytes no son números enteros', en: 'The bytes aren’t whole numbers' },
} as const satisfies Record<string, Sentence>

/** A file that lacks columns, by their names. */
export const missingColumns = (names: string): Sentence => ({
  es: `Faltan columnas: ${names}`,
  en: `Missing columns: ${names}`,
})
