/** A screen's code that has not come after this long counts as lost (specification sections 8 and 9). */
export const CHUNK_TIMEOUT_MS = 120_000

/** The code of a screen did not come: the network is slow or gone, or a newer version has replaced it. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

/**
 * Waits for a screen's code.
 * @param load the dynamic import
 * @param timeoutMs how long to wait, milliseconds
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
