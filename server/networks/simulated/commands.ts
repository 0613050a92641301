import { MAX_SMS_SEGMENTS, smsSegments } from '#domain/sms-segments.ts'
import type { CommandAnswer, OutgoingSms } from '../network.ts'
import type { CommandKind } from '../network-types.ts'
import { type Fate, fateOf } from './fate.ts'
import { carryOut, type Effect, type Outcome, referenceOf, refuse, settle } from './orders.ts'
import type { SimulatedSettings } from './settings.ts'
import { isInService, type Moment, type Sim } from './sim.ts'
import type { BufferedMessage, Remembered } from './store.ts'

/** A command on its way to the network. */
export interface Incoming {
  readonly networkId: string
  readonly iccid: string
  readonly kind: CommandKind
  readonly requestId: string
  readonly message: OutgoingSms | undefined
  readonly settings: SimulatedSettings
}

/** What becomes of it: what the network says, and whether that arrives. */
export interface Reply {
  readonly answer: CommandAnswer
  readonly fate: Fate
}

export interface Judged extends Reply {
  readonly remember: Remembered | undefined
  readonly outcome: Outcome | undefined
  readonly message: BufferedMessage | undefined
}

const UNKNOWN_SIM = refuse('unknown_sim', 'no such subscription')

/** An answer that stands: the same command again gets it again. What failed in passing is tried anew. */
const stands = (answer: Remembered['answer'] | undefined): answer is CommandAnswer =>
  answer !== undefined && answer.kind !== 'lost' && !(answer.kind === 'rejected' && answer.retryable)

/**
 * What a command does to a SIM and what it is answered, by the fault plan. Says nothing of how the answer travels; that is in the
 * fate.
 * @param before what was answered to the same id before, if it came before
 */
export function judge(found: Sim | undefined, incoming: Incoming, before: Remembered | undefined, moment: Moment): Judged {
  const { kind, requestId, iccid, settings } = incoming
  const times = before?.times ?? 0
  const fate = fateOf(settings.faults, { kind, requestId, times })
  const noted = (answer: Remembered['answer']): Remembered => ({ iccid, requestId, kind, answer, times: times + 1 })
  const plain = (answer: CommandAnswer, remember?: Remembered): Judged => ({
    answer,
    fate,
    remember,
    outcome: undefined,
    message: undefined,
  })

  if (!found) return plain(UNKNOWN_SIM)
  if (stands(before?.answer) && settings.remembersRequests) return plain(before.answer, noted(before.answer))
  if (fate.kind === 'lose') return plain(UNKNOWN_SIM, noted(before?.answer ?? { kind: 'lost' }))
  if (fate.kind === 'refuse') return forgetful(refuse('network_error', 'internal error', true))
  if (fate.kind === 'throttle') return forgetful(refuse('rate_limited', 'too many requests', true))
  // whichever network is asked carries the SIM from now on: routes are the portal's business
  const settled = settle({ ...found, networkId: incoming.networkId }, moment)
  const sim = settled?.sim ?? { ...found, networkId: incoming.networkId }
  const result: Taken =
    kind === 'sendSms' ? takeMessage(sim, incoming, moment) : carryOut(sim, { kind, requestId }, fate.later, moment)
  const outcome = settled
    ? { sim: result.sim, events: [...settled.events, ...result.events], effects: [...settled.effects, ...result.effects] }
    : result
  return {
    answer: result.answer,
    fate,
    remember: noted(result.answer),
    outcome,
    message: result.message,
  }

  /** A refusal in passing does not wipe out what was answered before. */
  function forgetful(answer: CommandAnswer): Judged {
    return plain(answer, noted(before?.answer ?? answer))
  }
}

type Taken = Outcome & { readonly answer: CommandAnswer; readonly message?: BufferedMessage | undefined }

/** Keeps a message until the device can be had. */
function takeMessage(sim: Sim, { message, requestId, iccid }: Incoming, { now }: Moment): Taken {
  const nothing = { sim, events: [], effects: [] }
  if (!message) return { ...nothing, answer: refuse('invalid', 'a message without a text') }
  const { segments } = smsSegments(message.text)
  if (segments === 0 || segments > MAX_SMS_SEGMENTS)
    return { ...nothing, answer: refuse('invalid', `${segments} segments, ${MAX_SMS_SEGMENTS} at most`) }
  if (!isInService(sim.state)) return { ...nothing, answer: refuse('wrong_state', `the SIM is ${sim.state}`) }
  const effects: Effect[] = [{ iccid, requestId, kind: 'sms', at: now }]
  const expiresAt = new Date(now.getTime() + message.validitySeconds * 1000)
  const buffered = { iccid, reference: message.reference, segments, expiresAt, dueAt: new Date(now.getTime() + 1500) }
  return { ...nothing, effects, answer: { kind: 'accepted', reference: referenceOf(requestId) }, message: buffered }
}
