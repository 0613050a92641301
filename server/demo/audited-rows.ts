import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { ofRow } from '#server/features/plans/terms-row.ts'
import type { AuditEntry } from '#server/records/audit.ts'
import { CHANGED_PLAN } from './load-plan-change.ts'
import { officeTime } from './office-hours.ts'

/** An entry of the audit log, when it was written and for whom. */
export interface DemoEntry extends AuditEntry {
  readonly at: Date
  /** an e-mail, or the name of what is no person */
  readonly by: string
  /** where it is not that of the person's company */
  readonly address?: string
}

const ADMIN = 'admin@enlace.test'
/** Days that the log of the demo has. */
const DAYS = 30
/** Invoices are paid at the beginning of a day; a person enters that at eleven. */
const ENTERED_AFTER_MS = 11 * HOUR_MS

/** What the demo's rows say of who did what in the last weeks, as the code that writes such rows would have audited it. */
export async function auditedRows(trx: DatabaseTransaction, now: Date): Promise<DemoEntry[]> {
  const since = new Date(now.getTime() - DAYS * DAY_MS)
  return [
    ...(await logins(trx, since)),
    ...(await operations(trx, since)),
    ...(await requestSteps(trx, since)),
    ...(await payments(trx, since, now)),
    ...(await comparisons(trx)),
    ...(await radiusClients(trx)),
    ...(await planTerms(trx, now)),
  ]
}

async function logins(trx: DatabaseTransaction, since: Date): Promise<DemoEntry[]> {
  const rows = await trx
    .selectFrom('login_sessions as l')
    .innerJoin('users as u', 'u.user_id', 'l.user_id')
    .select(['u.email', 'u.user_id', 'l.created_at', 'l.method'])
    .where('l.created_at', '>', since)
    .execute()
  return rows.map(({ email, user_id, created_at, method }) => ({
    at: created_at,
    by: email,
    action: 'login_session.opened',
    entity: 'user',
    entityId: String(user_id),
    after: { method },
  }))
}

async function operations(trx: DatabaseTransaction, since: Date): Promise<DemoEntry[]> {
  const rows = await trx.selectFrom('operations').selectAll().where('created_at', '>', since).execute()
  return rows.map(({ operation_id, kind, parameters, source, total, actor, created_at }) => ({
    at: created_at,
    by: actor,
    action: 'operation.started',
    entity: 'operation',
    entityId: String(operation_id),
    after: { kind, parameters, source, total, accepted: total },
  }))
}

async function requestSteps(trx: DatabaseTransaction, since: Date): Promise<DemoEntry[]> {
  const rows = await trx
    .selectFrom('request_steps as s')
    .innerJoin('requests as r', (join) =>
      join.onRef('r.company_id', '=', 's.company_id').onRef('r.request_id', '=', 's.request_id'),
    )
    .select(['s.company_id', 's.request_id', 's.from_state', 's.to_state', 's.at', 's.actor', 's.note'])
    .select(['r.carrier', 'r.tracking'])
    .where('s.from_state', 'is not', null)
    .where('s.at', '>', since)
    .execute()
  return rows.map(({ company_id, request_id, from_state, to_state, at, actor, note, carrier, tracking }) => ({
    at,
    by: actor,
    action: `request.${to_state}`,
    entity: 'request',
    entityId: String(request_id),
    companyId: company_id,
    before: { state: from_state },
    after: { state: to_state, ...(note === '' ? {} : { note }), ...(to_state === 'shipped' ? { carrier, tracking } : {}) },
  }))
}

async function payments(trx: DatabaseTransaction, since: Date, now: Date): Promise<DemoEntry[]> {
  const rows = await trx
    .selectFrom('charges')
    .select(['company_id', 'document_id', 'document_number', 'paid_at', 'payment_reference'])
    .where('kind', '=', 'invoice')
    .where('state', '=', 'paid')
    .where('paid_at', '>', since)
    .execute()
  return rows.flatMap(({ company_id, document_id, document_number, paid_at, payment_reference }) => {
    if (!paid_at) return []
    const at = new Date(Math.min(now.getTime(), paid_at.getTime() + ENTERED_AFTER_MS))
    return {
      at,
      by: ADMIN,
      action: 'invoice.paid',
      entity: 'charge',
      entityId: String(document_id),
      companyId: company_id,
      after: { documentNumber: document_number, paidAt: paid_at.toISOString(), reference: payment_reference },
    }
  })
}

async function comparisons(trx: DatabaseTransaction): Promise<DemoEntry[]> {
  const rows = await trx.selectFrom('network_comparisons').select(['started_at', 'actor']).execute()
  return rows.map(({ started_at, actor }) => ({
    at: started_at,
    by: actor,
    action: 'comparison.started',
    entity: 'sims',
    entityId: '',
  }))
}

async function radiusClients(trx: DatabaseTransaction): Promise<DemoEntry[]> {
  const rows = await trx.selectFrom('radius_clients').selectAll().execute()
  return rows.map(({ client_id, name, addresses, interim_seconds, disconnect_port, updated_at }) => ({
    at: updated_at,
    by: ADMIN,
    action: 'radius_client.added',
    entity: 'radius_client',
    entityId: String(client_id),
    after: { name, addresses, interimSeconds: interim_seconds, disconnectPort: disconnect_port, isSecretNew: true },
  }))
}

/** The change that is agreed for cycles to come. */
async function planTerms(trx: DatabaseTransaction, now: Date): Promise<DemoEntry[]> {
  const rows = trx.selectFrom('plan_terms').selectAll().where('plan_code', '=', CHANGED_PLAN)
  const [after, before] = await rows.orderBy('valid_from', 'desc').limit(2).execute()
  if (!after || !before) throw new Error(`the demo changes no plan ${CHANGED_PLAN}`)
  return [
    {
      at: officeTime(now, 1, { daysAgo: 8, hour: 16.3 }),
      by: ADMIN,
      action: 'plan.terms_changed',
      entity: 'plan',
      entityId: CHANGED_PLAN,
      before: { from: before.valid_from, ...ofRow(before) },
      after: { from: after.valid_from, ...ofRow(after) },
    },
  ]
}
