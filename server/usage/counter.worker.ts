import { parentPort, workerData } from 'node:worker_threads'
import { createJudge } from '../alarm-engine/judge-usage.ts'
import { createBackgroundPool } from '../db/background-pool.ts'
import { createDatabase } from '../db/database.ts'
import type { CounterMessage, CounterOrder, CounterSettings } from './counter-thread.ts'
import { startUsageCounter } from './usage-counter.ts'

/** One for the transaction, one for what comes between. */
const CONNECTIONS = 2

const tell = (message: CounterMessage): void => parentPort?.postMessage(message)
const { connectionString, warningPercent } = workerData as CounterSettings
const pool = createBackgroundPool({ connectionString, max: CONNECTIONS })
const counter = startUsageCounter({
  db: createDatabase(pool),
  judge: createJudge(warningPercent),
  log: {
    error: (about: { readonly err?: unknown }, text?: string) => {
      const { err } = about
      tell({ text: text ?? '', stack: err instanceof Error ? (err.stack ?? err.message) : String(err) })
    },
  },
})
parentPort?.on('message', (order: CounterOrder) => {
  if (order === 'nudge') counter.nudge()
  else void end()
})

async function end(): Promise<void> {
  await counter.end()
  await pool.end()
  parentPort?.close()
}
