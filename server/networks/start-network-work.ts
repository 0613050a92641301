import { startPoller } from '../jobs/poller.ts'
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
  const endProbing = startPoller(() => probeNetworks(db, networks), {
    everyMs: PROBE_EVERY_MS,
    isFirstAtOnce: true,
    log,
    failure: 'the networks could not be probed',
  })
  return async () => {
    await endProbing()
    await endPump()
  }
}
