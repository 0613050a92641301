import type { Logger } from 'pino'
import { NetworkFault } from '../network.ts'
import type { EventSink, NetworkEvent } from '../network-events.ts'
import { abortableDelay } from '../retry.ts'
import type { SoracomSim } from './answers.ts'
import type { SoracomClient } from './client.ts'
import { BLANK, type Memory } from './memory.ts'
import { readHistory, readUsage } from './reads.ts'
import type { SoracomSettings } from './settings.ts'
import { walkSims } from './sims.ts'
import type { Store } from './store.ts'
import { type Found, sightOf, tell } from './tell.ts'
import { iccidsOf, momentOf } from './views.ts'

export interface WalkParts {
  readonly client: SoracomClient
  readonly store: Store
  readonly settings: () => SoracomSettings
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error' | 'warn'>
}

/** A process that has not put the others off for so long is gone. */
const TURN_MS = 600_000
/** A walk that failed is begun again after this, or sooner where walks are that near to one another. */
const AGAIN_MS = 60_000
/** How often a process looks whether a walk is due. */
const LOOK_MS = 5_000
/** Their history goes back 32 days. */
const HISTORY_MS = 31 * 86_400_000
/** More SIMs without an answer are no matter of single SIMs. */
const MOST_FAILED = 20
/** The last steps of a session's usage come so long after its end. */
const LATE_MS = 1_200_000

/** Walks over all SIMs again and again, and hands on what is new of them, until the returned function is called. */
export function startWalks(parts: WalkParts, sink: EventSink): () => Promise<void> {
  const ending = new AbortController()
  const { signal } = ending
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await takeTurn(parts, sink, signal).catch((error: unknown) => {
        if (!signal.aborted) parts.log.error({ err: error }, 'a walk over the SIMs at Soracom could not be done')
      })
      await abortableDelay(Math.min(LOOK_MS, parts.settings().walkSeconds * 1000), signal)
    }
  }
  const running = run()
  return async () => {
    ending.abort()
    await running
  }
}

async function takeTurn(parts: WalkParts, sink: EventSink, signal: AbortSignal): Promise<void> {
  const { store, clock, settings } = parts
  const began = clock().getTime()
  if (!(await store.takeTurn(clock(), new Date(began + TURN_MS)))) return
  const every = settings().walkSeconds * 1000
  try {
    await walk(parts, sink, signal)
    await store.putOff(new Date(began + every))
  } catch (error) {
    await store.putOff(new Date(clock().getTime() + Math.min(every, AGAIN_MS)))
    if (!(error instanceof NetworkFault)) throw error
    if (!signal.aborted)
      parts.log.warn({ reason: error.reason, said: error.message }, 'a walk over the SIMs at Soracom broke off')
  }
}

async function walk(parts: WalkParts, sink: EventSink, signal: AbortSignal): Promise<void> {
  const { store, settings, clock } = parts
  const client = patient(parts, signal)
  const failed = { count: 0 }
  for await (const page of walkSims(client, settings().pageSize, signal)) {
    if (signal.aborted) return
    const ours = await store.ours(page.flatMap(iccidsOf))
    const named = page.flatMap((sim) => {
      const iccid = iccidsOf(sim).find((one) => ours.has(one))
      return iccid === undefined ? [] : [{ iccid, sim }]
    })
    const memories = await store.recall(named.map(({ iccid }) => iccid))
    const kept = new Map<string, Memory>()
    const events: NetworkEvent[] = []
    for (const { iccid, sim } of named) {
      const told = await lookInto({ ...parts, client }, { iccid, sim, before: memories.get(iccid) ?? BLANK, failed, signal })
      if (!told || told.memory === memories.get(iccid)) continue
      events.push(...told.events)
      kept.set(iccid, told.memory)
    }
    // first kept by the portal, then remembered as told: what ends in between is told again under the same names
    if (events.length > 0) await sink(events)
    await store.keep(kept)
    await store.putOff(new Date(clock().getTime() + TURN_MS))
  }
}

/** The client as a walk uses it: at its own pace, and waiting as long as the API asks for. */
function patient({ client, settings }: WalkParts, signal: AbortSignal): SoracomClient {
  let next = 0
  return {
    ...client,
    send: async (request) => {
      for (;;) {
        const now = performance.now()
        next = Math.max(next, now) + 1000 / settings().walkRequestsPerSecond
        await abortableDelay(Math.max(next - 1000 / settings().walkRequestsPerSecond - now, client.pauseMs()), signal)
        const outcome = await client.send({ ...request, signal })
        if (outcome.kind !== 'limited' || signal.aborted) return outcome
      }
    },
  }
}

/** A step of usage, which may have begun so long before the session in it; and their list and history lag behind each other. */
const STEP_MS = 300_000

/** A SIM that is seen for the first time: what was before is not ours. */
const since = (before: Memory, moment: number): Memory => ({
  ...before,
  toldTo: moment - STEP_MS,
  settledTo: moment - STEP_MS,
})

interface Look {
  readonly iccid: string
  readonly sim: SoracomSim
  readonly before: Memory
  /** SIMs of this walk that got no answer */
  readonly failed: { count: number }
  readonly signal: AbortSignal
}

/** Asks for what the list does not tell of a SIM, where there is something; undefined when that got no answer for this SIM alone. */
async function lookInto(
  parts: WalkParts,
  look: Look,
): Promise<{ memory: Memory; events: readonly NetworkEvent[] } | undefined> {
  const { iccid, sim, before, failed } = look
  try {
    const isMoved = sightOf(sim) !== before.sight
    const history = isMoved ? await historyOf(parts, look) : undefined
    const begun = before.sight === '' ? since(before, history?.[0]?.time ?? parts.clock().getTime()) : before
    const usage = needsUsage(begun, sim, isMoved, parts) ? await usageOf(parts, look, begun) : undefined
    if (!isMoved && !usage && before.word === sim.status) return { memory: before, events: [] }
    const found: Found = { iccid, sim, history, usage }
    return tell(begun, found, parts.clock())
  } catch (error) {
    const isOfOne = error instanceof NetworkFault && (error.reason === 'unknown_sim' || error.reason === 'half_answer')
    if (!isOfOne || ++failed.count > MOST_FAILED) throw error
    parts.log.warn({ iccid, said: error.message }, 'a SIM at Soracom could not be looked into')
    return undefined
  }
}

/** Its session events since the last walk; of a SIM that is seen for the first time, those of the session that is open. */
async function historyOf({ client, clock }: WalkParts, { sim, before, signal }: Look) {
  const period = { since: new Date(Math.max(before.toldTo, clock().getTime() - HISTORY_MS)), signal }
  if (before.sight !== '') return readHistory(client, sim.simId, period)
  if (sim.sessionStatus?.online !== true) return []
  const events = await readHistory(client, sim.simId, period)
  // the list does not always name it
  const open = sim.sessionStatus.sessionId ?? events.at(-1)?.sessionId
  return events.filter(({ sessionId }) => sessionId === open)
}

function needsUsage({ session, askedAt }: Memory, sim: SoracomSim, isMoved: boolean, { clock, settings }: WalkParts): boolean {
  if (sim.status === 'terminated') return false
  if (isMoved) return true
  const isDue = clock().getTime() - askedAt >= settings().usageSeconds * 1000
  const isLive = session !== null && (session.stoppedAt === null || askedAt < session.stoppedAt + LATE_MS)
  return isLive && isDue
}

function usageOf({ client, clock }: WalkParts, { sim, signal }: Look, { settledTo }: Memory) {
  const now = clock()
  return readUsage(client, sim.simId, { since: momentOf(settledTo, now) ?? now, until: now, signal })
}
