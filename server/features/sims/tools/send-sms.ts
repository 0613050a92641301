import { createHash, randomUUID } from 'node:crypto'
import type { CallData, CallInput } from '#contract/call.ts'
import { DONE_SENTENCES } from '#contract/operations/operation-messages.ts'
import { NUMBER_CHANGED, SMS_CAUSE_SENTENCES, SMS_UNANSWERED } from '#contract/sims/sim-tool-messages.ts'
import type { sendSms } from '#contract/sims/sim-tools.calls.ts'
import { normaliseMsisdn } from '#domain/identifiers.ts'
import { SIM_TYPE } from '#domain/sim-status.ts'
import { smsSegments } from '#domain/sms-segments.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import { WithMessage } from '#server/http/answers.ts'
import { type CommandAnswer, isIdempotent } from '#server/networks/network.ts'
import { audit } from '#server/records/audit.ts'
import { type FoundSim, requireSim } from '#server/records/find-sim.ts'
import { requireAllowed } from '#server/records/sim-refusal.ts'
import { insertQueuedMessages, recordSendResults, SMS_VALIDITY_S, type StoredSms } from '#server/records/sms-messages.ts'
import { messageData } from './chat.ts'

type SendSmsBody = CallInput<typeof sendSms>['body']
type Data = CallData<typeof sendSms>

/** Sends a text to one SIM; what becomes of it later is taken in from the network's events. Throws when the network refuses. */
export async function sendMessage(ctx: Ctx, body: SendSmsBody): Promise<WithMessage<Data>> {
  const sim = await requireSim(ctx, body.icc)
  requireAllowed(ctx, sim, sim.simTypeId === SIM_TYPE.chatSms ? 'chat' : 'sms')
  const { msisdn } = body
  const isSameNumber = msisdn === undefined || msisdn === sim.msisdn || normaliseMsisdn(msisdn) === sim.msisdn
  if (!isSameNumber) throw new AppError('conflict', { sentence: NUMBER_CHANGED, fields: { msisdn: NUMBER_CHANGED } })
  const network = ctx.networks.findByRoute(sim.originId, sim.simTypeId)
  const { row, isNew } = await keepMessage(ctx, sim, body.message)
  if (!isNew && !(row.state === 'queued' && network && isIdempotent(network.capabilities, 'sendSms'))) return answerOf(ctx, row)
  const { text, reference } = row
  const sms = { text, reference, validitySeconds: SMS_VALIDITY_S }
  const answer = await network?.sendSms(sim, sms, { requestId: reference, isUrgent: true })
  return answerOf(ctx, await settle(ctx, sim, row, answer))
}

/** Equal for a repeated request, also after its first process died: the network recognises the repetition by it. */
function referenceOf({ actor, idempotencyKey }: Ctx): string {
  if (idempotencyKey === undefined) return `sms-${randomUUID()}`
  const { companyId, userId, apiKeyId } = actor
  const named = `${companyId} ${userId} ${apiKeyId === undefined ? '' : `api-key ${apiKeyId} `}${idempotencyKey}`
  return `sms-${createHash('sha256').update(named).digest('hex').slice(0, 48)}`
}

async function keepMessage(ctx: Ctx, sim: FoundSim, text: string): Promise<{ row: StoredSms; isNew: boolean }> {
  const name = { companyId: sim.companyId, iccid: sim.iccid, reference: referenceOf(ctx) }
  const { userId, email } = ctx.actor
  const [row] = await insertQueuedMessages(ctx.db, { text, userId, actor: email, at: ctx.now }, [name])
  if (row) return { row, isNew: true }
  const known = await ctx.db
    .selectFrom('sms_messages')
    .selectAll()
    .where('company_id', '=', name.companyId)
    .where('iccid', '=', name.iccid)
    .where('reference', '=', name.reference)
    .executeTakeFirstOrThrow()
  return { row: known, isNew: false }
}

interface SmsOutcome {
  readonly state: 'queued' | 'sent' | 'failed'
  readonly cause: string
  /** the network's own words */
  readonly said: string
  readonly reference: string
}

function outcomeOf(answer: CommandAnswer | undefined): SmsOutcome {
  if (!answer) return { state: 'failed', cause: 'no_network', said: '', reference: '' }
  if (answer.kind === 'rejected') return { state: 'failed', cause: answer.cause, said: answer.text, reference: '' }
  if (answer.kind === 'unknown') return { state: 'queued', cause: '', said: answer.why, reference: '' }
  return { state: 'sent', cause: '', said: '', reference: answer.kind === 'accepted' ? answer.reference : '' }
}

const EVENT_OF = { queued: 'sms_unanswered', sent: 'sms_sent', failed: 'sms_failed' } as const

/** Writes the network's answer: message, timeline, audit. A delivery reported meanwhile stays. */
async function settle(ctx: Ctx, sim: FoundSim, row: StoredSms, answer: CommandAnswer | undefined): Promise<StoredSms> {
  const now = ctx.clock()
  const outcome = outcomeOf(answer)
  return inTransaction(ctx, async (trx) => {
    const name = { companyId: row.company_id, iccid: row.iccid, reference: row.reference }
    const [written] = await recordSendResults(trx, [{ ...name, state: outcome.state, cause: outcome.cause }], now)
    const detail = {
      messageId: row.message_id,
      text: row.text,
      ...(outcome.cause ? { code: outcome.cause } : {}),
      ...(outcome.said ? { network: outcome.said } : {}),
      ...(outcome.reference ? { reference: outcome.reference } : {}),
    }
    const { companyId: company_id, iccid } = sim
    const event = { company_id, iccid, at: now, kind: EVENT_OF[outcome.state], actor: ctx.actor.email }
    await trx
      .insertInto('sim_events')
      .values({ ...event, detail: JSON.stringify(detail) })
      .execute()
    const after = { messageId: row.message_id, segments: row.segments, state: outcome.state }
    const entry = { action: 'sms.sent', entity: 'sim', entityId: sim.iccid, companyId: sim.companyId }
    await audit(trx, ctx, { ...entry, after })
    return (
      written ??
      trx
        .selectFrom('sms_messages')
        .selectAll()
        .where('message_id', '=', row.message_id)
        .where('company_id', '=', row.company_id)
        .where('iccid', '=', row.iccid)
        .executeTakeFirstOrThrow()
    )
  })
}

function answerOf(ctx: Ctx, row: StoredSms): WithMessage<Data> {
  if (row.state === 'failed') {
    const sentence = SMS_CAUSE_SENTENCES[row.cause] ?? SMS_CAUSE_SENTENCES.other
    throw new AppError('network_refused', sentence ? { sentence } : {})
  }
  const success = row.state !== 'queued'
  const result = success ? DONE_SENTENCES.sms : SMS_UNANSWERED
  const { encoding } = smsSegments(row.text)
  const data = { success, result: result[ctx.language], icc: row.iccid, encoding, message: messageData(row, ctx.language) }
  return new WithMessage(data, result)
}
