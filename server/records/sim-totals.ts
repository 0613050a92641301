import { ADMINISTRATIVE_STATUS, GPRS_STATUS } from '#domain/sim-status.ts'
import type { Tally } from './tallies.queries.ts'

export interface SimTotals {
  readonly totalSims: number
  readonly totalActive: number
  readonly totalNotUsed: number
  readonly totalConnected: number
  readonly totalDisconnected: number
}

/** Active = status 2, not used = status 1, connected = active with an open data session, disconnected = the other active ones. */
export function simTotals(tallies: readonly Tally[]): SimTotals {
  const count = (matches: (tally: Tally) => boolean): number =>
    tallies.reduce((sum, tally) => (matches(tally) ? sum + tally.sims : sum), 0)
  const isActive = (tally: Tally): boolean => tally.administrativeStatus === ADMINISTRATIVE_STATUS.active
  const totalActive = count(isActive)
  const totalConnected = count((tally) => isActive(tally) && tally.gprsStatus === GPRS_STATUS.activated)
  return {
    totalSims: count(() => true),
    totalActive,
    totalNotUsed: count((tally) => tally.administrativeStatus === ADMINISTRATIVE_STATUS.readyToUse),
    totalConnected,
    totalDisconnected: totalActive - totalConnected,
  }
}
