import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/context.ts'

/**
 * t(from_day, price_minor, hibernation_fee_minor): what a plan costs a company from its next cycle on, for a SIM that is active and
 * for one that is hibernated throughout. The running cycle is charged in full for a SIM that was active in it (decision 29).
 * Of companies c.
 */
export const nextCycleTerms = ({ now }: Pick<Ctx, 'now'>, planCode: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (SELECT n.from_day, terms.price_minor, terms.hibernation_fee_minor FROM plan_terms terms, (
    SELECT (billing_cycle_start((${now}::timestamptz AT TIME ZONE c.time_zone)::date, c.cycle_anchor_day) + interval '1 month')::date AS from_day
  ) n WHERE terms.plan_code = ${planCode} AND terms.valid_from <= n.from_day ORDER BY terms.valid_from DESC LIMIT 1) t`
