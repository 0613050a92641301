import { beginSpan } from '../tracing/spans.ts'
import type { Breaker } from './breaker.ts'
import type { CallLimiter } from './call-limiter.ts'
import { checkNetwork } from './check-network.ts'
import type { HealthRecorder, NetworkCallResult } from './health-recorder.ts'
import {
  type CheckStep,
  type Command,
  type CommandAnswer,
  isIdempotent,
  type Network,
  type NetworkCallOptions,
  NetworkFault,
} from './network.ts'
import type { CommandKind, NetworkInventoryRow, NetworkSim } from './network-types.ts'
import { abortableDelay, backoffDelayMs } from './retry.ts'
import { withTimeout } from './timeout.ts'

/** A network with protection: rate limit, time-out, retries where safe, and a circuit breaker. */
export interface GuardedNetwork extends Network {
  readonly id: string
  readonly name: string
  /** false: disabled by an administrator */
  readonly isEnabled: boolean
  /** concurrent calls per process; further calls wait */
  readonly maxInFlight: number
  /** also where the network has no profiles: a plan may have one of the network that carried its SIMs before */
  readonly setProfile: NonNullable<Network['setProfile']>
  /** also where the network holds no SIM to a device */
  readonly setDeviceLock: NonNullable<Network['setDeviceLock']>
  /** delay before the outcome of an unanswered or accepted command is looked up, milliseconds */
  readonly lookupAfterMs: number
  /** while the breaker is open: time of the next trial. Until then commands are answered `unreachable` at once. */
  openUntil(): Date | undefined
  /** Sends one small read, bypassing the breaker, to find out whether the network answers. */
  probe(sim: NetworkSim): Promise<void>
}

export interface GuardLimits {
  readonly maxInFlight: number
  readonly timeoutMs: number
  /** the first attempt and its retries */
  readonly maxAttempts: number
  readonly lookupAfterMs: number
}

export interface GuardParts {
  readonly id: string
  readonly name: string
  readonly network: Network
  readonly limits: GuardLimits
  readonly limiter: CallLimiter
  readonly breaker: Breaker
  readonly health: HealthRecorder
  /** delays between attempts; replaced in tests */
  readonly delay?: typeof abortableDelay
  /** false: disabled by an administrator, no call is sent */
  readonly isEnabled?: boolean
}

const UNAVAILABLE_TEXT = 'the network is not answering'
const DISABLED_TEXT = 'the network is switched off'
const unavailableText = ({ isEnabled = true }: GuardParts): string => (isEnabled ? UNAVAILABLE_TEXT : DISABLED_TEXT)
const NOT_SUPPORTED: CommandAnswer = { kind: 'rejected', cause: 'not_supported', text: '', retryable: false }
const unreachable = (text: string): CommandAnswer => ({ kind: 'rejected', cause: 'unreachable', text, retryable: true })

/** Rejections caused by the network, not by the SIM: nothing happened, and a retry may succeed. */
const NETWORK_CAUSES: readonly string[] = ['rate_limited', 'unreachable', 'network_error']

/** The network fault in an answer; undefined when the network works. */
function faultOfAnswer(answer: CommandAnswer): NetworkCallResult['fault'] {
  if (answer.kind === 'unknown') return { cause: answer.why, text: '' }
  const isFault = answer.kind === 'rejected' && (answer.cause === 'unreachable' || answer.cause === 'network_error')
  return isFault ? { cause: answer.cause, text: answer.text } : undefined
}

export function guardNetwork(parts: GuardParts): GuardedNetwork {
  const { id, name, network, breaker, limits } = parts
  const { setProfile, setDeviceLock } = network
  const command =
    (kind: CommandKind) =>
    (sim: NetworkSim, command: Command): Promise<CommandAnswer> => {
      if (kind === 'sendSms') throw new Error('sendSms takes a message')
      return sendCommand(parts, kind, command, (signal) => network[kind](sim, { ...command, signal }))
    }
  return {
    id,
    name,
    isEnabled: parts.isEnabled ?? true,
    // settings may change them
    get capabilities() {
      return network.capabilities
    },
    maxInFlight: limits.maxInFlight,
    lookupAfterMs: limits.lookupAfterMs,
    openUntil: breaker.openUntil,
    lookup: (sim, options) => readWithRetry(parts, 'lookup', options, (signal) => network.lookup(sim, { ...options, signal })),
    status: (sim, options) => readWithRetry(parts, 'status', options, (signal) => network.status(sim, { ...options, signal })),
    location: (sim, options) =>
      readWithRetry(parts, 'location', options, (signal) => network.location(sim, { ...options, signal })),
    activate: command('activate'),
    suspend: command('suspend'),
    resume: command('resume'),
    terminate: command('terminate'),
    cutData: command('cutData'),
    restoreData: command('restoreData'),
    resetConnection: command('resetConnection'),
    sendSms: (sim, message, command) =>
      sendCommand(parts, 'sendSms', command, (signal) => network.sendSms(sim, message, { ...command, signal })),
    setProfile: async (sim, profile, command) =>
      setProfile
        ? sendCommand(parts, 'setProfile', command, (signal) => setProfile(sim, profile, { ...command, signal }))
        : NOT_SUPPORTED,
    setDeviceLock: async (sim, imei, command) =>
      setDeviceLock
        ? sendCommand(parts, 'setDeviceLock', command, (signal) => setDeviceLock(sim, imei, { ...command, signal }))
        : NOT_SUPPORTED,
    check: (options) => check(parts, options),
    ...(network.listSims && { listSims: (options?: NetworkCallOptions) => listSims(parts, options) }),
    listen: (sink) => network.listen(sink),
    probe: (sim) => probe(parts, sim),
  }
}

type NetworkCall<T> = (signal: AbortSignal) => Promise<T>

/** Whether a retry is safe: the command surely had no effect, or the network recognises the repetition. */
function canRetry({ network }: GuardParts, call: string, answer: CommandAnswer): boolean {
  if (answer.kind === 'unknown') return isIdempotent(network.capabilities, call)
  return answer.kind === 'rejected' && answer.retryable && NETWORK_CAUSES.includes(answer.cause)
}

/**
 * Sends a command with retries. Once an answer was 'unknown', a rejected retry does not resolve it: the first attempt
 * may have had its effect. A retry answered 'done', or rejected because the SIM already is in that state, does.
 */
async function sendCommand(
  parts: GuardParts,
  call: string,
  options: NetworkCallOptions,
  send: NetworkCall<CommandAnswer>,
): Promise<CommandAnswer> {
  let unknownAnswer: CommandAnswer | undefined
  for (let attempt = 1; ; attempt++) {
    const answer = await sendCommandOnce(parts, call, options, send)
    if (answer.kind === 'unknown') unknownAnswer = answer
    const isLast = attempt >= parts.limits.maxAttempts || options.signal?.aborted || parts.breaker.openUntil() !== undefined
    if (isLast || !canRetry(parts, call, answer)) return unknownAnswer && canRetry(parts, call, answer) ? unknownAnswer : answer
    await (parts.delay ?? abortableDelay)(backoffDelayMs(attempt), options.signal)
  }
}

async function sendCommandOnce(
  parts: GuardParts,
  call: string,
  options: NetworkCallOptions,
  send: NetworkCall<CommandAnswer>,
): Promise<CommandAnswer> {
  if (!parts.breaker.allowsCall()) return unreachable(unavailableText(parts))
  const release = await parts.limiter.acquire(options)
  if (!release) return unreachable(UNAVAILABLE_TEXT)
  const finish = startCall(parts, call)
  try {
    const answer = await withTimeout(parts.limits.timeoutMs, options.signal, send)
    finish(faultOfAnswer(answer))
    return answer
  } catch (error) {
    finish(faultOfError(error) ?? { cause: 'rejected', text: String(error) })
    // the outcome is unknown to an adapter that throws from a command
    if (error instanceof NetworkFault) return { kind: 'unknown', why: error.reason === 'timeout' ? 'timeout' : 'connection' }
    throw error
  } finally {
    release()
  }
}

/** Starts measuring a call. @returns the function that records its result */
function startCall({ breaker, health, id }: GuardParts, call: string): (fault: NetworkCallResult['fault']) => void {
  const startedAt = performance.now()
  const endSpan = beginSpan({ name: `network ${call}`, attributes: { 'enlace.network': id, 'enlace.command': call } })
  return (fault) => {
    endSpan(fault && `${fault.cause} ${fault.text}`.trim())
    breaker.record(fault === undefined)
    health.record({ call, ms: performance.now() - startedAt, fault })
  }
}

/** The network fault in an error; 'unknown SIM' is a valid answer and no fault. */
function faultOfError(error: unknown): NetworkCallResult['fault'] {
  if (!(error instanceof NetworkFault)) return { cause: 'internal', text: String(error) }
  return error.isTransient ? { cause: error.reason, text: error.message } : undefined
}

/** Reads have no effect, so they are retried on every transient fault. */
async function readWithRetry<T>(
  parts: GuardParts,
  call: string,
  options: NetworkCallOptions = {},
  send: NetworkCall<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readOnce(parts, call, options, send)
    } catch (error) {
      const isTransient = error instanceof NetworkFault && error.isTransient
      const isLast = attempt >= parts.limits.maxAttempts || options.signal?.aborted || parts.breaker.openUntil() !== undefined
      if (!isTransient || isLast) throw error
    }
    await (parts.delay ?? abortableDelay)(backoffDelayMs(attempt), options.signal)
  }
}

async function readOnce<T>(parts: GuardParts, call: string, options: NetworkCallOptions, send: NetworkCall<T>): Promise<T> {
  if (!parts.breaker.allowsCall()) throw new NetworkFault('unreachable', unavailableText(parts))
  const release = await parts.limiter.acquire(options)
  if (!release) throw new NetworkFault('unreachable', 'the caller aborted')
  const finish = startCall(parts, call)
  try {
    const result = await withTimeout(parts.limits.timeoutMs, options.signal, send)
    finish(undefined)
    return result
  } catch (error) {
    finish(faultOfError(error))
    throw error
  } finally {
    release()
  }
}

async function probe(parts: GuardParts, sim: NetworkSim): Promise<void> {
  if (parts.isEnabled === false) return
  const release = await parts.limiter.acquire({})
  if (!release) return
  const finish = startCall(parts, 'probe')
  try {
    await withTimeout(parts.limits.timeoutMs, undefined, (signal) => parts.network.lookup(sim, { signal }))
    finish(undefined)
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error
    finish(faultOfError(error))
  } finally {
    release()
  }
}

/**
 * An administrator checks the network, even when it is disabled or not answering. The check respects the rate limit and
 * does not count for health: its settings may be wrong on purpose.
 */
async function check({ network, limiter }: GuardParts, options: NetworkCallOptions = {}): Promise<readonly CheckStep[]> {
  const release = await limiter.acquire(options)
  return release ? checkNetwork(network, options).finally(release) : []
}

/** Each page is a call of its own with its own time slot and time-out. */
async function* listSims(parts: GuardParts, options: NetworkCallOptions = {}): AsyncIterable<readonly NetworkInventoryRow[]> {
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
