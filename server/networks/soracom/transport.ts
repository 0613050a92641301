import type { Failed } from './outcome.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal: AbortSignal | undefined
}

/** An answer that came as a whole. */
export interface HttpReply {
  readonly kind: 'reply'
  readonly status: number
  /** undefined: not JSON */
  readonly json: unknown
  readonly next: string
  readonly retryAfter: string
}

/** Whatever waits longer for an answer waits in vain. */
const PATIENCE_MS = 30_000
/** A page of a hundred SIMs takes some 300 kB. */
const LARGEST_BYTES = 32 * 1024 * 1024

/** Nobody was there, or somebody else: nothing of ours was read. */
const UNSENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS\w*|ERR_SSL\w*|CERT_\w+|DEPTH_ZERO\w+|SELF_SIGNED\w+|UNABLE_TO\w+)$/

/** Sends one request and takes the whole answer; never throws. */
export async function exchange(request: HttpRequest): Promise<HttpReply | Failed> {
  if (request.signal?.aborted) return { kind: 'unsent', text: 'the caller no longer waits' }
  const patience = AbortSignal.timeout(PATIENCE_MS)
  const signal = request.signal ? AbortSignal.any([request.signal, patience]) : patience
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: {
        accept: 'application/json',
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...request.headers,
      },
      body: request.body === undefined ? null : JSON.stringify(request.body),
      // keys go where they were meant to go, and nowhere else
      redirect: 'manual',
      signal,
    })
    return await read(response)
  } catch (error) {
    return failure(error, signal)
  }
}

async function read(response: Response): Promise<HttpReply | Failed> {
  const { status, headers } = response
  if (Number(headers.get('content-length') ?? 0) > LARGEST_BYTES) {
    await response.body?.cancel()
    return { kind: 'unclear', why: 'half_answer', text: 'the answer is too large' }
  }
  const text = await response.text()
  return {
    kind: 'reply',
    status,
    json: parse(text),
    next: headers.get('x-soracom-next-key') ?? '',
    retryAfter: headers.get('retry-after') ?? '',
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // what is no JSON is told from what is by being undefined
    return undefined
  }
}

function failure(error: unknown, signal: AbortSignal): Failed {
  if (signal.aborted) return { kind: 'unclear', why: 'timeout', text: 'no answer in time' }
  const code = codeOf(error)
  if (UNSENT.test(code)) return { kind: 'unsent', text: `no connection (${code})` }
  return { kind: 'unclear', why: 'connection', text: code ? `the connection broke (${code})` : 'the connection broke' }
}

/** fetch wraps what happened once or several times; of several addresses that were tried, each has its own. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return 'cause' in error ? codeOf(error.cause) : ''
}
