import pino from 'pino'
import { startWork } from '#server/start/start-work.ts'
import type { Portal } from './portal.ts'

/** Has a portal do all that a working server does without being asked, until the returned function is called. */
export const startPortalWork = ({ services }: Portal): Promise<() => Promise<void>> =>
  startWork({ ...services, backgroundPool: services.pool }, pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }))
