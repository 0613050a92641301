import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { createBackgroundPool } from '#server/db/background-pool.ts'
import { createDatabase } from '#server/db/database.ts'
import type { AdviceTask } from './advice-task.ts'
import { computeAdvice } from './compute-advice.ts'

/** One at a time reads, and one writes. */
const CONNECTIONS = 2

/** Requests come first: the thread gets the processor when the one that answers them does not want it. */
function lowerOwnPriority(): void {
  if (process.platform !== 'linux') return
  const [, thread] = /task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
  if (thread !== undefined) setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL)
}

const { connectionString, key, now } = workerData as AdviceTask
lowerOwnPriority()
const pool = createBackgroundPool({ connectionString, max: CONNECTIONS })
let reported = 0
await computeAdvice({ pool, db: createDatabase(pool) }, key, now, (percent) => {
  const whole = Math.floor(percent)
  if (whole > reported) parentPort?.postMessage(whole)
  reported = Math.max(reported, whole)
})
await pool.end()
