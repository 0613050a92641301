/** Time-out of loading a screen's code, ms (specification sections 8 and 9). */
export const CHUNK_TIMEOUT_MS = 120_000

/** The code of a screen failed to load: the network is slow or down, or a newer version has replaced it. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
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
    return await Promise.race([load(), tooLate])
  } catch (error) {
    throw error instanceof ChunkError ? error : new ChunkError(String(error), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
