import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'

/** What of a SIM decides whether it was hibernated for the season. */
interface SeasonSim {
  readonly companyId: number
  readonly index: number
  readonly status: number
}

/** The hibernation of a part of a fleet by one operation. */
export const OFF_SEASON = {
  reason: 'Temporada baja',
  startedDaysAgo: 21.3,
  /** the network confirms two hours later */
  endedDaysAgo: 21.3 - 2 / 24,
  isHibernated: ({ companyId, index, status }: SeasonSim): boolean =>
    companyId === 4 && status === ADMINISTRATIVE_STATUS.hibernated && index % 2 === 1,
} as const
