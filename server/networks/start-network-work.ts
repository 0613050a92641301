import { startPoller } from '../jobs/poller.ts'
import { type IntakeOptions, startEventIntake } from './events/event-intake.ts'
import { probeNetworks } from './probe-networks.ts'

/** Twenty probes within the five minutes of a health assessment. */
const PROBE_INTERVAL_MS = 15_000

/**
 * Starts a worker process's background work for the networks: event intake and probes, until the returned function is
 * called. Several processes may run it; each piece of work is done by one of them.
 */
export function startNetworkWork(options: IntakeOptions): () => Promise<void> {
  const { cells, networks, log } = options
  const stopIntake = startEventIntake(options)
  const stopProbing = startPoller(() => probeNetworks(cells, networks), {
    everyMs: PROBE_INTERVAL_MS,
    isFirstAtOnce: true,
    log,
    failure: 'the networks could not be probed',
  })
  return async () => {
    await stopProbing()
    await stopIntake()
  }
}
