import { sql } from 'kysely'
import { billingCycleAt } from '#domain/billing-cycle.ts'
import { actOnHolds } from '#server/networks/orders/act-on-holds.ts'
import type { OrderServices } from '#server/networks/orders/orders-worker.ts'

interface NoticeFacts {
  readonly isOn: boolean
  readonly cycleStart: string
  readonly timeZone: string
  readonly anchorDay: number
}

/** Cuts and restores the data of SIMs as alarms require; a notice cuts it in its own billing cycle only. */
export const actOnNotices = (services: OrderServices): Promise<number> =>
  actOnHolds<NoticeFacts>(services, {
    table: 'alarm_notices',
    facts: sql`n.muted_by AS "releasedBy", n.cycle_start::text AS "cycleStart", c.time_zone AS "timeZone",
      c.cycle_anchor_day AS "anchorDay",
      n.rearmed_at IS NULL AND n.muted_at IS NULL AND coalesce(a.is_active AND a.cuts_data, false) AS "isOn"`,
    joins: sql`JOIN companies c ON c.company_id = n.company_id
      LEFT JOIN alarms a ON a.company_id = n.company_id AND a.alarm_id = n.alarm_id`,
    shouldCut: ({ isOn, cycleStart, timeZone, anchorDay }, now) =>
      isOn && billingCycleAt(now, anchorDay, timeZone).start === cycleStart,
    actor: () => 'alarm',
  })
