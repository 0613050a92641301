import type { FastifyReply } from 'fastify'
import { tooManyRequests } from '#contract/messages.ts'
import { AppError } from '../app-error.ts'
import type { Actor, RequestContext } from '../context.ts'

const WINDOW_S = 60
const WINDOW_MS = WINDOW_S * 1000

/** Requests per user in the current minute. */
interface Minute {
  readonly startsAt: number
  readonly requests: Map<number, number>
}

/** Per process and database. */
const minutes = new WeakMap<object, Minute>()

function minuteOf({ pool, now }: RequestContext): Minute {
  const startsAt = now.getTime() - (now.getTime() % WINDOW_MS)
  const known = minutes.get(pool)
  if (known?.startsAt === startsAt) return known
  const minute = { startsAt, requests: new Map<number, number>() }
  minutes.set(pool, minute)
  return minute
}

/**
 * Counts a request of a logged-in user, in whichever login session.
 * @throws AppError too_many_requests, with rate limit headers, beyond what our page needs
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function limitPersonRate(ctx: RequestContext, { userId, viewer }: Actor, reply: FastifyReply): void {
  const { startsAt, requests } = minuteOf(ctx)
  const person = viewer?.userId ?? userId
  const quota = ctx.config.PERSON_REQUESTS_PER_MINUTE
  const used = (requests.get(person) ?? 0) + 1
  requests.set(person, used)
  if (used <= quota) return
  const resetS = Math.max(1, Math.ceil((startsAt + WINDOW_MS - ctx.now.getTime()) / 1000))
  reply.header('ratelimit-policy', `"person";q=${quota};w=${WINDOW_S}`)
  reply.header('ratelimit', `"person";r=0;t=${resetS}`)
  throw new AppError('too_many_requests', { retryAfterS: resetS, sentence: tooManyRequests(resetS) })
}
