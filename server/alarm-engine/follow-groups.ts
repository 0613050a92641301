import { sql } from 'kysely'
import { billingCycleAt } from '#domain/billing-cycle.ts'
import { groupKey, isKeyWithin, pathAbove, pathsTo } from '#domain/groups.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import type { ChangedGroup } from '../records/change-groups.ts'
import { notifyAlarmsChanged } from './active-alarms.ts'
import { reviseNotices } from './revise-notices.ts'

type PathChange = Pick<ChangedGroup, 'companyId' | 'from' | 'to'>

interface GroupAlarm {
  readonly companyId: number
  readonly alarmId: number
  readonly groupKey: string
  readonly timeZone: string
  readonly anchorDay: number
}

/**
 * Applies the alarms of groups to SIMs that moved, in the transaction that moved them. An alarm of a group that a SIM left no longer holds
 * it, and data that it cut is restored. Alarms of groups that SIMs joined are evaluated again, a moment later.
 */
export async function followGroups(
  trx: DatabaseTransaction,
  changed: readonly ChangedGroup[],
  { now, warningPercent }: { readonly now: Date; readonly warningPercent: number },
): Promise<void> {
  const alarms = await alarmsAround(trx, changed)
  for (const alarm of alarms) {
    const { companyId, alarmId } = alarm
    const own = changed.filter((sim) => sim.companyId === companyId)
    const watches = (path: string) => path !== '' && isKeyWithin(groupKey(path), alarm.groupKey)
    const left = own.filter(({ from, to }) => watches(from) && !watches(to)).map(({ iccid }) => iccid)
    const { start: cycleStart } = billingCycleAt(now, alarm.anchorDay, alarm.timeZone)
    if (left.length > 0) await reviseNotices(trx, { companyId, alarmId, cycleStart }, { now, warningPercent, iccids: left })
    if (own.some(({ from, to }) => watches(to) && !watches(from))) await evaluateAgain(trx, alarm)
  }
}

/** The same for all SIMs of a group that was renamed or moved in the tree, because the groups around it have changed. */
export async function followMovedGroup(
  trx: DatabaseTransaction,
  { companyId, from, to }: { readonly companyId: number; readonly from: string; readonly to: string },
  { now, warningPercent }: { readonly now: Date; readonly warningPercent: number },
): Promise<void> {
  // processes cache alarms with the keys of their groups
  await notifyAlarmsChanged(trx)
  const [before, after] = [pathAbove(from) ?? '', pathAbove(to) ?? '']
  if (groupKey(before) === groupKey(after)) return
  for (const alarm of await alarmsAround(trx, [{ companyId, from: before, to: after }])) {
    const { start: cycleStart } = billingCycleAt(now, alarm.anchorDay, alarm.timeZone)
    if (after !== '' && isKeyWithin(groupKey(after), alarm.groupKey)) await evaluateAgain(trx, alarm)
    else await reviseNotices(trx, { companyId, alarmId: alarm.alarmId, cycleStart }, { now, warningPercent })
  }
}

/** Marks an active alarm for evaluation by the usage so far, as saving it does. */
async function evaluateAgain(trx: DatabaseTransaction, { companyId, alarmId }: GroupAlarm): Promise<void> {
  await trx
    .updateTable('alarms')
    .set({ is_judged: false })
    .where('company_id', '=', companyId)
    .where('alarm_id', '=', alarmId)
    .execute()
}

/** The alarms of the groups that SIMs left or joined, and of the groups around them, always in the same order. */
async function alarmsAround(trx: DatabaseTransaction, changed: readonly PathChange[]): Promise<GroupAlarm[]> {
  const keys = new Map<string, { companyId: number; key: string }>()
  for (const { companyId, path } of distinctPaths(changed))
    for (const around of pathsTo(path)) keys.set(`${companyId} ${groupKey(around)}`, { companyId, key: groupKey(around) })
  if (keys.size === 0) return []
  const groups = [...keys.values()]
  const { rows } = await sql<GroupAlarm>`
    SELECT a.company_id AS "companyId", a.alarm_id AS "alarmId", t.key AS "groupKey", c.time_zone AS "timeZone", c.cycle_anchor_day AS "anchorDay"
    FROM unnest(${groups.map(({ companyId }) => companyId)}::int[], ${groups.map(({ key }) => key)}::text[]) AS w(company_id, key)
    JOIN tags t ON t.company_id = w.company_id AND t.key = w.key COLLATE "C"
    JOIN alarms a ON a.company_id = t.company_id AND a.group_id = t.tag_id
    JOIN companies c ON c.company_id = a.company_id
    WHERE a.is_active ORDER BY a.alarm_id`.execute(trx)
  return rows
}

function distinctPaths(changed: readonly PathChange[]): { companyId: number; path: string }[] {
  const paths = changed.flatMap(({ companyId, from, to }) => [from, to].map((path) => ({ companyId, path })))
  const distinct = new Map(paths.filter(({ path }) => path !== '').map((one) => [`${one.companyId} ${one.path}`, one]))
  return [...distinct.values()]
}
