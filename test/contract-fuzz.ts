import { crc32 } from 'node:zlib'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Call } from '#contract/call.ts'
import { CONTRACT } from '#contract/contract.ts'
import { ERROR_STATUS } from '#contract/envelope.ts'
import { logIn } from '#contract/identity/identity.calls.ts'
import { NEXT_CURSOR_HEADER } from '#contract/sims/sims.calls.ts'
import { type FleetUser, PASSWORD } from './fleet.ts'
import { FuzzRandom } from './fuzz-random.ts'
import { RequestMaker } from './fuzz-requests.ts'
import { FOREIGN, furnishTenants, knownThings } from './fuzz-tenants.ts'
import type { Known } from './fuzz-values.ts'
import { API_KEY, type Portal } from './portal.ts'
import { createStoreFixtures } from './store-fixtures.ts'

/** Who calls, how often out of a hundred, and what they may not see. */
interface Caller {
  readonly name: string
  readonly share: number
  readonly headers: () => Promise<Record<string, string>>
  readonly foreign: RegExp | undefined
}

export interface Finding {
  readonly call: string
  readonly caller: string
  readonly what: string
  readonly request: string
  readonly answer: string
}

export interface FuzzReport {
  readonly requests: number
  /** answers by HTTP status */
  readonly statuses: Readonly<Record<string, number>>
  readonly findings: readonly Finding[]
  /** calls that were never answered with a success */
  readonly neverWell: readonly string[]
}

/** No answer takes so long but one that waits for another request of the same Idempotency-Key, which is 15 s. */
const HANGS_MS = 30_000
/** Requests at the same time: what one leaves half done another meets. */
const AT_ONCE = 8

/** A company's own text is never part of these, and what ours holds is no business of a caller. */
const INSIDES = /node_modules|\.ts:\d+:\d+|syntax error at or near|violates (foreign|unique|check|not-null)/

const keyOf = ({ method, path }: Call): string => `${method} ${path}`

/** First reading calls, last those that end sessions or delete what others search in. */
function inOrder(calls: readonly Call[]): Call[] {
  const rankOf = ({ method, path, access }: Call): number => {
    if (method === 'GET' && path !== '/sim/reset/{id}') return 0
    if (/\/(users|permits|companies|apiKeys|security|account|sessions?)\b/.test(path)) return 4
    return access === 'admin' ? 3 : method === 'DELETE' ? 2 : 1
  }
  return calls.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** A person's headers; logged in anew when their session has ended. */
function person(portal: Portal, who: FleetUser): Caller['headers'] {
  let cookie: string | undefined
  return async () => {
    if (!cookie) {
      const response = await portal.request(logIn, undefined, {
        body: { email: portal.fleet.people[who].email, password: PASSWORD },
      })
      const [made] = response.cookies
      if (!made) throw new Error(`${who} can not log in: ${response.body}`)
      cookie = `${made.name}=${made.value}`
    }
    return { ...API_KEY, cookie }
  }
}

async function callersOf(portal: Portal): Promise<Caller[]> {
  const keys = await furnishTenants(portal)
  const { ana: ofAndes, flota: ofPacifico } = FOREIGN
  return [
    { name: 'ana', share: 40, headers: person(portal, 'ana'), foreign: ofAndes },
    { name: 'flota', share: 15, headers: person(portal, 'flota'), foreign: ofPacifico },
    { name: 'admin', share: 15, headers: person(portal, 'admin'), foreign: undefined },
    { name: 'key of ana', share: 15, headers: async () => ({ 'x-api-key': keys.ana }), foreign: ofAndes },
    { name: 'key of flota', share: 5, headers: async () => ({ 'x-api-key': keys.flota }), foreign: ofPacifico },
    { name: 'luis', share: 5, headers: person(portal, 'luis'), foreign: ofAndes },
    { name: 'nobody', share: 5, headers: async () => API_KEY, foreign: ofAndes },
  ]
}

/** Each as often as its share says. */
const lotsOf = (callers: readonly Caller[]): Caller[] => callers.flatMap((caller) => Array<Caller>(caller.share).fill(caller))

/** Foreign words in an answer that were not in the question. */
function leaks(foreign: RegExp | undefined, asked: string, body: string): string[] {
  if (!foreign) return []
  return [...new Set(body.match(foreign) ?? [])].filter((word) => !asked.toLowerCase().includes(word.toLowerCase()))
}

function problemsOf(response: LightMyRequestResponse, caller: Caller, asked: string): string[] {
  const { statusCode, body, headers } = response
  const problems = statusCode >= 500 ? [`HTTP ${statusCode}`] : []
  if (statusCode >= 400 && String(headers['content-type']).includes('json')) {
    const { code, error, requestId } = JSON.parse(body)
    const isKnown = ERROR_STATUS[code as keyof typeof ERROR_STATUS] === statusCode
    if (!isKnown || !error || !requestId) problems.push('a failure without its parts')
  } else if (statusCode >= 400) problems.push('a failure that is no envelope')
  if (INSIDES.test(body)) problems.push('insides of the server')
  return [...problems, ...leaks(caller.foreign, asked, body).map((word) => `foreign data: ${word}`)]
}

/** One request after which the caller has an answer, or a finding. */
async function ask(portal: Portal, caller: Caller, options: InjectOptions): Promise<LightMyRequestResponse | undefined> {
  const headers = { ...options.headers, ...(await caller.headers()) }
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, HANGS_MS, undefined)
  try {
    return await Promise.race([portal.app.inject({ ...options, headers }), late])
  } finally {
    clearTimeout(timer)
  }
}

class Findings {
  readonly statuses: Record<string, number> = {}
  readonly findings: Finding[] = []
  requests = 0
  readonly #given: string

  constructor(given: string) {
    this.#given = given
  }

  note(call: Call, caller: Caller, options: InjectOptions, response: LightMyRequestResponse | undefined): void {
    this.requests += 1
    const { url, headers, payload } = options
    const asked = `${decoded(String(url))} ${JSON.stringify(headers)} ${String(payload ?? '')} ${this.#given}`
    const status = response ? String(response.statusCode) : 'none'
    this.statuses[status] = (this.statuses[status] ?? 0) + 1
    const problems = response ? problemsOf(response, caller, asked) : ['it hangs']
    for (const what of problems) {
      const request = `${call.method} ${String(url).slice(0, 300)} ${JSON.stringify(headers)} ${String(payload ?? '').slice(0, 600)}`
      this.findings.push({ call: keyOf(call), caller: caller.name, what, request, answer: response?.body.slice(0, 300) ?? '' })
    }
  }
}

/** Texts collected from answers: enough to use them again as any actor. */
const LEARNT = 60

/** A cursor to continue with as another actor. */
function collectTexts({ texts }: Known, response: LightMyRequestResponse | undefined): void {
  const cursor = response?.headers[NEXT_CURSOR_HEADER]
  if (typeof cursor === 'string' && texts.length < LEARNT && !texts.includes(cursor)) texts.push(cursor)
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url.replaceAll('+', ' '))
  } catch {
    return url
  }
}

/** The portal as the fuzz wants it: with keys that never have to wait. */
export const FUZZ_ENV = { API_KEY_REQUESTS_PER_MINUTE: '1000000', SMTP_URL: 'smtp://127.0.0.1:9' }

export interface FuzzOptions {
  /** requests of each call */
  readonly inputs: number
  readonly seed: number
  /** only calls whose method and path contain it */
  readonly only?: string | undefined
  readonly onCall?: (call: string, ms: number, findings: readonly Finding[]) => void
}

/**
 * Makes requests of every call from its schemas, half of them with something wrong, as several people and programs of two companies:
 * no answer may be a fault of the server, hold what belongs to another company, or never come.
 */
export async function fuzzContract(portal: Portal, { inputs, seed, only = '', onCall }: FuzzOptions): Promise<FuzzReport> {
  await createStoreFixtures(portal.db, portal.clock.now)
  const lots = lotsOf(await callersOf(portal))
  const known = knownThings(portal)
  // what a caller was given to send may be kept as a name, and come back later
  const found = new Findings(known.texts.join(' ').toLowerCase())
  const neverWell: string[] = []
  for (const call of inOrder(CONTRACT.filter((one) => keyOf(one).includes(only)))) {
    const random = new FuzzRandom(seed + crc32(keyOf(call)))
    const maker = new RequestMaker(call, random, known)
    const begin = performance.now()
    let isWell = false
    for (let made = 0; made < inputs; made += AT_ONCE) {
      const round = Array.from({ length: Math.min(AT_ONCE, inputs - made) }, async () => {
        const caller = random.pick(lots)
        const options = maker.next()
        const response = await ask(portal, caller, options)
        return { caller, options, response }
      })
      for (const { caller, options, response } of await Promise.all(round)) {
        isWell ||= response?.statusCode === 200
        found.note(call, caller, options, response)
        collectTexts(known, response)
      }
    }
    if (!isWell) neverWell.push(keyOf(call))
    onCall?.(keyOf(call), performance.now() - begin, found.findings)
  }
  return { requests: found.requests, statuses: found.statuses, findings: found.findings, neverWell }
}
