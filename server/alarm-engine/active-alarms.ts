import { sql } from 'kysely'
import { appliesToPlan, warningBytes } from '#domain/alarms.ts'
import { billingCycleAt, type Day } from '#domain/billing-cycle.ts'
import type { DatabaseTransaction } from '../db/database.ts'

/** An active alarm. */
export interface ActiveAlarm {
  readonly companyId: number
  readonly alarmId: number
  /** '': all plans */
  readonly planCode: string
  /** the key of a group; '': every SIM of the company */
  readonly groupKey: string
  readonly limitMb: number
  readonly cutsData: boolean
}

interface CompanyAlarms {
  readonly timeZone: string
  readonly anchorDay: number
  readonly alarms: ActiveAlarm[]
  /** alarms by plan, lowest limit first; filled on demand */
  readonly byPlan: Map<string, readonly ActiveAlarm[]>
}

/** Maximum age of the cache: a change of a company's time zone does not change the version. */
const MAX_AGE_MS = 60_000

/** All active alarms by company, cached while their version stays the same. */
export class ActiveAlarms {
  readonly warningPercent: number
  #version = Number.NaN
  #readAtMs = 0
  #companies: ReadonlyMap<number, CompanyAlarms> = new Map()

  /** @param warningPercent of the limit, 0–99; 0: no warnings */
  constructor(warningPercent: number) {
    this.warningPercent = warningPercent
  }

  /** Reloads the alarms if any changed, as this transaction sees them. */
  async refresh(trx: DatabaseTransaction, nowMs: number): Promise<void> {
    const { rows } = await sql<{ version: number }>`SELECT version FROM alarm_version`.execute(trx)
    const version = rows[0]?.version ?? 0
    if (version === this.#version && Math.abs(nowMs - this.#readAtMs) < MAX_AGE_MS) return
    this.#companies = await readActiveAlarms(trx)
    this.#version = version
    this.#readAtMs = nowMs
  }

  get isEmpty(): boolean {
    return this.#companies.size === 0
  }

  /** The alarms of a company's SIMs of a plan, of all groups, lowest limit first. */
  alarmsOf(companyId: number, planCode: string): readonly ActiveAlarm[] {
    const company = this.#companies.get(companyId)
    if (!company) return []
    const known = company.byPlan.get(planCode)
    if (known) return known
    const found = company.alarms.filter((alarm) => appliesToPlan(alarm, planCode)).sort((a, b) => a.limitMb - b.limitMb)
    company.byPlan.set(planCode, found)
    return found
  }

  /** The first day of a company's billing cycle at an instant; undefined when the company has no active alarm. */
  cycleStartOf(companyId: number, now: Date): Day | undefined {
    const company = this.#companies.get(companyId)
    return company && billingCycleAt(now, company.anchorDay, company.timeZone).start
  }

  /** Bytes at which an alarm makes its first notice. */
  firstThresholdBytes({ limitMb }: Pick<ActiveAlarm, 'limitMb'>): number {
    return Math.min(warningBytes(limitMb, this.warningPercent), warningBytes(limitMb, 100))
  }
}

/** Invalidates cached alarms in all processes. */
export async function notifyAlarmsChanged(trx: DatabaseTransaction): Promise<void> {
  await sql`UPDATE alarm_version SET version = version + 1`.execute(trx)
}

async function readActiveAlarms(trx: DatabaseTransaction): Promise<ReadonlyMap<number, CompanyAlarms>> {
  const { rows } = await sql<ActiveAlarm & { timeZone: string; anchorDay: number }>`
    SELECT a.company_id AS "companyId", a.alarm_id AS "alarmId", coalesce(a.plan_code, '') AS "planCode", a.limit_mb AS "limitMb",
      coalesce(g.key, '') AS "groupKey", a.cuts_data AS "cutsData", c.time_zone AS "timeZone", c.cycle_anchor_day AS "anchorDay"
    FROM alarms a JOIN companies c ON c.company_id = a.company_id
    LEFT JOIN tags g ON g.company_id = a.company_id AND g.tag_id = a.group_id
    WHERE a.is_active`.execute(trx)
  const companies = new Map<number, CompanyAlarms>()
  for (const { timeZone, anchorDay, ...alarm } of rows) {
    const company: CompanyAlarms = companies.get(alarm.companyId) ?? { timeZone, anchorDay, alarms: [], byPlan: new Map() }
    company.alarms.push(alarm)
    companies.set(alarm.companyId, company)
  }
  return companies
}
