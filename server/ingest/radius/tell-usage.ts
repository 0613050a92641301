import type { Database } from '../../db/database.ts'
import { toUsageRecord } from '../../networks/events/session-usage.ts'
import type { ReportUsage } from '../../networks/kind.ts'
import type { DataSessionEvent } from '../../networks/network-events.ts'
import { storeUsageMessages } from '../../usage/intake.ts'
import type { UsageRecord } from '../../usage/usage-record.ts'
import { openSender, sendRecord } from './sender.ts'

interface Options {
  readonly db: Database
  readonly clock: () => Date
  readonly place: { readonly host: string; readonly port: number }
  readonly secret: Buffer
}

/** What embedded networks tell of data sessions, as Accounting-Requests over the network to whoever listens there. */
export async function openUsageTeller({ db, clock, place, secret }: Options): Promise<{
  readonly tell: ReportUsage
  readonly end: () => Promise<void>
}> {
  const sender = await openSender({ ...place, secret })
  const tell: ReportUsage = async (networkId, events) => {
    const names = await namesOf(db, [...new Set(events.map(({ iccid }) => iccid))])
    const records = events.map((event) => gatewayRecord(networkId, event))
    // a gateway knows no ICCID: of a SIM without other names it could not tell anything
    const nameless = records.filter(({ iccid = '' }) => !names.has(iccid))
    if (nameless.length > 0) await storeUsageMessages(db, nameless, clock())
    await inTurn(
      records.flatMap(({ iccid = '', ...record }) => {
        const name = names.get(iccid)
        return name ? [{ ...record, ...name }] : []
      }),
      (record) => sendRecord(sender, record),
    )
  }
  return { tell, end: sender.end }
}

/** All sessions at once, the records of one session one after the other: each waits for the answer of the one before. */
async function inTurn(records: readonly UsageRecord[], send: (record: UsageRecord) => Promise<void>): Promise<void> {
  const sessions = Map.groupBy(records, ({ imsi, msisdn, sessionKey }) => `${imsi} ${msisdn} ${sessionKey}`)
  await Promise.all(
    [...sessions.values()].map(async (ofSession) => {
      for (const record of ofSession) await send(record)
    }),
  )
}

/** A gateway's clock and stopwatch count whole seconds, and its session is named by key alone. */
function gatewayRecord(networkId: string, event: DataSessionEvent): UsageRecord {
  const { startedAtMs = 0, ...record } = toUsageRecord(event)
  const atMs = Math.floor(record.atMs / 1000) * 1000
  return { ...record, nas: networkId, atMs, seconds: Math.max(0, Math.round((atMs - startedAtMs) / 1000)) }
}

/** IMSI and number of SIMs, by ICCID; those that have neither are left out. */
async function namesOf(db: Database, iccids: readonly string[]) {
  const rows = await db
    .selectFrom('sim_registry as r')
    .innerJoin('sims as s', (join) => join.onRef('s.company_id', '=', 'r.company_id').onRef('s.iccid', '=', 'r.iccid'))
    .select(['s.iccid', 's.imsi', 's.msisdn'])
    .where('r.iccid', 'in', iccids)
    .execute()
  return new Map(
    rows.flatMap(({ iccid, imsi, msisdn }) =>
      imsi || msisdn ? [[iccid, { ...(imsi && { imsi }), ...(msisdn && { msisdn }) }] as const] : [],
    ),
  )
}
