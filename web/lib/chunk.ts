import { REPEAT_MS } from './call.ts'
import { pause } from './pause.ts'

/** Time-out of loading a screen's code, ms (specification sections 8 and 9). */
export const CHUNK_TIMEOUT_MS = 120_000

/** The code of a screen failed to load: the network is slow or down, or a newer version has replaced it. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

declare global {
  /** Loads the styles that failed to load. Defined by scripts/inline-first-paint.ts: an import leaves them out when it is repeated. */
  var loadLostStyles: (() => Promise<unknown>) | undefined
}

/** Repeats a failed import as often as calls are: a browser drops what it loads when its network changes. */
async function importPatiently<T>(load: () => Promise<T>): Promise<T> {
  const attempt = async (): Promise<T> => {
    await globalThis.loadLostStyles?.()
    return load()
  }
  for (const pauseMs of REPEAT_MS) {
    try {
      return await attempt()
    } catch {
      await pause(pauseMs, undefined)
    }
  }
  return attempt()
}

/**
 * Loads a screen's code with a time-out.
 * @param load the dynamic import
 * @param timeoutMs milliseconds
 */
export async function loadChunk<T>(load: () => Promise<T>, timeoutMs = CHUNK_TIMEOUT_MS): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new ChunkError(`no code after ${timeoutMs} ms`)), timeoutMs)
  try {
    return await Promise.race([importPatiently(load), tooLate])
  } catch (error) {
    throw error instanceof ChunkError ? error : new ChunkError(String(error), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
