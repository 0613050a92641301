import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  FAILURE_MEMORY_S,
  FREE_FAILURES,
  lockSeconds,
  mayBeJudged,
  slowDownMs,
  type ThrottleKind,
} from '#domain/login-throttle.ts'
import type { RequestContext } from '../context.ts'
import { AppError } from './errors.ts'

const KINDS = Object.keys(FREE_FAILURES) as ThrottleKind[]

const subjectsOf = (ctx: RequestContext, email: string): Record<ThrottleKind, string> => ({
  account: `account:${email}`,
  address: `address:${ctx.address}`,
})

/**
 * Throws while the account or the address is locked; otherwise slows the attempt down by its past failures.
 * @returns the account's failures that still count
 */
export async function awaitTurn(ctx: RequestContext, email: string): Promise<number> {
  const rows = await ctx.db
    .selectFrom('login_failures')
    .selectAll()
    .where('subject', 'in', Object.values(subjectsOf(ctx, email)))
    .execute()
  const lockedUntil = Math.max(0, ...rows.map((row) => row.locked_until.getTime()))
  const retryAfterS = Math.ceil((lockedUntil - ctx.now.getTime()) / 1000)
  if (retryAfterS > 0) throw lockedFor(retryAfterS)
  const account = rows.find((row) => row.subject.startsWith('account:'))
  const failures = account && !isForgotten(ctx, account.last_failed_at) ? account.failures : 0
  if (failures > 0) await wait(slowDownMs(failures))
  return failures
}

const lockedFor = (retryAfterS: number): AppError =>
  new AppError('account_locked', {
    retryAfterS,
    sentence: {
      es: `Demasiados intentos. Vuelva a intentarlo en ${retryAfterS} s`,
      en: `Too many attempts. Try again in ${retryAfterS} s`,
    },
  })

/**
 * As `awaitTurn`, for what is guessed sooner than a password, a code of six digits: the attempt counts as a failure before it is
 * judged, so that many at once are no more than one by one. A right one is taken back by `forgetFailures`.
 */
export async function awaitCountedTurn(ctx: RequestContext, email: string): Promise<void> {
  const before = await awaitTurn(ctx, email)
  const count = await countFailure(ctx, 'account', email)
  if (!mayBeJudged(before, count)) throw lockedFor(lockSeconds('account', count))
}

const isForgotten = (ctx: RequestContext, failedAt: Date): boolean =>
  ctx.now.getTime() - failedAt.getTime() > FAILURE_MEMORY_S * 1000

/** Counts a failure against the account and the address, and locks each as its count says. */
export async function recordFailure(ctx: RequestContext, email: string): Promise<void> {
  for (const kind of KINDS) await countFailure(ctx, kind, email)
}

/** @returns how many there are with this one */
export async function countFailure(ctx: RequestContext, kind: ThrottleKind, email: string): Promise<number> {
  const subject = subjectsOf(ctx, email)[kind]
  const memoryStart = new Date(ctx.now.getTime() - FAILURE_MEMORY_S * 1000)
  const { failures } = await ctx.db
    .insertInto('login_failures')
    .values({ subject, failures: 1, last_failed_at: ctx.now, locked_until: ctx.now })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        failures: sql<number>`CASE WHEN login_failures.last_failed_at < ${memoryStart} THEN 1 ELSE login_failures.failures + 1 END`,
        last_failed_at: ctx.now,
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  const seconds = lockSeconds(kind, failures)
  if (seconds > 0) {
    await ctx.db
      .updateTable('login_failures')
      .set({ locked_until: new Date(ctx.now.getTime() + seconds * 1000) })
      .where('subject', '=', subject)
      .execute()
  }
  return failures
}

/**
 * Who has got in wipes the account's failures, which a right password alone does not where a second factor follows. The address keeps
 * its own, or one good account would hide many guesses.
 */
export async function forgetFailures(ctx: RequestContext, email: string): Promise<void> {
  await ctx.db.deleteFrom('login_failures').where('subject', '=', subjectsOf(ctx, email).account).execute()
}
