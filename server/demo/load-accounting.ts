import { sql } from 'kysely'
import { ADMINISTRATIVE_STATUS, GPRS_STATUS } from '#domain/sim-status.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { addClient } from '#server/ingest/radius/save-client.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import { officeTime } from './office-hours.ts'

/** Of the ranges for documents (RFC 5737): no packet comes from there, and without a port for disconnecting none is sent there. */
const clientOf = (name: string, addresses: string) => ({ name, addresses, interimSeconds: 900, disconnectPort: null })
const PERU = clientOf('GGSN Movistar Perú', '198.51.100.16/28')
const MEXICO = clientOf('PGW Movistar México', '192.0.2.64/28')
const ARGENTINA = clientOf('GGSN Movistar Argentina', '203.0.113.32/28')
const CLIENTS = [PERU, MEXICO, ARGENTINA]

/** Hours since the last report of the client that is silent, and from where it came. */
const SILENT_HOURS = 3
const SILENT_NAS = '203.0.113.34'
const SILENT_SESSIONS = 120

/** Access servers of operators beside the demo's own, which the start adds, what was dropped of them, and CDR files. */
export async function loadAccounting(trx: DatabaseTransaction, secrets: SecretBox, now: Date): Promise<void> {
  const ids = new Map<string, number>()
  for (const [index, client] of CLIENTS.entries()) {
    const addedAt = officeTime(now, 1, { daysAgo: 22, hour: 15 + index / 6 })
    ids.set(client.name, await addClient(trx, secrets, { ...client, secret: `demo ${client.name}` }, addedAt))
  }
  await giveSessions(trx, ids.get(PERU.name) ?? 0, 6)
  await giveSessions(trx, ids.get(MEXICO.name) ?? 0, 7)
  await leaveSilent(trx, ids.get(ARGENTINA.name) ?? 0, now)
  await loadRefusals(trx, now)
  await loadFiles(trx, now)
}

/** The open sessions of a company came from a client. Those that the demo's own networks report go on as reported by them. */
async function giveSessions(trx: DatabaseTransaction, clientId: number, companyId: number): Promise<void> {
  await sql`
    UPDATE data_sessions SET client_id = ${clientId}
    WHERE company_id = ${companyId} AND stopped_at IS NULL`.execute(trx)
}

/** Open sessions whose client went silent: their SIMs count as not connected, as the portal marks them after a while. */
async function leaveSilent(trx: DatabaseTransaction, clientId: number, now: Date): Promise<void> {
  const reportedAt = new Date(now.getTime() - SILENT_HOURS * HOUR_MS)
  await sql`
    WITH open AS (
      SELECT l.company_id, l.iccid, l.serving_network, l.radio_technology, 40000 * (nth % 23 + 1) AS bytes,
        ${reportedAt}::timestamptz - nth * interval '3 minutes' AS started_at
      FROM (
        SELECT *, row_number() OVER (ORDER BY iccid) AS nth FROM sim_live
        WHERE company_id = 8 AND administrative_status = ${ADMINISTRATIVE_STATUS.active} AND gprs_status <> ${GPRS_STATUS.activated}
        ORDER BY iccid LIMIT ${SILENT_SESSIONS}
      ) l
    )
    INSERT INTO data_sessions (company_id, iccid, session_key, started_at, counted_at, counter_bytes, data_bytes, serving_network,
      radio_technology, client_id, nas)
    SELECT company_id, iccid, 'ar-' || right(iccid, 8), started_at, ${reportedAt}::timestamptz, bytes, bytes, serving_network,
      radio_technology, ${clientId}::smallint, ${SILENT_NAS}
    FROM open`.execute(trx)
}

async function loadRefusals(trx: DatabaseTransaction, now: Date): Promise<void> {
  const before = (ms: number): Date => new Date(now.getTime() - ms)
  await trx
    .insertInto('radius_refusals')
    .values([
      {
        address: '192.0.2.71',
        reason: 'wrong_secret',
        times: 214,
        first_at: before(26 * HOUR_MS),
        last_at: before(38 * MINUTE_MS),
      },
      {
        address: '192.0.2.200',
        reason: 'unknown_client',
        times: 17,
        first_at: before(3.2 * DAY_MS),
        last_at: before(2.9 * DAY_MS),
      },
    ])
    .execute()
}

/** Files of charging records, with what was read of each, or why it was not. */
const FILES: readonly (readonly [country: string, daysAgo: number, records: number, badLines: number, problem?: string])[] = [
  ['PE', 6.2, 48_210, 0],
  ['MX', 5.2, 51_033, 3],
  ['PE', 3.2, 0, 0, 'missing columns: start, stop'],
  ['PE', 3.1, 50_412, 0],
  ['MX', 2.2, 50_967, 12],
  ['PE', 0.2, 49_870, 0],
]

/** The newest has the highest number. */
async function loadFiles(trx: DatabaseTransaction, now: Date): Promise<void> {
  const rows = FILES.map(([country, daysAgo, records, badLines, problem = '']) => {
    const takenAt = new Date(now.getTime() - daysAgo * DAY_MS)
    const name = `CDR_${country}_${takenAt.toISOString().slice(0, 10).replaceAll('-', '')}.csv`
    return { name, records, bad_lines: badLines, problem, taken_at: takenAt }
  })
  await trx.insertInto('cdr_files').values(rows).execute()
}
