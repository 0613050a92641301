import { isInNetwork } from '#domain/ip-address.ts'
import { staleAfterMs } from '#domain/stale-sessions.ts'
import type { Accounting } from './networks.api.ts'

type Client = Accounting['clients'][number]
type Reports = Pick<Client, 'lastReportAt' | 'interimSeconds'>

/** Whether the reports of a client's open sessions come as it was set up for; 'idle' without such a session. */
export function reportState({ lastReportAt, interimSeconds }: Reports, now: number): 'reporting' | 'silent' | 'idle' {
  if (lastReportAt === null) return 'idle'
  return now - Date.parse(lastReportAt) > staleAfterMs(interimSeconds) ? 'silent' : 'reporting'
}

/** Silent clients first, then those of which packets were dropped; otherwise in their order. */
export function byUrgency<Row extends Reports & Pick<Client, 'droppedPackets'>>(clients: readonly Row[], now: number): Row[] {
  const urgency = (client: Row): number => (reportState(client, now) === 'silent' ? 2 : Number(client.droppedPackets > 0))
  return clients.toSorted((a, b) => urgency(b) - urgency(a))
}

/** Clients whose reports no longer come: how many, the one that is silent for longest, and all their open sessions. */
export function silentClients(clients: readonly (Reports & Pick<Client, 'name' | 'openSessions'>)[], now: number) {
  const silent = clients
    .filter((client) => reportState(client, now) === 'silent')
    .map((client) => ({ ...client, silentMs: now - Date.parse(client.lastReportAt ?? '') }))
    .toSorted((a, b) => b.silentMs - a.silentMs)
  const openSessions = silent.reduce((sum, client) => sum + client.openSessions, 0)
  return { count: silent.length, longest: silent[0], openSessions }
}

const prefixLength = (addresses: string): number => Number(addresses.split('/')[1])

/** The client that an address belongs to: the one with the narrowest range, as in the listener. */
export function clientOfAddress<Named extends Pick<Client, 'addresses'>>(
  address: string,
  clients: readonly Named[],
): Named | undefined {
  return clients
    .filter(({ addresses }) => isInNetwork(address, addresses))
    .toSorted((a, b) => prefixLength(b.addresses) - prefixLength(a.addresses))[0]
}
