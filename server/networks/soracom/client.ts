import type { z } from 'zod'
import { errorAnswer } from './answers.ts'
import type { Failed, Outcome } from './outcome.ts'
import type { SoracomSettings } from './settings.ts'
import { createTokens } from './tokens.ts'
import { exchange, type HttpReply } from './transport.ts'

export interface Request<T> {
  readonly method: 'GET' | 'POST'
  /** pieces of the path; each is escaped, whatever it holds */
  readonly path: readonly string[]
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
  readonly answer: z.ZodType<T>
  readonly signal?: AbortSignal | undefined
}

export interface SoracomClient {
  /** Sends a request with a valid token. Never throws, and says of each request whether it can have had its effect. */
  readonly send: <T>(request: Request<T>) => Promise<Outcome<T>>
  /** Whether the key is taken. */
  readonly enter: () => Promise<Failed | undefined>
  /** How long the API has asked to be left alone, milliseconds. */
  readonly pauseMs: () => number
}

/** Without a word of the API's, so long; and never longer than an hour, whatever it says. */
const PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 3_600_000

/** One caller of the API for all that is asked of it, by one token at a time. @param settings asked at each use */
export function createClient(settings: () => SoracomSettings, clock: () => Date): SoracomClient {
  const tokens = createTokens(settings, clock)
  let pausedUntil = 0
  const pauseMs = (): number => Math.max(0, pausedUntil - clock().getTime())

  const attempt = async (request: Request<unknown>, isAgain = false): Promise<HttpReply | Failed> => {
    const token = await tokens.take()
    if (token.kind !== 'token') return token
    const { method, body, signal } = request
    const reply = await exchange({ method, url: urlOf(settings().apiUrl, request), headers: token.headers, body, signal })
    if (reply.kind !== 'reply' || reply.status !== 401 || isAgain) return reply
    // the token ended before its time; a request that was not let in has done nothing
    tokens.drop(token)
    return attempt(request, true)
  }
  return {
    pauseMs,
    enter: async () => {
      const token = await tokens.take()
      return token.kind === 'token' ? undefined : token
    },
    send: async (request) => {
      const pause = pauseMs()
      // waiting here would use up the caller's time and leave it in doubt whether anything was sent
      if (pause > 0) return { kind: 'limited', text: `too many requests; again in ${Math.ceil(pause / 1000)} s` }
      const reply = await attempt(request)
      if (reply.kind !== 'reply') return reply
      if (reply.status === 429) pausedUntil = clock().getTime() + waitOf(reply.retryAfter, clock())
      return outcomeOf(reply, request)
    },
  }
}

function urlOf(base: string, { path, query = {} }: Request<unknown>): string {
  const url = new URL(base + path.map((piece) => `/${encodeURIComponent(piece)}`).join(''))
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  return url.href
}

/** Seconds, or a date (RFC 9110 section 10.2.3). */
function waitOf(retryAfter: string, now: Date): number {
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime()
  return Number.isNaN(ms) || ms < 0 ? PAUSE_MS : Math.min(ms, LONGEST_PAUSE_MS)
}

function outcomeOf<T>(reply: HttpReply, { answer }: Request<T>): Outcome<T> {
  const { status, json } = reply
  if (status === 429) return { kind: 'limited', text: textOf(reply) }
  if (status >= 300 && status < 400) return { kind: 'unsent', text: `the address answers with a redirect (HTTP ${status})` }
  // what waits behind a gateway may have been done all the same
  if (status === 408 || status === 504) return { kind: 'unclear', why: 'timeout', text: textOf(reply) }
  if (status >= 500 || status < 200) return { kind: 'unclear', why: 'half_answer', text: textOf(reply) }
  if (status >= 400) return { kind: 'refused', status, code: errorOf(json).code ?? '', text: textOf(reply) }
  const body = answer.safeParse(json)
  if (body.success) return { kind: 'ok', body: body.data, next: reply.next }
  return { kind: 'unclear', why: 'half_answer', text: `the answer is not as documented (HTTP ${status})` }
}

const errorOf = (json: unknown) => errorAnswer.safeParse(json).data ?? {}

/** What the API said of a failure, on one line. */
function textOf({ status, json }: HttpReply): string {
  const { code, message } = errorOf(json)
  const said = [code, message].filter(Boolean).join(': ').replace(/\s+/g, ' ').slice(0, 300)
  return said === '' ? `HTTP ${status}` : said
}
