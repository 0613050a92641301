import { SMS_STATES } from '#contract/filter-values.ts'
import type { SmsMessageData } from '#contract/sims/sim-tools.calls.ts'
import { smsCauseSentence } from '#contract/sms-report/sms-report-messages.ts'
import type { Language } from '#domain/languages.ts'
import type { StoredSms } from '#server/records/sms-messages.ts'

/** A message as the calls answer it. */
export function messageData(row: StoredSms, language: Language): SmsMessageData {
  const state = SMS_STATES.find((known) => known === row.state)
  if (state === undefined) throw new Error(`message ${row.message_id} is ${row.state}`)
  const isIn = row.direction === 'in'
  return {
    messageId: row.message_id,
    direction: isIn ? 'in' : 'out',
    text: row.text,
    segments: row.segments,
    state,
    cause: smsCauseSentence(row.cause, language),
    at: row.at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
    actor: row.actor,
    unread: isIn && row.read_at === null,
  }
}
