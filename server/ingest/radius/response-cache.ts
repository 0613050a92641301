/** The response to a request, or 'pending' while it is being processed. */
export type CachedResponse = Buffer | 'pending'

export interface ResponseCache {
  /** undefined: this request is new */
  readonly find: (peer: string, identifier: number, authenticator: Buffer) => CachedResponse | undefined
  readonly set: (peer: string, identifier: number, authenticator: Buffer, answer: CachedResponse) => void
  /** the request failed: a retransmission is a new request */
  readonly delete: (peer: string, identifier: number) => void
}

interface Slot {
  readonly authenticator: string
  readonly answer: CachedResponse
}

/** Peers (address and port) in the cache; the oldest are evicted first. */
const MAX_PEERS = 10_000

/**
 * Caches responses to detect retransmissions (RFC 5080 section 2.2.2: by source, identifier and authenticator). A peer has 256
 * identifiers, which bounds its entries.
 */
export function createResponseCache(): ResponseCache {
  const peers = new Map<string, Map<number, Slot>>()
  const slotsOf = (peer: string): Map<number, Slot> => {
    const known = peers.get(peer)
    if (known) return known
    const oldest = peers.size >= MAX_PEERS ? peers.keys().next().value : undefined
    if (oldest !== undefined) peers.delete(oldest)
    const slots = new Map<number, Slot>()
    peers.set(peer, slots)
    return slots
  }
  return {
    find: (peer, identifier, authenticator) => {
      const slot = peers.get(peer)?.get(identifier)
      return slot && slot.authenticator === authenticator.toString('latin1') ? slot.answer : undefined
    },
    set: (peer, identifier, authenticator, answer) => {
      slotsOf(peer).set(identifier, { authenticator: authenticator.toString('latin1'), answer })
    },
    delete: (peer, identifier) => {
      peers.get(peer)?.delete(identifier)
    },
  }
}
