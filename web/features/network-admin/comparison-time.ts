import type { ComparisonData } from '#contract/network-admin/comparisons.calls.ts'
import { DAY_MS } from '#domain/time.ts'
import type { NetworkData } from './networks.api.ts'

type Compared = Pick<ComparisonData, 'startedAt' | 'finishedAt' | 'compared'>
type Paced = Pick<NetworkData, 'sims' | 'requestsPerSecond'>

/**
 * How long a comparison of all SIMs takes, in seconds: as the last one did for each SIM, else as the network allows that is slowest
 * for its SIMs, since all are asked at the same time. 0 where neither is known.
 */
export function comparisonSeconds(networks: readonly Paced[], comparisons: readonly Compared[] = []): number {
  const last = comparisons.find(({ finishedAt, compared }) => finishedAt !== null && compared > 0)
  if (last?.finishedAt) {
    const sims = networks.reduce((sum, network) => sum + network.sims, 0)
    return ((Date.parse(last.finishedAt) - Date.parse(last.startedAt)) / 1000 / last.compared) * sims
  }
  return Math.max(0, ...networks.map(({ sims, requestsPerSecond }) => (requestsPerSecond ? sims / requestsPerSecond : 0)))
}

/** Whether more than a day lies between a comparison and a moment, in ms: it says little about that day. */
export const isDayFrom = ({ startedAt }: Pick<ComparisonData, 'startedAt'>, moment: number): boolean =>
  Math.abs(moment - Date.parse(startedAt)) >= DAY_MS
