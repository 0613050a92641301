import { sql } from 'kysely'
import type { CallData, CallInput } from '#contract/call.ts'
import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import {
  ACCOUNTING_ROWS,
  type addAccountingClient,
  type getAccounting,
  type saveAccountingClient,
} from '#contract/network-admin/accounting.calls.ts'
import { NETWORK_DONE } from '#contract/network-admin/network-messages.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { fromEachCell, rowsOfCells } from '#server/cells/cell-context.ts'
import { addUp, byKeys, combineSame, mergeSorted } from '#server/cells/merge.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/errors.ts'
import { WithMessage } from '#server/http/answers.ts'
import { addClient, changeClient } from '#server/ingest/radius/save-client.ts'
import { audit } from '#server/records/audit.ts'
import { readChargingFiles } from './charging-files.ts'

type Draft = CallInput<typeof addAccountingClient>['body']
type Change = CallInput<typeof saveAccountingClient>['body']
type Accounting = CallData<typeof getAccounting>
type Saved = { clientId: number }
type Client = Accounting['clients'][number]

/** Clients that may send accounting, dropped packets, and unknown SIMs. */
export async function accountingData(ctx: Ctx): Promise<Accounting> {
  const [clients, refusals, unknown, differences, files, stuck] = await Promise.all([
    readClients(ctx),
    readRefusals(ctx),
    readUnknown(ctx),
    readDifferences(ctx),
    readChargingFiles(ctx),
    fromEachCell(ctx, countStuck),
  ])
  const asOf = ctx.now.toISOString()
  return { clients, refusals, unknown, differences, files, stuck: stuck.reduce((sum, one) => sum + one, 0), asOf }
}

async function countStuck({ db }: Ctx): Promise<number> {
  const { rows } = await sql<{ stuck: number }>`SELECT count(*)::int AS stuck FROM usage_batches WHERE problem <> ''`.execute(
    db,
  )
  return rows[0]?.stuck ?? 0
}

/** Dropped packets of each client; as in the listener, an address belongs to the client with the narrowest range. */
const DROPPED = sql`
  SELECT client_id, sum(times) AS times FROM (
    SELECT r.times, (
      SELECT c.client_id FROM radius_clients c WHERE r.address <<= c.addresses
      ORDER BY masklen(c.addresses) DESC, c.client_id LIMIT 1
    ) AS client_id FROM radius_refusals r
  ) of_client GROUP BY 1`

/** Open sessions that are asked when they last reported: of so many one has done so lately, and to ask a million takes seconds. */
const ASKED_SESSIONS = 1000

async function readClients(ctx: Ctx): Promise<Client[]> {
  const { rows } = await sql<Omit<Client, 'updatedAt' | 'openSessions' | 'lastReportAt'> & { updatedAt: Date }>`
    SELECT client_id AS "clientId", name, addresses::text AS addresses, interim_seconds AS "interimSeconds",
      disconnect_port AS "disconnectPort", updated_at AS "updatedAt", coalesce(d.times, 0)::bigint AS "droppedPackets"
    FROM radius_clients LEFT JOIN (${DROPPED}) d USING (client_id) ORDER BY client_id`.execute(ctx.db)
  const counted = sql<{ clientId: number; sessions: number; lastAt: Date }>`
    SELECT c.client_id AS "clientId", c.sessions, (
      SELECT max(coalesce(s.counted_at, s.started_at)) FROM (
        SELECT counted_at, started_at FROM data_sessions WHERE stopped_at IS NULL AND client_id = c.client_id LIMIT ${ASKED_SESSIONS}
      ) s) AS "lastAt"
    FROM (SELECT client_id, count(*)::int AS sessions FROM data_sessions WHERE stopped_at IS NULL GROUP BY 1) c`
  const answers = await rowsOfCells(ctx, (db) => counted.execute(db))
  const open = combineSame(
    answers,
    ({ clientId }) => clientId,
    (a, b) => ({ ...a, ...addUp(['sessions'], a, b), lastAt: a.lastAt > b.lastAt ? a.lastAt : b.lastAt }),
  )
  const openOf = new Map(open.map((row) => [row.clientId, row]))
  return rows.map(({ updatedAt, ...row }) => ({
    ...row,
    updatedAt: updatedAt.toISOString(),
    openSessions: openOf.get(row.clientId)?.sessions ?? 0,
    lastReportAt: openOf.get(row.clientId)?.lastAt.toISOString() ?? null,
  }))
}

async function readRefusals({ db }: Ctx): Promise<Accounting['refusals']> {
  const rows = await db
    .selectFrom('radius_refusals')
    .select(['address', 'reason', 'times', 'first_at', 'last_at'])
    .orderBy('last_at', 'desc')
    .limit(ACCOUNTING_ROWS)
    .execute()
  return rows.map(({ first_at, last_at, ...row }) => ({
    ...row,
    firstAt: first_at.toISOString(),
    lastAt: last_at.toISOString(),
  }))
}

async function readUnknown({ db }: Ctx): Promise<Accounting['unknown']> {
  const rows = await db
    .selectFrom('unknown_subscribers as u')
    .leftJoin('radius_clients as c', 'c.client_id', 'u.client_id')
    .select(['u.imsi', 'u.msisdn', 'u.reason', 'u.apn', 'u.records', 'u.first_at', 'u.last_at', 'c.name'])
    .orderBy('u.last_at', 'desc')
    .limit(ACCOUNTING_ROWS)
    .execute()
  return rows.map(({ first_at, last_at, name, reason, ...row }) => ({
    ...row,
    reason: reason === 'ambiguous' ? 'ambiguous' : 'unknown',
    clientName: name ?? '',
    firstAt: first_at.toISOString(),
    lastAt: last_at.toISOString(),
  }))
}

async function readDifferences(ctx: Ctx): Promise<Accounting['differences']> {
  const answers = await fromEachCell(ctx, differencesOfCell)
  return mergeSorted(
    answers,
    byKeys(({ foundAt }) => [foundAt], 'DESC'),
    ACCOUNTING_ROWS,
  )
}

async function differencesOfCell({ db }: Ctx): Promise<Accounting['differences']> {
  const rows = await db
    .selectFrom('usage_differences')
    .select(['iccid', 'session_key', 'started_at', 'counted_bytes', 'final_bytes', 'source', 'found_at'])
    .orderBy('found_at', 'desc')
    .limit(ACCOUNTING_ROWS)
    .execute()
  return rows.map((row) => ({
    icc: row.iccid,
    sessionKey: row.session_key,
    startedAt: row.started_at.toISOString(),
    countedBytes: row.counted_bytes,
    finalBytes: row.final_bytes,
    source: row.source,
    foundAt: row.found_at.toISOString(),
  }))
}

const entryOf = (verb: 'added' | 'changed' | 'removed', clientId: number) => ({
  action: `radius_client.${verb}`,
  entity: 'radius_client',
  entityId: String(clientId),
})

/** A client's values for the audit: everything but its secret. */
const auditedClient = ({ secret, ...settings }: Draft | Change) => ({ ...settings, isSecretNew: secret !== undefined })

export async function addAccounting(ctx: Ctx, draft: Draft): Promise<WithMessage<Saved>> {
  const clientId = await orTaken(() =>
    inTransaction(ctx, async (trx) => {
      const added = await addClient(trx, ctx.secrets, draft, ctx.now)
      await audit(trx, ctx, { ...entryOf('added', added), after: auditedClient(draft) })
      return added
    }),
  )
  return new WithMessage({ clientId }, NETWORK_DONE.clientSaved(draft.name))
}

export async function saveAccounting(ctx: Ctx, clientId: number, change: Change): Promise<WithMessage<Saved>> {
  await orTaken(() =>
    inTransaction(ctx, async (trx) => {
      await requireSecretOfMoved(trx, clientId, change)
      const isThere = await changeClient(trx, ctx.secrets, { clientId, ...change }, ctx.now)
      if (!isThere) throw new AppError('not_found')
      await audit(trx, ctx, { ...entryOf('changed', clientId), after: auditedClient(change) })
    }),
  )
  return new WithMessage({ clientId }, NETWORK_DONE.clientSaved(change.name))
}

/** Disconnect-Requests are signed with the secret: a receiver elsewhere could find it by trying, unnoticed. */
async function requireSecretOfMoved(trx: DatabaseTransaction, clientId: number, { addresses, secret }: Change): Promise<void> {
  if (secret !== undefined) return
  const { rows } = await sql`
    SELECT client_id FROM radius_clients
    WHERE client_id = ${clientId} AND addresses <> network(${addresses}::inet) FOR NO KEY UPDATE`.execute(trx)
  if (rows.length > 0) throw invalidField('secret', ALL_FIELD_SENTENCES.secretAgain)
}

export async function removeAccounting(ctx: Ctx, clientId: number): Promise<WithMessage<Saved>> {
  await inTransaction(ctx, async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom('radius_clients').where('client_id', '=', clientId).executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('not_found')
    await audit(trx, ctx, entryOf('removed', clientId))
  })
  return new WithMessage({ clientId }, NETWORK_DONE.clientRemoved)
}

async function orTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('conflict', {
      sentence: ALL_FIELD_SENTENCES.addressesTaken,
      fields: { addresses: ALL_FIELD_SENTENCES.addressesTaken },
    })
  }
}
