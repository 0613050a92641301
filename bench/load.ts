import { connect, type Socket } from 'node:net'

/** A request as bytes; what follows is too thin a client to be in the way of what is measured. */
export function requestBytes(options: {
  method: string
  path: string
  headers: Record<string, string>
  body?: unknown
}): Buffer {
  const body = options.body === undefined ? '' : JSON.stringify(options.body)
  const headers: Record<string, string> = { host: '127.0.0.1', ...options.headers }
  if (body !== '')
    Object.assign(headers, { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${options.method} ${options.path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/** Sends one request, waits for the end of its answer, which must carry its length, and gives its head. */
function exchange(socket: Socket, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let head = ''
    let missing = -1
    const onData = (chunk: Buffer): void => {
      if (missing >= 0) missing -= chunk.length
      else {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const length = /content-length: (\d+)/i.exec(head)?.[1]
        if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
          reject(new Error(head.slice(0, 500)))
          return
        }
        missing = Number(length) - (head.length - end - 4)
      }
      if (missing > 0) return
      socket.off('data', onData)
      resolve(head.slice(0, head.indexOf('\r\n\r\n')))
    }
    socket.on('data', onData)
    socket.write(bytes)
  })
}

/** Asks one request after the other on a connection that stays open; the answer is the head of each, its body read and dropped. */
export function thinClient(port: number): { ask: (bytes: Buffer) => Promise<string>; close: () => void } {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  return { ask: (bytes) => exchange(socket, bytes), close: () => socket.destroy() }
}

/** Answers a second, when so many clients ask without a pause, each one request after the other. */
export async function throughput(
  port: number,
  requests: readonly Buffer[],
  how: { clients: number; seconds: number },
): Promise<number> {
  const until = performance.now() + how.seconds * 1000
  let next = 0
  let answers = 0
  const work = async (): Promise<void> => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    while (performance.now() < until) {
      await exchange(socket, requests[next++ % requests.length] ?? Buffer.alloc(0))
      answers++
    }
    socket.destroy()
  }
  const begin = performance.now()
  await Promise.all(Array.from({ length: how.clients }, work))
  return (answers * 1000) / (performance.now() - begin)
}
