import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'

export interface CutConnection {
  /** the same database, over this connection */
  readonly connectionString: string
  /** ends every connection and refuses new ones, as a database whose machine is gone */
  readonly cut: () => Promise<void>
  readonly restore: () => Promise<void>
}

/** A port before a PostgreSQL behind a socket file, which a test closes and opens again. */
export async function openCutConnection(given: string): Promise<CutConnection> {
  const url = new URL(given)
  const folder = url.searchParams.get('host')
  if (!folder) throw new Error('the database has no socket file')
  const path = `${folder}/.s.PGSQL.${url.port || 5432}`
  const sockets = new Set<Socket>()
  const server = createServer((inside) => {
    const outside = createConnection(path)
    for (const [from, to] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.pipe(to)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    connectionString: url.href,
    cut: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    restore: async () => {
      await once(server.listen(port, '127.0.0.1'), 'listening')
    },
  }
}
