import { DAY_MS } from '#domain/time.ts'
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
import { networkFaultOf, type SoracomOutcome } from './outcome.ts'
import type { Signal, SimDirectory } from './sims.ts'
import {
  plausibleTime,
  soracomCellOf,
  soracomRadioTechnology,
  soracomRegistration,
  soracomServingNetwork,
  soracomView,
  validIp,
} from './views.ts'

/** Soracom keeps session events and usage steps for 32 days. */
const RETENTION_MS = 31 * DAY_MS
/** Events per request, and maximum pages: a device that connects every minute has 1 500 events a day. */
const EVENTS_PER_PAGE = 100
const MAX_PAGES = 100
/** Radius of the largest GSM cells, when the position has none; metres. */
const LARGEST_CELL_M = 35_000

export interface SoracomReads {
  readonly lookup: (sim: NetworkSim, options?: NetworkCallOptions) => Promise<NetworkView>
  readonly status: (sim: NetworkSim, options?: NetworkCallOptions) => Promise<NetworkSimStatus>
  readonly location: (sim: NetworkSim, options?: NetworkCallOptions) => Promise<Location | undefined>
}

interface Parts {
  readonly client: SoracomClient
  readonly sims: SimDirectory
  readonly clock: () => Date
}

/** The reads of the port; each throws NetworkFault. */
export function createSoracomReads(parts: Parts): SoracomReads {
  const find = async (sim: NetworkSim, signal: Signal): Promise<SoracomSim> => requireBody(await parts.sims.find(sim, signal))
  return {
    lookup: async (sim, { signal } = {}) => soracomView(await find(sim, signal), parts.clock()),
    status: async (sim, { signal } = {}) => {
      const found = await find(sim, signal)
      const dataSession = await sessionOf(parts, found, signal)
      const asOf = parts.clock()
      return { view: soracomView(found, asOf), registration: soracomRegistration(found, asOf), dataSession, asOf }
    },
    location: async (sim, { signal } = {}) => locate(parts, await find(sim, signal), signal),
  }
}

/** @throws NetworkFault */
export function requireBody<T>(outcome: SoracomOutcome<T>): T {
  if (outcome.kind !== 'ok') throw networkFaultOf(outcome)
  return outcome.body
}

/** The open session, or the last one, with its start from the history and its bytes from the usage report. */
async function sessionOf({ client, clock }: Parts, sim: SoracomSim, signal: Signal): Promise<DataSession | undefined> {
  const { sessionStatus, previousSession } = sim
  const isOpen = sessionStatus?.online === true
  const last = isOpen ? sessionStatus : previousSession
  if (!last || (!isOpen && !last.sessionId)) return undefined
  const now = clock()
  const events = await readHistory(client, sim.simId, { since: new Date(now.getTime() - RETENTION_MS), signal })
  const sessionKey = last.sessionId ?? events.at(-1)?.sessionId
  if (!sessionKey) return undefined
  const history = events.filter((event) => event.sessionId === sessionKey)
  const first = history[0]
  const startedAt =
    plausibleTime(isOpen ? first?.time : (previousSession?.createdTime ?? first?.time), now) ??
    plausibleTime(isOpen ? sessionStatus?.lastUpdatedAt : previousSession?.deletedTime, now) ??
    now
  const stoppedAt = isOpen ? undefined : (plausibleTime(previousSession?.deletedTime, now) ?? startedAt)
  const buckets = await readUsage(client, sim.simId, { since: startedAt, until: stoppedAt ?? now, signal })
  return {
    sessionKey,
    startedAt,
    stoppedAt: stoppedAt && stoppedAt < startedAt ? startedAt : stoppedAt,
    ip: validIp(last.ueIpAddress),
    apn: history.at(-1)?.apn ?? '',
    // a cloud core reports no gateway addresses
    sgsnIp: '',
    ggsnIp: '',
    servingNetwork: soracomServingNetwork(last.cell),
    radioTechnology: soracomRadioTechnology(last.cell),
    cell: soracomCellOf(last.cell),
    dataBytes: buckets.reduce((sum, bucket) => sum + bytesOf(bucket), 0),
    endCause: isOpen ? undefined : 'unknown',
  }
}

/** Reads the session events of one SIM after a moment, in order. @throws NetworkFault */
export async function readHistory(
  client: SoracomClient,
  simId: string,
  { since, signal }: { since: Date; signal: Signal },
): Promise<SoracomSessionEvent[]> {
  const events: SoracomSessionEvent[] = []
  const path = ['sims', simId, 'events', 'sessions']
  for (let key = '', page = 0; page < MAX_PAGES; page++) {
    const query = { from: since.getTime(), limit: EVENTS_PER_PAGE, ...(key && { last_evaluated_key: key }) }
    const found = await client.send({ method: 'GET', path, query, answer: sessionEventsAnswer, signal })
    events.push(...requireBody(found))
    if (found.kind !== 'ok' || found.next === '' || found.next === key) break
    key = found.next
  }
  return events.filter(({ time }) => time >= since.getTime()).sort((a, b) => a.time - b.time)
}

/**
 * Reads the usage of one SIM in steps of about five minutes, in order; at most as far back as it is kept. @throws
 * NetworkFault
 */
export async function readUsage(
  client: SoracomClient,
  simId: string,
  { since, until, signal }: { since: Date; until: Date; signal: Signal },
): Promise<SoracomBucket[]> {
  const from = Math.floor(Math.max(since.getTime(), until.getTime() - RETENTION_MS) / 1000)
  const query = { from, to: Math.max(from, Math.floor(until.getTime() / 1000)), period: 'minutes' }
  const path = ['stats', 'air', 'sims', simId]
  const found = requireBody(await client.send({ method: 'GET', path, query, answer: bucketsAnswer, signal }))
  return found.sort((a, b) => a.unixtime - b.unixtime)
}

/** Total bytes of both directions and all speed classes. */
export function bytesOf({ dataTrafficStatsMap }: SoracomBucket): number {
  return Object.values(dataTrafficStatsMap ?? {}).reduce(
    (sum, { uploadByteSizeTotal, downloadByteSizeTotal }) => sum + (uploadByteSizeTotal ?? 0) + (downloadByteSizeTotal ?? 0),
    0,
  )
}

async function locate({ client, clock }: Parts, sim: SoracomSim, signal: Signal): Promise<Location | undefined> {
  const { sessionStatus, previousSession } = sim
  const now = clock()
  const query = cellQuery(sessionStatus?.cell) ?? cellQuery(previousSession?.cell)
  if (!query) return undefined
  const isNow = cellQuery(sessionStatus?.cell) !== undefined
  const found = await client.send({ method: 'GET', path: ['cell_locations'], query, answer: cellLocationAnswer, signal })
  if (found.kind === 'refused' && found.status === 404) return undefined
  const { lat: latitude, lon: longitude, range } = requireBody(found)
  const locatedAt = plausibleTime(isNow ? sessionStatus?.lastUpdatedAt : previousSession?.deletedTime, now) ?? now
  return { latitude, longitude, uncertaintyMetres: range && range > 0 ? range : LARGEST_CELL_M, locatedAt }
}

/** The query of a cell for the position search; undefined for an incomplete cell. */
function cellQuery(cell: SoracomCell | null | undefined): Record<string, string> | undefined {
  const network = soracomServingNetwork(cell)
  const place = soracomCellOf(cell)
  if (!network || !place) return undefined
  const [area, id] = [String(place.areaCode), String(place.cellId)]
  const isLte = cell?.tac !== null && cell?.tac !== undefined && cell.eci !== null && cell.eci !== undefined
  return { ...network, ...(isLte ? { tac: area, ecid: id } : { lac: area, cid: id }) }
}
