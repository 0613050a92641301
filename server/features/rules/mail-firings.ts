import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#domain/languages.ts'
import { isWithinHours, RULE_DIGESTS, type RuleActions, type RuleDefinition } from '#domain/rules.ts'
import { portalUrl, type Services } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { enqueueMail } from '#server/mail/enqueue-mail.ts'
import { type RuleFacts, type RuleMailItem, ruleChatText } from '#server/mail/rule-mail.ts'
import { localHour } from '#server/usage/local-hours.ts'
import { enqueueChat } from '#server/webhook-delivery/chat-endpoints.ts'

type MailServices = Pick<Services, 'db' | 'clock' | 'config'>

/** Rules per round; the others follow in the next. */
const RULES_PER_ROUND = 50
/** Firings in one mail; the next mail has the others. */
const FIRINGS_PER_MAIL = 5_000

interface UnsentRule {
  readonly companyId: number
  readonly ruleId: number
  readonly companyName: string
  readonly timeZone: string
  readonly anchorDay: number
  /** null: the rule was deleted, and no mail is sent */
  readonly name: string | null
  readonly definition: RuleDefinition | null
  readonly language: Language | null
  readonly chatEndpointId: number | null
}

/** The two mails about a firing: that it fired, and that no one has acknowledged it in time. */
interface MailStep {
  /** condition of firings f for which this mail is due */
  readonly waiting: RawBuilder<unknown>
  readonly sentAt: 'mailed_at' | 'escalated_at'
  readonly addresses: (actions: RuleActions) => readonly string[]
  readonly hasChat: boolean
}

const FIRED: MailStep = {
  waiting: sql`f.mailed_at IS NULL`,
  sentAt: 'mailed_at',
  addresses: ({ emails }) => emails,
  hasChat: true,
}

const escalated = (now: Date): MailStep => ({
  waiting: sql`f.escalate_at <= ${now} AND f.escalated_at IS NULL AND f.acknowledged_at IS NULL`,
  sentAt: 'escalated_at',
  addresses: ({ escalation }) => escalation?.emails ?? [],
  hasChat: false,
})

/**
 * Mails what rules did, one mail for each rule and address, and writes it to their chats. What was not acknowledged in time is mailed to the
 * addresses of the escalation. As with alarms, the first firing is sent at once, and those of the next quarter of an hour, hour or day
 * together at its end. In a rule's quiet hours mails wait until those end.
 * @returns the number of rules
 */
export async function mailFirings(services: MailServices): Promise<number> {
  const now = services.clock()
  return (await mailStep(services, FIRED, now)) + (await mailStep(services, escalated(now), now))
}

async function mailStep(services: MailServices, step: MailStep, now: Date): Promise<number> {
  const { rows } = await sql<UnsentRule>`
    SELECT u.company_id AS "companyId", u.rule_id::float8 AS "ruleId", c.business_name AS "companyName", c.time_zone AS "timeZone",
      c.cycle_anchor_day AS "anchorDay", r.name, r.definition, r.language, r.chat_endpoint_id AS "chatEndpointId"
    FROM (SELECT DISTINCT f.company_id, f.rule_id FROM rule_firings f WHERE ${step.waiting}) u
    JOIN companies c ON c.company_id = u.company_id
    LEFT JOIN rules r ON r.company_id = u.company_id AND r.rule_id = u.rule_id
    WHERE NOT EXISTS (
      SELECT FROM rule_firings f WHERE f.company_id = u.company_id AND f.rule_id = u.rule_id
        AND f.${sql.ref(step.sentAt)} > ${now}::timestamptz
        - make_interval(mins => coalesce((r.definition #>> '{limits,digestMinutes}')::int, ${RULE_DIGESTS[0]}::int)))
    ORDER BY 1, 2`.execute(services.db)
  const due = rows.filter(({ definition, timeZone, anchorDay }) => {
    const quiet = definition?.limits.quiet
    return !quiet || !isWithinHours(quiet, localHour(now.getTime(), { timeZone, anchorDay }).hour)
  })
  for (const rule of due.slice(0, RULES_PER_ROUND))
    await services.db.transaction().execute((trx) => mailRule(trx, services, { step, rule, now }))
  return due.length
}

interface DueMail {
  readonly step: MailStep
  readonly rule: UnsentRule
  readonly now: Date
}

async function mailRule(trx: DatabaseTransaction, services: MailServices, { step, rule, now }: DueMail): Promise<void> {
  const { companyId, ruleId, companyName, name, definition } = rule
  // another process that mails the same rule waits for these row locks, and then finds no firing
  const { rows } = await sql<RuleMailItem & { firingId: number; isAsked: boolean }>`
    SELECT f.firing_id::float8 AS "firingId", f.iccid, f.at, f.trigger, f.value, coalesce(nullif(f.device, ''), p.name, s.custom_field_1, '') AS label,
      f.operation = 'asked' AS "isAsked"
    FROM rule_firings f LEFT JOIN sims s ON s.company_id = f.company_id AND s.iccid = f.iccid
    LEFT JOIN plans p ON p.plan_code = f.plan_code
    WHERE f.company_id = ${companyId} AND f.rule_id = ${ruleId} AND ${step.waiting}
    ORDER BY f.at, f.firing_id LIMIT ${FIRINGS_PER_MAIL} FOR UPDATE OF f`.execute(trx)
  if (rows.length === 0) return
  if (name !== null && definition) {
    const { actions } = definition
    const facts: RuleFacts = {
      ...{ companyName, ruleId, ruleName: name, portal: portalUrl(services), items: rows },
      asks: rows.some(({ isAsked }) => isAsked) ? actions.operation : '',
      unseenMinutes: step.hasChat ? 0 : (actions.escalation?.minutes ?? 0),
    }
    const addresses = step.addresses(actions)
    const language = rule.language ?? 'es'
    await enqueueMail(trx, services, { kind: 'rule', facts, language, addresses, companyId, at: now })
    if (step.hasChat && rule.chatEndpointId !== null) {
      const text = ruleChatText(facts, language)
      await enqueueChat(trx, { companyId, endpointId: rule.chatEndpointId, text, items: rows.length, at: now })
    }
  }
  await sql`
    UPDATE rule_firings SET ${sql.ref(step.sentAt)} = ${now}
    WHERE company_id = ${companyId} AND firing_id = ANY(${rows.map(({ firingId }) => firingId)}::bigint[])`.execute(trx)
}
