import { type RawBuilder, sql } from 'kysely'
import type { simList } from '#contract/sims.calls.ts'

type SimColumn = keyof (typeof simList)['columns']

/** A time as ISO 8601; plain string work, ten times cheaper than to_char over a million rows. */
const isoTime = (column: RawBuilder<unknown>): RawBuilder<string> => sql`replace(${column}::text, ' ', 'T') || ':00'`

/** A figure of a day or cycle that is over counts as nothing used yet. */
const today = (column: RawBuilder<unknown>): RawBuilder<number> =>
  sql`CASE WHEN l.usage_day = c.today THEN ${column} ELSE 0 END`
const thisCycle = (column: RawBuilder<unknown>): RawBuilder<number> =>
  sql`CASE WHEN l.cycle_start = c.cycle_start THEN ${column} ELSE 0 END`

/** Each column of the list as SQL over sims s, sim_live l, plans p and the companies' calendars c. */
export const SIM_COLUMN_SQL: Record<SimColumn, RawBuilder<unknown>> = {
  providerId: sql`s.origin_id`,
  simTypeId: sql`s.sim_type_id`,
  planCode: sql`s.plan_code`,
  activationDate: isoTime(sql`s.activated_at`),
  icc: sql`s.iccid`,
  msisdn: sql`s.msisdn`,
  imei: sql`s.imei`,
  device: sql`s.device`,
  simAdministrativeStatusId: sql`s.administrative_status`,
  gprsStatus: sql`l.gprs_status`,
  ip: sql`host(l.ip)`,
  consumptionDailyData: today(sql`l.day_data_bytes`),
  consumptionMonthlyData: thisCycle(sql`l.cycle_data_bytes`),
  consumptionDailyVoice: today(sql`l.day_voice_seconds`),
  consumptionMonthlyVoice: thisCycle(sql`l.cycle_voice_seconds`),
  consumptionDailySms: today(sql`l.day_sms`),
  consumptionMonthlySms: thisCycle(sql`l.cycle_sms`),
  customField1: sql`s.custom_field_1`,
  customField2: sql`s.custom_field_2`,
  apnId: sql`s.apn_id`,
  planMb: sql`p.data_mb`,
  currentNetwork: sql`l.serving_network`,
  companyId: sql`s.company_id`,
}

/** `expression AS "wireName"` for each column. */
export function selectSimColumns(names: readonly string[]): RawBuilder<unknown> {
  const known: Record<string, RawBuilder<unknown>> = SIM_COLUMN_SQL
  return sql.join(names.map((name) => sql`${known[name]} AS ${sql.id(name)}`))
}

/**
 * The tables behind the columns. The calendar is worked out once for each company, of a page those that stand in it
 * (`OFFSET 0` keeps the planner from working it out for each row: 0.3 ms of a page, 1 s of a million rows).
 */
export function simTables(now: Date, companyIds?: readonly number[]): RawBuilder<unknown> {
  const own = companyIds ? sql`WHERE company_id = ANY(${[...new Set(companyIds)]}::int[])` : sql``
  return sql`
    JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
    JOIN plans p ON p.plan_code = s.plan_code
    JOIN (
      SELECT d.company_id, d.today, billing_cycle_start(d.today, d.cycle_anchor_day) AS cycle_start
      FROM (
        SELECT company_id, cycle_anchor_day, (${now}::timestamptz AT TIME ZONE time_zone)::date AS today FROM companies ${own}
      ) d
      OFFSET 0
    ) c ON c.company_id = s.company_id`
}
