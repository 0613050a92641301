import type { OperationKind } from './eligibility.ts'
import type { OperationState } from './operations.ts'
import { plainText } from './plain-text.ts'
import type { RequestState } from './requests.ts'

/** Words of a language, without accents, and what they mean. */
type Words<Meaning extends string> = ReadonlyMap<string, Meaning>

const wordsOf = <Meaning extends string>(meanings: Partial<Readonly<Record<Meaning, string>>>): Words<Meaning> =>
  new Map(
    (Object.entries(meanings) as [Meaning, string][]).flatMap(([meaning, words]) =>
      words.split(' ').map((word) => [word, meaning] as const),
    ),
  )

const THINGS = wordsOf<'operation' | 'request' | 'alarm'>({
  operation: 'operacion operaciones operation operations masiva masivas bulk',
  request: 'solicitud solicitudes pedido pedidos request requests order orders',
  alarm: 'alarma alarmas alarm alarms',
})

const KINDS = wordsOf<OperationKind>({
  activate: 'activacion activaciones activation activations',
  hibernate: 'hibernacion hibernaciones hibernation hibernations',
  reactivate: 'reactivacion reactivaciones reactivation reactivations',
  restoreData: 'restablecimiento restablecimientos restauracion restauraciones',
  terminate: 'baja bajas terminacion terminaciones termination terminations',
  restart: 'reinicio reinicios restart restarts reset resets',
  sms: 'sms mensaje mensajes message messages',
  custom: 'edicion ediciones edit edits',
  assign: 'asignacion asignaciones assignment assignments',
  plan: 'cambio cambios change changes',
  diagnose: 'diagnostico diagnosticos diagnosis diagnoses',
})

/** Of 'cambio de plan', which is no operation by itself. */
const PLAN_WORDS = new Set(['plan', 'planes', 'plans'])

const FAILED = new Set('fallida fallidas fallido fallidos fallo fallos failed failure failures'.split(' '))

const OPERATION_STATE = wordsOf<OperationState>({
  scheduled: 'programada programadas programado programados scheduled',
  running: 'curso running progress',
  paused: 'pausa pausada pausadas paused',
  finished: 'terminada terminadas terminado terminados finished completed',
  cancelled: 'cancelada canceladas cancelado cancelados cancelled canceled',
})

const REQUEST_STATE = wordsOf<RequestState>({
  submitted: 'enviada enviadas pendiente pendientes submitted pending',
  approved: 'aprobada aprobadas approved',
  rejected: 'rechazada rechazadas rejected',
  preparing: 'preparacion preparing',
  shipped: 'despachada despachadas shipped',
  delivered: 'entregada entregadas delivered',
  closed: 'cerrada cerradas closed',
  cancelled: 'cancelada canceladas cancelled canceled',
})

/** Words between those that mean something; inside what is left they are a part of it: 'cadena de frio'. */
const FILLERS = new Set('de del la las el los en con of the in with'.split(' '))

interface ThingSearch {
  /** whether it names the thing: alone that asks for the newest */
  readonly isNamed: boolean
  /** '#12', '12' */
  readonly number?: number | undefined
  /** what else was typed; '' when all of it is understood */
  readonly text: string
}

export interface OperationsAsked extends ThingSearch {
  readonly kind?: OperationKind | undefined
  readonly state?: OperationState | undefined
  /** only those with failed lines */
  readonly hasFailed: boolean
}

export interface RequestsAsked extends ThingSearch {
  readonly state?: RequestState | undefined
}

/** A text that is not about another thing: the words which are left, and whether it names the thing. */
function wordsAbout(thing: string, typed: string): { words: string[]; isNamed: boolean } | undefined {
  const all = plainText(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
  const named = all.flatMap((word) => THINGS.get(word) ?? [])
  if (named.some((one) => one !== thing)) return undefined
  return { words: all.filter((word) => !THINGS.has(word)), isNamed: named.length > 0 }
}

const meaningOf = <Meaning extends string>(words: readonly string[], meanings: Words<Meaning>): Meaning | undefined =>
  words.flatMap((word) => meanings.get(word) ?? [])[0]

function rest(words: readonly string[], isKnown: (word: string) => boolean): Pick<ThingSearch, 'number' | 'text'> {
  const unknown = words.filter((word) => !isKnown(word))
  const isContent = (word: string): boolean => !FILLERS.has(word)
  const others = unknown.slice(Math.max(0, unknown.findIndex(isContent)), unknown.findLastIndex(isContent) + 1)
  const [, number] = (others.length === 1 && /^#?(\d{1,9})$/.exec(others[0] ?? '')) || []
  return number === undefined ? { text: others.join(' ') } : { number: Number(number), text: '' }
}

/**
 * The operations that a text asks for, in Spanish or English: 'hibernaciones fallidas', 'operation #12', 'bajas en curso'. A text that
 * says nothing of operations is searched in their reasons and files. Undefined where it is about something else.
 */
export function operationsIn(typed: string): OperationsAsked | undefined {
  const about = wordsAbout('operation', typed)
  if (!about) return undefined
  const kind = meaningOf(about.words, KINDS)
  const hasFailed = about.words.some((word) => FAILED.has(word))
  // 'cancelada' alone may be a request
  const state = about.isNamed || kind ? meaningOf(about.words, OPERATION_STATE) : undefined
  const left = rest(
    about.words,
    (word) =>
      (kind && (KINDS.has(word) || (kind === 'plan' && PLAN_WORDS.has(word)))) ||
      FAILED.has(word) ||
      (state && OPERATION_STATE.has(word)) ||
      false,
  )
  return { isNamed: about.isNamed, kind, state, hasFailed, ...left }
}

/** The requests that a text asks for: 'solicitudes pendientes', 'request 12', or the name of who made them. */
export function requestsIn(typed: string): RequestsAsked | undefined {
  const about = wordsAbout('request', typed)
  if (!about) return undefined
  const state = about.isNamed ? meaningOf(about.words, REQUEST_STATE) : undefined
  return { isNamed: about.isNamed, state, ...rest(about.words, (word) => state !== undefined && REQUEST_STATE.has(word)) }
}

/** The alarms that a text asks for, by a name, a plan, a company or an address: 'alarmas andes'. */
export function alarmsIn(typed: string): ThingSearch | undefined {
  const about = wordsAbout('alarm', typed)
  return about && { isNamed: about.isNamed, ...rest(about.words, () => false) }
}
