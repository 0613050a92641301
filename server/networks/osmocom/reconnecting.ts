import { NetworkFault } from '../network.ts'
import type { DaemonAddress } from './connect-tcp.ts'

/** A connection that may be lost. */
export interface DaemonConnection {
  readonly isOpen: () => boolean
  readonly close: () => void
}

export interface Reconnecting<T extends DaemonConnection> {
  /** @throws NetworkFault 'unreachable' */
  readonly get: () => Promise<T>
  readonly close: () => void
}

/** Pause between attempts: doubled each time. During it, `get` rejects at once with the last error. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [100, 2_000] as const

/**
 * One connection to a daemon: opened at the first use, and again when it was lost or its address has changed.
 * @param address read at each use
 */
export function reconnecting<T extends DaemonConnection>(
  address: () => DaemonAddress,
  open: (address: DaemonAddress) => Promise<T>,
): Reconnecting<T> {
  let current: T | undefined
  let currentName = ''
  let connecting: Promise<T> | undefined
  let failures = 0
  let pauseUntil = 0
  let lastError = ''

  const connectNow = async (): Promise<T> => {
    if (performance.now() < pauseUntil) throw new NetworkFault('unreachable', lastError)
    const target = address()
    try {
      current = await open(target)
      currentName = nameOf(target)
      failures = 0
      return current
    } catch (error) {
      lastError = error instanceof Error ? error.message : String(error)
      pauseUntil = performance.now() + Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
      failures++
      throw error
    }
  }
  return {
    get: () => {
      if (current && currentName !== nameOf(address())) current.close()
      if (current?.isOpen()) return Promise.resolve(current)
      connecting ??= connectNow().finally(() => {
        connecting = undefined
      })
      return connecting
    },
    close: () => {
      current?.close()
      pauseUntil = Number.POSITIVE_INFINITY
      lastError = 'closed'
      void connecting?.then(
        (connection) => connection.close(),
        () => undefined,
      )
    },
  }
}

const nameOf = ({ host, port }: DaemonAddress): string => `${host} ${port}`
