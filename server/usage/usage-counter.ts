import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { ALARM_WARNING_PERCENT } from '#domain/alarms.ts'
import { createUsageJudge, type JudgeUsage } from '../alarm-engine/judge-usage.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { isUnfitData } from '../db/errors.ts'
import { tryLockStep } from '../records/counting-locks.ts'
import { applyWaitingChanges } from './apply-changes.ts'
import { BatchReader, claimBatches, type UsageBatch } from './batch-reader.ts'
import { countMessages, type ReceivedMessage } from './count-messages.ts'
import { storeUsageMessages } from './intake.ts'

export interface UsageCounter {
  /** starts the next step before the next poll: messages were stored */
  readonly notify: () => void
  /** resolves when the current step is written; the rest is counted by the next process */
  readonly stop: () => Promise<void>
}

interface Options {
  readonly db: Database
  readonly log: Pick<Logger, 'error'>
  /** by it changes became known, which ends a silence; by default the machine's */
  readonly clock?: () => Date
  /** evaluates alarms; by default with the default warning percent */
  readonly judge?: JudgeUsage
}

/** Poll interval without notifications: another process may have stored messages and have ended since. */
const POLL_INTERVAL_MS = 1_000
const RETRY_DELAY_MS = 1_000
/**
 * Delay before the next step under light load, milliseconds: a step takes some milliseconds, whether it counts one
 * message or some hundred. When another process holds the lock, it may have missed the latest messages.
 */
const STEP_DELAYS_MS = { nothing: 10, done: 40, busy: 100 } as const
/** While more arrives than can be applied, counting goes first: applying gets one tenth of the time. */
const COUNT_TO_APPLY_RATIO = 9

/**
 * From this message rate on, acknowledgements go before sums: gateways repeat unacknowledged messages, while a sum may
 * wait. During overload, counting pauses for as long as it worked, until the oldest message has waited for
 * `maxDelayMs`.
 */
const OVERLOAD = { messagesPerSecond: 10_000, maxDelayMs: 15_000 } as const

/**
 * Counts stored messages and applies their changes until it is stopped. Several processes may run it; locks let one at
 * a time do each step.
 */
export function startUsageCounter(options: Options): UsageCounter {
  let isStopping = false
  let interrupt: (() => void) | undefined
  let isNotified = false
  const sleepUntilNotified = async (ms: number): Promise<void> => {
    const waiting = new AbortController()
    interrupt = () => waiting.abort()
    await sleep(ms, undefined, { signal: waiting.signal }).catch(() => undefined)
    interrupt = undefined
  }
  const work = async (): Promise<void> => {
    const worker = new CountingSteps(options)
    while (!isStopping) {
      isNotified = false
      try {
        const begin = performance.now()
        const result = await worker.step()
        if (result === 'nothing' && !isNotified && !isStopping) await sleepUntilNotified(POLL_INTERVAL_MS)
        else if (result === 'overload' && isNotified) await sleep(performance.now() - begin)
        else if (result !== 'overload' && result !== 'more') await sleep(STEP_DELAYS_MS[result])
      } catch (error) {
        options.log.error({ err: error }, 'usage could not be counted; it is retried')
        await sleep(RETRY_DELAY_MS)
      }
    }
  }
  const working = work()
  return {
    notify: () => {
      isNotified = true
      interrupt?.()
    },
    stop: async () => {
      isStopping = true
      interrupt?.()
      await working
    },
  }
}

/** Counts and applies everything that waits: for tests, and for callers that need it now. */
export async function countAll(options: Options): Promise<void> {
  const worker = new CountingSteps(options)
  for (let result: StepResult = 'more'; result !== 'nothing' && result !== 'busy'; ) result = await worker.step()
}

/**
 * Result of a step: 'overload' and 'more': something was done and more waits; 'done'; 'nothing' waits; 'busy': another
 * process holds the lock.
 */
type StepResult = 'overload' | 'more' | 'done' | 'nothing' | 'busy'

class CountingSteps {
  readonly #db: Database
  readonly #log: Options['log']
  readonly #clock: () => Date
  readonly #judge: JudgeUsage
  readonly #reader: BatchReader
  #nextApplyAt = 0

  constructor({ db, log, clock = () => new Date(), judge = createUsageJudge(ALARM_WARNING_PERCENT) }: Options) {
    this.#db = db
    this.#log = log
    this.#clock = clock
    this.#judge = judge
    this.#reader = new BatchReader(db)
  }

  /** Counts the oldest messages, and applies changes unless many more wait to be counted. */
  async step(): Promise<StepResult> {
    const batches = await this.#reader.next()
    const isMore = this.#reader.prefetch(batches)
    const counted = batches.length > 0 ? await this.#count(batches) : 'nothing'
    const ahead = isOverloaded(batches, Date.now()) ? 'overload' : 'more'
    if (isMore && counted === 'done' && performance.now() < this.#nextApplyAt) return ahead
    const startedAt = performance.now()
    const applied = await this.#apply()
    this.#nextApplyAt = performance.now() + COUNT_TO_APPLY_RATIO * (performance.now() - startedAt)
    if (isMore && counted === 'done') return ahead
    return counted === 'done' || applied === 'nothing' ? counted : applied
  }

  async #count(batches: readonly UsageBatch[]): Promise<StepResult> {
    let result: StepResult = 'nothing'
    try {
      result = await countBatches(this.#db, this.#judge, batches)
      return result
    } catch (error) {
      if (!isUnfitData(error)) throw error
      return await this.#isolateFailure(batches, error)
    } finally {
      // uncounted messages are read again first
      if (result !== 'done') this.#reader.discardPrefetched()
    }
  }

  /** Some batch cannot be counted: retries with the first half, down to a single batch, which is quarantined. */
  async #isolateFailure(batches: readonly UsageBatch[], error: Error): Promise<StepResult> {
    if (batches.length > 1) return this.#count(batches.slice(0, Math.floor(batches.length / 2)))
    const [first] = batches
    if (!first) throw error
    this.#log.error({ err: error, batch: first.batchId }, 'a usage message cannot be counted and is quarantined')
    await quarantine(this.#db, first, error)
    return 'done'
  }

  async #apply(): Promise<StepResult> {
    if (!(await areChangesWaiting(this.#db))) return 'nothing'
    return this.#db.transaction().execute(async (trx) => {
      if (!(await tryLockStep(trx, 'show'))) return 'busy'
      return (await applyWaitingChanges(trx, this.#clock())) ? 'done' : 'nothing'
    })
  }
}

/** Whether batches arrived so fast that acknowledging new messages goes first. */
function isOverloaded(batches: readonly UsageBatch[], nowMs: number): boolean {
  const first = batches[0]?.receivedAt.getTime() ?? 0
  const last = batches.at(-1)?.receivedAt.getTime() ?? 0
  const messages = batches.reduce((sum, batch) => sum + batch.messages.length, 0)
  return messages * 1000 > OVERLOAD.messagesPerSecond * (last - first) && nowMs - first < OVERLOAD.maxDelayMs
}

async function areChangesWaiting(db: Database): Promise<boolean> {
  const { rows } = await sql<{ areWaiting: boolean }>`SELECT EXISTS (SELECT FROM live_changes) AS "areWaiting"`.execute(db)
  return rows[0]?.areWaiting ?? false
}

function countBatches(db: Database, judge: JudgeUsage, batches: readonly UsageBatch[]): Promise<StepResult> {
  return db.transaction().execute(async (trx) => {
    if (!(await tryLockStep(trx, 'count'))) return 'busy'
    await countClaimed(trx, judge, batches)
    return 'done'
  })
}

async function countClaimed(trx: DatabaseTransaction, judge: JudgeUsage, batches: readonly UsageBatch[]): Promise<void> {
  const claimed = await claimBatches(trx, batches)
  await countMessages(
    trx,
    claimed.flatMap(({ messages, receivedAt }): ReceivedMessage[] => messages.map((message) => ({ message, receivedAt }))),
    judge,
  )
}

/** Counts and applies all that waits, in a transaction in which counting is locked. */
export async function countWaiting(trx: DatabaseTransaction): Promise<void> {
  const judge = createUsageJudge(ALARM_WARNING_PERCENT)
  const reader = new BatchReader(trx)
  for (let batches = await reader.next(); batches.length > 0; batches = await reader.next())
    await countClaimed(trx, judge, batches)
  while (await applyWaitingChanges(trx, new Date()));
}

/**
 * A batch that cannot be counted is split into single messages; a message that cannot be counted stays with its problem
 * for an administrator.
 */
async function quarantine(db: Database, { batchId, messages, receivedAt }: UsageBatch, error: Error): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (messages.length === 1) {
      await sql`UPDATE usage_batches SET problem = ${error.message} WHERE batch_id = ${batchId}`.execute(trx)
      return
    }
    const { rows } = await sql`DELETE FROM usage_batches WHERE batch_id = ${batchId} RETURNING 1`.execute(trx)
    if (rows.length === 0) return
    for (const message of messages) await storeUsageMessages(trx, [message], receivedAt)
  })
}
