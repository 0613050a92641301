import type { Cells } from '#server/cells/cells.ts'
import type { Database } from '#server/db/database.ts'
import { toUsageRecord } from '#server/networks/events/session-usage.ts'
import type { ReportUsage } from '#server/networks/kind.ts'
import type { DataSessionEvent } from '#server/networks/network-events.ts'
import { storeInCells } from '#server/usage/intake.ts'
import type { UsageRecord } from '#server/usage/usage-record.ts'
import { openSender, sendRecord } from './sender.ts'

interface Options {
  readonly cells: Cells
  readonly clock: () => Date
  readonly address: { readonly host: string; readonly port: number }
  readonly secret: Buffer
}

/** Reports data sessions of embedded networks as Accounting-Requests to the configured listener. */
export async function openUsageReporter({ cells, clock, address, secret }: Options): Promise<{
  readonly report: ReportUsage
  readonly close: () => Promise<void>
}> {
  const sender = await openSender({ ...address, secret })
  const report: ReportUsage = async (networkId, events) => {
    const idsByIccid = await subscriberIdsOf(cells, [...new Set(events.map(({ iccid }) => iccid))])
    const records = events.map((event) => gatewayRecord(networkId, event))
    // a gateway has no ICCIDs, so it cannot report a SIM without IMSI and number
    const withoutIds = records.filter(({ iccid = '' }) => !idsByIccid.has(iccid))
    if (withoutIds.length > 0) await storeInCells(cells)(withoutIds, clock())
    await sendInOrder(
      records.flatMap(({ iccid = '', ...record }) => {
        const ids = idsByIccid.get(iccid)
        return ids ? [{ ...record, ...ids }] : []
      }),
      (record) => sendRecord(sender, record),
    )
  }
  return { report, close: sender.close }
}

/** Sends the sessions concurrently, and the records of a session in order: each waits for the previous answer. */
async function sendInOrder(records: readonly UsageRecord[], send: (record: UsageRecord) => Promise<void>): Promise<void> {
  const sessions = Map.groupBy(records, ({ imsi, msisdn, sessionKey }) => `${imsi} ${msisdn} ${sessionKey}`)
  await Promise.all(
    [...sessions.values()].map(async (ofSession) => {
      for (const record of ofSession) await send(record)
    }),
  )
}

/** A record as a gateway reports it: in whole seconds, with the session's key alone. */
function gatewayRecord(networkId: string, event: DataSessionEvent): UsageRecord {
  const { startedAtMs = 0, ...record } = toUsageRecord(event)
  const atMs = Math.floor(record.atMs / 1000) * 1000
  return { ...record, nas: networkId, atMs, seconds: Math.max(0, Math.round((atMs - startedAtMs) / 1000)) }
}

/** IMSI and number by ICCID; SIMs with neither are left out. */
async function subscriberIdsOf(cells: Cells, iccids: readonly string[]) {
  const ofCells = await Promise.all(cells.all.map(({ db }) => subscribers(db, iccids)))
  return new Map(
    ofCells
      .flat()
      .flatMap(({ iccid, imsi, msisdn }) =>
        imsi || msisdn ? [[iccid, { ...(imsi && { imsi }), ...(msisdn && { msisdn }) }] as const] : [],
      ),
  )
}

const subscribers = (db: Database, iccids: readonly string[]) =>
  db
    .selectFrom('sim_registry as r')
    .innerJoin('sims as s', (join) => join.onRef('s.company_id', '=', 'r.company_id').onRef('s.iccid', '=', 'r.iccid'))
    .select(['s.iccid', 's.imsi', 's.msisdn'])
    .where('r.iccid', 'in', iccids)
    .execute()
