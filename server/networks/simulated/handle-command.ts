import { MAX_SMS_SEGMENTS, smsSegments } from '#domain/sms-segments.ts'
import type { CommandAnswer, OutgoingSms } from '../network.ts'
import type { CommandKind } from '../network-types.ts'
import { type CommandOutcome, commandOutcome } from './command-outcome.ts'
import {
  completePending,
  type Effect,
  executeCommand,
  lockDevice,
  referenceOf,
  rejectCommand,
  type SimUpdate,
} from './execute-command.ts'
import type { SimulatedSettings } from './settings.ts'
import { isInService, type SimulatedSim, type SimulationTime } from './sim.ts'
import type { BufferedMessage, RecordedCommand } from './store.ts'

/** A command sent to the embedded network. */
export interface IncomingCommand {
  readonly networkId: string
  readonly iccid: string
  readonly kind: CommandKind | 'setDeviceLock'
  readonly requestId: string
  readonly message: OutgoingSms | undefined
  /** of a lock to a device */
  readonly imei?: string
  readonly settings: SimulatedSettings
}

/** The answer to a command, and whether it reaches the caller. */
export interface CommandReply {
  readonly answer: CommandAnswer
  readonly outcome: CommandOutcome
}

export interface HandledCommand extends CommandReply {
  readonly record: RecordedCommand | undefined
  readonly update: SimUpdate | undefined
  readonly message: BufferedMessage | undefined
}

const UNKNOWN_SIM = rejectCommand('unknown_sim', 'no such subscription')

/** Whether an answer is final: a repetition of the command gets it again. Transient failures are processed again. */
const isFinal = (answer: RecordedCommand['answer'] | undefined): answer is CommandAnswer =>
  answer !== undefined && answer.kind !== 'lost' && !(answer.kind === 'rejected' && answer.retryable)

/**
 * Processes a command: its effect on the SIM, its answer, and its injected fault by the fault plan.
 * @param before the recorded command, if the same id was received before
 */
export function handleCommand(
  found: SimulatedSim | undefined,
  command: IncomingCommand,
  before: RecordedCommand | undefined,
  moment: SimulationTime,
): HandledCommand {
  const { kind, requestId, iccid, settings } = command
  const times = before?.times ?? 0
  const outcome = commandOutcome(settings.faults, { kind, requestId, times })
  const recordOf = (answer: RecordedCommand['answer']): RecordedCommand => ({
    iccid,
    requestId,
    kind,
    answer,
    times: times + 1,
  })
  const plain = (answer: CommandAnswer, record?: RecordedCommand): HandledCommand => ({
    answer,
    outcome,
    record,
    update: undefined,
    message: undefined,
  })

  if (!found) return plain(UNKNOWN_SIM)
  if (isFinal(before?.answer) && settings.remembersRequests) return plain(before.answer, recordOf(before.answer))
  if (outcome.kind === 'lose') return plain(UNKNOWN_SIM, recordOf(before?.answer ?? { kind: 'lost' }))
  if (outcome.kind === 'refuse') return keepRecorded(rejectCommand('network_error', 'internal error', true))
  if (outcome.kind === 'throttle') return keepRecorded(rejectCommand('rate_limited', 'too many requests', true))
  // the addressed network carries the SIM from now on: routes are the portal's business
  const completed = completePending({ ...found, networkId: command.networkId }, moment)
  const sim = completed?.sim ?? { ...found, networkId: command.networkId }
  const result = execute(sim, command, outcome, moment)
  const update = completed
    ? { sim: result.sim, events: [...completed.events, ...result.events], effects: [...completed.effects, ...result.effects] }
    : result
  return {
    answer: result.answer,
    outcome,
    record: recordOf(result.answer),
    update,
    message: result.message,
  }

  /** A transient rejection does not overwrite the recorded answer. */
  function keepRecorded(answer: CommandAnswer): HandledCommand {
    return plain(answer, recordOf(before?.answer ?? answer))
  }
}

type ExecutionResult = SimUpdate & { readonly answer: CommandAnswer; readonly message?: BufferedMessage | undefined }

function execute(
  sim: SimulatedSim,
  command: IncomingCommand,
  { deferred }: CommandOutcome,
  moment: SimulationTime,
): ExecutionResult {
  const { kind, requestId, imei = '' } = command
  if (kind === 'sendSms') return bufferMessage(sim, command, moment)
  if (kind === 'setDeviceLock') return lockDevice(sim, { requestId, imei }, moment)
  return executeCommand(sim, { kind, requestId }, deferred, moment)
}

/** Buffers a message until the device is reachable. */
function bufferMessage(
  sim: SimulatedSim,
  { message, requestId, iccid }: IncomingCommand,
  { now }: SimulationTime,
): ExecutionResult {
  const nothing = { sim, events: [], effects: [] }
  if (!message) return { ...nothing, answer: rejectCommand('invalid', 'a message without a text') }
  const { segments } = smsSegments(message.text)
  if (segments === 0 || segments > MAX_SMS_SEGMENTS)
    return { ...nothing, answer: rejectCommand('invalid', `${segments} segments, ${MAX_SMS_SEGMENTS} at most`) }
  if (!isInService(sim.state)) return { ...nothing, answer: rejectCommand('wrong_state', `the SIM is ${sim.state}`) }
  const effects: Effect[] = [{ iccid, requestId, kind: 'sms', at: now }]
  const expiresAt = new Date(now.getTime() + message.validitySeconds * 1000)
  const buffered = { iccid, reference: message.reference, segments, expiresAt, dueAt: new Date(now.getTime() + 1500) }
  return { ...nothing, effects, answer: { kind: 'accepted', reference: referenceOf(requestId) }, message: buffered }
}
