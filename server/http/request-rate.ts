import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { tooManyRequests } from '#contract/messages.ts'
import { AppError } from '../app-error.ts'
import type { Actor, RequestContext, Services } from '../context.ts'
import { mapPerServer } from './map-per-server.ts'

const WINDOW_S = 60
const WINDOW_MS = WINDOW_S * 1000
/** A process claims this fraction of a minute's quota at a time, with one statement. */
const SHARES_PER_WINDOW = 20

/** Whose requests are counted: a company's API key, or a person in all login sessions together. */
interface Client {
  readonly kind: 'api-key' | 'person'
  readonly id: number
  /** requests a minute, over all processes together */
  readonly quota: number
}

/** Requests of a client's minute that this process may still let through. */
interface Lease {
  readonly windowStart: number
  left: number
  /** what no process has claimed, as of the last statement */
  unclaimed: number
  claiming: Promise<void> | undefined
}

interface RateUse {
  readonly isAllowed: boolean
  readonly remaining: number
  /** until the next minute, in seconds */
  readonly resetS: number
}

const leasesOf = mapPerServer<Lease>()
const LEASES_MAX = 10_000

function leaseOf(ctx: RequestContext, { kind, id }: Client): Lease {
  const leases = leasesOf(ctx)
  const windowStart = ctx.now.getTime() - (ctx.now.getTime() % WINDOW_MS)
  const key = `${kind}:${id}`
  const known = leases.get(key)
  if (known?.windowStart === windowStart) return known
  if (leases.size >= LEASES_MAX) leases.clear()
  const lease = { windowStart, left: 0, unclaimed: Number.POSITIVE_INFINITY, claiming: undefined }
  leases.set(key, lease)
  return lease
}

/** Claims a share of the client's remaining quota of this minute, across all processes. */
async function claimShare({ db }: Services, { kind, id, quota }: Client, lease: Lease): Promise<void> {
  const share = Math.ceil(quota / SHARES_PER_WINDOW)
  const { rows } = await sql<{ taken: number; granted: number }>`
    INSERT INTO request_windows AS w (client_kind, client_id, window_start, taken, granted)
    VALUES (${kind}, ${id}, ${new Date(lease.windowStart)}, ${share}, ${share})
    ON CONFLICT (client_kind, client_id) DO UPDATE SET
      window_start = greatest(w.window_start, excluded.window_start),
      granted = CASE WHEN w.window_start < excluded.window_start THEN ${share} ELSE least(${share}, ${quota} - w.taken) END,
      taken = CASE WHEN w.window_start < excluded.window_start THEN ${share} ELSE least(w.taken + ${share}, ${quota}) END
    RETURNING taken, granted`.execute(db)
  const { taken = quota, granted = 0 } = rows[0] ?? {}
  lease.left += granted
  lease.unclaimed = quota - taken
}

async function consume(ctx: RequestContext, client: Client): Promise<RateUse> {
  const lease = leaseOf(ctx, client)
  while (lease.left === 0 && lease.unclaimed > 0) {
    lease.claiming ??= claimShare(ctx, client, lease).finally(() => {
      lease.claiming = undefined
    })
    await lease.claiming
  }
  const isAllowed = lease.left > 0
  if (isAllowed) lease.left -= 1
  const resetS = Math.max(1, Math.ceil((lease.windowStart + WINDOW_MS - ctx.now.getTime()) / 1000))
  return { isAllowed, remaining: lease.left + Math.max(0, lease.unclaimed), resetS }
}

/** @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ */
function setRateHeaders(reply: FastifyReply, { kind, quota }: Client, { remaining, resetS }: RateUse): void {
  reply.header('ratelimit-policy', `"${kind}";q=${quota};w=${WINDOW_S}`)
  reply.header('ratelimit', `"${kind}";r=${remaining};t=${resetS}`)
}

/**
 * Counts a request of a company's API key, and sets rate limit headers.
 * @throws AppError too_many_requests when the quota is used up
 */
export async function limitApiKeyRate(ctx: RequestContext, apiKeyId: number, reply: FastifyReply): Promise<void> {
  const client: Client = { kind: 'api-key', id: apiKeyId, quota: ctx.config.API_KEY_REQUESTS_PER_MINUTE }
  const use = await consume(ctx, client)
  setRateHeaders(reply, client, use)
  if (!use.isAllowed) throw new AppError('too_many_requests', { retryAfterS: use.resetS })
}

/**
 * Counts a request of a logged-in person, in whichever login session.
 * @throws AppError too_many_requests, with rate limit headers, beyond what our page needs
 */
export async function limitPersonRate(ctx: RequestContext, { userId, viewer }: Actor, reply: FastifyReply): Promise<void> {
  const client: Client = { kind: 'person', id: viewer?.userId ?? userId, quota: ctx.config.PERSON_REQUESTS_PER_MINUTE }
  const use = await consume(ctx, client)
  if (use.isAllowed) return
  setRateHeaders(reply, client, use)
  throw new AppError('too_many_requests', { retryAfterS: use.resetS, sentence: tooManyRequests(use.resetS) })
}
