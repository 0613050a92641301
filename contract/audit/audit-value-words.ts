import type { Language } from '#domain/languages.ts'
import { ORIGINS, originName } from '#domain/origins.ts'
import { ADMINISTRATIVE_STATUS, type AdministrativeStatusName } from '#domain/sim-status.ts'
import { CHARGE_STATE_WORDS } from '../charges/charge-messages.ts'
import { ACTION_WORDS } from '../operations/operation-messages.ts'
import { REQUEST_STATE_WORDS, REQUEST_TYPE_WORDS } from '../requests/request-messages.ts'
import type { Sentence } from '../sentence.ts'
import { STATUS_WORDS } from '../sims/sim-words.ts'
import { PERMIT_WORDS } from '../users/user-messages.ts'

type Words = Readonly<Record<string, Sentence>>

const statusWords: Words = Object.fromEntries(
  (Object.entries(ADMINISTRATIVE_STATUS) as [AdministrativeStatusName, number][]).map(([name, id]) => [
    String(id),
    { es: STATUS_WORDS.es[name], en: STATUS_WORDS.en[name] },
  ]),
)

const originWords: Words = Object.fromEntries(
  ORIGINS.map(({ originId, name }) => [String(originId), { es: originName(name, 'es'), en: originName(name, 'en') }]),
)

/** What any field may hold. */
const COMMON: Words = {
  true: { es: 'sí', en: 'yes' },
  false: { es: 'no', en: 'no' },
}

/** What the values of a field are called, by the name of the field in the code. */
const WORDS_OF_FIELD: Readonly<Record<string, Words>> = {
  administrativeStatus: statusWords,
  kind: ACTION_WORDS,
  language: { es: { es: 'español', en: 'Spanish' }, en: { es: 'inglés', en: 'English' } },
  method: {
    password: { es: 'contraseña', en: 'password' },
    sign_on: { es: 'inicio de sesión único', en: 'single sign-on' },
  },
  mode: {
    all: { es: 'todas las líneas', en: 'all lines' },
    skipBad: { es: 'sin las líneas con error', en: 'without the lines with errors' },
  },
  originId: originWords,
  permits: PERMIT_WORDS,
  secondFactor: {
    app: { es: 'aplicación', en: 'app' },
    recovery_code: { es: 'código de recuperación', en: 'recovery code' },
  },
  source: {
    single: { es: 'una SIM', en: 'one SIM' },
    list: { es: 'SIMs seleccionadas', en: 'selected SIMs' },
    filter: { es: 'filtro', en: 'filter' },
    file: { es: 'archivo', en: 'file' },
  },
  state: { ...REQUEST_STATE_WORDS, ...CHARGE_STATE_WORDS },
  type: REQUEST_TYPE_WORDS,
}

/** A value of a field as a person reads it; each of a list by itself, nothing as a dash. @param path as in a Difference */
export function auditValueWord(path: string, value: string | null, language: Language): string {
  if (value === null) return '—'
  const field = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? ''
  const words = WORDS_OF_FIELD[field]
  if (!words) return COMMON[value]?.[language] ?? value
  return value
    .split(', ')
    .map((one) => words[one]?.[language] ?? COMMON[one]?.[language] ?? one)
    .join(', ')
}
