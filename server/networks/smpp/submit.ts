import type { Logger } from 'pino'
import type { Command, CommandAnswer, OutgoingSms } from '../network.ts'
import type { NetworkSim, RejectCause } from '../network-types.ts'
import type { SmppLinkSettings } from './bind.ts'
import type { Reply } from './connection.ts'
import { type Pdu, type PduFields, STATUS, statusName, textField } from './pdu.ts'
import type { ReconnectingBind } from './reconnecting-bind.ts'
import type { SentPartStore } from './sent-part-store.ts'
import { encodeText, type OutgoingPart } from './short-message.ts'

interface SubmitContext {
  readonly bind: ReconnectingBind
  readonly sentParts: SentPartStore
  readonly settings: SmppLinkSettings
  readonly log: Pick<Logger, 'error'>
}

const reject = (cause: RejectCause, text: string, retryable: boolean): CommandAnswer => ({
  kind: 'rejected',
  cause,
  text,
  retryable,
})

/** Sends a text, in one part or several. Never throws, and never sends a part twice. */
export async function submitText(
  { bind, sentParts, settings, log }: SubmitContext,
  sim: NetworkSim,
  message: OutgoingSms,
  { requestId, signal }: Command,
): Promise<CommandAnswer> {
  const to = settings.addressing === 'iccid' ? sim.iccid : sim.msisdn
  if (to === '') return reject('invalid', 'the SIM has no number', false)
  const bound = await bind.get(signal)
  if (!bound) return reject('unreachable', bind.problem() || 'the caller no longer waits', true)
  const parts = encodeText(message.text, message.reference)
  // the centre has the part, stored or not: its receipt is then matched by the message itself
  const storeSent = async ({ userReference }: OutgoingPart, index: number, pdu: Pdu): Promise<void> => {
    const smscId = textField(pdu, 'message_id')
    const about = { iccid: sim.iccid, reference: message.reference, part: index + 1, parts: parts.length }
    try {
      await sentParts.storeSent({ ...about, userReference, smscId })
    } catch (error) {
      log.error({ err: error, ...about }, 'the id of a sent part could not be stored')
    }
  }
  const answers = await Promise.all(
    parts.map(async (part, index): Promise<CommandAnswer> => {
      const fields = fieldsOf(settings, to, part, message.validitySeconds)
      const own = settings.isIdempotent ? { enlace_request_id: Buffer.from(requestIdOf(requestId, index)) } : {}
      const onLate = (pdu: Pdu): void => {
        if (pdu.status === 0) void storeSent(part, index, pdu)
      }
      const reply = await bound.connection.request('submit_sm', { ...fields, ...own }, { signal, onLate })
      const answer = answerOf(reply)
      if (reply.kind === 'answer' && answer.kind === 'accepted') await storeSent(part, index, reply.pdu)
      return answer
    }),
  )
  return combine(answers)
}

/** Each part of a message is a request of its own; the first has the message's request id. */
const requestIdOf = (requestId: string, index: number): string => (index === 0 ? requestId : `${requestId}/${index + 1}`)

/**
 * The answer for a message by the answers for its parts. An unknown part makes the message unknown: sent again, it could arrive
 * twice. The message was surely not sent when all parts were refused.
 */
function combine(answers: readonly CommandAnswer[]): CommandAnswer {
  const [first] = answers
  const unknown = answers.find(({ kind }) => kind === 'unknown')
  if (!first || unknown) return unknown ?? reject('invalid', 'a message without a text', false)
  const refused = answers.find(({ kind }) => kind === 'rejected')
  if (refused?.kind !== 'rejected') return first
  // a device does not show a text with a missing part
  if (answers.some(({ kind }) => kind === 'accepted'))
    return { ...refused, retryable: false, cause: withoutRetry(refused.cause) }
  return refused
}

/** A cause that is not retried: other parts are on their way. */
const withoutRetry = (cause: RejectCause): RejectCause =>
  cause === 'unreachable' || cause === 'rate_limited' ? 'network_error' : cause

function answerOf(reply: Reply): CommandAnswer {
  if (reply.kind === 'notSent') return reject('unreachable', 'there was no turn for it in time', true)
  if (reply.kind === 'unknown') return reply
  const { pdu } = reply
  if (pdu.status !== 0) {
    const { cause, retryable } = REFUSALS[pdu.status] ?? { cause: 'network_error', retryable: false }
    return reject(cause, textField(pdu, 'additional_status_info_text') || statusName(pdu.status), retryable)
  }
  const reference = textField(pdu, 'message_id')
  // an accepted message has an id (SMPP 3.4 section 4.4.2)
  return reference === '' ? { kind: 'unknown', why: 'half_answer' } : { kind: 'accepted', reference }
}

/** Causes by status; any other status is a network error. */
const REFUSALS: Readonly<Record<number, { cause: RejectCause; retryable: boolean }>> = {
  [STATUS.notBound]: { cause: 'unreachable', retryable: true },
  [STATUS.systemError]: { cause: 'network_error', retryable: true },
  [STATUS.wrongDestination]: { cause: 'unknown_sim', retryable: false },
  [STATUS.queueFull]: { cause: 'rate_limited', retryable: true },
  [STATUS.submitFailed]: { cause: 'wrong_state', retryable: false },
  [STATUS.throttled]: { cause: 'rate_limited', retryable: true },
  [STATUS.wrongLength]: { cause: 'invalid', retryable: false },
  [STATUS.wrongPriority]: { cause: 'invalid', retryable: false },
  [STATUS.wrongSource]: { cause: 'not_allowed', retryable: false },
  [STATUS.wrongServiceType]: { cause: 'not_allowed', retryable: false },
  [STATUS.wrongCoding]: { cause: 'invalid', retryable: false },
}

/** type of number and numbering plan (sections 5.2.5 and 5.2.6). */
const [UNKNOWN, INTERNATIONAL, ALPHANUMERIC, ISDN] = [0, 1, 5, 1] as const
/** esm_class: the centre stores the message until it is delivered or expires (section 5.2.12). */
const STORE_AND_FORWARD = 3
/** registered_delivery: a receipt for success and failure; and intermediate notifications (section 5.2.17). */
const [RECEIPT, INTERIM] = [0x01, 0x10] as const

function fieldsOf(
  { source, addressing, wantsInterim }: SmppLinkSettings,
  to: string,
  part: OutgoingPart,
  validityS: number,
): PduFields {
  const isName = /[^\d+]/.test(source)
  const isLong = source.replace('+', '').length > 8
  return {
    source_addr_ton: isName ? ALPHANUMERIC : isLong ? INTERNATIONAL : UNKNOWN,
    source_addr_npi: isName || source === '' ? UNKNOWN : ISDN,
    source_addr: source.replace('+', ''),
    dest_addr_ton: addressing === 'msisdn' ? INTERNATIONAL : UNKNOWN,
    dest_addr_npi: addressing === 'msisdn' ? ISDN : UNKNOWN,
    destination_addr: to,
    esm_class: STORE_AND_FORWARD | part.esmClass,
    validity_period: relativeTime(validityS),
    registered_delivery: RECEIPT | (wantsInterim ? INTERIM : 0),
    data_coding: part.dataCoding,
    short_message: part.octets,
    user_message_reference: part.userReference,
  }
}

const pad = (number: number): string => String(number).padStart(2, '0')

/** A relative time, YYMMDDhhmmss000R (section 7.1.1.2): at most 30 days, because the length of a month is not defined. */
export function relativeTime(seconds: number): string {
  const whole = Math.min(Math.max(Math.floor(seconds), 1), 30 * 86_400)
  const [days, hours, minutes] = [Math.floor(whole / 86_400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60]
  return `0000${pad(days)}${pad(hours)}${pad(minutes)}${pad(whole % 60)}000R`
}
