import { sql } from 'kysely'
import type { DatabaseTransaction } from '#server/db/database.ts'
import type { OwnedEvent } from '#server/networks/events/apply-events.ts'
import type { NetworkEvent } from '#server/networks/network-events.ts'
import { enqueueWebhooks } from '#server/records/webhook-events.ts'

type Report = Extract<NetworkEvent, { kind: 'smsDelivered' | 'smsFailed' }>
type Wait = Extract<NetworkEvent, { kind: 'smsBuffered' }>

/** Takes in what networks say of messages, in the transaction in which their events are taken in: each exactly once. */
export async function takeSmsEvents(trx: DatabaseTransaction, placed: readonly OwnedEvent[], now: Date): Promise<void> {
  const reports = new Map<string, Report>()
  for (const { event } of placed) {
    if (event.kind === 'smsDelivered' || event.kind === 'smsFailed') reports.set(`${event.iccid} ${event.reference}`, event)
  }
  const waits = placed.flatMap(({ event }) => (event.kind === 'smsBuffered' ? event : []))
  if (waits.length > 0) await takeWaits(trx, waits)
  if (reports.size > 0) await takeReports(trx, [...reports.values()])
  await takeReceived(trx, placed, now)
}

/** Messages that wait at the network for their device; what is known better stands. */
async function takeWaits(trx: DatabaseTransaction, waits: readonly Wait[]): Promise<void> {
  await sql`
    UPDATE sms_messages m SET state = 'buffered'
    FROM unnest(${waits.map(({ iccid }) => iccid)}::text[], ${waits.map(({ reference }) => reference)}::text[]) AS w(iccid, reference)
    WHERE m.iccid = w.iccid COLLATE "C" AND m.reference = w.reference COLLATE "C"
      AND m.state IN ('queued', 'sent')`.execute(trx)
}

/** Changes of sent messages, also when the SIM has another company now. */
async function takeReports(trx: DatabaseTransaction, reports: readonly Report[]): Promise<void> {
  const rows = reports.map((report) => {
    const { iccid, reference, at } = report
    return { iccid, reference, at, state: stateOf(report), cause: report.kind === 'smsFailed' ? report.cause : '' }
  })
  await sql`
    WITH told AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS n(iccid text, reference text, at timestamptz, state text, cause text)
    ), settled AS (
      UPDATE sms_messages m SET state = t.state, cause = t.cause, settled_at = t.at FROM told t
      WHERE m.iccid = t.iccid COLLATE "C" AND m.reference = t.reference COLLATE "C" AND m.state IN ('queued', 'sent', 'buffered', 'unknown', 'cancelled')
      RETURNING m.company_id, m.iccid, m.message_id, m.state, m.cause, t.at
    )
    INSERT INTO sim_events (company_id, iccid, at, kind, detail)
    SELECT company_id, iccid, at, CASE WHEN state = 'delivered' THEN 'sms_delivered' ELSE 'sms_failed' END,
      jsonb_strip_nulls(jsonb_build_object('messageId', message_id, 'code', nullif(cause, '')))
    FROM settled ORDER BY company_id, iccid, message_id`.execute(trx)
}

function stateOf(report: Report): 'delivered' | 'expired' | 'failed' {
  if (report.kind === 'smsDelivered') return 'delivered'
  return report.cause === 'expired' ? 'expired' : 'failed'
}

/** Messages from devices belong to the company that has the SIM now. */
async function takeReceived(trx: DatabaseTransaction, placed: readonly OwnedEvent[], now: Date): Promise<void> {
  const rows = placed.flatMap(({ companyId, event }) => {
    if (event.kind !== 'smsReceived') return []
    const { iccid, at, id: reference } = event
    // a row holds every character but U+0000
    const text = event.text.replaceAll('\0', '')
    const segments = Math.max(1, event.segments)
    return [{ companyId, iccid, at, text, segments, cause: event.isIncomplete ? 'incomplete' : '', reference }]
  })
  if (rows.length === 0) return
  await sql`
    WITH kept AS (
      INSERT INTO sms_messages (company_id, iccid, direction, text, segments, state, cause, reference, at, settled_at)
      SELECT "companyId", iccid, 'in', text, segments, 'received', cause, reference, at, at
      FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS n("companyId" int, iccid text, text text, segments smallint, cause text, reference text, at timestamptz)
      ORDER BY at
      ON CONFLICT (company_id, iccid, reference) DO NOTHING
      RETURNING company_id, iccid, message_id, text, segments, cause, at
    ), told AS (
      SELECT company_id, json_build_object('messageId', message_id, 'companyId', company_id, 'icc', iccid, 'text', text,
        'segments', segments, 'isIncomplete', cause = 'incomplete', 'at', at) AS item
      FROM kept
    ), webhooks AS (
      ${enqueueWebhooks('sms.received', now, sql`told`)}
    )
    INSERT INTO sim_events (company_id, iccid, at, kind, detail)
    SELECT company_id, iccid, at, 'sms_received', jsonb_build_object('messageId', message_id, 'text', text) FROM kept
    ORDER BY company_id, iccid, message_id`.execute(trx)
}
