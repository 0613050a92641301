import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { ALARM_WARNING_PERCENT } from '#domain/alarms.ts'
import { createJudge, type JudgeUsage } from '../alarm-engine/judge-usage.ts'
import type { Database } from '../db/database.ts'
import { isUnfitData } from '../db/errors.ts'
import { mayDo } from '../records/counting-locks.ts'
import { countMessages, type Received } from './count-messages.ts'
import { keepMessages } from './intake.ts'
import { showChanges } from './show-changes.ts'
import { type Batch, takeAway, WaitingBatches } from './waiting-batches.ts'

export interface UsageCounter {
  /** something was kept: it need not wait for the next look */
  readonly nudge: () => void
  /** ends when what is under way is written; what waits then is counted by whoever comes next */
  readonly end: () => Promise<void>
}

interface Options {
  readonly db: Database
  readonly log: Pick<Logger, 'error'>
  /** what says what alarms have to say; without it, one that warns at the usual percent */
  readonly judge?: JudgeUsage
}

/** How often one looks when nobody says that something came: another process may have kept it, and have ended since. */
const IDLE_MS = 1_000
const AFTER_FAILURE_MS = 1_000
/**
 * Before the next step while little comes: a step takes some milliseconds, whether it counts one message or some hundred. When
 * another process is at it, it may not have seen what came last.
 */
const PAUSES = { nothing: 10, something: 40, busy: 100 } as const
/** While more comes than can be shown, counting goes first: something is shown in one tenth of the time all the same. */
const COUNTING_FOR_SHOWING = 9

/**
 * Messages a second from which on answers go before sums: a gateway repeats what it has no answer for, and a sum may wait. While
 * they come, counting rests for as long as it worked, until the oldest has waited for so long.
 */
const FLOOD = { aSecond: 10_000, waitsMs: 15_000 } as const

/** Counts what was kept and shows it, until it is ended. Several processes may; one at a time does each. */
export function startUsageCounter(options: Options): UsageCounter {
  let isEnding = false
  let wake: (() => void) | undefined
  let isNudged = false
  const rest = async (ms: number): Promise<void> => {
    const waiting = new AbortController()
    wake = () => waiting.abort()
    await sleep(ms, undefined, { signal: waiting.signal }).catch(() => undefined)
    wake = undefined
  }
  const work = async (): Promise<void> => {
    const worker = new CounterWork(options)
    while (!isEnding) {
      isNudged = false
      try {
        const begin = performance.now()
        const found = await worker.step()
        if (found === 'nothing' && !isNudged && !isEnding) await rest(IDLE_MS)
        else if (found === 'flood' && isNudged) await sleep(performance.now() - begin)
        else if (found !== 'flood' && found !== 'more') await sleep(PAUSES[found])
      } catch (error) {
        options.log.error({ err: error }, 'usage could not be counted; it waits')
        await sleep(AFTER_FAILURE_MS)
      }
    }
  }
  const working = work()
  return {
    nudge: () => {
      isNudged = true
      wake?.()
    },
    end: async () => {
      isEnding = true
      wake?.()
      await working
    },
  }
}

/** Counts and shows all that waits: for tests, and for whoever needs it now. */
export async function countAll(options: Options): Promise<void> {
  const worker = new CounterWork(options)
  for (let found: Found = 'more'; found !== 'nothing' && found !== 'busy'; ) found = await worker.step()
}

/** What a step found: something, with more or a flood behind it; something; nothing at all; or something that another process is at. */
type Found = 'flood' | 'more' | 'something' | 'nothing' | 'busy'

class CounterWork {
  readonly #db: Database
  readonly #log: Options['log']
  readonly #judge: JudgeUsage
  readonly #waiting: WaitingBatches
  #showsAgainAt = 0

  constructor({ db, log, judge = createJudge(ALARM_WARNING_PERCENT) }: Options) {
    this.#db = db
    this.#log = log
    this.#judge = judge
    this.#waiting = new WaitingBatches(db)
  }

  /** Counts the oldest messages, and shows something unless many more wait to be counted. */
  async step(): Promise<Found> {
    const batches = await this.#waiting.next()
    const isMore = this.#waiting.readOn(batches)
    const counted = batches.length > 0 ? await this.#count(batches) : 'nothing'
    const ahead = isFlood(batches, Date.now()) ? 'flood' : 'more'
    if (isMore && counted === 'something' && performance.now() < this.#showsAgainAt) return ahead
    const begin = performance.now()
    const shown = await this.#show()
    this.#showsAgainAt = performance.now() + COUNTING_FOR_SHOWING * (performance.now() - begin)
    if (isMore && counted === 'something') return ahead
    return counted === 'something' || shown === 'nothing' ? counted : shown
  }

  async #count(batches: readonly Batch[]): Promise<Found> {
    let found: Found = 'nothing'
    try {
      found = await countBatches(this.#db, this.#judge, batches)
      return found
    } catch (error) {
      if (!isUnfitData(error)) throw error
      return await this.#countSome(batches, error)
    } finally {
      // what was not counted comes first again
      if (found !== 'something') this.#waiting.forget()
    }
  }

  /** Something in some batches cannot be counted: the first half of them is, or else the only one is set apart. */
  async #countSome(batches: readonly Batch[], error: Error): Promise<Found> {
    if (batches.length > 1) return this.#count(batches.slice(0, Math.floor(batches.length / 2)))
    const [first] = batches
    if (!first) throw error
    this.#log.error({ err: error, batch: first.batchId }, 'a message of usage cannot be counted; those beside it are')
    await setApart(this.#db, first, error)
    return 'something'
  }

  async #show(): Promise<Found> {
    if (!(await areChangesWaiting(this.#db))) return 'nothing'
    return this.#db.transaction().execute(async (trx) => {
      if (!(await mayDo(trx, 'show'))) return 'busy'
      return (await showChanges(trx)) ? 'something' : 'nothing'
    })
  }
}

/** Whether batches came so fast that what comes now wants an answer first. */
function isFlood(batches: readonly Batch[], nowMs: number): boolean {
  const first = batches[0]?.receivedAt.getTime() ?? 0
  const last = batches.at(-1)?.receivedAt.getTime() ?? 0
  const messages = batches.reduce((sum, batch) => sum + batch.messages.length, 0)
  return messages * 1000 > FLOOD.aSecond * (last - first) && nowMs - first < FLOOD.waitsMs
}

async function areChangesWaiting(db: Database): Promise<boolean> {
  const { rows } = await sql<{ areWaiting: boolean }>`SELECT EXISTS (SELECT FROM live_changes) AS "areWaiting"`.execute(db)
  return rows[0]?.areWaiting ?? false
}

function countBatches(db: Database, judge: JudgeUsage, batches: readonly Batch[]): Promise<Found> {
  return db.transaction().execute(async (trx) => {
    if (!(await mayDo(trx, 'count'))) return 'busy'
    const taken = await takeAway(trx, batches)
    await countMessages(
      trx,
      taken.flatMap(({ messages, receivedAt }): Received[] => messages.map((message) => ({ message, receivedAt }))),
      judge,
    )
    return 'something'
  })
}

/** A batch that cannot be counted is taken apart; a message that cannot be counted stays, for a person to look at. */
async function setApart(db: Database, { batchId, messages, receivedAt }: Batch, error: Error): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (messages.length === 1) {
      await sql`UPDATE usage_batches SET problem = ${error.message} WHERE batch_id = ${batchId}`.execute(trx)
      return
    }
    const { rows } = await sql`DELETE FROM usage_batches WHERE batch_id = ${batchId} RETURNING 1`.execute(trx)
    if (rows.length === 0) return
    for (const message of messages) await keepMessages(trx, [message], receivedAt)
  })
}
