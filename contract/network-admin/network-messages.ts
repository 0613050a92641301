import type { Language } from '#domain/languages.ts'
import { formatDecimalIn } from '#domain/money.ts'
import type { ReconcileProblem } from '#domain/network-alignment.ts'
import type { NetworkFieldProblem } from '#domain/network-kinds.ts'
import type { ReportedState } from '#domain/sim-lifecycle.ts'
import { FIELD_SENTENCES } from '../messages.ts'
import type { Sentence } from '../sentence.ts'

/** What networks and their differences say in both languages, in answers and on the page. */

export const NETWORK_STATE_WORDS: Record<ReportedState, Sentence> = {
  inactive: { es: 'Sin uso', en: 'Never used' },
  active: { es: 'En servicio', en: 'In service' },
  data_cut: { es: 'Datos cortados', en: 'Data cut' },
  suspended: { es: 'Suspendida', en: 'Suspended' },
  terminated: { es: 'Terminada', en: 'Terminated' },
  unrecognised: { es: 'Sin respuesta', en: 'No response' },
}

export const SETTLE_PROBLEM_SENTENCES: Record<ReconcileProblem, Sentence> = {
  not_possible: { es: 'La red no puede revertirlo', en: 'The network can’t revert it' },
  never_back_to_ready: {
    es: 'Una SIM activada no vuelve a Lista para usar',
    en: 'An activated SIM can’t return to Ready to use',
  },
  read_only: { es: 'Una SIM retirada no puede cambiar', en: 'A retired SIM can’t change' },
  wrong_status: { es: 'El estado de la SIM no lo permite', en: 'The SIM’s status doesn’t allow it' },
  operation_open: {
    es: 'Otra operación de la SIM no terminó a tiempo',
    en: 'Another operation on the SIM didn’t finish in time',
  },
  unrecognised: { es: 'La red informó un estado desconocido', en: 'The network returned an unknown status' },
  other_profile: {
    es: 'No tiene el perfil de su plan; use el del portal',
    en: 'It doesn’t have its plan’s profile; use the portal’s',
  },
  other_device: {
    es: 'La red no tiene el vínculo al dispositivo que da el portal; use el del portal',
    en: 'The network doesn’t have the portal’s device lock; use the portal’s',
  },
  no_network: { es: 'Ninguna red atiende esta SIM', en: 'No network serves this SIM' },
  not_supported: { es: 'La red de esta SIM no lo ofrece', en: 'This SIM’s network doesn’t support it' },
  rejected: { es: 'La red lo rechazó', en: 'The network rejected it' },
  unreachable: { es: 'La red no lo hizo tras varios intentos', en: 'The network didn’t do it after several attempts' },
  timeout: { es: 'La red no respondió en 24 horas', en: 'The network didn’t respond within 24 hours' },
}

export const DRIFT_SENTENCES = {
  not_found: { es: 'El portal y la red ya coinciden en esta SIM', en: 'Portal and network already agree on this SIM' },
  operation_open: { es: 'Esta SIM ya se está sincronizando', en: 'This SIM is already being synchronised' },
  portal_decides: {
    es: 'Difiere en lo que decide el portal; use el del portal',
    en: 'It differs in what the portal decides; use the portal’s',
  },
} as const satisfies Record<string, Sentence>

export const COMPARISON_SENTENCES = {
  underWay: { es: 'Ya hay una comparación en curso', en: 'A comparison is already in progress' },
  started: { es: 'Comparación iniciada', en: 'Comparison started' },
} as const satisfies Record<string, Sentence>

export const UNKNOWN_NETWORK: Sentence = { es: 'No existe esa red', en: 'Network not found' }
export const UNKNOWN_RULE: Sentence = { es: 'No existe ese origen o tipo de SIM', en: 'Origin or SIM type not found' }

export const NETWORK_FIELD_SENTENCES: Record<NetworkFieldProblem, Sentence> = {
  required: FIELD_SENTENCES.required,
  tooLong: FIELD_SENTENCES.tooLong,
  url: {
    es: 'Escriba una URL que empiece por https:// (http:// solo en este servidor)',
    en: 'Enter a URL that starts with https:// (http:// only on this server)',
  },
  host: { es: 'Escriba un nombre de host o una dirección IP', en: 'Enter a host name or an IP address' },
  range: { es: 'Este número no es válido aquí', en: 'This number isn’t allowed here' },
  invalid: { es: 'Este valor no es válido aquí', en: 'This value isn’t allowed here' },
}

export const NETWORK_SENTENCES = {
  unknownKind: { es: 'No existe ese tipo de red', en: 'Network type not found' },
  unknownField: { es: 'Este tipo de red no tiene este campo', en: 'This network type doesn’t have that field' },
  idTaken: { es: 'Ya hay una red con este identificador', en: 'A network with this identifier already exists' },
  hasRules: {
    es: 'Hay rutas que usan esta red. Cámbielas antes a otra',
    en: 'Routes use this network. Move them to another one first',
  },
  hasLines: {
    es: 'Hay operaciones que esperan a esta red. Termínelas o cancélelas antes',
    en: 'Operations are waiting for this network. Let them finish or cancel them first',
  },
  notOpen: { es: 'No se puede leer la configuración de esta red', en: 'Couldn’t read this network’s settings' },
} as const satisfies Record<string, Sentence>

export const STATUS_CHANGE_SENTENCES = {
  blocked: { es: 'La SIM quedó bloqueada', en: 'The SIM is blocked' },
  unblocked: { es: 'La SIM volvió a su estado anterior', en: 'The SIM is back in its previous status' },
  cut: { es: 'Los datos de la SIM están cortados', en: 'The SIM’s data is cut' },
  cutting: { es: 'La red está cortando los datos', en: 'The network is cutting the data' },
  restored: { es: 'Los datos de la SIM se restablecieron', en: 'The SIM’s data is restored' },
  restoring: { es: 'La red está restableciendo los datos', en: 'The network is restoring the data' },
} as const satisfies Record<string, Sentence>

const named = (name: string, es: string, en: string): Sentence => ({ es: es.replace('…', name), en: en.replace('…', name) })

/** What has just been done to a network and what belongs to it. */
export const NETWORK_DONE = {
  added: (name: string) => named(name, 'Red … agregada', 'Network … added'),
  saved: (name: string) => named(name, 'Red … configurada', 'Network … set up'),
  removed: { es: 'Red quitada', en: 'Network removed' },
  rulesSaved: { es: 'Rutas guardadas', en: 'Routes saved' },
  smppSaved: { es: 'Los mensajes de esta red van por SMPP', en: 'This network’s messages go over SMPP' },
  smppRemoved: {
    es: 'Los mensajes de esta red van por la red misma',
    en: 'This network’s messages go through the network itself',
  },
  clientSaved: (name: string) => named(name, '… guardado', '… saved'),
  clientRemoved: { es: 'Cliente quitado', en: 'Client removed' },
} as const satisfies Record<string, Sentence | ((name: string) => Sentence)>

type ExcludedDrift = keyof typeof DRIFT_SENTENCES

/** Of one difference and of many, why it is not settled now. */
const WHY_EXCLUDED: Record<ExcludedDrift, readonly [one: Sentence, many: Sentence]> = {
  not_found: [
    { es: 'ya coincide', en: 'agrees already' },
    { es: 'ya coinciden', en: 'agree already' },
  ],
  operation_open: [
    { es: 'ya se estaba sincronizando', en: 'was being synchronised already' },
    { es: 'ya se estaban sincronizando', en: 'were being synchronised already' },
  ],
  portal_decides: [
    { es: 'difiere en lo que decide el portal', en: 'differs in what the portal decides' },
    { es: 'difieren en lo que decide el portal', en: 'differ in what the portal decides' },
  ],
}

const ACCEPTED: readonly [one: Sentence, many: Sentence] = [
  { es: 'SIM se está sincronizando', en: 'SIM is being synchronised' },
  { es: 'SIMs se están sincronizando', en: 'SIMs are being synchronised' },
]

/** How many differences are being settled, and how many are not, by their reasons. */
export function settling(accepted: number, excluded: readonly ExcludedDrift[]): Sentence {
  const others = Object.entries(WHY_EXCLUDED).map(([code, words]) => {
    return { count: excluded.filter((one) => one === code).length, words }
  })
  const parts = [{ count: accepted, words: ACCEPTED }, ...others.filter(({ count }) => count > 0)]
  const inWords = (language: Language): string =>
    parts
      .map(({ count, words: [one, many] }) => `${formatDecimalIn(count, 0, language)} ${(count === 1 ? one : many)[language]}`)
      .join('; ')
  return { es: inWords('es'), en: inWords('en') }
}
