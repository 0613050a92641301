import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/billing-cycle.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import { isInGroup } from '#server/records/in-group.ts'

/** The SIMs of a company, a plan and a group. */
export interface CoveredSims {
  readonly companyId: number
  /** '': every plan */
  readonly planCode: string
  /** those in groups inside it included; null: of any group, or none */
  readonly groupId: number | null
}

/** Of rows that have a SIM's company_id, iccid and plan_code, as `s`. */
const isCovered = ({ planCode, groupId }: CoveredSims): RawBuilder<boolean> => sql<boolean>`
  ${planCode === '' ? sql`true` : sql`s.plan_code = ${planCode}`}
  AND ${groupId === null ? sql`true` : isInGroup({ companyId: sql`s.company_id`, iccid: sql`s.iccid` }, sql`${groupId}::int`)}`

interface Bound {
  readonly cycleStart: Day
  readonly bytes: number
}

/**
 * SIMs whose live rows show at least this usage in the running cycle, straight from an index: for previews. Live rows may lag
 * behind the sums for a moment.
 */
export async function simsShownOver(
  db: Database | DatabaseTransaction,
  covered: CoveredSims,
  { cycleStart, bytes }: Bound,
): Promise<string[]> {
  const { rows } = await sql<{ iccid: string }>`
    SELECT s.iccid FROM sim_live s WHERE s.company_id = ${covered.companyId} AND s.cycle_data_bytes >= ${bytes} AND s.cycle_start = ${cycleStart}
      AND ${isCovered(covered)}`.execute(db)
  return rows.map(({ iccid }) => iccid)
}

/** SIMs with at least this usage since a cycle began, by the sums; SIMs as they are today. */
export async function simsOver(
  db: Database | DatabaseTransaction,
  covered: CoveredSims,
  { cycleStart, bytes }: Bound,
): Promise<{ iccid: string; usedBytes: number }[]> {
  const { rows } = await sql<{ iccid: string; usedBytes: number }>`
    SELECT u.iccid, u.used AS "usedBytes" FROM (
      SELECT iccid, sum(data_bytes)::float8 AS used FROM usage_days WHERE company_id = ${covered.companyId} AND day >= ${cycleStart}
      GROUP BY iccid HAVING sum(data_bytes) >= ${bytes}
    ) u
    JOIN sims s ON s.company_id = ${covered.companyId} AND s.iccid = u.iccid AND ${isCovered(covered)}
    ORDER BY u.iccid`.execute(db)
  return rows
}

/** Usage per SIM and cycle, bytes; SIMs below a megabyte (the lowest limit) in all cycles are left out. */
export async function usedInCycles(
  db: Database,
  covered: CoveredSims,
  cycles: readonly { readonly start: Day; readonly end: Day }[],
): Promise<(readonly number[])[]> {
  const sums = cycles.map(
    ({ start, end }) => sql`coalesce(sum(u.data_bytes) FILTER (WHERE u.day >= ${start} AND u.day < ${end}), 0)::float8`,
  )
  const days = cycles.flatMap(({ start, end }) => [start, end]).sort()
  const { rows } = await sql<{ used: number[] }>`
    SELECT ARRAY[${sql.join(sums)}] AS used
    FROM usage_days u JOIN sims s ON s.company_id = u.company_id AND s.iccid = u.iccid AND ${isCovered(covered)}
    WHERE u.company_id = ${covered.companyId} AND u.day >= ${days.at(0)} AND u.day < ${days.at(-1)}
    GROUP BY u.iccid HAVING sum(u.data_bytes) >= 1048576`.execute(db)
  return rows.map(({ used }) => used)
}
