import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { addressBlock } from '#domain/ip-address.ts'
import {
  FAILURE_WINDOW_S,
  FREE_FAILURES,
  failureLimit,
  lockSeconds,
  slowDownMs,
  type ThrottleKind,
} from '#domain/login-throttle.ts'
import { AppError } from '../app-error.ts'
import type { RequestContext } from '../context.ts'
import { auditAccountLock } from '../records/account-locks.ts'

const THROTTLE_KINDS = Object.keys(FREE_FAILURES) as ThrottleKind[]

type Counts = Readonly<Record<ThrottleKind, number>>

const subjectsOf = (ctx: RequestContext, email: string): Record<ThrottleKind, string> => ({
  account: `account:${email}`,
  address: `address:${addressBlock(ctx.address)}`,
})

const accountLocked = (retryAfterS: number): AppError =>
  new AppError('account_locked', {
    retryAfterS,
    sentence: {
      es: `Demasiados intentos. Vuelva a intentarlo en ${retryAfterS} s`,
      en: `Too many attempts. Try again in ${retryAfterS} s`,
    },
  })

/**
 * The failures that still count, of the account and of the address.
 * @throws AppError account_locked while one of them is locked
 */
async function recentFailures(ctx: RequestContext, email: string): Promise<Counts> {
  const subjects = subjectsOf(ctx, email)
  const rows = await ctx.db.selectFrom('login_failures').selectAll().where('subject', 'in', Object.values(subjects)).execute()
  const lockedUntil = Math.max(0, ...rows.map((row) => row.locked_until.getTime()))
  const retryAfterS = Math.ceil((lockedUntil - ctx.now.getTime()) / 1000)
  if (retryAfterS > 0) throw accountLocked(retryAfterS)
  const countOf = (kind: ThrottleKind): number => {
    const row = rows.find(({ subject }) => subject === subjects[kind])
    return row && row.last_failed_at >= memoryStart(ctx) ? row.failures : 0
  }
  return { account: countOf('account'), address: countOf('address') }
}

const memoryStart = ({ now }: RequestContext): Date => new Date(now.getTime() - FAILURE_WINDOW_S * 1000)

/** An attempt to authenticate. It counts as failed until it succeeds. */
export interface LoginAttempt {
  /** takes the count back for account and address; earlier failures still count */
  succeed(): Promise<void>
  /** leaves it counted; an account that it locks is written to the audit log */
  fail(): Promise<void>
}

/** Upper bound for verifying an attempt, ten times what a hash and some statements take. */
const VERIFICATION_MAX_MS = 1000
const POLL_MS = 100

/**
 * Starts an attempt: throws account_locked while the account or the address is locked, and delays it by the account's failures. It
 * counts before it is verified, so that concurrent attempts gain nothing over sequential ones. An attempt in progress may lock
 * until it succeeds, so a lock is reported only when it persists: colleagues behind one address do not lock each other out.
 */
export async function startLoginAttempt(ctx: RequestContext, email: string): Promise<LoginAttempt> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    try {
      return await countAttempt(ctx, email)
    } catch (error) {
      const isLocked = error instanceof AppError && error.code === 'account_locked'
      if (!isLocked || waitedMs >= VERIFICATION_MAX_MS) throw error
      await wait(POLL_MS)
    }
  }
}

async function countAttempt(ctx: RequestContext, email: string): Promise<LoginAttempt> {
  const before = await recentFailures(ctx, email)
  if (before.account > 0) await wait(slowDownMs(before.account))
  await countFailure(ctx, 'address', email, before)
  const failures = await countFailure(ctx, 'account', email, before).catch(async (error: unknown) => {
    await uncountFailure(ctx, 'address', email)
    throw error
  })
  return {
    succeed: async () => {
      for (const kind of THROTTLE_KINDS) await uncountFailure(ctx, kind, email)
    },
    fail: async () => {
      for (const kind of THROTTLE_KINDS) await startLock(ctx, kind, email)
      if (lockSeconds('account', failures) > 0) await auditAccountLock(ctx, email, failures)
    },
  }
}

/** Number of increasing lock durations; the last one is the longest. */
const LOCK_STEPS = 20

/**
 * The lock duration after a number of failures, as an expression.
 * @param failures at least 0
 */
function lockInterval(kind: ThrottleKind, failures: RawBuilder<number>): RawBuilder<unknown> {
  const seconds = Array.from({ length: FREE_FAILURES[kind] + LOCK_STEPS }, (_, n) => lockSeconds(kind, n))
  return sql`make_interval(secs => (${seconds}::int[])[least(${failures}, ${seconds.length - 1}::int) + 1])`
}

/**
 * Counts an attempt and sets the lock in one atomic statement. An attempt that will not be verified is not counted either: it is as
 * if it had come while the lock held.
 * @returns the number of failures including this one
 */
async function countFailure(ctx: RequestContext, kind: ThrottleKind, email: string, before: Counts): Promise<number> {
  const most = failureLimit(kind, before[kind])
  const isExpired = sql<boolean>`login_failures.last_failed_at < ${memoryStart(ctx)}`
  const failures = sql<number>`CASE WHEN ${isExpired} THEN 1 ELSE login_failures.failures + 1 END`
  const counted = await ctx.db
    .insertInto('login_failures')
    .values({ subject: subjectsOf(ctx, email)[kind], failures: 1, last_failed_at: ctx.now, locked_until: ctx.now })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({
          failures,
          last_failed_at: sql<Date>`CASE WHEN ${isExpired} THEN ${ctx.now} ELSE login_failures.last_failed_at END`,
          locked_until: sql<Date>`${ctx.now}::timestamptz + ${lockInterval(kind, failures)}`,
        })
        .where(sql<boolean>`${failures} <= ${most}`),
    )
    .returning('failures')
    .executeTakeFirst()
  if (!counted) throw accountLocked(lockSeconds(kind, most))
  return counted.failures
}

/** Takes an attempt back, and the lock that it alone has caused. */
async function uncountFailure(ctx: RequestContext, kind: ThrottleKind, email: string): Promise<void> {
  const { db } = ctx
  const subject = subjectsOf(ctx, email)[kind]
  const failures = sql<number>`failures - 1`
  await db
    .updateTable('login_failures')
    .set({ failures, locked_until: sql<Date>`last_failed_at + ${lockInterval(kind, failures)}` })
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute()
  await db.deleteFrom('login_failures').where('subject', '=', subject).where('failures', '=', 0).execute()
}

/** Starts the lock when the attempt has failed. */
async function startLock(ctx: RequestContext, kind: ThrottleKind, email: string): Promise<void> {
  await ctx.db
    .updateTable('login_failures')
    .set({ last_failed_at: ctx.now, locked_until: sql<Date>`${ctx.now}::timestamptz + ${lockInterval(kind, sql`failures`)}` })
    .where('subject', '=', subjectsOf(ctx, email)[kind])
    .execute()
}

/**
 * Clears the account's failures after a complete login, which a right password alone is not where a second factor follows. The
 * address keeps its failures: otherwise one good account would hide many guesses.
 */
export async function clearAccountFailures(ctx: RequestContext, email: string): Promise<void> {
  await ctx.db.deleteFrom('login_failures').where('subject', '=', subjectsOf(ctx, email).account).execute()
}
