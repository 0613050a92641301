import { type PumpOptions, startEventPump } from './events/event-pump.ts'
import { probeNetworks } from './probe-networks.ts'

/** Twenty probes in the five minutes by which a network is judged. */
const PROBE_EVERY_MS = 15_000

/**
 * What a worker process does for the networks until the returned function is called: takes in their events, and finds out how
 * they are. Several workers may; each piece of work is done by one of them.
 */
export function startNetworkWork(options: PumpOptions): () => Promise<void> {
  const { db, networks, log } = options
  const endPump = startEventPump(options)
  let probing: Promise<void> = Promise.resolve()
  const probe = (): void => {
    probing = probing
      .then(() => probeNetworks(db, networks))
      .catch((error: unknown) => log.error({ err: error }, 'the networks could not be probed'))
  }
  const timer = setInterval(probe, PROBE_EVERY_MS)
  probe()
  return async () => {
    clearInterval(timer)
    await probing
    await endPump()
  }
}
