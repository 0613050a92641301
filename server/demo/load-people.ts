import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { PERMITS } from '#domain/permits.ts'
import { rightsOfRole } from '#domain/role-presets.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { hashPassword } from '#server/secrets/password-hash.ts'
import { countryId } from '../records/reference-data.ts'
import { DEMO_COMPANIES, DEMO_PASSWORD, DEMO_USERS } from './companies.ts'
import {
  BLOCKED,
  blockedAt,
  DEMO_PEOPLE,
  type DemoPerson,
  INVITATIONS,
  invitedAt,
  LOGINS_SEEN,
  officeAddress,
} from './people.ts'

/** Users and a greeting. They come last: a database without users counts as empty, and a load that was cut off begins again. */
export async function loadPeople(trx: DatabaseTransaction, now: Date): Promise<void> {
  // one for all: a hash is slow on purpose
  const password_hash = await hashPassword(DEMO_PASSWORD)
  await trx
    .insertInto('popups')
    .values({
      name: 'bienvenida',
      slot: 1,
      title_es: 'Bienvenida a la demo',
      title_en: 'Welcome to the demo',
      content_es:
        'Esta flota es inventada. Pruebe a buscar los últimos seis dígitos de un IMEI, a filtrar por estado o a abrir una SIM.',
      content_en: 'This fleet is made up. Try searching the last six digits of an IMEI, filtering by status or opening a SIM.',
      starts_at: now,
      actor: 'admin@enlace.test',
    })
    .execute()
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS)
  const logins = DEMO_USERS.map(({ country, ...user }) => ({
    ...user,
    permits: [...user.permits],
    country_id: countryId(country),
    password_hash,
    created_at: before(1_090),
  }))
  await trx.insertInto('users').values(logins).execute()
  const people = DEMO_PEOPLE.map((person, index) => ({
    ...rowOf(person),
    password_hash: person.seenMsAgo === undefined ? null : password_hash,
    created_at: firstInvited(now, person) ?? before(60 + 47 * index),
    deactivated_at: person.email === BLOCKED.email ? blockedAt(now) : null,
  }))
  await trx.insertInto('users').values(people).execute()
  await loadSessions(trx, now)
}

function firstInvited(now: Date, { email }: DemoPerson): Date | undefined {
  const invitation = INVITATIONS.find((one) => one.email === email)
  return invitation && invitedAt(now, invitation)[0]
}

const ADMINISTRATOR = { permits: PERMITS, canHibernate: true, isAdmin: false }

function rowOf({ companyId, email, name, lastName, phone, city, role }: DemoPerson) {
  const { permits, canHibernate } = rightsOfRole(role, ADMINISTRATOR)
  const country = DEMO_COMPANIES.find(({ id }) => id === companyId)?.country ?? 'CL'
  return {
    company_id: companyId,
    ...{ email, name, last_name: lastName, phone, country_id: countryId(country), city },
    permits: [...permits],
    can_hibernate: canHibernate,
  }
}

const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
]

/** Two logins of each person: the last one, and one some days before it. Both have ended: their tokens are random. */
async function loadSessions(trx: DatabaseTransaction, now: Date): Promise<void> {
  const logins = DEMO_USERS.map(({ company_id, email }) => ({ companyId: company_id, email, seenMsAgo: LOGINS_SEEN[email] }))
  const sessions = [...logins, ...DEMO_PEOPLE].flatMap(({ companyId, email, seenMsAgo }, index) => {
    if (seenMsAgo === undefined) return []
    const last = now.getTime() - seenMsAgo
    return [last - (3 + (index % 5)) * DAY_MS, last].map((end, nth) => ({
      email,
      tokenHash: randomBytes(32).toString('hex'),
      openedAt: new Date(end - (8 + ((index * 7 + nth * 11) % 40)) * MINUTE_MS),
      lastSeenAt: new Date(end),
      address: officeAddress(companyId),
      userAgent: BROWSERS[index % BROWSERS.length],
    }))
  })
  await sql`
    INSERT INTO login_sessions (token_hash, user_id, created_at, last_seen_at, ended_at, address, user_agent)
    SELECT decode(n."tokenHash", 'hex'), u.user_id, n."openedAt", n."lastSeenAt", n."lastSeenAt", n.address, n."userAgent"
    FROM json_to_recordset(${JSON.stringify(sessions)}::json) AS n(email text, "tokenHash" text, "openedAt" timestamptz,
      "lastSeenAt" timestamptz, address text, "userAgent" text)
    JOIN users u ON u.email = n.email ORDER BY n."openedAt"`.execute(trx)
}
