import type { Logger } from 'pino'
import type { Services } from '../context.ts'
import { startOperationsWorker } from '../features/operations/operations-worker.ts'
import { startMaintenance } from '../maintenance/maintenance.ts'

/** All that a process does without being asked: operations, and what has to be done from time to time. Ends with the returned function. */
export async function startWork(services: Services, log: Logger): Promise<() => Promise<void>> {
  const endMaintenance = startMaintenance(services.db, log)
  const endOperations = await startOperationsWorker(services, log)
  return async () => {
    await endOperations()
    await endMaintenance()
  }
}
