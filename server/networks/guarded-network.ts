import type { Breaker } from './breaker.ts'
import type { Gate } from './gate.ts'
import type { HealthRecorder } from './health-recorder.ts'
import {
  type Answer,
  type CallOptions,
  type Command,
  type CommandKind,
  type Network,
  NetworkFault,
  type NetworkSim,
} from './network.ts'
import { backOffMs, pause } from './retry.ts'
import { withTimeOut } from './time-out.ts'

/** A network as the portal uses it: held to its rate, not waited for in vain, asked again where that is safe, left alone while it is down. */
export interface GuardedNetwork extends Network {
  readonly id: string
  readonly name: string
  /** calls at once that make sense in one process; more of them wait */
  readonly maxInFlight: number
  /** what it left open is looked up after so long, milliseconds */
  readonly askAfterMs: number
  /** while the breaker is open: when the next trial is due. Commands are answered `unreachable` at once until then. */
  closedUntil(): Date | undefined
  /** One small call, past the breaker, that only finds out whether the network answers. */
  probe(sim: NetworkSim): Promise<void>
}

export interface GuardLimits {
  readonly maxInFlight: number
  readonly timeoutMs: number
  /** the first attempt and its repetitions */
  readonly maxAttempts: number
  readonly askAfterMs: number
}

export interface GuardParts {
  readonly network: Network
  readonly limits: GuardLimits
  readonly gate: Gate
  readonly breaker: Breaker
  readonly health: HealthRecorder
  /** waits between attempts; tests don't */
  readonly wait?: typeof pause
}

const NOT_ANSWERING = 'the network is not answering'
const UNREACHABLE: Answer = { kind: 'rejected', cause: 'unreachable', text: NOT_ANSWERING, retryable: true }

/** Refusals that tell of the network, not of the SIM: nothing happened, and the same may go well a little later. */
const TROUBLE: readonly string[] = ['rate_limited', 'unreachable', 'network_error']

const isFailure = (answer: Answer): boolean =>
  answer.kind === 'unknown' ||
  (answer.kind === 'rejected' && (answer.cause === 'unreachable' || answer.cause === 'network_error'))

export function guardNetwork(name: { readonly id: string; readonly name: string }, parts: GuardParts): GuardedNetwork {
  const { network, breaker, limits } = parts
  const command =
    (kind: CommandKind) =>
    (sim: NetworkSim, command: Command): Promise<Answer> => {
      if (kind === 'sendSms') throw new Error('sendSms takes a message')
      return ask(parts, command, (signal) => network[kind](sim, { ...command, signal }))
    }
  return {
    ...name,
    // an administrator's setting may change them
    get capabilities() {
      return network.capabilities
    },
    maxInFlight: limits.maxInFlight,
    askAfterMs: limits.askAfterMs,
    closedUntil: breaker.closedUntil,
    lookup: (sim, options) => read(parts, options, (signal) => network.lookup(sim, { ...options, signal })),
    status: (sim, options) => read(parts, options, (signal) => network.status(sim, { ...options, signal })),
    location: (sim, options) => read(parts, options, (signal) => network.location(sim, { ...options, signal })),
    activate: command('activate'),
    suspend: command('suspend'),
    resume: command('resume'),
    terminate: command('terminate'),
    cutData: command('cutData'),
    restoreData: command('restoreData'),
    resetConnection: command('resetConnection'),
    sendSms: (sim, message, command) => ask(parts, command, (signal) => network.sendSms(sim, message, { ...command, signal })),
    listen: (sink) => network.listen(sink),
    probe: (sim) => probe(parts, sim),
  }
}

type Send<T> = (signal: AbortSignal) => Promise<T>

/** What is safe to repeat: what surely did not happen, and what the network recognises as a repetition. */
function mayRepeat({ network }: GuardParts, answer: Answer): boolean {
  if (answer.kind === 'unknown') return network.capabilities.remembersRequests
  return answer.kind === 'rejected' && answer.retryable && TROUBLE.includes(answer.cause)
}

/**
 * An answer that may say 'unknown' stays so even when a repetition is refused: the first one may have had its effect.
 * A repetition that finds the SIM in the state that was asked for, or says 'done', settles it.
 */
async function ask(parts: GuardParts, options: CallOptions, send: Send<Answer>): Promise<Answer> {
  let doubt: Answer | undefined
  for (let attempt = 1; ; attempt++) {
    const answer = await askOnce(parts, options, send)
    if (answer.kind === 'unknown') doubt = answer
    const isLast = attempt >= parts.limits.maxAttempts || options.signal?.aborted || parts.breaker.closedUntil() !== undefined
    if (isLast || !mayRepeat(parts, answer)) return doubt && mayRepeat(parts, answer) ? doubt : answer
    await (parts.wait ?? pause)(backOffMs(attempt), options.signal)
  }
}

async function askOnce(parts: GuardParts, options: CallOptions, send: Send<Answer>): Promise<Answer> {
  if (!parts.breaker.admits()) return UNREACHABLE
  const leave = await parts.gate.enter(options)
  if (!leave) return UNREACHABLE
  try {
    const answer = await withTimeOut(parts.limits.timeoutMs, options.signal, send)
    note(parts, !isFailure(answer))
    return answer
  } catch (error) {
    note(parts, false)
    // an adapter that throws from a command does not know what happened
    if (error instanceof NetworkFault) return { kind: 'unknown', why: error.reason === 'timeout' ? 'timeout' : 'connection' }
    throw error
  } finally {
    leave()
  }
}

function note({ breaker, health }: GuardParts, isSuccess: boolean): void {
  breaker.record(isSuccess)
  health.record(isSuccess)
}

/** Reads change nothing: they are repeated whenever the fault is a passing one. */
async function read<T>(parts: GuardParts, options: CallOptions = {}, send: Send<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readOnce(parts, options, send)
    } catch (error) {
      const isPassing = error instanceof NetworkFault && error.isTransient
      const isLast = attempt >= parts.limits.maxAttempts || options.signal?.aborted || parts.breaker.closedUntil() !== undefined
      if (!isPassing || isLast) throw error
    }
    await (parts.wait ?? pause)(backOffMs(attempt), options.signal)
  }
}

async function readOnce<T>(parts: GuardParts, options: CallOptions, send: Send<T>): Promise<T> {
  if (!parts.breaker.admits()) throw new NetworkFault('unreachable', NOT_ANSWERING)
  const leave = await parts.gate.enter(options)
  if (!leave) throw new NetworkFault('unreachable', 'the caller no longer waits')
  try {
    const result = await withTimeOut(parts.limits.timeoutMs, options.signal, send)
    note(parts, true)
    return result
  } catch (error) {
    // a network that says 'no such SIM' answers
    note(parts, error instanceof NetworkFault && !error.isTransient)
    throw error
  } finally {
    leave()
  }
}

async function probe(parts: GuardParts, sim: NetworkSim): Promise<void> {
  const leave = await parts.gate.enter({})
  if (!leave) return
  try {
    await withTimeOut(parts.limits.timeoutMs, undefined, (signal) => parts.network.lookup(sim, { signal }))
    note(parts, true)
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error
    note(parts, !error.isTransient)
  } finally {
    leave()
  }
}
