import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CODE } from '#server/ingest/radius/attributes.ts'
import { encodeRequest, openResponse, PacketFault } from '#server/ingest/radius/packet.ts'
import { accountingAttributes } from '#server/ingest/radius/write-accounting.ts'
import { interim, type LoadSim } from './accounting-sims.ts'

/**
 * A gateway that reports as fast as it is answered: made ready first, so that what it costs by itself is little. Reads SIMs from
 * its input, one a line; prints when it is ready, waits for a line, sends, and prints what became of it.
 */
const { values } = parseArgs({ options: { port: { type: 'string' }, secret: { type: 'string' }, round: { type: 'string' } } })
const port = Number(values.port)
const secret = Buffer.from(values.secret ?? '')
const SOCKETS = 16
/** of each socket */
const WINDOW = 128
const AGAIN_MS = 1_000

interface Lane {
  readonly socket: Socket
  /** packets by identifier, and when each was sent */
  readonly open: Map<number, { readonly packet: Buffer; sentAt: number }>
  readonly waiting: Buffer[]
  next: number
}

const lines = process.stdin.setEncoding('utf8')
let text = ''
for await (const chunk of lines) {
  text += chunk
  if (text.endsWith('\n\n')) break
}
const sims = text
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as LoadSim)
const lanes = await Promise.all(Array.from({ length: SOCKETS }, () => openLane()))
for (const [index, sim] of sims.entries()) {
  const lane = lanes[index % SOCKETS]
  if (!lane) continue
  const identifier = lane.waiting.length % 256
  const attributes = accountingAttributes(interim(sim, Number(values.round)))
  lane.waiting.push(encodeRequest({ code: CODE.accountingRequest, identifier, attributes }, secret))
}
const octets = lanes.reduce((sum, { waiting }) => sum + waiting.reduce((all, packet) => all + packet.length, 0), 0)
let answered = 0
let repeated = 0
const begin = performance.now()
const cpu = process.cpuUsage()
for (const lane of lanes) fill(lane)
while (answered < sims.length) {
  await sleep(100)
  for (const lane of lanes) repeat(lane)
}
const { user, system } = process.cpuUsage(cpu)
const seconds = (performance.now() - begin) / 1000
console.log(JSON.stringify({ seconds, repeated, cpuSeconds: (user + system) / 1e6, octets: octets / sims.length }))
for (const { socket } of lanes) socket.close()

async function openLane(): Promise<Lane> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 4 * 1024 * 1024 })
  socket.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const lane: Lane = { socket, open: new Map(), waiting: [], next: 0 }
  socket.on('message', (answer) => {
    const asked = lane.open.get(answer[1] ?? -1)
    if (!asked || answer[0] !== CODE.accountingResponse || !isAnswer(answer, asked.packet)) return
    lane.open.delete(answer[1] ?? -1)
    answered++
    fill(lane)
  })
  return lane
}

/**
 * Whether an answer is one to a packet: checked one time in a hundred, and always once anything was sent again, for then a
 * second answer to an earlier packet of that number may come.
 */
function isAnswer(answer: Buffer, packet: Buffer): boolean {
  if (repeated === 0 && answered % 100 !== 0) return true
  try {
    openResponse(answer, packet.subarray(4, 20), secret)
    return true
  } catch (error) {
    if (error instanceof PacketFault) return false
    throw error
  }
}

function fill(lane: Lane): void {
  while (lane.open.size < WINDOW) {
    const packet = lane.waiting[lane.next]
    if (!packet || lane.open.has(packet[1] ?? 0)) return
    lane.next++
    lane.open.set(packet[1] ?? 0, { packet, sentAt: performance.now() })
    lane.socket.send(packet)
  }
}

function repeat(lane: Lane): void {
  const before = performance.now() - AGAIN_MS
  for (const asked of lane.open.values()) {
    if (asked.sentAt > before) continue
    asked.sentAt = performance.now()
    repeated++
    lane.socket.send(asked.packet)
  }
}
