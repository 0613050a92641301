import { execFile, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { type StoreUsage, storeUsageMessages } from '#server/usage/intake.ts'
import { parseUsageMessages } from '#server/usage/message-text.ts'
import { countAll } from '#server/usage/usage-counter.ts'
import { openAccountingRig } from '#test/accounting-rig.ts'
import { liveRowOf, NOON, sessionRecord, usageDaysOf } from '#test/accounting-session.ts'
import { failWrites } from '#test/fail-writes.ts'
import { CODE } from './attributes.ts'
import { listenForAccounting } from './listener.ts'
import { encodeRequest } from './packet.ts'
import { NoAnswer, openSender, sendRecord } from './sender.ts'
import { accountingAttributes } from './write-accounting.ts'

/** When packets arrive: after the sessions in them. */
const ARRIVAL = new Date(NOON.getTime() + HOUR_MS)
const SECRET = 'enlace-demo'
const log = pino({ level: 'silent' })
const MB = 1_048_576

const rig = await openAccountingRig({ now: NOON, arrival: ARRIVAL, secret: SECRET })
const { database, db, clients, refusals, listener, simNumber } = rig
const sender = await openSender({ host: '127.0.0.1', port: listener.port, secret: Buffer.from(SECRET), timeoutMs: 5_000 })
afterAll(async () => {
  await sender.close()
  await rig.close()
})

const store: StoreUsage = (messages, at) => storeUsageMessages(db, messages, at)
const count = () => countAll({ db, log })
const refusedFor = async (reason: string): Promise<number> => {
  await refusals.flush()
  const rows = await db.selectFrom('radius_refusals').select('times').where('reason', '=', reason).execute()
  return rows.reduce((sum, { times }) => sum + times, 0)
}

test('dropped packets that could not be counted are counted with the next ones', async () => {
  const allow = await failWrites(db, 'radius_refusals', 'refused')
  refusals.count('198.51.100.7', 'malformed')
  const failed = refusals.flush()
  refusals.count('198.51.100.7', 'malformed')
  await expect(failed).rejects.toThrow('failing')
  refusals.count('198.51.100.8', 'malformed')
  await allow()
  await expect.poll(() => refusedFor('malformed')).toBe(3)
  await db.deleteFrom('radius_refusals').execute()
})

test('a request is answered once its record is stored, and not before', async () => {
  await sendRecord(sender, sessionRecord(simNumber(0), 'started', 0, 0))
  const { rows } = await sql<{ messages: string }>`SELECT messages FROM usage_batches`.execute(db)
  expect(parseUsageMessages(rows[0]?.messages ?? '')).toMatchObject([
    { kind: 'started', imsi: simNumber(0).imsi, nas: 'ggsn0' },
  ])
  const lock = await database.pool.connect()
  await lock.query('BEGIN; LOCK TABLE usage_batches IN SHARE MODE')
  let isAnswered = false
  const asked = sendRecord(sender, sessionRecord(simNumber(0), 'updated', 5, MB)).then(() => {
    isAnswered = true
  })
  await sleep(150)
  expect(isAnswered).toBe(false)
  await lock.query('COMMIT')
  lock.release()
  await asked
})

test('a retransmitted packet is answered again and counted once, also by another process', async () => {
  const sim = simNumber(2)
  const attributes = accountingAttributes(sessionRecord(sim, 'updated', 30, 5 * MB))
  const packet = encodeRequest({ code: CODE.accountingRequest, identifier: 9, attributes }, Buffer.from(SECRET))
  const socket = createSocket('udp4')
  const answers: Buffer[] = []
  socket.on('message', (answer) => answers.push(answer))
  const ask = async (): Promise<void> => {
    const answered = once(socket, 'message')
    socket.send(packet, listener.port, '127.0.0.1')
    await answered
  }
  await ask()
  await ask()
  const other = await listenForAccounting({
    store,
    clients,
    refusals,
    log,
    clock: () => ARRIVAL,
    address: { host: '127.0.0.1', port: 0 },
    onStored: () => undefined,
  })
  const again = once(socket, 'message')
  socket.send(packet, other.port, '127.0.0.1')
  await again
  await other.close()
  socket.close()
  expect(new Set(answers.map((answer) => answer.toString('hex'))).size).toBe(1)
  await count()
  expect((await usageDaysOf(db, sim)).map(({ data_bytes }) => data_bytes)).toEqual([5 * MB])
  const { rows } = await sql`SELECT FROM usage_records WHERE iccid = ${sim.iccid}`.execute(db)
  expect(rows).toHaveLength(1)
})

test.skipIf(process.platform !== 'linux')('processes that share a port each receive', async () => {
  const received = [0, 0]
  const listen = (place: number, port: number, isShared = true) =>
    listenForAccounting({
      ...{ store, clients, refusals, log, clock: () => ARRIVAL },
      address: { host: '127.0.0.1', port, isShared },
      onStored: (messages) => {
        received[place] = (received[place] ?? 0) + messages
      },
    })
  const first = await listen(0, 0)
  const second = await listen(1, first.port)
  await expect(listen(1, first.port, false)).rejects.toThrow('EADDRINUSE')
  // the kernel chooses by the sender's port
  const senders = await Promise.all(
    Array.from({ length: 24 }, () =>
      openSender({ host: '127.0.0.1', port: first.port, secret: Buffer.from(SECRET), timeoutMs: 5_000 }),
    ),
  )
  for (const [n, from] of senders.entries()) await sendRecord(from, sessionRecord(simNumber(3), 'updated', n, n))
  expect(received.reduce((sum, messages) => sum + messages)).toBe(24)
  expect(Math.min(...received)).toBeGreaterThan(0)
  await Promise.all(senders.map((from) => from.close()))
  await Promise.all([first.close(), second.close()])
})

test('an invalid packet gets no answer and is counted', async () => {
  const socket = createSocket('udp4')
  let answers = 0
  socket.on('message', () => answers++)
  const packet = encodeRequest(
    {
      code: CODE.accountingRequest,
      identifier: 1,
      attributes: accountingAttributes(sessionRecord(simNumber(8), 'started', 0, 0)),
    },
    Buffer.from('another secret'),
  )
  for (const datagram of [packet, packet.subarray(0, 30), Buffer.from('GET / HTTP/1.1'), Buffer.from([1, 2, 0, 20])]) {
    await new Promise<void>((resolve) => socket.send(datagram, listener.port, '127.0.0.1', () => resolve()))
  }
  // packets are processed in order: once this is answered, all before were processed
  await sendRecord(sender, sessionRecord(simNumber(8), 'started', 0, 0))
  socket.close()
  expect(answers).toBe(0)
  expect(await refusedFor('wrong_secret')).toBe(1)
  expect(await refusedFor('malformed')).toBe(1)
  expect(await refusedFor('unexpected_code')).toBe(2)
})

test('an unknown client is not answered', async () => {
  await db.updateTable('radius_clients').set({ addresses: '10.0.0.0/8' }).execute()
  await clients.reload()
  const stranger = await openSender({
    host: '127.0.0.1',
    port: listener.port,
    secret: Buffer.from(SECRET),
    maxAttempts: 1,
    timeoutMs: 200,
  })
  await expect(sendRecord(stranger, sessionRecord(simNumber(0), 'started', 0, 0))).rejects.toThrow(NoAnswer)
  await stranger.close()
  await expect.poll(() => refusedFor('unknown_client')).toBe(1)
  await db.updateTable('radius_clients').set({ addresses: '127.0.0.0/8' }).execute()
  await clients.reload()
})

const hasRadclient = spawnSync('which', ['radclient']).status === 0
test.skipIf(!hasRadclient)(
  'radclient accepts the answers, signed or not, also to Status-Server until the process stops',
  async () => {
    const sim = simNumber(9)
    const ask = (command: string, lines: readonly string[], { port } = listener): Promise<string> =>
      new Promise((resolve) => {
        const child = execFile(
          'radclient',
          ['-x', '-r', '1', '-t', '2', `127.0.0.1:${port}`, command, SECRET],
          (_error, out, err) => resolve(out + err),
        )
        child.stdin?.end(`${lines.join('\n')}\n`)
      })
    const lines = [
      'Acct-Status-Type = Interim-Update',
      'Acct-Session-Id = "0A0B0C0D00000001"',
      'NAS-Identifier = "ggsn0"',
      `3GPP-IMSI = "${sim.imsi}"`,
      '3GPP-SGSN-MCC-MNC = "73001"',
      '3GPP-User-Location-Info = 0x0037f010001a2b3c',
      'Acct-Input-Octets = 100',
      'Acct-Output-Octets = 200',
      'Proxy-State = 0x0102',
    ]
    expect(await ask('acct', lines)).toContain('Received Accounting-Response')
    expect(await ask('acct', [...lines, 'Message-Authenticator = 0x00'])).toContain('Received Accounting-Response')
    expect(await ask('status', ['Message-Authenticator = 0x00'])).toContain('Received Accounting-Response')
    const stopping = await listenForAccounting({
      ...{ store, clients, refusals, log, clock: () => ARRIVAL, onStored: () => undefined, isStopping: () => true },
      address: { host: '127.0.0.1', port: 0 },
    })
    expect(await ask('status', ['Message-Authenticator = 0x00'], stopping)).toContain('No reply')
    expect(await ask('acct', lines, stopping)).toContain('Received Accounting-Response')
    await stopping.close()
    await count()
    expect(await liveRowOf(db, sim)).toMatchObject({
      gprs_status: 1,
      serving_network: '730-01',
      area_code: 26,
      cell_id: 11_068,
    })
    expect((await usageDaysOf(db, sim)).map(({ data_bytes }) => data_bytes)).toEqual([300])
  },
)
