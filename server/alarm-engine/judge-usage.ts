import { sql } from 'kysely'
import { appliesToGroup, noticeKindFor } from '#domain/alarms.ts'
import type { Day } from '#domain/billing-cycle.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { type SimKey, simKey } from '../records/sim-key.ts'
import { ActiveAlarms } from './active-alarms.ts'
import { type NewNotice, writeNotices } from './write-notices.ts'

/** Usage that was added to a SIM's sums. */
export interface UsageIncrease extends SimKey {
  readonly planCode: string
  /** first day of the cycle to which it was added */
  readonly cycleStart: Day
  readonly dataBytes: number
}

/**
 * Evaluates alarms for SIMs whose usage grew, in the transaction that wrote the sums: alarms see exactly what was
 * counted, and a rolled back count is judged again.
 * @param increases one per SIM and day
 * @param now when the usage arrived; usage of a cycle that had ended by then never fires
 */
export type JudgeUsage = (trx: DatabaseTransaction, increases: readonly UsageIncrease[], now: Date) => Promise<void>

/** Creates the evaluation by the alarms of the database, which are cached while unchanged. */
export function createUsageJudge(warningPercent: number): JudgeUsage {
  const alarms = new ActiveAlarms(warningPercent)
  return async (trx, increases, now) => {
    await alarms.refresh(trx, now.getTime())
    if (alarms.isEmpty) return
    const watched = filterWatchedSims(alarms, increases, now)
    if (watched.length === 0) return
    const used = await usedInCycle(trx, watched)
    const groups = await groupKeysOf(trx, alarms, watched)
    const notices = watched.flatMap((sim, index) =>
      noticesOf(alarms, sim, { usedBytes: used[index] ?? 0, groupKeys: groups.get(simKey(sim)) ?? [] }),
    )
    await writeNotices(trx, notices, { now, warningPercent })
  }
}

/** SIMs with an alarm, each once, and only with usage of the current cycle. */
function filterWatchedSims(alarms: ActiveAlarms, increases: readonly UsageIncrease[], now: Date): UsageIncrease[] {
  const cycles = new Map<number, Day | undefined>()
  const sims = new Map<string, UsageIncrease>()
  for (const one of increases) {
    const { companyId, planCode, iccid, cycleStart, dataBytes } = one
    if (dataBytes <= 0 || alarms.alarmsOf(companyId, planCode).length === 0) continue
    if (!cycles.has(companyId)) cycles.set(companyId, alarms.cycleStartOf(companyId, now))
    if (cycles.get(companyId) === cycleStart) sims.set(simKey({ companyId, iccid }), one)
  }
  return [...sims.values()]
}

/** The keys of the groups of those SIMs that have alarms of a group. */
async function groupKeysOf(
  trx: DatabaseTransaction,
  alarms: ActiveAlarms,
  sims: readonly UsageIncrease[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const asked = sims.filter(({ companyId, planCode }) =>
    alarms.alarmsOf(companyId, planCode).some(({ groupKey }) => groupKey !== ''),
  )
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ companyId: number; iccid: string; key: string }>`
    SELECT w.company_id AS "companyId", w.iccid, t.key
    FROM unnest(${asked.map(({ companyId }) => companyId)}::int[], ${asked.map(({ iccid }) => iccid)}::text[]) AS w(company_id, iccid)
    JOIN sim_tags g ON g.company_id = w.company_id AND g.iccid = w.iccid COLLATE "C" AND g.place <= 0
    JOIN tags t ON t.company_id = g.company_id AND t.tag_id = g.tag_id`.execute(trx)
  const keys = Map.groupBy(rows, simKey)
  return new Map([...keys].map(([sim, own]) => [sim, own.map(({ key }) => key)]))
}

/** Bytes used by each SIM in its cycle, in the given order. */
async function usedInCycle(trx: DatabaseTransaction, sims: readonly UsageIncrease[]): Promise<number[]> {
  const { rows } = await sql<{ used: number }>`
    SELECT (
      SELECT coalesce(sum(u.data_bytes), 0)::float8 FROM usage_days u
      WHERE u.company_id = w.company_id AND u.iccid = w.iccid COLLATE "C" AND u.day >= w.cycle_start
    ) AS used
    FROM unnest(${sims.map(({ companyId }) => companyId)}::int[], ${sims.map(({ iccid }) => iccid)}::text[],
      ${sims.map(({ cycleStart }) => cycleStart)}::date[]) WITH ORDINALITY AS w(company_id, iccid, cycle_start, n)
    ORDER BY w.n`.execute(trx)
  return rows.map(({ used }) => used)
}

function noticesOf(
  alarms: ActiveAlarms,
  { companyId, planCode, iccid, cycleStart }: UsageIncrease,
  { usedBytes, groupKeys }: { readonly usedBytes: number; readonly groupKeys: readonly string[] },
): NewNotice[] {
  const notices: NewNotice[] = []
  for (const alarm of alarms.alarmsOf(companyId, planCode)) {
    if (usedBytes < alarms.firstThresholdBytes(alarm)) break
    if (!appliesToGroup(alarm, groupKeys)) continue
    const kind = noticeKindFor(usedBytes, alarm.limitMb, alarms.warningPercent)
    if (kind) notices.push({ alarm, iccid, cycleStart, kind, usedBytes })
  }
  return notices
}
