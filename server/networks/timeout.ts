import { NetworkFault } from './network.ts'

/**
 * Runs a call with a time limit, also ended by the caller's signal. The call's own signal then aborts, so that it can
 * release resources; a late answer is dropped.
 * @throws NetworkFault 'timeout'
 */
export async function withTimeout<T>(
  ms: number,
  outer: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  let cancel = (): void => undefined
  const cancelled = new Promise<never>((_, reject) => {
    cancel = () => {
      controller.abort()
      reject(new NetworkFault('timeout', `no answer within ${ms} ms`))
    }
  })
  const timer = setTimeout(cancel, ms)
  outer?.addEventListener('abort', cancel)
  if (outer?.aborted) cancel()
  try {
    const answer = call(controller.signal)
    // the result of an abandoned call is ignored
    answer.catch(() => undefined)
    return await Promise.race([answer, cancelled])
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', cancel)
  }
}
