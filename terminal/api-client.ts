import { randomUUID } from 'node:crypto'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { Ending, EXIT } from './failure.ts'
import type { SavedLogin } from './profiles.ts'
import type { PublicCall } from './public-call.ts'
import { languageOf, note } from './screen.ts'
import { harmless } from './text-width.ts'

/** What a call takes, by place. */
export interface CallValues {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
  /** a file as the body */
  readonly upload?: { readonly type: string; readonly content: ReadableStream }
}

/** What is more than a minute away is not waited for. */
const LONGEST_WAIT_S = 60
/** Of answers that say `later`, and of connections that were cut. */
const ATTEMPTS = 4
const TSV = 'text/tab-separated-values'

interface Refusal {
  readonly error?: string | null
  readonly message?: string
  readonly code?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly requestId?: string
}

function exitOf(status: number, code = ''): number {
  if (/api_key/.test(code) || status === 401 || status === 403) return EXIT.key
  const codes: Readonly<Record<number, number>> = { 404: EXIT.notFound, 409: EXIT.conflict, 429: EXIT.tooMany }
  return codes[status] ?? (status >= 500 ? EXIT.unreachable : EXIT.usage)
}

/** What the portal refused, as one sentence with its fields; of its own failures with the number to quote to support. */
export function refusalOf(status: number, { error, message, code, fields = {}, requestId }: Refusal): Ending {
  const sentence = (error || message || `The portal answered HTTP ${status}`).replace(/\.$/, '')
  // of a conflict they are no problems of fields but the statuses between which it is
  const named = status === 400 ? Object.entries(fields) : []
  const problems = named
    .map(([name, problem]) => `${name}: ${problem.replace(/\.$/, '')}`)
    .filter((one) => !sentence.includes(one))
  const details = problems.length > 0 ? ` (${problems.join('; ')})` : ''
  const request = status >= 500 && requestId ? ` Request ${requestId}.` : ''
  return new Ending(exitOf(status, code), harmless(`${sentence}${details}.${request}`))
}

/** Why nothing came back, as a sentence. */
function connectionError(error: unknown, url: string): Ending {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
  const code = cause?.code ?? ''
  const { host, hostname } = new URL(url)
  const words: Readonly<Record<string, string>> = {
    ENOTFOUND: `There is no host ${hostname}; check the address and the network.`,
    EAI_AGAIN: `The name ${hostname} can't be resolved; check the network.`,
    ECONNREFUSED: `Nothing answers at ${host}.`,
    UND_ERR_CONNECT_TIMEOUT: `${host} does not answer.`,
    ENETUNREACH: `The network of ${host} can't be reached.`,
  }
  const isCertificate = /CERT|SIGNATURE|ALTNAME/.test(code)
  const sentence = isCertificate
    ? `The certificate of ${host} is not accepted (${code}); NODE_EXTRA_CA_CERTS names a file with an authority of your own.`
    : (words[code] ?? `The connection to ${host} failed: ${code || cause?.message || message}.`)
  return new Ending(EXIT.unreachable, sentence)
}

const isCut = (error: unknown): boolean =>
  ['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'].includes((error as { cause?: { code?: string } }).cause?.code ?? '')

function queryOf(values: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
  return query.size > 0 ? `?${query}` : ''
}

/** Calls one portal with one key. */
export class ApiClient {
  readonly url: string
  readonly #key: string

  constructor({ url, key }: SavedLogin) {
    this.url = url
    this.#key = key
  }

  /** An answer of success; what came instead ends the program. */
  async send(call: PublicCall, values: CallValues, signal?: AbortSignal): Promise<Response> {
    const request = this.#requestOf(call, values, signal)
    const mayRepeat = call.isRepeatable && !values.upload
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === ATTEMPTS
      try {
        const response = await fetch(request.url, request.init)
        if (response.ok) return this.#requirePortal(response)
        if (isLast || !(await this.#waitsFor(response, mayRepeat))) throw await this.#refusal(response)
      } catch (error) {
        if (error instanceof Ending || (error as Error).name === 'AbortError') throw error
        if (isLast || !mayRepeat || !isCut(error)) throw connectionError(error, request.url)
        await sleep(attempt * 500)
      }
    }
  }

  /** The data of an answer, and what it says. */
  async data<T>(call: PublicCall, values: CallValues): Promise<{ data: T; message: string }> {
    const { data, message } = (await (await this.send(call, values)).json()) as { data: T; message: string }
    return { data, message: harmless(message) }
  }

  #requestOf(call: PublicCall, { params = {}, query, body, upload }: CallValues, signal?: AbortSignal) {
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
    const headers: Record<string, string> = {
      'x-api-key': this.#key,
      'accept-language': languageOf(),
      'user-agent': 'enlace-terminal',
      accept: call.answer === 'list' ? TSV : '*/*',
      ...(call.takesKey && { 'idempotency-key': randomUUID() }),
      ...(upload ? { 'content-type': upload.type } : call.body.length > 0 && { 'content-type': 'application/json' }),
    }
    const sent = upload?.content ?? (call.body.length > 0 ? JSON.stringify(body ?? {}) : undefined)
    // a redirect would take the key to another host
    const init = { method: call.method, headers, redirect: 'manual', duplex: 'half', ...(sent && { body: sent }), signal }
    return { url: `${this.url}/api${path}${queryOf(query)}`, init: init as RequestInit }
  }

  /** Whether the portal said when to come again, and that moment has come. */
  async #waitsFor({ status, headers }: Response, mayRepeat: boolean): Promise<boolean> {
    const seconds = Number(headers.get('retry-after') ?? (status === 503 ? 2 : Number.NaN))
    if (!(status === 429 || (status === 503 && mayRepeat)) || !(seconds <= LONGEST_WAIT_S)) return false
    if (process.stderr.isTTY) note(`The portal asks to wait ${seconds} s.`)
    await sleep(seconds * 1000)
    return true
  }

  async #refusal(response: Response): Promise<Ending> {
    const { status, headers } = response
    if (status >= 300 && status < 400)
      return new Ending(EXIT.unreachable, `The portal is at ${headers.get('location')}; log in with that address.`)
    const isEnvelope = headers.get('content-type')?.includes('json')
    return refusalOf(status, isEnvelope ? ((await response.json()) as Refusal) : {})
  }

  /** The page that a portal sends for any address, or that of a proxy, is no answer of a call. */
  #requirePortal(response: Response): Response {
    if (!response.headers.get('content-type')?.includes('text/html')) return response
    throw new Ending(EXIT.unreachable, `${this.url} does not answer as Enlace does; check the address.`)
  }
}
