import { parentPort, workerData } from 'node:worker_threads'
import { createDatabase } from '#server/db/database.ts'
import { createPool } from '#server/db/pool.ts'
import { UnreadableFile } from '#server/files/unreadable-file.ts'
import { applyImport, ImportRejected } from './apply-import.ts'
import { checkImport, type ImportServices } from './check-import.ts'
import type { ImportTask, TaskAnswer } from './import-task.ts'
import { openInventory } from './open-inventory.ts'

/** Two COPY, the lock, the transaction, the progress. */
const CONNECTIONS = 5

async function withServices(
  connectionString: string,
  now: Date,
  work: (services: ImportServices) => Promise<unknown>,
): Promise<void> {
  const pool = createPool({ connectionString, max: CONNECTIONS, applicationName: 'enlace-import' })
  try {
    await work({ pool, db: createDatabase(pool), clock: () => now })
  } finally {
    await pool.end()
  }
}

async function run(task: ImportTask): Promise<TaskAnswer> {
  if (task.kind === 'open') {
    const { format, columns, mapping } = await openInventory(task.path)
    return { opened: { format, columns, mapping } }
  }
  await withServices(task.connectionString, task.now, async (services) => {
    if (task.kind === 'apply') return applyImport(services, task.importId, task)
    const { source } = await openInventory(task.path)
    return checkImport(services, task.importId, source, task)
  })
  return { done: true }
}

async function answer(): Promise<TaskAnswer> {
  try {
    return await run(workerData as ImportTask)
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.reason, line: error.line }
    // lines that became bad meanwhile are an outcome, stored in the import's row
    if (error instanceof ImportRejected) return { done: true }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.postMessage(await answer())
