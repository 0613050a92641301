import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '../app-error.ts'
import type { RequestContext, Services } from '../context.ts'

const WINDOW_S = 60
const WINDOW_MS = WINDOW_S * 1000
/** A process claims this fraction of a minute's quota at a time, with one statement. */
const SHARES_PER_WINDOW = 20

/** Requests of a key's minute that this process may still let through. */
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
}

/** Per process and database. */
const leasesByPool = new WeakMap<object, Map<number, Lease>>()
const LEASES_MAX = 10_000

function leaseOf({ pool, now }: RequestContext, apiKeyId: number): Lease {
  const leases = leasesByPool.get(pool) ?? new Map<number, Lease>()
  leasesByPool.set(pool, leases)
  const windowStart = now.getTime() - (now.getTime() % WINDOW_MS)
  const known = leases.get(apiKeyId)
  if (known?.windowStart === windowStart) return known
  if (leases.size >= LEASES_MAX) leases.clear()
  const lease = { windowStart, left: 0, unclaimed: Number.POSITIVE_INFINITY, claiming: undefined }
  leases.set(apiKeyId, lease)
  return lease
}

/** Claims a share of the key's remaining quota of this minute, across all processes. */
async function claimShare({ db, config }: Services, apiKeyId: number, lease: Lease): Promise<void> {
  const quota = config.API_KEY_REQUESTS_PER_MINUTE
  const share = Math.ceil(quota / SHARES_PER_WINDOW)
  const { rows } = await sql<{ taken: number; granted: number }>`
    INSERT INTO api_key_windows AS w (api_key_id, window_start, taken, granted)
    VALUES (${apiKeyId}, ${new Date(lease.windowStart)}, ${share}, ${share})
    ON CONFLICT (api_key_id) DO UPDATE SET
      window_start = greatest(w.window_start, excluded.window_start),
      granted = CASE WHEN w.window_start < excluded.window_start THEN ${share} ELSE least(${share}, ${quota} - w.taken) END,
      taken = CASE WHEN w.window_start < excluded.window_start THEN ${share} ELSE least(w.taken + ${share}, ${quota}) END
    RETURNING taken, granted`.execute(db)
  const { taken = quota, granted = 0 } = rows[0] ?? {}
  lease.left += granted
  lease.unclaimed = quota - taken
}

async function consume(ctx: RequestContext, apiKeyId: number, lease: Lease): Promise<RateUse> {
  while (lease.left === 0 && lease.unclaimed > 0) {
    lease.claiming ??= claimShare(ctx, apiKeyId, lease).finally(() => {
      lease.claiming = undefined
    })
    await lease.claiming
  }
  const isAllowed = lease.left > 0
  if (isAllowed) lease.left -= 1
  return { isAllowed, remaining: lease.left + Math.max(0, lease.unclaimed) }
}

/**
 * Counts a request of a company's API key, and sets rate limit headers.
 * @throws AppError too_many_requests when the quota is used up
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export async function limitApiKeyRate(ctx: RequestContext, apiKeyId: number, reply: FastifyReply): Promise<void> {
  const lease = leaseOf(ctx, apiKeyId)
  const { isAllowed, remaining } = await consume(ctx, apiKeyId, lease)
  const resetS = Math.max(1, Math.ceil((lease.windowStart + WINDOW_MS - ctx.now.getTime()) / 1000))
  reply.header('ratelimit-policy', `"api-key";q=${ctx.config.API_KEY_REQUESTS_PER_MINUTE};w=${WINDOW_S}`)
  reply.header('ratelimit', `"api-key";r=${remaining};t=${resetS}`)
  if (!isAllowed) throw new AppError('too_many_requests', { retryAfterS: resetS })
}
