import { sql } from 'kysely'
import type { tryAlarm as tryCall } from '#contract/alarms/alarms.calls.ts'
import type { CallData, CallInput } from '#contract/call.ts'
import { ALARM_TRIAL_CYCLES, limitBytes } from '#domain/alarms.ts'
import { type BillingCycle, billingCycleAt } from '#domain/billing-cycle.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Ctx } from '#server/context.ts'
import { cachedFor } from '#server/records/cached-for.ts'
import { type AlarmCompany, requireAlarm, requireAlarmCompany, simsInGroup } from './alarms.queries.ts'
import { requireAlarmGroup } from './save-alarm.commands.ts'
import { type CoveredSims, simsShownOver, usedInCycles } from './used-in-cycles.ts'

type Trial = CallData<typeof tryCall>

/** Users try several limits in a row, and past cycles hardly change. */
const CACHE_MS = 600_000

/** What an alarm would have done in the last cycles, and would do now. */
export async function tryAlarm(
  ctx: Ctx,
  { alarmId, company, plan, group = '', limit }: CallInput<typeof tryCall>['body'],
): Promise<Trial> {
  const owner = await requireAlarmCompany(ctx, company)
  const alarm = alarmId === undefined ? undefined : await requireAlarm(ctx, ctx.db, alarmId)
  const groupId = await requireAlarmGroup(ctx.db, { companyId: company, group, cutsData: false })
  const covered = { companyId: company, planCode: plan, groupId }
  const cycles = pastCycles(owner)
  const used = await usedBefore(ctx, covered, cycles)
  const bytes = limitBytes(limit)
  const { cycleStart } = owner
  const overNow = new Set(await simsShownOver(ctx.db, covered, { cycleStart, bytes }))
  const notified = await notifiedSims(ctx, owner, alarm?.alarmId)
  return {
    cycles: cycles.map((cycle, index) => ({ ...cycle, sims: used.filter((sim) => (sim[index] ?? 0) >= bytes).length })),
    sims: used.filter((sim) => sim.some((one) => one >= bytes)).length,
    watchedSims: await countCovered(ctx, covered),
    now: {
      start: cycleStart,
      overSims: overNow.size,
      firesNow: [...overNow].filter((iccid) => !notified.has(iccid)).length,
      restores: [...notified].filter(([iccid, isCut]) => isCut && !overNow.has(iccid)).length,
    },
  }
}

/** The cycles before the running one, the last one first. */
function pastCycles({ anchorDay, timeZone, cycleStart }: AlarmCompany): BillingCycle[] {
  const cycles: BillingCycle[] = []
  while (cycles.length < ALARM_TRIAL_CYCLES) {
    const next = cycles.at(-1)?.start ?? cycleStart
    // two days before a cycle's start are in the previous one, in every time zone
    cycles.push(billingCycleAt(new Date(Date.parse(next) - 2 * DAY_MS), anchorDay, timeZone))
  }
  return cycles
}

function usedBefore(ctx: Ctx, covered: CoveredSims, cycles: readonly BillingCycle[]) {
  const { companyId, planCode, groupId } = covered
  const key = `alarm trial ${companyId} ${cycles[0]?.start} ${groupId ?? ''} ${planCode}`
  return cachedFor(ctx, { key, maxAgeMs: CACHE_MS }, () => usedInCycles(ctx.db, covered, cycles))
}

/** SIMs at their limit by a notice of this cycle; true: with data cut. */
async function notifiedSims(ctx: Ctx, { companyId, cycleStart }: AlarmCompany, alarmId: number | undefined) {
  if (alarmId === undefined) return new Map<string, boolean>()
  const { rows } = await sql<{ iccid: string; isCut: boolean }>`
    SELECT iccid, bool_or(action IN ('ordered', 'cut')) AS "isCut" FROM alarm_notices
    WHERE company_id = ${companyId} AND alarm_id = ${alarmId} AND cycle_start = ${cycleStart} AND kind = 'limit' AND rearmed_at IS NULL
    GROUP BY iccid`.execute(ctx.db)
  return new Map(rows.map(({ iccid, isCut }) => [iccid, isCut]))
}

async function countCovered({ db }: Ctx, { companyId, planCode, groupId }: CoveredSims): Promise<number> {
  const plan = planCode === '' ? null : planCode
  const counted =
    groupId === null
      ? sql`SELECT coalesce(sum(sims), 0) FROM sim_tallies
          WHERE company_id = ${companyId} AND administrative_status NOT IN (6, 7) AND (${plan}::text IS NULL OR plan_code = ${plan})`
      : simsInGroup(sql`${companyId}::int`, sql`${groupId}::int`, sql`${plan}::text`)
  const { rows } = await sql<{ sims: number }>`SELECT (${counted})::int AS sims`.execute(db)
  return rows[0]?.sims ?? 0
}
