import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import { arrayLiteral as array } from './array-literal.ts'
import type { Reckoning } from './local-hours.ts'
import type { Subscriber } from './usage-record.ts'

/** A SIM that a record speaks of. */
export interface CountedSim {
  readonly companyId: number
  readonly iccid: string
  readonly planCode: string
  readonly reckoning: Reckoning
}

/** Why no SIM was found. */
export type Unfound = 'unknown' | 'ambiguous'

interface Row {
  readonly name: string
  readonly companyId: number
  readonly iccid: string
  readonly planCode: string
}

type Finder = (subscriber: Subscriber) => CountedSim | Unfound

/** Which SIM each of some subscribers is: by ICCID where it is given, else by IMSI, else by number. */
export async function findSims(trx: DatabaseTransaction, subscribers: readonly Subscriber[]): Promise<Finder> {
  const names = (of: (subscriber: Subscriber) => string | undefined): string[] => [
    ...new Set(subscribers.flatMap((subscriber) => of(subscriber) ?? [])),
  ]
  const byIccid = await look(
    trx,
    names(({ iccid }) => iccid),
    BY_ICCID,
  )
  const byImsi = await look(
    trx,
    names(({ iccid, imsi }) => (iccid ? undefined : imsi)),
    BY_IMSI,
  )
  const known = new Set(byImsi.map(({ name }) => name))
  const isLost = ({ iccid, imsi }: Subscriber): boolean => !iccid && !(imsi && known.has(imsi))
  const numbers = names((subscriber) => (isLost(subscriber) ? subscriber.msisdn : undefined))
  const byMsisdn = await look(trx, numbers, BY_MSISDN)
  const simOf = await simsOf(trx, [...byIccid, ...byImsi, ...byMsisdn])
  const [iccids, imsis, msisdns] = [byIccid, byImsi, byMsisdn].map((rows) => indexed(rows, simOf))
  return ({ iccid, imsi, msisdn }) => {
    if (iccid) return iccids?.get(iccid) ?? 'unknown'
    return (imsi ? imsis?.get(imsi) : undefined) ?? (msisdn ? msisdns?.get(msisdn) : undefined) ?? 'unknown'
  }
}

/** One object for each SIM, by whatever name it was found. */
async function simsOf(trx: DatabaseTransaction, rows: readonly Row[]): Promise<(row: Row) => CountedSim | undefined> {
  const reckonings = await readReckonings(trx, [...new Set(rows.map(({ companyId }) => companyId))])
  const sims = new Map<string, CountedSim>()
  for (const { companyId, iccid, planCode } of rows) {
    const reckoning = reckonings.get(companyId)
    if (reckoning && !sims.has(iccid)) sims.set(iccid, { companyId, iccid, planCode, reckoning })
  }
  return ({ iccid }) => sims.get(iccid)
}

function indexed(rows: readonly Row[], simOf: (row: Row) => CountedSim | undefined): ReadonlyMap<string, CountedSim | Unfound> {
  const found = new Map<string, CountedSim | Unfound>()
  for (const row of rows) {
    const sim = simOf(row)
    if (sim) found.set(row.name, found.has(row.name) ? 'ambiguous' : sim)
  }
  return found
}

const BY_ICCID = sql`
  SELECT s.company_id, s.iccid, s.plan_code FROM sim_registry r
  JOIN sims s ON s.company_id = r.company_id AND s.iccid = r.iccid WHERE r.iccid = w.name COLLATE "C"`
// two are enough to know that it is not clear which is meant
const BY_IMSI = sql`SELECT company_id, iccid, plan_code FROM sims WHERE imsi = w.name COLLATE "C" AND imsi <> '' LIMIT 2`
const BY_MSISDN = sql`SELECT company_id, iccid, plan_code FROM sims WHERE msisdn = w.name COLLATE "C" LIMIT 2`

async function look(trx: DatabaseTransaction, names: readonly string[], query: RawBuilder<unknown>): Promise<Row[]> {
  if (names.length === 0) return []
  const { rows } = await sql<Row>`
    SELECT w.name, s.company_id AS "companyId", s.iccid, s.plan_code AS "planCode"
    FROM unnest(${array(names)}::text[]) AS w(name) CROSS JOIN LATERAL (${query}) s`.execute(trx)
  return rows
}

async function readReckonings(trx: DatabaseTransaction, companies: readonly number[]): Promise<ReadonlyMap<number, Reckoning>> {
  const { rows } = await sql<Reckoning & { companyId: number }>`
    SELECT company_id AS "companyId", time_zone AS "timeZone", cycle_anchor_day AS "anchorDay"
    FROM companies WHERE company_id = ANY(${array(companies)}::int[])`.execute(trx)
  const alike = new Map<string, Reckoning>()
  return new Map(
    rows.map(({ companyId, timeZone, anchorDay }) => {
      const name = `${anchorDay} ${timeZone}`
      const reckoning = alike.get(name) ?? { timeZone, anchorDay }
      alike.set(name, reckoning)
      return [companyId, reckoning]
    }),
  )
}
