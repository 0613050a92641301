import type { z } from 'zod'
import { HOUR_MS } from '#domain/time.ts'
import { errorAnswer } from './answers.ts'
import type { FailedRequest, SoracomOutcome } from './outcome.ts'
import type { SoracomSettings } from './settings.ts'
import { createTokenCache } from './tokens.ts'
import { type HttpReply, sendHttp } from './transport.ts'

export interface SoracomRequest<T> {
  readonly method: 'GET' | 'POST'
  /** segments of the path; each is escaped */
  readonly path: readonly string[]
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
  readonly answer: z.ZodType<T>
  readonly signal?: AbortSignal | undefined
}

export interface SoracomClient {
  /** Sends a request with a valid token. Never throws; the outcome shows whether the request may have had an effect. */
  readonly send: <T>(request: SoracomRequest<T>) => Promise<SoracomOutcome<T>>
  /** Authenticates; undefined when the key is accepted. */
  readonly authenticate: () => Promise<FailedRequest | undefined>
  /** Remaining pause requested by the API, milliseconds. */
  readonly retryAfterMs: () => number
}

/** Pause when the API names none, and the maximum accepted. */
const DEFAULT_PAUSE_MS = 2_000
const MAX_PAUSE_MS = HOUR_MS

/** Creates the client of one account; all requests share one token. @param settings read at each use */
export function createSoracomClient(settings: () => SoracomSettings, clock: () => Date): SoracomClient {
  const tokens = createTokenCache(settings, clock)
  let pausedUntil = 0
  const retryAfterMs = (): number => Math.max(0, pausedUntil - clock().getTime())

  const attempt = async (request: SoracomRequest<unknown>, isRetry = false): Promise<HttpReply | FailedRequest> => {
    const token = await tokens.get()
    if (token.kind !== 'token') return token
    const { method, body, signal } = request
    const reply = await sendHttp({ method, url: urlOf(settings().apiUrl, request), headers: token.headers, body, signal })
    if (reply.kind !== 'reply' || reply.status !== 401 || isRetry) return reply
    // the token expired early; an unauthorised request had no effect
    tokens.invalidate(token)
    return attempt(request, true)
  }
  return {
    retryAfterMs,
    authenticate: async () => {
      const token = await tokens.get()
      return token.kind === 'token' ? undefined : token
    },
    send: async (request) => {
      const pause = retryAfterMs()
      // waiting here would use up the caller's time-out and leave open whether anything was sent
      if (pause > 0) return { kind: 'limited', text: `too many requests; again in ${Math.ceil(pause / 1000)} s` }
      const reply = await attempt(request)
      if (reply.kind !== 'reply') return reply
      if (reply.status === 429) pausedUntil = clock().getTime() + parseRetryAfter(reply.retryAfter, clock())
      return outcomeOf(reply, request)
    },
  }
}

function urlOf(base: string, { path, query = {} }: SoracomRequest<unknown>): string {
  const url = new URL(base + path.map((piece) => `/${encodeURIComponent(piece)}`).join(''))
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  return url.href
}

/** Parses Retry-After: seconds, or a date (RFC 9110 section 10.2.3). */
function parseRetryAfter(retryAfter: string, now: Date): number {
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime()
  return Number.isNaN(ms) || ms < 0 ? DEFAULT_PAUSE_MS : Math.min(ms, MAX_PAUSE_MS)
}

function outcomeOf<T>(reply: HttpReply, { answer }: SoracomRequest<T>): SoracomOutcome<T> {
  const { status, json } = reply
  if (status === 429) return { kind: 'limited', text: textOf(reply) }
  if (status >= 300 && status < 400) return { kind: 'unsent', text: `the address answers with a redirect (HTTP ${status})` }
  // behind a gateway the request may have taken effect
  if (status === 408 || status === 504) return { kind: 'unclear', why: 'timeout', text: textOf(reply) }
  if (status >= 500 || status < 200) return { kind: 'unclear', why: 'half_answer', text: textOf(reply) }
  if (status >= 400) return { kind: 'refused', status, code: errorOf(json).code ?? '', text: textOf(reply) }
  const body = answer.safeParse(json)
  if (body.success) return { kind: 'ok', body: body.data, next: reply.next }
  return { kind: 'unclear', why: 'half_answer', text: `the answer is not as documented (HTTP ${status})` }
}

const errorOf = (json: unknown) => errorAnswer.safeParse(json).data ?? {}

/** The API's error message on one line. */
function textOf({ status, json }: HttpReply): string {
  const { code, message } = errorOf(json)
  const text = [code, message].filter(Boolean).join(': ').replace(/\s+/g, ' ').slice(0, 300)
  return text === '' ? `HTTP ${status}` : text
}
