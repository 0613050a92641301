import type { Answer, CallOptions, Network, NetworkSim } from './network.ts'

/**
 * What became of asking a gateway to end a SIM's data session (RFC 5176): ended; it has none; it will not; it did not answer.
 * undefined: the SIM has no open session, or its gateway takes no such requests.
 */
export type Disconnected = 'ended' | 'gone' | 'refused' | 'silent' | undefined

/** Asks the gateway that has a SIM's open data session to end it. */
export type Disconnect = (sim: NetworkSim, options: CallOptions) => Promise<Disconnected>

/**
 * A network whose gateways end data sessions when they are asked: a restart is that, where there is a session, and a cut of data
 * ends the session that is open. All else as before.
 */
export function disconnecting(network: Network, disconnect: Disconnect): Network {
  return {
    ...network,
    get capabilities() {
      return network.capabilities
    },
    resetConnection: async (sim, command) => {
      const became = await disconnect(sim, command)
      if (became === undefined || became === 'gone') return network.resetConnection(sim, command)
      return ANSWERS[became]
    },
    cutData: async (sim, command) => {
      const answer = await network.cutData(sim, command)
      // barred before it is thrown out, or it would come back at once; that it stays a while changes nothing of the answer
      if (answer.kind === 'done' || answer.kind === 'accepted') await disconnect(sim, command)
      return answer
    },
  }
}

const ANSWERS: Readonly<Record<'ended' | 'refused' | 'silent', Answer>> = {
  ended: { kind: 'done' },
  refused: { kind: 'rejected', cause: 'network_error', text: 'the gateway refused to end the session', retryable: true },
  silent: { kind: 'unknown', why: 'timeout' },
}
