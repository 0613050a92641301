import { type RawBuilder, sql } from 'kysely'
import { NUMBER_RELEASED_STATUSES } from '#domain/sim-status.ts'
import type { SubscriberIds } from '../cells/sim-places.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import type { SimKey } from '../records/sim-key.ts'
import { arrayLiteral as array } from './array-literal.ts'
import type { BillingCalendar } from './local-hours.ts'

/** The SIM of a record. */
export interface CountedSim extends SimKey {
  readonly planCode: string
  readonly calendar: BillingCalendar
}

/** Why a look-up found no SIM. */
export type SimLookupFailure = 'unknown' | 'ambiguous'

interface Row {
  readonly name: string
  readonly companyId: number
  readonly iccid: string
  readonly planCode: string
}

type SimLookup = (subscriber: SubscriberIds) => CountedSim | SimLookupFailure

/** Looks up the SIMs of subscribers: by ICCID where given, else by IMSI, else by MSISDN. */
export async function findSims(trx: DatabaseTransaction, subscribers: readonly SubscriberIds[]): Promise<SimLookup> {
  const names = (of: (subscriber: SubscriberIds) => string | undefined): string[] => [
    ...new Set(subscribers.flatMap((subscriber) => of(subscriber) ?? [])),
  ]
  const iccids = names(({ iccid }) => iccid)
  const byIccid = await lookUp(trx, iccids, BY_ICCID)
  const imsis = names(({ iccid, imsi }) => (iccid ? undefined : imsi))
  const byImsi = await lookUpNumbers(trx, imsis, sql`imsi`)
  const known = new Set(byImsi.map(({ name }) => name))
  const isUnmatched = ({ iccid, imsi }: SubscriberIds): boolean => !iccid && !(imsi && known.has(imsi))
  const msisdns = names((subscriber) => (isUnmatched(subscriber) ? subscriber.msisdn : undefined))
  const byMsisdn = await lookUpNumbers(trx, msisdns, sql`msisdn`)
  const simOf = await simsOf(trx, [...byIccid, ...byImsi, ...byMsisdn])
  const [ofIccid, ofImsi, ofMsisdn] = [byIccid, byImsi, byMsisdn].map((rows) => indexed(rows, simOf))
  return ({ iccid, imsi, msisdn }) => {
    if (iccid) return ofIccid?.get(iccid) ?? 'unknown'
    return (imsi ? ofImsi?.get(imsi) : undefined) ?? (msisdn ? ofMsisdn?.get(msisdn) : undefined) ?? 'unknown'
  }
}

/** One object per SIM, whichever identifier found it. */
async function simsOf(trx: DatabaseTransaction, rows: readonly Row[]): Promise<(row: Row) => CountedSim | undefined> {
  const calendars = await readBillingCalendars(trx, [...new Set(rows.map(({ companyId }) => companyId))])
  const sims = new Map<string, CountedSim>()
  for (const { companyId, iccid, planCode } of rows) {
    const calendar = calendars.get(companyId)
    if (calendar && !sims.has(iccid)) sims.set(iccid, { companyId, iccid, planCode, calendar })
  }
  return ({ iccid }) => sims.get(iccid)
}

function indexed(
  rows: readonly Row[],
  simOf: (row: Row) => CountedSim | undefined,
): ReadonlyMap<string, CountedSim | SimLookupFailure> {
  const found = new Map<string, CountedSim | SimLookupFailure>()
  for (const row of rows) {
    const sim = simOf(row)
    if (sim) found.set(row.name, found.has(row.name) ? 'ambiguous' : sim)
  }
  return found
}

const BY_ICCID = sql`
  SELECT s.company_id, s.iccid, s.plan_code FROM sim_registry r
  JOIN sims s ON s.company_id = r.company_id AND s.iccid = r.iccid WHERE r.iccid = w.name COLLATE "C"`

/** Of a number that was issued again, the SIM that has it now. */
async function lookUpNumbers(
  trx: DatabaseTransaction,
  numbers: readonly string[],
  column: RawBuilder<unknown>,
): Promise<Row[]> {
  // two rows are enough to see that it is ambiguous; an empty text is no number
  const byNumber = (which: RawBuilder<unknown>) =>
    sql`SELECT company_id, iccid, plan_code FROM sims WHERE ${column} = w.name COLLATE "C" AND ${column} <> '' ${which} LIMIT 2`
  const rows = await lookUp(trx, numbers, byNumber(sql``))
  const issuedAgain = [...Map.groupBy(rows, ({ name }) => name)].flatMap(([name, { length }]) => (length > 1 ? [name] : []))
  const isReleased = sql`administrative_status = ANY(${array(NUMBER_RELEASED_STATUSES)}::smallint[])`
  const present = await lookUp(trx, issuedAgain, byNumber(sql`AND NOT ${isReleased}`))
  const known = new Set(present.map(({ name }) => name))
  return [...rows.filter(({ name }) => !known.has(name)), ...present]
}

async function lookUp(trx: DatabaseTransaction, names: readonly string[], query: RawBuilder<unknown>): Promise<Row[]> {
  if (names.length === 0) return []
  const { rows } = await sql<Row>`
    SELECT w.name, s.company_id AS "companyId", s.iccid, s.plan_code AS "planCode"
    FROM unnest(${array(names)}::text[]) AS w(name) CROSS JOIN LATERAL (${query}) s`.execute(trx)
  return rows
}

async function readBillingCalendars(
  trx: DatabaseTransaction,
  companies: readonly number[],
): Promise<ReadonlyMap<number, BillingCalendar>> {
  const { rows } = await sql<BillingCalendar & { companyId: number }>`
    SELECT company_id AS "companyId", time_zone AS "timeZone", cycle_anchor_day AS "anchorDay"
    FROM companies WHERE company_id = ANY(${array(companies)}::int[])`.execute(trx)
  const shared = new Map<string, BillingCalendar>()
  return new Map(
    rows.map(({ companyId, timeZone, anchorDay }) => {
      const name = `${anchorDay} ${timeZone}`
      const calendar = shared.get(name) ?? { timeZone, anchorDay }
      shared.set(name, calendar)
      return [companyId, calendar]
    }),
  )
}
