import type { CheckStep, Network, NetworkCallOptions } from './network.ts'
import { withTimeout } from './timeout.ts'

/** Time limit of a check, and the extra time for an adapter to return its partial results, ms. */
const CHECK_TIMEOUT_MS = 15_000
const GRACE_MS = 1_000

/** Checks a network within a time limit, and reports an adapter that throws as a failed step. */
export async function checkNetwork(
  network: Pick<Network, 'check'>,
  options: NetworkCallOptions = {},
): Promise<readonly CheckStep[]> {
  const startedAt = performance.now()
  const signal = AbortSignal.any([AbortSignal.timeout(CHECK_TIMEOUT_MS), ...(options.signal ? [options.signal] : [])])
  try {
    return await withTimeout(CHECK_TIMEOUT_MS + GRACE_MS, undefined, () => network.check({ ...options, signal }))
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return [{ part: 'network', isFine: false, text, ms: Math.round(performance.now() - startedAt) }]
  }
}
