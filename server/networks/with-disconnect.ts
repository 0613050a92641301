import type { CommandAnswer, Network, NetworkCallOptions } from './network.ts'
import type { NetworkSim } from './network-types.ts'

/**
 * Result of a Disconnect-Request for a SIM's data session (RFC 5176): ended (ACK); gone: the gateway has no such
 * session; refused (NAK); silent: no answer. undefined: the SIM has no open session, or its gateway does not accept
 * such requests.
 */
export type DisconnectResult = 'ended' | 'gone' | 'refused' | 'silent' | undefined

/** Asks the gateway of a SIM's open data session to end it. */
export type Disconnect = (sim: NetworkSim, options: NetworkCallOptions) => Promise<DisconnectResult>

/**
 * Extends a network by Disconnect-Requests: a restart ends an open data session that way, and a data cut ends the open
 * session after barring. Everything else is passed through.
 */
export function withDisconnect(network: Network, disconnect: Disconnect): Network {
  return {
    ...network,
    get capabilities() {
      return network.capabilities
    },
    resetConnection: async (sim, command) => {
      const result = await disconnect(sim, command)
      if (result === undefined || result === 'gone') return network.resetConnection(sim, command)
      return ANSWERS[result]
    },
    cutData: async (sim, command) => {
      const answer = await network.cutData(sim, command)
      // barred before it is disconnected, or the device would reconnect at once; a session that stays open does not
      // change the answer
      if (answer.kind === 'done' || answer.kind === 'accepted') await disconnect(sim, command)
      return answer
    },
  }
}

const ANSWERS: Readonly<Record<'ended' | 'refused' | 'silent', CommandAnswer>> = {
  ended: { kind: 'done' },
  refused: { kind: 'rejected', cause: 'network_error', text: 'the gateway refused to end the session', retryable: true },
  silent: { kind: 'unknown', why: 'timeout' },
}
