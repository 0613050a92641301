import type { FailedRequest } from './outcome.ts'

export interface HttpCall {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal: AbortSignal | undefined
}

/** A complete answer. */
export interface HttpReply {
  readonly kind: 'reply'
  readonly status: number
  /** undefined: not JSON */
  readonly json: unknown
  readonly next: string
  readonly retryAfter: string
}

/** Time-out of a request. */
const TIMEOUT_MS = 30_000
/** A page of a hundred SIMs takes some 300 kB. */
const MAX_BYTES = 32 * 1024 * 1024

/** Errors before anything was sent: no connection, or the wrong peer. */
const NOT_SENT_CODES =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS\w*|ERR_SSL\w*|CERT_\w+|DEPTH_ZERO\w+|SELF_SIGNED\w+|UNABLE_TO\w+)$/

/** Sends one request and reads the whole answer; never throws. */
export async function sendHttp(request: HttpCall): Promise<HttpReply | FailedRequest> {
  if (request.signal?.aborted) return { kind: 'unsent', text: 'the caller aborted' }
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: {
        accept: 'application/json',
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...request.headers,
      },
      body: request.body === undefined ? null : JSON.stringify(request.body),
      // secrets must not follow a redirect
      redirect: 'manual',
      signal,
    })
    return await read(response)
  } catch (error) {
    return failure(error, signal)
  }
}

async function read(response: Response): Promise<HttpReply | FailedRequest> {
  const { status, headers } = response
  if (Number(headers.get('content-length') ?? 0) > MAX_BYTES) {
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
    // undefined marks an answer that is not JSON
    return undefined
  }
}

function failure(error: unknown, signal: AbortSignal): FailedRequest {
  if (signal.aborted) return { kind: 'unclear', why: 'timeout', text: 'no answer in time' }
  const code = codeOf(error)
  if (NOT_SENT_CODES.test(code)) return { kind: 'unsent', text: `no connection (${code})` }
  return { kind: 'unclear', why: 'connection', text: code ? `the connection broke (${code})` : 'the connection broke' }
}

/** The error code; fetch wraps the cause once or several times, with one error per attempted address. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return 'cause' in error ? codeOf(error.cause) : ''
}
