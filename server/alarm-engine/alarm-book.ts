import { sql } from 'kysely'
import { appliesToPlan, warningBytes } from '#domain/alarms.ts'
import { billingCycleAt, type Day } from '#domain/billing-cycle.ts'
import type { DatabaseTransaction } from '../db/database.ts'

/** An alarm that is on. */
export interface WatchingAlarm {
  readonly companyId: number
  readonly alarmId: number
  /** '': every plan */
  readonly planCode: string
  readonly limitMb: number
  readonly cutsData: boolean
}

interface Watched {
  readonly timeZone: string
  readonly anchorDay: number
  readonly alarms: WatchingAlarm[]
  /** what each plan's SIMs are judged by, the lowest limit first; filled as plans are asked for */
  readonly byPlan: Map<string, readonly WatchingAlarm[]>
}

/** A company's time zone may change: nothing tells of it. */
const OLD_MS = 60_000

/** Every alarm that is on, by company, in memory for as long as none has changed. */
export class AlarmBook {
  readonly warningPercent: number
  #version = Number.NaN
  #readAtMs = 0
  #companies: ReadonlyMap<number, Watched> = new Map()

  /** @param warningPercent of the limit, 0–99; 0: no warnings */
  constructor(warningPercent: number) {
    this.warningPercent = warningPercent
  }

  /** Reads the alarms anew if any changed. After it, the book is as true as the transaction's own sight. */
  async refresh(trx: DatabaseTransaction, nowMs: number): Promise<void> {
    const { rows } = await sql<{ version: number }>`SELECT version FROM alarm_version`.execute(trx)
    const version = rows[0]?.version ?? 0
    if (version === this.#version && Math.abs(nowMs - this.#readAtMs) < OLD_MS) return
    this.#companies = await readWatched(trx)
    this.#version = version
    this.#readAtMs = nowMs
  }

  get isEmpty(): boolean {
    return this.#companies.size === 0
  }

  /** What judges a company's SIMs of a plan, the lowest limit first. */
  alarmsOf(companyId: number, planCode: string): readonly WatchingAlarm[] {
    const watched = this.#companies.get(companyId)
    if (!watched) return []
    const known = watched.byPlan.get(planCode)
    if (known) return known
    const found = watched.alarms.filter((alarm) => appliesToPlan(alarm, planCode)).sort((a, b) => a.limitMb - b.limitMb)
    watched.byPlan.set(planCode, found)
    return found
  }

  /** The first day of a company's billing cycle at an instant; undefined when nothing watches it. */
  cycleStartOf(companyId: number, now: Date): Day | undefined {
    const watched = this.#companies.get(companyId)
    return watched && billingCycleAt(now, watched.anchorDay, watched.timeZone).start
  }

  /** Bytes at which an alarm says something first. */
  firstBytesOf({ limitMb }: Pick<WatchingAlarm, 'limitMb'>): number {
    return Math.min(warningBytes(limitMb, this.warningPercent), warningBytes(limitMb, 100))
  }
}

async function readWatched(trx: DatabaseTransaction): Promise<ReadonlyMap<number, Watched>> {
  const { rows } = await sql<WatchingAlarm & { timeZone: string; anchorDay: number }>`
    SELECT a.company_id AS "companyId", a.alarm_id AS "alarmId", coalesce(a.plan_code, '') AS "planCode", a.limit_mb AS "limitMb",
      a.cuts_data AS "cutsData", c.time_zone AS "timeZone", c.cycle_anchor_day AS "anchorDay"
    FROM alarms a JOIN companies c ON c.company_id = a.company_id WHERE a.is_active`.execute(trx)
  const companies = new Map<number, Watched>()
  for (const { timeZone, anchorDay, ...alarm } of rows) {
    const watched: Watched = companies.get(alarm.companyId) ?? { timeZone, anchorDay, alarms: [], byPlan: new Map() }
    watched.alarms.push(alarm)
    companies.set(alarm.companyId, watched)
  }
  return companies
}
