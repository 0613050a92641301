import { parentPort, workerData } from 'node:worker_threads'
import { createUsageJudge } from '../alarm-engine/judge-usage.ts'
import { createBackgroundPool } from '../db/background-pool.ts'
import { createDatabase } from '../db/database.ts'
import type { CounterCommand, CounterFailure, CounterSettings } from './start-counter-thread.ts'
import { startUsageCounter } from './usage-counter.ts'

/** One for the transaction, one for reading ahead. */
const CONNECTIONS = 2

const report = (message: CounterFailure): void => parentPort?.postMessage(message)
const { connectionString, warningPercent } = workerData as CounterSettings
const pool = createBackgroundPool({ connectionString, max: CONNECTIONS })
const counter = startUsageCounter({
  db: createDatabase(pool),
  judge: createUsageJudge(warningPercent),
  log: {
    error: (about: { readonly err?: unknown }, text?: string) => {
      const { err } = about
      report({ text: text ?? '', stack: err instanceof Error ? (err.stack ?? err.message) : String(err) })
    },
  },
})
parentPort?.on('message', (command: CounterCommand) => {
  if (command === 'nudge') counter.notify()
  else void stop()
})

async function stop(): Promise<void> {
  await counter.stop()
  await pool.end()
  parentPort?.close()
}
