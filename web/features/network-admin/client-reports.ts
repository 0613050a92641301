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
