import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { ALARM_WARNING_PERCENT } from '#domain/alarms.ts'
import { createJudge, type JudgeUsage } from '../alarms/judge-usage.ts'
import type { Database, DatabaseTransaction } from '../db/database.ts'
import { countMessages, type Received } from './count-messages.ts'
import { keepMessages } from './intake.ts'
import { mayDo } from './locks.ts'
import { showChanges } from './show-changes.ts'
import type { UsageMessage } from './usage-record.ts'

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
type Work = Required<Options>

const workOf = ({ judge = createJudge(ALARM_WARNING_PERCENT), ...options }: Options): Work => ({ ...options, judge })

/** Batches that are counted in one transaction; each holds some hundred messages when it matters. */
const BATCHES = 16
/** How often one looks when nobody says that something came: another process may have kept it. */
const IDLE_MS = 200
const AFTER_FAILURE_MS = 1_000
/** While more comes than can be shown, counting goes first: one step of showing after so many of counting. */
const COUNTS_FOR_A_SHOW = 4

/** Counts what was kept and shows it, until it is ended. Several processes may; one at a time does each. */
export function startUsageCounter(options: Options): UsageCounter {
  const given = workOf(options)
  const { log } = given
  let isEnding = false
  let wake: (() => void) | undefined
  let isNudged = false
  const rest = async (ms: number): Promise<void> => {
    if (isNudged || isEnding) return
    const waiting = new AbortController()
    wake = () => waiting.abort()
    await sleep(ms, undefined, { signal: waiting.signal }).catch(() => undefined)
    wake = undefined
  }
  const work = async (): Promise<void> => {
    while (!isEnding) {
      isNudged = false
      try {
        if (!(await workOff(given))) await rest(IDLE_MS)
      } catch (error) {
        log.error({ err: error }, 'usage could not be counted; it waits')
        await rest(AFTER_FAILURE_MS)
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

/** Some steps of counting and one of showing. @returns whether there was anything to do */
async function workOff(work: Work): Promise<boolean> {
  let didCount = false
  for (let steps = 0; steps < COUNTS_FOR_A_SHOW && (await countStep(work)); steps++) didCount = true
  return (await showStep(work.db)) || didCount
}

/** Counts and shows all that waits: for tests, and for whoever needs it now. */
export async function countAll(options: Options): Promise<void> {
  const work = workOf(options)
  while (await workOff(work));
}

interface Batch {
  readonly batchId: number
  readonly receivedAt: Date
  readonly messages: UsageMessage[]
}

async function takeBatches(trx: DatabaseTransaction, limit: number): Promise<Batch[]> {
  const { rows } = await sql<Omit<Batch, 'messages'> & { messages: string }>`
    DELETE FROM usage_batches WHERE batch_id IN (
      SELECT batch_id FROM usage_batches WHERE problem = '' ORDER BY batch_id LIMIT ${sql.lit(limit)}
    ) RETURNING batch_id AS "batchId", received_at AS "receivedAt", messages`.execute(trx)
  return rows
    .map((row) => ({ ...row, messages: JSON.parse(row.messages) as UsageMessage[] }))
    .sort((a, b) => a.batchId - b.batchId)
}

async function countStep({ db, log, judge }: Work): Promise<boolean> {
  let tried: Batch[] = []
  const count = (limit: number): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      if (!(await mayDo(trx, 'count'))) return false
      tried = await takeBatches(trx, limit)
      if (tried.length === 0) return false
      await countMessages(
        trx,
        tried.flatMap(({ messages, receivedAt }): Received[] => messages.map((message) => ({ message, receivedAt }))),
        judge,
      )
      return true
    })
  try {
    return await count(BATCHES)
  } catch (error) {
    if (!isUnfit(error)) throw error
    try {
      return await count(1)
    } catch (again) {
      if (!isUnfit(again) || !tried[0]) throw again
      log.error({ err: again, batch: tried[0].batchId }, 'a message of usage cannot be counted; those beside it are')
      await setApart(db, tried[0], again)
      return true
    }
  }
}

/** Data that a row cannot hold (SQLSTATE classes 21 to 23): it will not do so next time either. */
const isUnfit = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^2[1-3]/.test(String(error.code))

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

function showStep(db: Database): Promise<boolean> {
  return db.transaction().execute(async (trx) => (await mayDo(trx, 'show')) && (await showChanges(trx)))
}
