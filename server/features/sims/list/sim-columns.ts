import { type RawBuilder, sql } from 'kysely'
import { simList } from '#contract/sims/sims.calls.ts'
import { type CompanyCalendar, dayOfCompany } from '#server/records/company-calendars.ts'
import { GROUP_PATH, RULE_GROUP_NAMES, TAG_NAMES } from '#server/records/tag-names.ts'

type SimColumn = keyof (typeof simList)['columns']

/** The columns of a page in their order. */
export const SIM_COLUMN_NAMES = simList.names as readonly SimColumn[]

/** A time as ISO 8601; plain string work, ten times cheaper than to_char over a million rows. */
const isoTime = (column: RawBuilder<unknown>): RawBuilder<string> => sql`replace(${column}::text, ' ', 'T') || ':00'`

interface SimColumnSource {
  /** over sims s, sim_live l and plans p */
  readonly sql: RawBuilder<unknown>
  /** a figure of the day or billing cycle next to it: zero when that is over */
  readonly of?: 'day' | 'cycle'
}

const of = (column: RawBuilder<unknown>): SimColumnSource => ({ sql: column })
const today = (column: RawBuilder<unknown>): SimColumnSource => ({ sql: column, of: 'day' })
const thisCycle = (column: RawBuilder<unknown>): SimColumnSource => ({ sql: column, of: 'cycle' })

/** The source of each column of the list. */
export const SIM_COLUMNS: Record<SimColumn, SimColumnSource> = {
  providerId: of(sql`s.origin_id`),
  simTypeId: of(sql`s.sim_type_id`),
  planCode: of(sql`s.plan_code`),
  activationDate: of(isoTime(sql`s.activated_at`)),
  icc: of(sql`s.iccid`),
  msisdn: of(sql`s.msisdn`),
  imei: of(sql`s.imei`),
  device: of(sql`s.device`),
  simAdministrativeStatusId: of(sql`s.administrative_status`),
  gprsStatus: of(sql`l.gprs_status`),
  ip: of(sql`host(l.ip)`),
  consumptionDailyData: today(sql`l.day_data_bytes`),
  consumptionMonthlyData: thisCycle(sql`l.cycle_data_bytes`),
  consumptionDailyVoice: today(sql`l.day_voice_seconds`),
  consumptionMonthlyVoice: thisCycle(sql`l.cycle_voice_seconds`),
  consumptionDailySms: today(sql`l.day_sms`),
  consumptionMonthlySms: thisCycle(sql`l.cycle_sms`),
  customField1: of(sql`s.custom_field_1`),
  customField2: of(sql`s.custom_field_2`),
  apnId: of(sql`s.apn_id`),
  planMb: of(sql`p.data_mb`),
  currentNetwork: of(sql`l.serving_network`),
  companyId: of(sql`s.company_id`),
  lastSeen: of(isoTime(sql`l.registered_at`)),
  tags: of(TAG_NAMES),
  group: of(GROUP_PATH),
  ruleGroups: of(RULE_GROUP_NAMES),
}

/** `expression AS "wireName"` for each column, over SIM_TABLES. */
export function selectSimColumns(names: readonly string[], calendars: readonly CompanyCalendar[]): RawBuilder<unknown> {
  const known: Record<string, SimColumnSource> = SIM_COLUMNS
  const stands = {
    day: sql`l.usage_day = ${dayOfCompany('today', calendars, sql`s.company_id`)}`,
    cycle: sql`l.cycle_start = ${dayOfCompany('cycleStart', calendars, sql`s.company_id`)}`,
  }
  return sql.join(
    names.map((name) => {
      const source = known[name]
      const figure = source?.of ? sql`CASE WHEN ${stands[source.of]} THEN ${source.sql} ELSE 0 END` : source?.sql
      return sql`${figure} AS ${sql.id(name)}`
    }),
  )
}

/** The tables behind the columns. */
export const SIM_TABLES: RawBuilder<unknown> = sql`
    JOIN sim_live l ON l.company_id = s.company_id AND l.iccid = s.iccid
    JOIN plans p ON p.plan_code = s.plan_code`
