import type { Breaker } from './breaker.ts'
import { checkInTime } from './check-in-time.ts'
import type { Gate } from './gate.ts'
import type { CallResult, HealthRecorder } from './health-recorder.ts'
import {
  type Answer,
  type CallOptions,
  type CheckStep,
  type Command,
  type CommandKind,
  type Network,
  NetworkFault,
  type NetworkInventoryRow,
  type NetworkSim,
  remembers,
} from './network.ts'
import { backOffMs, pause } from './retry.ts'
import { withTimeOut } from './time-out.ts'

/** A network as the portal uses it: held to its rate, not waited for in vain, asked again where that is safe, left alone while it is down. */
export interface GuardedNetwork extends Network {
  readonly id: string
  readonly name: string
  /** false: an administrator has switched it off */
  readonly isEnabled: boolean
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
  /** false: an administrator has switched it off, and nothing is asked of it */
  readonly isEnabled?: boolean
}

const NOT_ANSWERING = 'the network is not answering'
const SWITCHED_OFF = 'the network is switched off'
const whyNot = ({ isEnabled = true }: GuardParts): string => (isEnabled ? NOT_ANSWERING : SWITCHED_OFF)
const unreachable = (text: string): Answer => ({ kind: 'rejected', cause: 'unreachable', text, retryable: true })

/** Refusals that tell of the network, not of the SIM: nothing happened, and the same may go well a little later. */
const TROUBLE: readonly string[] = ['rate_limited', 'unreachable', 'network_error']

/** What an answer tells against the network; undefined when it works. */
function faultOf(answer: Answer): CallResult['fault'] {
  if (answer.kind === 'unknown') return { cause: answer.why, text: '' }
  const isFault = answer.kind === 'rejected' && (answer.cause === 'unreachable' || answer.cause === 'network_error')
  return isFault ? { cause: answer.cause, text: answer.text } : undefined
}

export function guardNetwork(name: { readonly id: string; readonly name: string }, parts: GuardParts): GuardedNetwork {
  const { network, breaker, limits } = parts
  const command =
    (kind: CommandKind) =>
    (sim: NetworkSim, command: Command): Promise<Answer> => {
      if (kind === 'sendSms') throw new Error('sendSms takes a message')
      return ask(parts, kind, command, (signal) => network[kind](sim, { ...command, signal }))
    }
  return {
    ...name,
    isEnabled: parts.isEnabled ?? true,
    // an administrator's setting may change them
    get capabilities() {
      return network.capabilities
    },
    maxInFlight: limits.maxInFlight,
    askAfterMs: limits.askAfterMs,
    closedUntil: breaker.closedUntil,
    lookup: (sim, options) => read(parts, 'lookup', options, (signal) => network.lookup(sim, { ...options, signal })),
    status: (sim, options) => read(parts, 'status', options, (signal) => network.status(sim, { ...options, signal })),
    location: (sim, options) => read(parts, 'location', options, (signal) => network.location(sim, { ...options, signal })),
    activate: command('activate'),
    suspend: command('suspend'),
    resume: command('resume'),
    terminate: command('terminate'),
    cutData: command('cutData'),
    restoreData: command('restoreData'),
    resetConnection: command('resetConnection'),
    sendSms: (sim, message, command) =>
      ask(parts, 'sendSms', command, (signal) => network.sendSms(sim, message, { ...command, signal })),
    check: (options) => check(parts, options),
    ...(network.listSims && { listSims: (options?: CallOptions) => listSims(parts, options) }),
    listen: (sink) => network.listen(sink),
    probe: (sim) => probe(parts, sim),
  }
}

type Send<T> = (signal: AbortSignal) => Promise<T>

/** What is safe to repeat: what surely did not happen, and what the network recognises as a repetition. */
function mayRepeat({ network }: GuardParts, call: string, answer: Answer): boolean {
  if (answer.kind === 'unknown') return remembers(network.capabilities, call)
  return answer.kind === 'rejected' && answer.retryable && TROUBLE.includes(answer.cause)
}

/**
 * An answer that may say 'unknown' stays so even when a repetition is refused: the first one may have had its effect.
 * A repetition that finds the SIM in the state that was asked for, or says 'done', settles it.
 */
async function ask(parts: GuardParts, call: string, options: CallOptions, send: Send<Answer>): Promise<Answer> {
  let doubt: Answer | undefined
  for (let attempt = 1; ; attempt++) {
    const answer = await askOnce(parts, call, options, send)
    if (answer.kind === 'unknown') doubt = answer
    const isLast = attempt >= parts.limits.maxAttempts || options.signal?.aborted || parts.breaker.closedUntil() !== undefined
    if (isLast || !mayRepeat(parts, call, answer)) return doubt && mayRepeat(parts, call, answer) ? doubt : answer
    await (parts.wait ?? pause)(backOffMs(attempt), options.signal)
  }
}

async function askOnce(parts: GuardParts, call: string, options: CallOptions, send: Send<Answer>): Promise<Answer> {
  if (!parts.breaker.admits()) return unreachable(whyNot(parts))
  const leave = await parts.gate.enter(options)
  if (!leave) return unreachable(NOT_ANSWERING)
  const note = noting(parts, call)
  try {
    const answer = await withTimeOut(parts.limits.timeoutMs, options.signal, send)
    note(faultOf(answer))
    return answer
  } catch (error) {
    note(faultOfError(error) ?? { cause: 'rejected', text: String(error) })
    // an adapter that throws from a command does not know what happened
    if (error instanceof NetworkFault) return { kind: 'unknown', why: error.reason === 'timeout' ? 'timeout' : 'connection' }
    throw error
  } finally {
    leave()
  }
}

/** Begins a call; what it returns is told how it ended. */
function noting({ breaker, health }: GuardParts, call: string): (fault: CallResult['fault']) => void {
  const began = performance.now()
  return (fault) => {
    breaker.record(fault === undefined)
    health.record({ call, ms: performance.now() - began, fault })
  }
}

/** A network that says 'no such SIM' answers. */
function faultOfError(error: unknown): CallResult['fault'] {
  if (!(error instanceof NetworkFault)) return { cause: 'internal', text: String(error) }
  return error.isTransient ? { cause: error.reason, text: error.message } : undefined
}

/** Reads change nothing: they are repeated whenever the fault is a passing one. */
async function read<T>(parts: GuardParts, call: string, options: CallOptions = {}, send: Send<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readOnce(parts, call, options, send)
    } catch (error) {
      const isPassing = error instanceof NetworkFault && error.isTransient
      const isLast = attempt >= parts.limits.maxAttempts || options.signal?.aborted || parts.breaker.closedUntil() !== undefined
      if (!isPassing || isLast) throw error
    }
    await (parts.wait ?? pause)(backOffMs(attempt), options.signal)
  }
}

async function readOnce<T>(parts: GuardParts, call: string, options: CallOptions, send: Send<T>): Promise<T> {
  if (!parts.breaker.admits()) throw new NetworkFault('unreachable', whyNot(parts))
  const leave = await parts.gate.enter(options)
  if (!leave) throw new NetworkFault('unreachable', 'the caller no longer waits')
  const note = noting(parts, call)
  try {
    const result = await withTimeOut(parts.limits.timeoutMs, options.signal, send)
    note(undefined)
    return result
  } catch (error) {
    note(faultOfError(error))
    throw error
  } finally {
    leave()
  }
}

async function probe(parts: GuardParts, sim: NetworkSim): Promise<void> {
  if (parts.isEnabled === false) return
  const leave = await parts.gate.enter({})
  if (!leave) return
  const note = noting(parts, 'probe')
  try {
    await withTimeOut(parts.limits.timeoutMs, undefined, (signal) => parts.network.lookup(sim, { signal }))
    note(undefined)
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error
    note(faultOfError(error))
  } finally {
    leave()
  }
}

/**
 * A person tries the network out, also one that is switched off or not answering. Held to the rate, and no part of its health: what
 * is tried may be wrong on purpose.
 */
async function check({ network, gate }: GuardParts, options: CallOptions = {}): Promise<readonly CheckStep[]> {
  const leave = await gate.enter(options)
  return leave ? checkInTime(network, options).finally(leave) : []
}

/** Each page is a call of its own: it waits for its turn, and has its own time. */
async function* listSims(parts: GuardParts, options: CallOptions = {}): AsyncIterable<readonly NetworkInventoryRow[]> {
  const pages = parts.network.listSims?.(options)[Symbol.asyncIterator]()
  try {
    while (pages) {
      const page = await readOnce(parts, 'listSims', options, () => pages.next())
      if (page.done) return
      yield page.value
    }
  } finally {
    await pages?.return?.()
  }
}
