import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGbCell } from './gb-cell.ts'

const [UNITDATA, ALIVE, ALIVE_DONE] = [0, 10, 11] as const
/** What an SGSN answers to each message of the network service (3GPP TS 48.016) and of a cell (3GPP TS 48.018). */
const ANSWERS: Readonly<Record<number, number>> = { 2: 3, 6: 7 }
const ANSWERS_TO_CELL: Readonly<Record<number, number>> = { 34: 0x23, 38: 0x27 }

let sgsn: Socket
let alives = 0
let port = 0
let answerAlive: () => void = () => undefined

beforeAll(async () => {
  sgsn = createSocket('udp4', (message, from) => {
    const [type = 0, , , , toCell = 0] = message
    const answer = (...octets: number[]): void => sgsn.send(Buffer.from(octets), from.port, from.address)
    if (type === ALIVE) {
      alives++
      answerAlive = () => answer(ALIVE_DONE)
    } else if (type === UNITDATA) answer(UNITDATA, 0, 0, 0, ANSWERS_TO_CELL[toCell] ?? 0)
    else answer(ANSWERS[type] ?? 0)
  })
  sgsn.bind(0, '127.0.0.1')
  await once(sgsn, 'listening')
  port = sgsn.address().port
})
afterAll(() => sgsn.close())

test('an answer to an earlier request does not complete the flush of later frames', async () => {
  const cell = await openGbCell('127.0.0.1', { mcc: '901', mnc: '70', areaCode: 7, cellId: 4660 }, port)
  const done: string[] = []
  const first = cell.flush().then(() => done.push('first'))
  const second = cell.flush().then(() => done.push('second'))
  await expect.poll(() => alives).toBeGreaterThan(0)
  answerAlive()
  await first
  await sleep(50)
  expect(done).toEqual(['first'])
  await expect.poll(() => alives).toBeGreaterThan(1)
  answerAlive()
  await second
  cell.close()
})
