/** What became of a request: its answer, or that it is being worked on. */
export type Answered = Buffer | 'pending'

export interface AnsweredRequests {
  /** undefined: this request is new */
  readonly find: (peer: string, identifier: number, authenticator: Buffer) => Answered | undefined
  readonly set: (peer: string, identifier: number, authenticator: Buffer, answer: Answered) => void
  /** nothing came of it: when it comes again it is new */
  readonly forget: (peer: string, identifier: number) => void
}

interface Slot {
  readonly authenticator: string
  readonly answer: Answered
}

/** Peers (address and port) that are remembered; those who were quiet longest are forgotten first. */
const PEERS = 10_000

/**
 * Requests that were answered lately, to tell those that come again (RFC 5080 section 2.2.2: by source, identifier and
 * authenticator). A peer has 256 identifiers, so what is kept of it is bounded.
 */
export function createAnsweredRequests(): AnsweredRequests {
  const peers = new Map<string, Map<number, Slot>>()
  const slotsOf = (peer: string): Map<number, Slot> => {
    const known = peers.get(peer)
    if (known) return known
    const oldest = peers.size >= PEERS ? peers.keys().next().value : undefined
    if (oldest !== undefined) peers.delete(oldest)
    const made = new Map<number, Slot>()
    peers.set(peer, made)
    return made
  }
  return {
    find: (peer, identifier, authenticator) => {
      const slot = peers.get(peer)?.get(identifier)
      return slot && slot.authenticator === authenticator.toString('latin1') ? slot.answer : undefined
    },
    set: (peer, identifier, authenticator, answer) => {
      slotsOf(peer).set(identifier, { authenticator: authenticator.toString('latin1'), answer })
    },
    forget: (peer, identifier) => {
      peers.get(peer)?.delete(identifier)
    },
  }
}
