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
  const reckonings = await readReckonings(trx)
  const index = (rows: readonly Row[]): Map<string, CountedSim | Unfound> => {
    const found = new Map<string, CountedSim | Unfound>()
    for (const { name, ...sim } of rows) {
      const reckoning = reckonings.get(sim.companyId)
      if (reckoning) found.set(name, found.has(name) ? 'ambiguous' : { ...sim, reckoning })
    }
    return found
  }
  const byIccid = index(
    await look(
      trx,
      names(({ iccid }) => iccid),
      BY_ICCID,
    ),
  )
  const byImsi = index(
    await look(
      trx,
      names(({ iccid, imsi }) => (iccid ? undefined : imsi)),
      BY_IMSI,
    ),
  )
  const isLost = ({ iccid, imsi }: Subscriber): boolean => !iccid && !(imsi && byImsi.has(imsi))
  const numbers = names((subscriber) => (isLost(subscriber) ? subscriber.msisdn : undefined))
  const byMsisdn = index(await look(trx, numbers, BY_MSISDN))
  return ({ iccid, imsi, msisdn }) => {
    if (iccid) return byIccid.get(iccid) ?? 'unknown'
    return (imsi ? byImsi.get(imsi) : undefined) ?? (msisdn ? byMsisdn.get(msisdn) : undefined) ?? 'unknown'
  }
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

async function readReckonings(trx: DatabaseTransaction): Promise<ReadonlyMap<number, Reckoning>> {
  const rows = await trx.selectFrom('companies').select(['company_id', 'time_zone', 'cycle_anchor_day']).execute()
  return new Map(
    rows.map(({ company_id, time_zone, cycle_anchor_day }) => [
      company_id,
      { timeZone: time_zone, anchorDay: cycle_anchor_day },
    ]),
  )
}
