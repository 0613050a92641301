import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { apiKeyHint, formatApiKey } from '#domain/api-keys.ts'
import type { Permit } from '#domain/permits.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { hashApiKey } from '#server/http/api-key.ts'
import { audit } from '#server/records/audit.ts'
import { auditedRows, type DemoEntry } from './audited-rows.ts'
import { officeTime } from './office-hours.ts'
import { BLOCKED, blockedAt, INVITATIONS, invitedAt, officeAddress, PASSWORD_CHANGED, passwordChangedAt } from './people.ts'
import { chileanRut } from './tax-ids.ts'

const ADMIN = 'admin@enlace.test'
const ANA = 'ana@andes.test'

/** A user by the e-mail. */
type People = ReadonlyMap<string, { readonly userId: number; readonly companyId: number }>

/** A month of the audit log. Users and all that they did are there by then. */
export async function loadAudit(trx: DatabaseTransaction, now: Date): Promise<void> {
  const users = await trx.selectFrom('users').select(['user_id as userId', 'company_id as companyId', 'email']).execute()
  const people: People = new Map(users.map(({ email, ...user }) => [email, user]))
  const entries = [
    ...(await auditedRows(trx, now)),
    ...(await accounts(trx, people, now)),
    ...(await alarms(trx, now)),
    ...(await keys(trx, people, now)),
    ...(await mistakenCompany(trx, now)),
  ]
  for (const { at, by, address, ...entry } of entries.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { userId, companyId } = people.get(by) ?? { userId: null, companyId: entry.companyId ?? 1 }
    const who = { now: at, address: address ?? officeAddress(companyId), requestId: `req-${randomBytes(6).toString('hex')}` }
    await audit(trx, { ...who, actor: { email: by, userId, companyId } }, entry)
  }
}

/** Invitations, a permit taken away, a user deactivated, a password changed, and an account locked by wrong passwords. */
async function accounts(trx: DatabaseTransaction, people: People, now: Date): Promise<DemoEntry[]> {
  const about = (email: string) => {
    const { userId, companyId } = people.get(email) ?? { userId: 0, companyId: 0 }
    return { entity: 'user', entityId: String(userId), companyId }
  }
  const luis = 'luis@andes.test'
  const rights = { canHibernate: false, isAdmin: false }
  const at = (daysAgo: number, hour: number): Date => officeTime(now, 4, { daysAgo, hour })
  return [
    ...(await invitations(trx, now)),
    { at: blockedAt(now), by: BLOCKED.by, action: 'user.deactivated', ...about(BLOCKED.email) },
    {
      ...{ at: at(11, 12.4), by: ANA, action: 'user.permits_changed', ...about(luis) },
      before: { permits: ['sims', 'sms_report', 'plans'], ...rights },
      after: { permits: ['sims'], ...rights },
    },
    { at: passwordChangedAt(now), by: PASSWORD_CHANGED, action: 'password.changed', ...about(PASSWORD_CHANGED) },
    {
      ...{ at: at(7, 8.9), by: 'login', address: '203.0.113.77', action: 'account.locked', ...about(luis) },
      after: { email: luis, failures: 5 },
    },
  ]
}

/** The user and the first mail are one entry; a mail that was sent again is one of its own. */
async function invitations(trx: DatabaseTransaction, now: Date): Promise<DemoEntry[]> {
  const emails = INVITATIONS.map(({ email }) => email)
  const users = await trx.selectFrom('users').selectAll().where('email', 'in', emails).execute()
  return INVITATIONS.flatMap((invitation): DemoEntry[] => {
    const user = users.find(({ email }) => email === invitation.email)
    if (!user) return []
    const { user_id, company_id: companyId, email, name, last_name, phone, tin, permits, can_hibernate, is_admin } = user
    const about = { by: invitation.by, entity: 'user', entityId: String(user_id), companyId }
    const text = { userEmail: email, userName: name, userLastname: last_name, userPhone: phone, userTin: tin }
    const after = { ...text, companyId, permits, canHibernate: can_hibernate, isAdmin: is_admin }
    return invitedAt(now, invitation).map((at, nth) =>
      nth === 0 ? { ...about, at, action: 'user.created', after } : { ...about, at, action: 'user.invited' },
    )
  })
}

/** Two alarms that people made lately; the limit of one was raised since. */
const MADE = [
  { companyId: 4, by: ANA, madeDaysAgo: 20, changedDaysAgo: 6, firstLimitMb: 8_192, name: 'Cámaras' },
  { companyId: 7, by: 'redes@bajio.test', madeDaysAgo: 16, changedDaysAgo: undefined, firstLimitMb: 100, name: null },
]

async function alarms(trx: DatabaseTransaction, now: Date): Promise<DemoEntry[]> {
  const rows = await trx.selectFrom('alarms').selectAll().execute()
  const entries: DemoEntry[] = []
  for (const { companyId, by, madeDaysAgo, changedDaysAgo, firstLimitMb, name } of MADE) {
    const alarm = rows.find((row) => row.company_id === companyId && row.name === name)
    if (!alarm) throw new Error(`the demo has no alarm of company ${companyId}`)
    const { alarm_id, plan_code, limit_mb: limitMb, emails, is_active: isActive, cuts_data: cutsData } = alarm
    const values = { companyId, name: name ?? '', planCode: plan_code ?? '', group: '', limitMb, emails, isActive, cutsData }
    const about = { by, entity: 'alarm', entityId: String(alarm_id), companyId }
    const first = { ...values, limitMb: firstLimitMb }
    const madeAt = officeTime(now, companyId, { daysAgo: madeDaysAgo, hour: 10.7 })
    const changedAt = changedDaysAgo && officeTime(now, companyId, { daysAgo: changedDaysAgo, hour: 17.1 })
    entries.push({ ...about, at: madeAt, action: 'alarm.created', after: first })
    if (changedAt) entries.push({ ...about, at: changedAt, action: 'alarm.changed', before: first, after: values })
    await trx
      .updateTable('alarms')
      .set({ created_at: madeAt, updated_at: changedAt || madeAt })
      .where('company_id', '=', companyId)
      .where('alarm_id', '=', alarm_id)
      .execute()
  }
  return entries
}

interface DemoKey {
  readonly name: string
  readonly maker: string
  readonly permits: readonly Permit[]
  readonly daysAgo: number
  readonly usedMsAgo: number
}

const KEYS: readonly DemoKey[] = [
  { name: 'ERP de transporte', maker: ANA, permits: ['sims', 'sms_report'], daysAgo: 19, usedMsAgo: 4 * MINUTE_MS },
  { name: 'Planificador de rutas', maker: 'flota@pacifico.test', permits: ['sims'], daysAgo: 26, usedMsAgo: 2 * HOUR_MS },
]

/** Keys of programs. No program has them: they are random. */
async function keys(trx: DatabaseTransaction, people: People, now: Date): Promise<DemoEntry[]> {
  const entries: DemoEntry[] = []
  for (const { name, maker, permits, daysAgo, usedMsAgo } of KEYS) {
    const { userId, companyId } = people.get(maker) ?? { userId: null, companyId: 1 }
    const at = officeTime(now, companyId, { daysAgo, hour: 11.5 })
    const key = formatApiKey(randomBytes(32))
    const hint = apiKeyHint(key)
    const { api_key_id } = await trx
      .insertInto('api_keys')
      .values({
        ...{ company_id: companyId, user_id: userId, maker, name, hint, key_hash: hashApiKey(key), permits: [...permits] },
        ...{ created_at: at, last_used_at: new Date(now.getTime() - usedMsAgo), last_address: officeAddress(companyId) },
      })
      .returning('api_key_id')
      .executeTakeFirstOrThrow()
    entries.push({
      ...{ at, by: maker, action: 'api_key.created', entity: 'api_key', entityId: String(api_key_id) },
      after: { name, hint, permits, canHibernate: false, addresses: [], expiresAt: null },
    })
  }
  return entries
}

/** A company that was created twice by mistake, and deleted: its number is used up. */
async function mistakenCompany(trx: DatabaseTransaction, now: Date): Promise<DemoEntry[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT setval(pg_get_serial_sequence('companies', 'company_id'), max(company_id) + 1)::int AS id
    FROM companies`.execute(trx)
  const about = { by: ADMIN, entity: 'company', entityId: String(rows[0]?.id) }
  const shown = { businessName: 'Andes Sur Bodegas SpA', tin: chileanRut(77_104_226), parentId: 4 }
  const kept = { ...shown, fantasyName: 'Andes Bodegas', city: 'Santiago', timeZone: 'America/Santiago', currency: 'CLP' }
  const at = (hour: number): Date => officeTime(now, 1, { daysAgo: 13, hour })
  return [
    { ...about, at: at(15.2), action: 'company.created', after: { ...kept, cycleAnchorDay: 1 } },
    { ...about, at: at(15.4), action: 'company.deleted', before: shown },
  ]
}
