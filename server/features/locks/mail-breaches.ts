import { sql } from 'kysely'
import { ALARM_DIGEST_MINUTES } from '#domain/alarms.ts'
import type { Language } from '#domain/languages.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { portalUrl, type Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { byRecipient } from '#server/mail/by-recipient.ts'
import { enqueueMail } from '#server/mail/enqueue-mail.ts'

type MailServices = Pick<Services, 'db' | 'clock' | 'config'>

/** Companies per round; the others follow in the next. */
const COMPANIES_PER_ROUND = 20

interface Company {
  readonly companyId: number
  readonly companyName: string
}

interface UnsentBreach {
  readonly breachId: string
  readonly iccid: string
  readonly imei: string
  readonly network: string
  readonly geofences: string
  readonly label: string
  /** null: the SIM has left its company, and no mail is sent */
  readonly emails: readonly string[] | null
  readonly language: Language | null
}

/**
 * Mails broken locks, one mail per recipient with all SIMs. As with alarms, a company's first one is sent at once, and those of the next
 * quarter of an hour together at its end.
 * @returns the number of companies
 */
export async function mailBreaches(services: MailServices): Promise<number> {
  const now = services.clock()
  const before = new Date(now.getTime() - ALARM_DIGEST_MINUTES * MINUTE_MS)
  const { rows } = await sql<Company>`
    SELECT c.company_id AS "companyId", c.business_name AS "companyName" FROM companies c
    WHERE c.company_id IN (SELECT DISTINCT company_id FROM lock_breaches WHERE mailed_at IS NULL)
      AND NOT EXISTS (SELECT FROM lock_breaches b WHERE b.company_id = c.company_id AND b.mailed_at > ${before})
    ORDER BY c.company_id LIMIT ${COMPANIES_PER_ROUND}`.execute(services.db)
  for (const company of rows) await services.db.transaction().execute((trx) => mailCompany(trx, services, company, now))
  return rows.length
}

async function mailCompany(
  trx: DatabaseTransaction,
  services: MailServices,
  { companyId, companyName }: Company,
  now: Date,
): Promise<void> {
  const breaches = await readUnsent(trx, companyId)
  for (const { address, language, items } of byRecipient(breaches)) {
    const facts = { companyName, portal: portalUrl(services), items }
    await enqueueMail(trx, services, { kind: 'lock', facts, language, addresses: [address], companyId, at: now })
  }
  await sql`
    UPDATE lock_breaches SET mailed_at = ${now}
    WHERE company_id = ${companyId} AND breach_id = ANY(${breaches.map(({ breachId }) => breachId)}::uuid[])`.execute(trx)
}

/** Another process that mails the same breaches waits for these rows, and finds none then. */
async function readUnsent(trx: DatabaseTransaction, companyId: number): Promise<UnsentBreach[]> {
  const { rows } = await sql<UnsentBreach>`
    SELECT b.breach_id AS "breachId", b.iccid, b.imei, b.network,
      CASE b.kind WHEN 'geofence' THEN coalesce((
        SELECT string_agg(g.name, ', ' ORDER BY g.key) FROM geofences g WHERE g.company_id = b.company_id AND g.geofence_id = ANY(k.geofences)
      ), '–') ELSE '' END AS geofences, coalesce(s.custom_field_1, '') AS label, k.emails, k.language
    FROM lock_breaches b
    LEFT JOIN sim_locks k ON k.company_id = b.company_id AND k.lock_id = b.lock_id
    LEFT JOIN sims s ON s.company_id = b.company_id AND s.iccid = b.iccid
    WHERE b.company_id = ${companyId} AND b.mailed_at IS NULL
    ORDER BY b.at, b.iccid FOR UPDATE OF b`.execute(trx)
  return rows
}
