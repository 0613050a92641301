import { sql } from 'kysely'
import { ALARM_DIGEST_MINUTES, type NoticeKind } from '#domain/alarms.ts'
import type { Language } from '#domain/languages.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { portalUrl, type Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import type { AlarmMailItem } from '#server/mail/alarm-mail.ts'
import { byRecipient } from '#server/mail/by-recipient.ts'
import { enqueueMail } from '#server/mail/enqueue-mail.ts'

type DigestServices = Pick<Services, 'db' | 'clock' | 'config'>

/** Companies per round; the others follow in the next. */
const COMPANIES_PER_ROUND = 20

interface UnsentNotice {
  readonly noticeId: number
  readonly alarmId: number
  /** null without one */
  readonly alarmName: string | null
  readonly iccid: string
  readonly kind: NoticeKind
  readonly usedBytes: number
  readonly limitMb: number
  readonly cuts: boolean
  readonly label: string
  /** null for every plan */
  readonly planName: string | null
  /** null: the alarm was deleted, and no mail is sent */
  readonly emails: readonly string[] | null
  readonly language: Language | null
}

/**
 * Mails notices, one mail per recipient with all SIMs. A company's first notices are sent at once; those of the next quarter of an
 * hour are sent together at its end.
 * @returns the number of companies
 */
export async function sendDigests(services: DigestServices): Promise<number> {
  const { db, clock } = services
  const now = clock()
  const before = new Date(now.getTime() - ALARM_DIGEST_MINUTES * MINUTE_MS)
  const { rows } = await sql<{ companyId: number; companyName: string }>`
    SELECT c.company_id AS "companyId", c.business_name AS "companyName" FROM companies c
    LEFT JOIN alarm_digests d ON d.company_id = c.company_id
    WHERE c.company_id IN (SELECT DISTINCT company_id FROM alarm_notices WHERE mailed_at IS NULL)
      AND (d.sent_at IS NULL OR d.sent_at <= ${before})
    ORDER BY c.company_id LIMIT ${COMPANIES_PER_ROUND}`.execute(db)
  for (const company of rows) {
    await db.transaction().execute(async (trx) => {
      if (await claimCompany(trx, company.companyId, now, before)) await sendDigest(trx, services, company, now)
    })
  }
  return rows.length
}

/** Claims the company's digest; false when another process has it or has sent it. */
async function claimCompany(trx: DatabaseTransaction, companyId: number, now: Date, before: Date): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO alarm_digests AS d (company_id, sent_at) VALUES (${companyId}, ${now})
    ON CONFLICT (company_id) DO UPDATE SET sent_at = excluded.sent_at WHERE d.sent_at <= ${before} RETURNING 1`.execute(trx)
  return rows.length > 0
}

async function sendDigest(
  trx: DatabaseTransaction,
  services: DigestServices,
  { companyId, companyName }: { readonly companyId: number; readonly companyName: string },
  now: Date,
): Promise<void> {
  const notices = await readUnsent(trx, companyId)
  const mailsOf = new Map<number, number[]>()
  for (const { address, language, items: notified } of byRecipient(notices)) {
    const facts = { companyName, portal: portalUrl(services), items: notified.map(mailItemOf) }
    const mail = { kind: 'alarm', facts, language, addresses: [address], companyId, at: now } as const
    const mailIds = (await enqueueMail(trx, services, mail)).map(({ mailId }) => mailId)
    for (const { noticeId } of notified) mailsOf.set(noticeId, [...(mailsOf.get(noticeId) ?? []), ...mailIds])
  }
  const rows = notices.map(({ noticeId }) => ({ noticeId, mailIds: mailsOf.get(noticeId) ?? [] }))
  await sql`
    UPDATE alarm_notices n SET mailed_at = ${now}, mail_ids = w."mailIds", changed_at = statement_timestamp()
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS w("noticeId" bigint, "mailIds" bigint[])
    WHERE n.company_id = ${companyId} AND n.notice_id = w."noticeId"`.execute(trx)
}

async function readUnsent(trx: DatabaseTransaction, companyId: number): Promise<UnsentNotice[]> {
  const { rows } = await sql<UnsentNotice>`
    SELECT n.notice_id AS "noticeId", n.alarm_id AS "alarmId", a.name AS "alarmName", n.iccid, n.kind, n.used_bytes::float8 AS "usedBytes",
      n.limit_mb AS "limitMb", n.action <> 'none' AS cuts, coalesce(s.custom_field_1, '') AS label, p.name AS "planName", a.emails,
      a.language
    FROM alarm_notices n
    LEFT JOIN alarms a ON a.company_id = n.company_id AND a.alarm_id = n.alarm_id
    LEFT JOIN sims s ON s.company_id = n.company_id AND s.iccid = n.iccid
    LEFT JOIN plans p ON p.plan_code = n.plan_code
    WHERE n.company_id = ${companyId} AND n.mailed_at IS NULL
    ORDER BY n.kind, n.used_bytes DESC, n.notice_id FOR UPDATE OF n`.execute(trx)
  return rows
}

const mailItemOf = ({ alarmName, iccid, label, kind, usedBytes, limitMb, cuts, planName }: UnsentNotice): AlarmMailItem => ({
  iccid,
  label,
  kind,
  usedBytes,
  limitMb,
  cuts,
  alarmName: alarmName ?? '',
  planName: planName ?? '',
})
