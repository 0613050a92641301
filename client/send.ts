import type { ErrorCode } from './calls.generated.ts'

/** A call of the API, as far as it takes that to send it. */
export interface SentCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** below /api, with its parameters as {name} */
  readonly path: string
  readonly hasBody: boolean
  /** it changes nothing, or a repeated request has no second effect */
  readonly isRepeatable: boolean
  /** it takes an Idempotency-Key */
  readonly takesKey: boolean
}

export type Values = Readonly<Record<string, unknown>>

/** What a call takes, by place. */
export interface SentValues {
  readonly params?: Values
  readonly query?: Values
  readonly body?: unknown
  /** a file as the body */
  readonly upload?: { readonly type: string; readonly content: unknown }
}

export interface Sending {
  readonly accept: string
  readonly signal?: AbortSignal
  /** without it a new one for each call */
  readonly idempotencyKey?: string
}

export interface PortalConnection {
  /** of the portal, such as https://portal.example.com */
  readonly baseUrl: string
  readonly key: string
  readonly language: 'es' | 'en'
  readonly userAgent: string
  /** How often a request is repeated: when the portal is busy, or the connection was cut. */
  readonly retries: number
  readonly fetch: typeof fetch
  /** before it waits for the portal */
  readonly onWait?: (seconds: number) => void
}

/** What the portal says of a failure. */
export interface FailureAnswer {
  readonly error?: string | null
  readonly message?: string
  readonly code?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly requestId?: string
}

/** The portal refused a call, or something else than the portal answered. */
export class EnlaceError extends Error {
  override readonly name = 'EnlaceError'
  /** HTTP status */
  readonly status: number
  /** why, for a program; `unexpected_answer` when it was not the portal that answered */
  readonly code: ErrorCode | 'unexpected_answer'
  /** the problem of each field, by its name */
  readonly fields: Readonly<Record<string, string>>
  /** to quote to support */
  readonly requestId: string | undefined
  /** seconds that the portal asks to wait */
  readonly retryAfter: number | undefined

  constructor(status: number, { error, message, code, fields = {}, requestId }: FailureAnswer, retryAfter?: number) {
    super(error || message || `The portal answered HTTP ${status}`)
    this.status = status
    this.code = (code ?? 'unexpected_answer') as ErrorCode
    this.fields = fields
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

/** Once in the world is enough: Node 18, and a page without TLS, have no `crypto.randomUUID`. */
const newKey = (): string =>
  Array.from({ length: 4 }, () =>
    Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('-')

/** What is more than a minute away is not waited for. */
const LONGEST_WAIT_S = 60

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
  })
}

const isCut = (error: unknown): boolean =>
  ['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'].includes((error as { cause?: { code?: string } }).cause?.code ?? '')

function queryOf(values: Values = {}): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
  return given.length > 0 ? `?${query}` : ''
}

function requestOf(connection: PortalConnection, call: SentCall, values: SentValues, sending: Sending) {
  const { params = {}, query, body, upload } = values
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const headers: Record<string, string> = {
    'x-api-key': connection.key,
    'accept-language': connection.language,
    'user-agent': connection.userAgent,
    accept: sending.accept,
    ...(call.takesKey && { 'idempotency-key': sending.idempotencyKey ?? newKey() }),
    ...(upload ? { 'content-type': upload.type } : call.hasBody && { 'content-type': 'application/json' }),
  }
  const sent = upload?.content ?? (call.hasBody ? JSON.stringify(body ?? {}) : undefined)
  // a redirect would take the key to another host; a body that is a stream takes `duplex`
  const init = { method: call.method, headers, redirect: 'manual', duplex: 'half', body: sent, signal: sending.signal }
  return { url: `${connection.baseUrl.replace(/\/+$/, '')}/api${path}${queryOf(query)}`, init: init as RequestInit }
}

const secondsIn = ({ headers }: Response): number | undefined => {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return seconds >= 0 ? seconds : undefined
}

/** Seconds until the same request may be made again; undefined when it may not. */
function pauseBefore(response: Response, mayRepeat: boolean): number | undefined {
  const { status } = response
  const seconds = secondsIn(response) ?? (status === 503 ? 2 : Number.POSITIVE_INFINITY)
  const isBusy = status === 429 || (status === 503 && mayRepeat)
  return isBusy && seconds <= LONGEST_WAIT_S ? seconds : undefined
}

async function refusalOf(response: Response, url: string): Promise<EnlaceError> {
  const { status, headers } = response
  // a browser hides where a redirect leads
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400))
    return new EnlaceError(status, {
      error: `The portal is at ${headers.get('location') ?? 'another address'}; use that address.`,
    })
  const refusal = headers.get('content-type')?.includes('json') ? ((await response.json()) as FailureAnswer) : {}
  if (!response.ok) return new EnlaceError(status, refusal, secondsIn(response))
  return new EnlaceError(status, { error: `${new URL(url).origin} does not answer as Enlace does; check the address.` })
}

/** The page that a portal sends for any address, or that of a proxy, is no answer of a call. */
const isAnswer = ({ ok, headers }: Response): boolean => ok && !headers.get('content-type')?.includes('text/html')

/** The answer to a call; repeated while the portal is busy or the connection is cut, where that has no second effect. */
export async function sendCall(
  connection: PortalConnection,
  call: SentCall,
  values: SentValues,
  sending: Sending,
): Promise<Response> {
  const { url, init } = requestOf(connection, call, values, sending)
  const mayRepeat = call.isRepeatable && !values.upload
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt > connection.retries
    let pause: number | undefined
    try {
      const response = await connection.fetch(url, init)
      if (isAnswer(response)) return response
      // a stream that was sent is not there a second time
      if (!isLast && !values.upload) pause = pauseBefore(response, mayRepeat)
      if (pause === undefined) throw await refusalOf(response, url)
      await response.body?.cancel()
      connection.onWait?.(pause)
    } catch (error) {
      if (isLast || !mayRepeat || !isCut(error)) throw error
      pause = attempt * 0.5
    }
    await wait(pause * 1000, sending.signal)
  }
}
