import type { Sentence } from '../sentence.ts'

/** Why a line of charging records was left out. */
export const CHARGING_LINE_SENTENCES = {
  no_sim: {
    es: 'No dice de qué SIM es: falta ICC, IMSI o MSISDN',
    en: 'It does not say whose it is: ICC, IMSI or MSISDN is missing',
  },
  no_session: { es: 'Falta el nombre de la sesión', en: 'The name of the session is missing' },
  bad_time: {
    es: 'Inicio o fin no son horas ISO 8601 con su zona, o el fin va antes',
    en: 'Start or stop is no ISO 8601 time with its offset, or stop comes first',
  },
  bad_bytes: { es: 'Los bytes no son números enteros', en: 'The bytes are no whole numbers' },
} as const satisfies Record<string, Sentence>

/** A file that lacks columns, by their names. */
export const missingColumns = (names: string): Sentence => ({
  es: `Faltan columnas: ${names}`,
  en: `Columns are missing: ${names}`,
})
