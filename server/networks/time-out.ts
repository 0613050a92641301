import { NetworkFault } from './network.ts'

/**
 * Runs a call and gives it up after a while, or when the caller does. The call's own signal fires then, so that it can end what
 * it holds; an answer that still comes is dropped.
 * @throws NetworkFault 'timeout'
 */
export async function withTimeOut<T>(
  ms: number,
  outer: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  let giveUp = (): void => undefined
  const gaveUp = new Promise<never>((_, reject) => {
    giveUp = () => {
      controller.abort()
      reject(new NetworkFault('timeout', `no answer within ${ms} ms`))
    }
  })
  const timer = setTimeout(giveUp, ms)
  outer?.addEventListener('abort', giveUp)
  if (outer?.aborted) giveUp()
  try {
    const answer = call(controller.signal)
    // whatever an abandoned call ends with is nobody's business
    answer.catch(() => undefined)
    return await Promise.race([answer, gaveUp])
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', giveUp)
  }
}
