import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { RequestContext, Services } from '../context.ts'
import { AppError } from './errors.ts'

const WINDOW_S = 60
const WINDOW_MS = WINDOW_S * 1000
/** A process takes this share of a minute's requests at a time: one statement for so many of them. */
const SHARE = 20

/** What a process may still let through of a key's minute. */
interface Lease {
  readonly windowStart: number
  left: number
  /** what no process has taken yet, as of the last statement */
  open: number
  claiming: Promise<void> | undefined
}

interface Spent {
  readonly isAllowed: boolean
  readonly remaining: number
}

/** Per process and database. */
const books = new WeakMap<object, Map<number, Lease>>()
const KEYS = 10_000

function leaseOf({ pool, now }: RequestContext, apiKeyId: number): Lease {
  const book = books.get(pool) ?? new Map<number, Lease>()
  books.set(pool, book)
  const windowStart = now.getTime() - (now.getTime() % WINDOW_MS)
  const known = book.get(apiKeyId)
  if (known?.windowStart === windowStart) return known
  if (book.size >= KEYS) book.clear()
  const lease = { windowStart, left: 0, open: Number.POSITIVE_INFINITY, claiming: undefined }
  book.set(apiKeyId, lease)
  return lease
}

/** Takes a share of what the key has left this minute, over all processes. */
async function claim({ db, config }: Services, apiKeyId: number, lease: Lease): Promise<void> {
  const quota = config.API_KEY_REQUESTS_PER_MINUTE
  const share = Math.ceil(quota / SHARE)
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
  lease.open = quota - taken
}

async function spend(ctx: RequestContext, apiKeyId: number, lease: Lease): Promise<Spent> {
  while (lease.left === 0 && lease.open > 0) {
    lease.claiming ??= claim(ctx, apiKeyId, lease).finally(() => {
      lease.claiming = undefined
    })
    await lease.claiming
  }
  const isAllowed = lease.left > 0
  if (isAllowed) lease.left -= 1
  return { isAllowed, remaining: lease.left + Math.max(0, lease.open) }
}

/**
 * Counts a request of a company's key, and says in headers what is left. Throws too_many_requests when nothing is.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export async function limitRate(ctx: RequestContext, apiKeyId: number, reply: FastifyReply): Promise<void> {
  const lease = leaseOf(ctx, apiKeyId)
  const { isAllowed, remaining } = await spend(ctx, apiKeyId, lease)
  const resetS = Math.max(1, Math.ceil((lease.windowStart + WINDOW_MS - ctx.now.getTime()) / 1000))
  reply.header('ratelimit-policy', `"api-key";q=${ctx.config.API_KEY_REQUESTS_PER_MINUTE};w=${WINDOW_S}`)
  reply.header('ratelimit', `"api-key";r=${remaining};t=${resetS}`)
  if (!isAllowed) throw new AppError('too_many_requests', { retryAfterS: resetS })
}
