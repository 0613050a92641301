import type { CallOptions, CheckStep, Network } from './network.ts'
import { withTimeOut } from './time-out.ts'

/** Longest that a person waits for a try, and how much longer an adapter has then to say what it knows, ms. */
const WAIT_MS = 15_000
const LAST_WORDS_MS = 1_000

/** Tries a network so that it always ends, and tells also of an adapter that throws. */
export async function checkInTime(network: Pick<Network, 'check'>, options: CallOptions = {}): Promise<readonly CheckStep[]> {
  const began = performance.now()
  const signal = AbortSignal.any([AbortSignal.timeout(WAIT_MS), ...(options.signal ? [options.signal] : [])])
  try {
    return await withTimeOut(WAIT_MS + LAST_WORDS_MS, undefined, () => network.check({ ...options, signal }))
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return [{ part: 'network', isFine: false, text, ms: Math.round(performance.now() - began) }]
  }
}
