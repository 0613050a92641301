import type { ReconcileProblem } from '#domain/network-alignment.ts'
import type { NetworkFieldProblem } from '#domain/network-kinds.ts'
import type { NetworkSimState } from '#domain/sim-lifecycle.ts'
import { FIELD_SENTENCES } from '../messages.ts'
import type { Sentence } from '../sentence.ts'

/** What networks and their differences say in both languages, in answers and on the page. */

export const NETWORK_STATE_WORDS: Record<NetworkSimState | 'unrecognised', Sentence> = {
  inactive: { es: 'Sin estrenar', en: 'Never used' },
  active: { es: 'En servicio', en: 'In service' },
  data_cut: { es: 'Datos cortados', en: 'Data cut' },
  suspended: { es: 'Suspendida', en: 'Suspended' },
  terminated: { es: 'Terminada', en: 'Terminated' },
  unrecognised: { es: 'Sin respuesta', en: 'No answer' },
}

export const SETTLE_PROBLEM_SENTENCES: Record<ReconcileProblem, Sentence> = {
  not_possible: { es: 'La red no puede volver atrás', en: 'The network cannot go back' },
  never_back_to_ready: {
    es: 'Una SIM que se activó no vuelve a estar por activar',
    en: 'A SIM that was activated does not become ready to use again',
  },
  read_only: { es: 'Una SIM retirada ya no cambia', en: 'A retired SIM does not change any more' },
  wrong_status: { es: 'El estado de la SIM no lo permite', en: 'The status of the SIM does not allow it' },
  operation_open: {
    es: 'Otra operación de la SIM no terminó a tiempo',
    en: 'Another operation on the SIM did not end in time',
  },
  unrecognised: { es: 'La red dio un estado desconocido', en: 'The network gave a state that is not known' },
  no_network: { es: 'Ninguna red atiende esta SIM', en: 'No network serves this SIM' },
  not_supported: { es: 'La red de esta SIM no lo ofrece', en: "This SIM's network does not offer it" },
  rejected: { es: 'La red lo rechazó', en: 'The network rejected it' },
  unreachable: { es: 'La red no lo hizo tras varios intentos', en: 'The network did not do it after several attempts' },
  timeout: { es: 'La red no respondió en 24 horas', en: 'The network did not answer within 24 hours' },
}

export const DRIFT_SENTENCES = {
  not_found: { es: 'Portal y red ya coinciden en esta SIM', en: 'Portal and network agree on this SIM' },
  operation_open: { es: 'Esta SIM ya se está igualando', en: 'This SIM is being settled already' },
} as const satisfies Record<string, Sentence>

export const UNKNOWN_NETWORK: Sentence = { es: 'No existe esa red', en: 'There is no such network' }
export const UNKNOWN_RULE: Sentence = { es: 'No existe ese origen o tipo de SIM', en: 'There is no such origin or SIM type' }

export const NETWORK_FIELD_SENTENCES: Record<NetworkFieldProblem, Sentence> = {
  required: FIELD_SENTENCES.required,
  tooLong: FIELD_SENTENCES.tooLong,
  url: {
    es: 'Escriba una dirección que empiece por https:// (http:// solo en este mismo equipo)',
    en: 'Type an address that begins with https:// (http:// only on this very machine)',
  },
  host: { es: 'Escriba un nombre de equipo o una dirección IP', en: 'Type a host name or an IP address' },
  range: { es: 'Este número no es posible aquí', en: 'This number is not possible here' },
  invalid: { es: 'Este valor no es posible aquí', en: 'This value is not possible here' },
}

export const NETWORK_SENTENCES = {
  unknownKind: { es: 'No existe ese tipo de red', en: 'There is no such kind of network' },
  unknownField: { es: 'Este tipo de red no tiene este campo', en: 'This kind of network has no such field' },
  idTaken: { es: 'Ya hay una red con este identificador', en: 'There is a network with this identifier already' },
  secretAgain: {
    es: 'La dirección es otra: escriba de nuevo este dato secreto',
    en: 'The address is another one: type this secret again',
  },
  hasRules: {
    es: 'Hay rutas que envían SIMs por esta red. Envíelas antes por otra',
    en: 'Rules send SIMs to this network. Send them to another one first',
  },
  hasLines: {
    es: 'Hay operaciones que esperan a esta red. Termínelas o cancélelas antes',
    en: 'Operations wait for this network. Let them end or cancel them first',
  },
  notOpen: { es: 'Los ajustes de esta red no se pueden leer', en: 'The settings of this network cannot be read' },
} as const satisfies Record<string, Sentence>

export const STATUS_CHANGE_SENTENCES = {
  blocked: { es: 'La SIM quedó bloqueada', en: 'The SIM is blocked' },
  unblocked: { es: 'La SIM volvió a su estado anterior', en: 'The SIM is back in its former status' },
  restored: { es: 'Los datos de la SIM se restablecieron', en: "The SIM's data is restored" },
  restoring: { es: 'La red está restableciendo los datos', en: 'The network is restoring the data' },
} as const satisfies Record<string, Sentence>

const named = (name: string, es: string, en: string): Sentence => ({ es: es.replace('…', name), en: en.replace('…', name) })

/** What has just been done to a network and what belongs to it. */
export const NETWORK_DONE = {
  added: (name: string) => named(name, 'Se agregó la red …', 'The network … was added'),
  saved: (name: string) => named(name, 'La red … quedó configurada', 'The network … is set up'),
  removed: { es: 'La red se quitó', en: 'The network was removed' },
  rulesSaved: { es: 'La tabla quedó guardada', en: 'The table is saved' },
  smppSaved: { es: 'Los mensajes de esta red van por SMPP', en: 'Messages of this network go over SMPP' },
  smppRemoved: { es: 'Los mensajes de esta red van por ella misma', en: 'Messages of this network go its own way' },
  clientSaved: (name: string) => named(name, '… quedó guardado', '… is saved'),
  clientRemoved: { es: 'El servidor de acceso se quitó', en: 'The access server was removed' },
} as const satisfies Record<string, Sentence | ((name: string) => Sentence)>

/** How many differences are being settled, and how many are not. */
export function settling(accepted: number, excluded: number): Sentence {
  const many = (count: number): string => count.toLocaleString('de-DE')
  const es = accepted === 1 ? '1 SIM se está igualando' : `${many(accepted)} SIMs se están igualando`
  const en = accepted === 1 ? '1 SIM is being settled' : `${many(accepted)} SIMs are being settled`
  if (excluded === 0) return { es, en }
  return {
    es: `${es}; ${many(excluded)} no: ya ${excluded === 1 ? 'coincide o ya se está igualando' : 'coinciden o ya se están igualando'}`,
    en: `${en}; ${many(excluded)} ${excluded === 1 ? 'is not: it agrees or is' : 'are not: they agree or are'} being settled already`,
  }
}
