import { type RawBuilder, sql } from 'kysely'

/**
 * The first day on which a SIM that gets plan `p` now, in company `c`, may change to another, by the rule of
 * domain/minimum-stay.ts; null without a minimum stay.
 */
export const stayEndSql = (now: Date): RawBuilder<unknown> => sql`
  CASE WHEN p.minimum_stay_months > 0
    THEN ((${now}::timestamptz AT TIME ZONE c.time_zone)::date + make_interval(months => p.minimum_stay_months))::date END`
