import type { NetworkCallOptions } from '../network.ts'
import type { DataSession, Location, NetworkSim, NetworkSimStatus, NetworkView } from '../network-types.ts'
import {
  bucketsAnswer,
  cellLocationAnswer,
  type SoracomBucket,
  type SoracomCell,
  type SoracomSessionEvent,
  type SoracomSim,
  sessionEventsAnswer,
} from './answers.ts'
import type { SoracomClient } from './client.ts'
import { faultOf, type Outcome } from './outcome.ts'
import type { Signal, Sims } from './sims.ts'
import { cellOf, ipOf, momentOf, radioOf, registrationOf, servingNetworkOf, viewOf } from './views.ts'

/** Session events and usage in steps of five minutes are kept there for 32 days. */
const KEPT_MS = 31 * 86_400_000
/** Events of one SIM that are asked for at once, and pages of them that are read: a device that connects every minute has 1 500 a day. */
const EVENTS = 100
const MOST_PAGES = 100
/** The radius of the largest cells of GSM, for a place whose radius is not told; metres. */
const LARGEST_CELL_M = 35_000

export interface Reads {
  readonly lookup: (sim: NetworkSim, options?: NetworkCallOptions) => Promise<NetworkView>
  readonly status: (sim: NetworkSim, options?: NetworkCallOptions) => Promise<NetworkSimStatus>
  readonly location: (sim: NetworkSim, options?: NetworkCallOptions) => Promise<Location | undefined>
}

interface Parts {
  readonly client: SoracomClient
  readonly sims: Sims
  readonly clock: () => Date
}

/** What the port reads of one SIM; each throws NetworkFault. */
export function createReads(parts: Parts): Reads {
  const find = async (sim: NetworkSim, signal: Signal): Promise<SoracomSim> => bodyOf(await parts.sims.find(sim, signal))
  return {
    lookup: async (sim, { signal } = {}) => viewOf(await find(sim, signal), parts.clock()),
    status: async (sim, { signal } = {}) => {
      const found = await find(sim, signal)
      const dataSession = await sessionOf(parts, found, signal)
      const asOf = parts.clock()
      return { view: viewOf(found, asOf), registration: registrationOf(found, asOf), dataSession, asOf }
    },
    location: async (sim, { signal } = {}) => locate(parts, await find(sim, signal), signal),
  }
}

/** @throws NetworkFault */
export function bodyOf<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'ok') throw faultOf(outcome)
  return outcome.body
}

/** The open session, or the last one, with its beginning from the history and its bytes from the usage report. */
async function sessionOf({ client, clock }: Parts, sim: SoracomSim, signal: Signal): Promise<DataSession | undefined> {
  const { sessionStatus, previousSession } = sim
  const isOpen = sessionStatus?.online === true
  const last = isOpen ? sessionStatus : previousSession
  if (!last || (!isOpen && !last.sessionId)) return undefined
  const now = clock()
  const told = await readHistory(client, sim.simId, { since: new Date(now.getTime() - KEPT_MS), signal })
  const sessionKey = last.sessionId ?? told.at(-1)?.sessionId
  if (!sessionKey) return undefined
  const history = told.filter((event) => event.sessionId === sessionKey)
  const first = history[0]
  const startedAt =
    momentOf(isOpen ? first?.time : (previousSession?.createdTime ?? first?.time), now) ??
    momentOf(isOpen ? sessionStatus?.lastUpdatedAt : previousSession?.deletedTime, now) ??
    now
  const stoppedAt = isOpen ? undefined : (momentOf(previousSession?.deletedTime, now) ?? startedAt)
  const buckets = await readUsage(client, sim.simId, { since: startedAt, until: stoppedAt ?? now, signal })
  return {
    sessionKey,
    startedAt,
    stoppedAt: stoppedAt && stoppedAt < startedAt ? startedAt : stoppedAt,
    ip: ipOf(last.ueIpAddress),
    apn: history.at(-1)?.apn ?? '',
    // a cloud core has no addresses of its own to tell
    sgsnIp: '',
    ggsnIp: '',
    servingNetwork: servingNetworkOf(last.cell),
    radioTechnology: radioOf(last.cell),
    cell: cellOf(last.cell),
    dataBytes: buckets.reduce((sum, bucket) => sum + bytesOf(bucket), 0),
    endCause: isOpen ? undefined : 'unknown',
  }
}

/** Session events of one SIM after a moment, in their order. @throws NetworkFault */
export async function readHistory(
  client: SoracomClient,
  simId: string,
  { since, signal }: { since: Date; signal: Signal },
): Promise<SoracomSessionEvent[]> {
  const events: SoracomSessionEvent[] = []
  const path = ['sims', simId, 'events', 'sessions']
  for (let key = '', page = 0; page < MOST_PAGES; page++) {
    const query = { from: since.getTime(), limit: EVENTS, ...(key && { last_evaluated_key: key }) }
    const found = await client.send({ method: 'GET', path, query, answer: sessionEventsAnswer, signal })
    events.push(...bodyOf(found))
    if (found.kind !== 'ok' || found.next === '' || found.next === key) break
    key = found.next
  }
  return events.filter(({ time }) => time >= since.getTime()).sort((a, b) => a.time - b.time)
}

/** Usage of one SIM in steps of about five minutes, in their order; from further back than it is kept there, from then. @throws NetworkFault */
export async function readUsage(
  client: SoracomClient,
  simId: string,
  { since, until, signal }: { since: Date; until: Date; signal: Signal },
): Promise<SoracomBucket[]> {
  const from = Math.floor(Math.max(since.getTime(), until.getTime() - KEPT_MS) / 1000)
  const query = { from, to: Math.max(from, Math.floor(until.getTime() / 1000)), period: 'minutes' }
  const path = ['stats', 'air', 'sims', simId]
  const found = bodyOf(await client.send({ method: 'GET', path, query, answer: bucketsAnswer, signal }))
  return found.sort((a, b) => a.unixtime - b.unixtime)
}

/** Both directions, all speed classes. */
export function bytesOf({ dataTrafficStatsMap }: SoracomBucket): number {
  return Object.values(dataTrafficStatsMap ?? {}).reduce(
    (sum, { uploadByteSizeTotal, downloadByteSizeTotal }) => sum + (uploadByteSizeTotal ?? 0) + (downloadByteSizeTotal ?? 0),
    0,
  )
}

async function locate({ client, clock }: Parts, sim: SoracomSim, signal: Signal): Promise<Location | undefined> {
  const { sessionStatus, previousSession } = sim
  const now = clock()
  const query = towerOf(sessionStatus?.cell) ?? towerOf(previousSession?.cell)
  if (!query) return undefined
  const isNow = towerOf(sessionStatus?.cell) !== undefined
  const found = await client.send({ method: 'GET', path: ['cell_locations'], query, answer: cellLocationAnswer, signal })
  if (found.kind === 'refused' && found.status === 404) return undefined
  const { lat: latitude, lon: longitude, range } = bodyOf(found)
  const locatedAt = momentOf(isNow ? sessionStatus?.lastUpdatedAt : previousSession?.deletedTime, now) ?? now
  return { latitude, longitude, uncertaintyMetres: range && range > 0 ? range : LARGEST_CELL_M, locatedAt }
}

/** How the search for cells names one; undefined for one that is not known well enough. */
function towerOf(cell: SoracomCell | null | undefined): Record<string, string> | undefined {
  const network = servingNetworkOf(cell)
  const place = cellOf(cell)
  if (!network || !place) return undefined
  const [area, id] = [String(place.areaCode), String(place.cellId)]
  const isLte = cell?.tac !== null && cell?.tac !== undefined && cell.eci !== null && cell.eci !== undefined
  return { ...network, ...(isLte ? { tac: area, ecid: id } : { lac: area, cid: id }) }
}
