import { sql } from 'kysely'
import type { DashboardData } from '#contract/dashboard/dashboard.calls.ts'
import { sumByKey } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import type { Tally } from '#server/records/tallies.queries.ts'

const STATUS_ICONS = ['closed', 'ok', 'warning'] as const

/** When a network of an origin last answered or failed, to the minute; its status may be older. */
const lastCall = sql<Date | null>`(
  SELECT max(last.minute) FROM (SELECT DISTINCT network_id FROM network_routes r WHERE r.origin_id = origins.origin_id) r
  CROSS JOIN LATERAL (
    SELECT minute FROM network_minutes m WHERE m.network_id = r.network_id ORDER BY minute DESC LIMIT 1
  ) last
)`

/** All operators with their status. */
export const listOrigins = ({ db }: Ctx) =>
  db
    .selectFrom('origins')
    .select(['origin_id as originId', 'operator_name as operatorName', 'operator_status as status'])
    .select(['operator_failure_percent as failurePercent', 'operator_status_since as since'])
    .select(['operator_status_text as statusText', lastCall.as('checkedAt')])
    .orderBy('origin_id')
    .execute()

export type Origin = Awaited<ReturnType<typeof listOrigins>>[number]

/** SIMs by origin. */
export const simsByOrigin = (tallies: readonly Tally[]): Map<number, number> =>
  sumByKey(tallies.map(({ originId, sims }) => [originId, sims]))

/** SIMs by operator, the most first. */
export function operatorSims(tallies: readonly Tally[], origins: readonly Origin[]): DashboardData['operatorSims'] {
  const sums = simsByOrigin(tallies)
  const used = origins
    .filter(({ originId }) => sums.has(originId))
    .sort((a, b) => (sums.get(b.originId) ?? 0) - (sums.get(a.originId) ?? 0))
  return {
    series: used.map(({ originId }) => sums.get(originId) ?? 0),
    labels: used.map(({ operatorName }) => operatorName),
    providerIds: used.map(({ originId }) => originId),
  }
}

/** Place in the list by status: closed, intermittent, operational. */
const WORST_FIRST = [0, 2, 1]

/** The operators of the reader's SIMs, those that fail first; all of them for an empty fleet. */
export function operatorStatus(tallies: readonly Tally[], origins: readonly Origin[]): DashboardData['operatorStatus'] {
  const sums = simsByOrigin(tallies)
  return origins
    .filter(({ originId }) => sums.size === 0 || sums.has(originId))
    .sort((a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status))
    .map(({ originId, operatorName, status, failurePercent, since, statusText, checkedAt }) => ({
      statusName: operatorName,
      originId,
      statusStatus: status,
      statusIcon: STATUS_ICONS[status] ?? 'warning',
      failurePercent,
      since: since.toISOString(),
      checkedAt: checkedAt?.toISOString() ?? null,
      statusText,
    }))
}
