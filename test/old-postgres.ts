import { createServer, type Server, type Socket } from 'node:net'

/** A message of PostgreSQL's protocol 3: its letter, its length, what it says. */
function message(letter: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(letter), int32(body.length + 4), body])
}
function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}
const text = (value: string): Buffer => Buffer.from(`${value}\0`)

const TEXT_TYPE = 25
const INTEGER_TYPE = 23
const column = (name: string, type: number): Buffer =>
  Buffer.concat([text(name), int32(0), int16(0), int32(type), int16(-1), int32(-1), int16(0)])
const cell = (value: string): Buffer => Buffer.concat([int32(value.length), Buffer.from(value)])

const ready = message('Z', Buffer.from('I'))

/** Accepts every login, and answers every query with the row (version, number). */
function converse(socket: Socket, version: string, number: number): void {
  socket.on('error', () => socket.destroy())
  socket.once('data', () => {
    socket.write(Buffer.concat([message('R', int32(0)), message('S', text('server_version'), text(version)), ready]))
    socket.on('data', (said) => {
      if (String.fromCharCode(said[0] ?? 0) !== 'Q') return
      const columns = message('T', int16(2), column('version', TEXT_TYPE), column('number', INTEGER_TYPE))
      const row = message('D', int16(2), cell(version), cell(String(number)))
      socket.write(Buffer.concat([columns, row, message('C', text('SELECT 1')), ready]))
    })
  })
}

/** As much of a PostgreSQL as it takes to find out how old it is; listens on a free port of this machine. */
export async function startOldPostgres(version: string, number: number): Promise<{ port: number; server: Server }> {
  const server = createServer((socket) => converse(socket, version, number)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, server }
}
