import pino from 'pino'
import { startWork } from '#server/start/start-work.ts'
import type { Portal } from './portal.ts'

/** Has a portal do all that a working server does without being asked, until the returned function is called. */
export const startPortalWork = ({ services }: Portal): Promise<() => Promise<void>> =>
  startWork({ ...services, backgroundPool: services.pool }, pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }))

/** The same on a clock that runs, so that what waits for a moment comes to it. */
export async function startLiveWork(portal: Portal): Promise<() => Promise<void>> {
  const endWork = await startPortalWork(portal)
  const timer = setInterval(() => {
    portal.clock.now = new Date()
  }, 50)
  return async () => {
    await endWork()
    clearInterval(timer)
  }
}
