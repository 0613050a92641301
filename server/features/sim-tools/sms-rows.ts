import { SMS_CAUSE_SENTENCES } from '#contract/sim-tool-messages.ts'
import { SMS_STATES, type SmsMessageData } from '#contract/sim-tools.calls.ts'
import type { Language } from '#domain/languages.ts'
import type { SmsRow } from '../../db/sms-messages.ts'

/** Why a message did not arrive, in words; the network's own where the kind has none. */
export function causeSentence(cause: string, language: Language): string {
  if (cause === '') return ''
  return (SMS_CAUSE_SENTENCES[cause] ?? SMS_CAUSE_SENTENCES.other)?.[language] ?? cause
}

/** A message as the calls answer it. */
export function messageData(row: SmsRow, language: Language): SmsMessageData {
  const state = SMS_STATES.find((known) => known === row.state)
  if (state === undefined) throw new Error(`message ${row.message_id} is ${row.state}`)
  const isIn = row.direction === 'in'
  return {
    messageId: row.message_id,
    direction: isIn ? 'in' : 'out',
    text: row.text,
    segments: row.segments,
    state,
    cause: causeSentence(row.cause, language),
    at: row.at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
    actor: row.actor,
    unread: isIn && row.read_at === null,
  }
}
