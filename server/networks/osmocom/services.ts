import type { KindServices } from '../kind.ts'

/** The services of the process that this adapter uses. */
export type OsmocomServices = Pick<KindServices, 'pool' | 'askCells' | 'log' | 'clock'>
