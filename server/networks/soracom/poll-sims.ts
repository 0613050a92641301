import type { Logger } from 'pino'
import { DAY_MS } from '#domain/time.ts'
import { NetworkFault } from '../network.ts'
import type { EventSink, NetworkEvent } from '../network-events.ts'
import { abortableDelay } from '../retry.ts'
import type { SoracomSim } from './answers.ts'
import type { SoracomClient } from './client.ts'
import { diffSim, type SimFindings, sessionsFingerprint } from './diff-sim.ts'
import { readHistory, readUsage } from './reads.ts'
import type { SoracomSettings } from './settings.ts'
import { pageSims } from './sims.ts'
import { INITIAL_SYNC_STATE, type SyncState } from './sync-state.ts'
import type { SyncStore } from './sync-store.ts'
import { plausibleTime, soracomIccids } from './views.ts'

export interface PollParts {
  readonly client: SoracomClient
  readonly store: SyncStore
  readonly settings: () => SoracomSettings
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error' | 'warn'>
}

/** A lease that was not extended for this long has expired: the process died. */
const LEASE_MS = 600_000
/** A failed poll is retried after this, or after the interval if that is shorter. */
const RETRY_MS = 60_000
/** How often a process checks whether a poll is due. */
const CHECK_INTERVAL_MS = 5_000
/** Soracom's history goes back 32 days. */
const HISTORY_MS = 31 * DAY_MS
/** More failed SIMs than this abort the poll: the cause is not a single SIM. */
const MAX_FAILED_SIMS = 20
/** Usage steps of a session arrive up to this long after its end. */
const LATE_USAGE_MS = 1_200_000

/** Polls all SIMs periodically and delivers their changes as events, until the returned function is called. */
export function startPolling(parts: PollParts, sink: EventSink): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await pollIfDue(parts, sink, signal).catch((error: unknown) => {
        if (!signal.aborted) parts.log.error({ err: error }, 'polling the SIMs at Soracom failed')
      })
      await abortableDelay(Math.min(CHECK_INTERVAL_MS, parts.settings().walkSeconds * 1000), signal)
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}

async function pollIfDue(parts: PollParts, sink: EventSink, signal: AbortSignal): Promise<void> {
  const { store, clock, settings } = parts
  const startedAt = clock().getTime()
  if (!(await store.acquireLease(clock(), new Date(startedAt + LEASE_MS)))) return
  const intervalMs = settings().walkSeconds * 1000
  try {
    await pollSims(parts, sink, signal)
    await store.extendLease(new Date(startedAt + intervalMs))
  } catch (error) {
    await store.extendLease(new Date(clock().getTime() + Math.min(intervalMs, RETRY_MS)))
    if (!(error instanceof NetworkFault)) throw error
    if (!signal.aborted)
      parts.log.warn({ reason: error.reason, message: error.message }, 'polling the SIMs at Soracom was interrupted')
  }
}

async function pollSims(parts: PollParts, sink: EventSink, signal: AbortSignal): Promise<void> {
  const { store, settings, clock } = parts
  const client = rateLimited(parts, signal)
  const failed = { count: 0 }
  for await (const page of pageSims(client, settings().pageSize, signal)) {
    if (signal.aborted) return
    const known = await store.filterKnown(page.flatMap(soracomIccids))
    const knownSims = page.flatMap((sim) => {
      const iccid = soracomIccids(sim).find((one) => known.has(one))
      return iccid === undefined ? [] : [{ iccid, sim }]
    })
    const states = await store.load(knownSims.map(({ iccid }) => iccid))
    const changed = new Map<string, SyncState>()
    const events: NetworkEvent[] = []
    for (const { iccid, sim } of knownSims) {
      const diff = await pollSim(
        { ...parts, client },
        { iccid, sim, before: states.get(iccid) ?? INITIAL_SYNC_STATE, failed, signal },
      )
      if (!diff || diff.state === states.get(iccid)) continue
      events.push(...diff.events)
      changed.set(iccid, diff.state)
    }
    // the portal stores the events before the state is saved: an interruption repeats them with the same ids
    if (events.length > 0) await sink(events)
    await store.save(changed)
    await store.extendLease(new Date(clock().getTime() + LEASE_MS))
  }
}

/** The client limited to the polling rate, which waits for pauses requested by the API. */
function rateLimited({ client, settings }: PollParts, signal: AbortSignal): SoracomClient {
  let next = 0
  return {
    ...client,
    send: async (request) => {
      for (;;) {
        const now = performance.now()
        next = Math.max(next, now) + 1000 / settings().walkRequestsPerSecond
        await abortableDelay(Math.max(next - 1000 / settings().walkRequestsPerSecond - now, client.retryAfterMs()), signal)
        const outcome = await client.send({ ...request, signal })
        if (outcome.kind !== 'limited' || signal.aborted) return outcome
      }
    },
  }
}

/** A usage step may start this long before its session, and list and history lag behind each other by this much. */
const LIST_LAG_MS = 300_000

/** The initial state of a SIM: earlier usage is not reported. */
const startingFrom = (before: SyncState, moment: number): SyncState => ({
  ...before,
  reportedUntil: moment - LIST_LAG_MS,
  settledUntil: moment - LIST_LAG_MS,
})

interface SimPoll {
  readonly iccid: string
  readonly sim: SoracomSim
  readonly before: SyncState
  /** failed SIMs of this poll */
  readonly failed: { count: number }
  readonly signal: AbortSignal
}

/** Reads the history and usage that the list lacks, where needed; undefined when the requests of this SIM failed. */
async function pollSim(
  parts: PollParts,
  poll: SimPoll,
): Promise<{ state: SyncState; events: readonly NetworkEvent[] } | undefined> {
  const { iccid, sim, before, failed } = poll
  try {
    const hasSessionNews = sessionsFingerprint(sim) !== before.fingerprint
    const history = hasSessionNews ? await historyOf(parts, poll) : undefined
    const initialised = before.fingerprint === '' ? startingFrom(before, history?.[0]?.time ?? parts.clock().getTime()) : before
    const usage = needsUsage(initialised, sim, hasSessionNews, parts) ? await usageOf(parts, poll, initialised) : undefined
    if (!hasSessionNews && !usage && before.vendorState === sim.status) return { state: before, events: [] }
    const findings: SimFindings = { iccid, sim, history, usage }
    return diffSim(initialised, findings, parts.clock())
  } catch (error) {
    const isOfOne = error instanceof NetworkFault && (error.reason === 'unknown_sim' || error.reason === 'half_answer')
    if (!isOfOne || ++failed.count > MAX_FAILED_SIMS) throw error
    parts.log.warn({ iccid, message: error.message }, 'a SIM at Soracom could not be polled')
    return undefined
  }
}

/** Session events since the last poll; at the first poll, those of the open session. */
async function historyOf({ client, clock }: PollParts, { sim, before, signal }: SimPoll) {
  const period = { since: new Date(Math.max(before.reportedUntil, clock().getTime() - HISTORY_MS)), signal }
  if (before.fingerprint !== '') return readHistory(client, sim.simId, period)
  if (sim.sessionStatus?.online !== true) return []
  const events = await readHistory(client, sim.simId, period)
  // the list does not always contain its id
  const open = sim.sessionStatus.sessionId ?? events.at(-1)?.sessionId
  return events.filter(({ sessionId }) => sessionId === open)
}

function needsUsage(
  { addSessionEvent, usageReadAt }: SyncState,
  sim: SoracomSim,
  hasSessionNews: boolean,
  { clock, settings }: PollParts,
): boolean {
  if (sim.status === 'terminated') return false
  if (hasSessionNews) return true
  const isDue = clock().getTime() - usageReadAt >= settings().usageSeconds * 1000
  const isLive =
    addSessionEvent !== null && (addSessionEvent.stoppedAt === null || usageReadAt < addSessionEvent.stoppedAt + LATE_USAGE_MS)
  return isLive && isDue
}

function usageOf({ client, clock }: PollParts, { sim, signal }: SimPoll, { settledUntil }: SyncState) {
  const now = clock()
  return readUsage(client, sim.simId, { since: plausibleTime(settledUntil, now) ?? now, until: now, signal })
}
