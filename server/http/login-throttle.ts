import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import {
  FAILURE_WINDOW_S,
  FREE_FAILURES,
  failureLimit,
  lockSeconds,
  slowDownMs,
  type ThrottleKind,
} from '#domain/login-throttle.ts'
import type { RequestContext } from '../context.ts'
import { auditLock } from '../records/account-locks.ts'
import { AppError } from './errors.ts'

const KINDS = Object.keys(FREE_FAILURES) as ThrottleKind[]

type Counts = Readonly<Record<ThrottleKind, number>>

const subjectsOf = (ctx: RequestContext, email: string): Record<ThrottleKind, string> => ({
  account: `account:${email}`,
  address: `address:${ctx.address}`,
})

const lockedFor = (retryAfterS: number): AppError =>
  new AppError('account_locked', {
    retryAfterS,
    sentence: {
      es: `Demasiados intentos. Vuelva a intentarlo en ${retryAfterS} s`,
      en: `Too many attempts. Try again in ${retryAfterS} s`,
    },
  })

/** Failures that still count, of the account and of the address. Throws while one of them is locked. */
async function failuresBefore(ctx: RequestContext, email: string): Promise<Counts> {
  const subjects = subjectsOf(ctx, email)
  const rows = await ctx.db.selectFrom('login_failures').selectAll().where('subject', 'in', Object.values(subjects)).execute()
  const lockedUntil = Math.max(0, ...rows.map((row) => row.locked_until.getTime()))
  const retryAfterS = Math.ceil((lockedUntil - ctx.now.getTime()) / 1000)
  if (retryAfterS > 0) throw lockedFor(retryAfterS)
  const countOf = (kind: ThrottleKind): number => {
    const row = rows.find(({ subject }) => subject === subjects[kind])
    return row && row.last_failed_at >= memoryStart(ctx) ? row.failures : 0
  }
  return { account: countOf('account'), address: countOf('address') }
}

const memoryStart = ({ now }: RequestContext): Date => new Date(now.getTime() - FAILURE_WINDOW_S * 1000)

/** An attempt to prove who one is. It counts as failed until it turns out to be right. */
export interface Turn {
  /** it was no failure, neither of the account nor of the address; what failed before still counts */
  right(): Promise<void>
  /** it stays counted; an account that it locks stands in the audit log */
  wrong(): Promise<void>
}

/** An attempt is judged in a tenth of that, a hash and some statements. */
const JUDGED_WITHIN_MS = 1000
const POLL_MS = 100

/**
 * Waits for the turn of an attempt: throws account_locked while the account or the address is locked, and slows it down by the
 * account's failures. It counts before it is judged, so that many at once are no more than one by one. What is being judged may lock
 * until it turns out to be right, so a lock is believed when it stays: colleagues behind one address do not lock each other out.
 */
export async function takeTurn(ctx: RequestContext, email: string): Promise<Turn> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    try {
      return await countTurn(ctx, email)
    } catch (error) {
      const isLocked = error instanceof AppError && error.code === 'account_locked'
      if (!isLocked || waitedMs >= JUDGED_WITHIN_MS) throw error
      await wait(POLL_MS)
    }
  }
}

async function countTurn(ctx: RequestContext, email: string): Promise<Turn> {
  const before = await failuresBefore(ctx, email)
  if (before.account > 0) await wait(slowDownMs(before.account))
  await count(ctx, 'address', email, before)
  const failures = await count(ctx, 'account', email, before).catch(async (error: unknown) => {
    await takeBack(ctx, 'address', email)
    throw error
  })
  return {
    right: async () => {
      for (const kind of KINDS) await takeBack(ctx, kind, email)
    },
    wrong: async () => {
      for (const kind of KINDS) await lockFrom(ctx, kind, email)
      if (lockSeconds('account', failures) > 0) await auditLock(ctx, email, failures)
    },
  }
}

/** From here on a lock is as long as it gets. */
const COUNTS = 20

/** Seconds for which so many failures lock, as an expression. @param failures at least 0 */
function lockedBy(kind: ThrottleKind, failures: RawBuilder<number>): RawBuilder<unknown> {
  const seconds = Array.from({ length: FREE_FAILURES[kind] + COUNTS }, (_, n) => lockSeconds(kind, n))
  return sql`make_interval(secs => (${seconds}::int[])[least(${failures}, ${seconds.length - 1}::int) + 1])`
}

/**
 * Counts an attempt, and locks as the count says, in one statement: nobody comes in between. One that is not to be judged is not counted
 * either: it is as if it had come while the lock held.
 * @returns how many there are with this one
 */
async function count(ctx: RequestContext, kind: ThrottleKind, email: string, before: Counts): Promise<number> {
  const most = failureLimit(kind, before[kind])
  const isForgotten = sql<boolean>`login_failures.last_failed_at < ${memoryStart(ctx)}`
  const failures = sql<number>`CASE WHEN ${isForgotten} THEN 1 ELSE login_failures.failures + 1 END`
  const counted = await ctx.db
    .insertInto('login_failures')
    .values({ subject: subjectsOf(ctx, email)[kind], failures: 1, last_failed_at: ctx.now, locked_until: ctx.now })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({
          failures,
          last_failed_at: sql<Date>`CASE WHEN ${isForgotten} THEN ${ctx.now} ELSE login_failures.last_failed_at END`,
          locked_until: sql<Date>`${ctx.now}::timestamptz + ${lockedBy(kind, failures)}`,
        })
        .where(sql<boolean>`${failures} <= ${most}`),
    )
    .returning('failures')
    .executeTakeFirst()
  if (!counted) throw lockedFor(lockSeconds(kind, most))
  return counted.failures
}

/** Takes an attempt back, and the lock that it alone has brought about. */
async function takeBack(ctx: RequestContext, kind: ThrottleKind, email: string): Promise<void> {
  const { db } = ctx
  const subject = subjectsOf(ctx, email)[kind]
  const failures = sql<number>`failures - 1`
  await db
    .updateTable('login_failures')
    .set({ failures, locked_until: sql<Date>`last_failed_at + ${lockedBy(kind, failures)}` })
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute()
  await db.deleteFrom('login_failures').where('subject', '=', subject).where('failures', '=', 0).execute()
}

/** A lock begins when the attempt has turned out to be wrong. */
async function lockFrom(ctx: RequestContext, kind: ThrottleKind, email: string): Promise<void> {
  await ctx.db
    .updateTable('login_failures')
    .set({ last_failed_at: ctx.now, locked_until: sql<Date>`${ctx.now}::timestamptz + ${lockedBy(kind, sql`failures`)}` })
    .where('subject', '=', subjectsOf(ctx, email)[kind])
    .execute()
}

/**
 * Who has got in wipes the account's failures, which a right password alone does not where a second factor follows. The address keeps
 * its own, or one good account would hide many guesses.
 */
export async function forgetFailures(ctx: RequestContext, email: string): Promise<void> {
  await ctx.db.deleteFrom('login_failures').where('subject', '=', subjectsOf(ctx, email).account).execute()
}
