import { execFile, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseUsageMessages } from '#server/usage/message-text.ts'
import { countAll } from '#server/usage/usage-counter.ts'
import type { UsageRecord } from '#server/usage/usage-record.ts'
import { type AccountingRig, openAccountingRig } from '#test/accounting-rig.ts'
import type { TestSim } from '#test/fleet.ts'
import { ATTRIBUTE, CODE } from './attributes.ts'
import { listenForAccounting } from './listener.ts'
import { encodeRequest } from './packet.ts'
import { NoAnswer, openSender, type RadiusSender, sendRecord } from './sender.ts'
import { accountingAttributes } from './write-accounting.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
/** When packets arrive: after the sessions in them. */
const LATER = new Date(NOW.getTime() + 3_600_000)
const SECRET = 'enlace-demo'
const log = pino({ level: 'silent' })
const MB = 1_048_576

let rig: AccountingRig
let database: AccountingRig['database']
let db: AccountingRig['db']
let clients: AccountingRig['clients']
let refusals: AccountingRig['refusals']
let listener: AccountingRig['listener']
let simNumber: AccountingRig['simNumber']
let sender: RadiusSender

beforeAll(async () => {
  rig = await openAccountingRig({ now: NOW, arrival: LATER, secret: SECRET })
  ;({ database, db, clients, refusals, listener, simNumber } = rig)
  sender = await openSender({ host: '127.0.0.1', port: listener.port, secret: Buffer.from(SECRET), timeoutMs: 5_000 })
})
afterAll(async () => {
  await sender.close()
  await rig.close()
})

/** A record of a session that started an hour before noon, `minutes` after its start. */
const record = (sim: TestSim, kind: UsageRecord['kind'], minutes: number, bytes: number): UsageRecord => ({
  kind,
  clientId: 0,
  nas: 'ggsn0',
  imsi: sim.imsi,
  sessionKey: `S-${sim.iccid.slice(-6)}`,
  atMs: NOW.getTime() + (minutes - 60) * 60_000,
  hasSourceClock: true,
  seconds: minutes * 60,
  inputBytes: Math.floor(bytes / 4),
  outputBytes: bytes - Math.floor(bytes / 4),
  ...(kind === 'stopped' && { endCause: 'idle' }),
  facts: {
    apn: 'iot.test',
    ip: '10.99.0.2',
    imei: '356949001234564',
    sgsnIp: '10.200.1.11',
    ggsnIp: '10.201.1.5',
    servingNetwork: '730-02',
    radioTechnology: 'LTE',
    areaCode: 17,
    cellId: 123_456,
  },
  fingerprint: '',
})

const send = async (...records: readonly UsageRecord[]): Promise<void> => {
  for (const message of records) await sendRecord(sender, message)
}
const count = () => countAll({ db, log })
const liveOf = ({ companyId, iccid }: TestSim) =>
  db.selectFrom('sim_live').selectAll().where('company_id', '=', companyId).where('iccid', '=', iccid).executeTakeFirstOrThrow()
const daysOf = ({ companyId, iccid }: TestSim) =>
  db
    .selectFrom('usage_days')
    .select(['day', 'data_bytes', 'hour_data_bytes'])
    .where('company_id', '=', companyId)
    .where('iccid', '=', iccid)
    .execute()
const refusedFor = async (reason: string): Promise<number> => {
  await refusals.flush()
  const rows = await db.selectFrom('radius_refusals').select('times').where('reason', '=', reason).execute()
  return rows.reduce((sum, { times }) => sum + times, 0)
}

test('a request is answered once its record is stored, and not before', async () => {
  await sendRecord(sender, record(simNumber(0), 'started', 0, 0))
  const { rows } = await sql<{ messages: string }>`SELECT messages FROM usage_batches`.execute(db)
  expect(parseUsageMessages(rows[0]?.messages ?? '')).toMatchObject([
    { kind: 'started', imsi: simNumber(0).imsi, nas: 'ggsn0' },
  ])
  const lock = await database.pool.connect()
  await lock.query('BEGIN; LOCK TABLE usage_batches IN SHARE MODE')
  let isAnswered = false
  const asked = sendRecord(sender, record(simNumber(0), 'updated', 5, MB)).then(() => {
    isAnswered = true
  })
  await sleep(150)
  expect(isAnswered).toBe(false)
  await lock.query('COMMIT')
  lock.release()
  await asked
})

test('a session is counted into the live row, hours, days, the cycle and its records', async () => {
  const sim = simNumber(1)
  const before = await liveOf(sim)
  await send(record(sim, 'started', 0, 0), record(sim, 'updated', 15, 10 * MB), record(sim, 'updated', 75, 16 * MB))
  await count()
  const live = await liveOf(sim)
  expect(live).toMatchObject({
    gprs_status: 1,
    ip: '10.99.0.2',
    device_imei: '356949001234564',
    used_apn: 'iot.test',
    sgsn_ip: '10.200.1.11',
    ggsn_ip: '10.201.1.5',
    serving_network: '730-02',
    radio_technology: 'LTE',
    area_code: 17,
    cell_id: 123_456,
    connection_stopped_at: null,
  })
  expect(live.cycle_data_bytes - before.cycle_data_bytes).toBe(16 * MB)
  // noon UTC is nine in Santiago: forty-five of the sixty minutes are before it
  const hours = new Array(24).fill(0)
  hours[8] = 10 * MB + 4.5 * MB
  hours[9] = 1.5 * MB
  expect(await daysOf(sim)).toEqual([{ day: '2026-11-21', data_bytes: 16 * MB, hour_data_bytes: hours }])
  await send(record(sim, 'stopped', 80, 17 * MB))
  await count()
  expect(await liveOf(sim)).toMatchObject({ gprs_status: 2, ip: null })
  const records = await db
    .selectFrom('usage_records')
    .select(['kind', 'used_bytes'])
    .where('iccid', '=', sim.iccid)
    .orderBy('at')
    .execute()
  expect(records.map(({ kind, used_bytes }) => [kind, used_bytes])).toEqual([
    [0, 0],
    [1, 10 * MB],
    [1, 6 * MB],
    [2, MB],
  ])
})

test('a retransmitted packet is answered again and counted once, also by another process', async () => {
  const sim = simNumber(2)
  const attributes = accountingAttributes(record(sim, 'updated', 30, 5 * MB))
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
    db,
    clients,
    refusals,
    log,
    clock: () => LATER,
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
  expect((await daysOf(sim)).map(({ data_bytes }) => data_bytes)).toEqual([5 * MB])
  const { rows } = await sql`SELECT FROM usage_records WHERE iccid = ${sim.iccid}`.execute(db)
  expect(rows).toHaveLength(1)
})

test('a device with two sessions is connected until both have ended', async () => {
  const sim = simNumber(10)
  const first = (kind: UsageRecord['kind'], minutes: number): UsageRecord => ({
    ...record(sim, kind, minutes, MB),
    sessionKey: 'one',
  })
  const second = (kind: UsageRecord['kind'], minutes: number): UsageRecord => ({
    ...record(sim, kind, minutes, MB),
    sessionKey: 'two',
    atMs: NOW.getTime() + (minutes - 30) * 60_000,
    facts: { ip: '10.99.0.77' },
  })
  await send(first('started', 0), second('started', 0), first('updated', 50))
  await count()
  expect(await liveOf(sim)).toMatchObject({ gprs_status: 1, ip: '10.99.0.77' })
  await send(second('stopped', 25))
  await count()
  expect(await liveOf(sim)).toMatchObject({ gprs_status: 1, ip: '10.99.0.2', connection_stopped_at: null })
  await send(first('stopped', 58))
  await count()
  expect(await liveOf(sim)).toMatchObject({ gprs_status: 2, ip: null })
})

test('Accounting-On ends the sessions of its gateway, and none of another', async () => {
  const [lost, other] = [simNumber(3), simNumber(4)]
  await send(record(lost, 'updated', 10, MB), { ...record(other, 'updated', 10, MB), nas: 'ggsn1' })
  await count()
  const status = Buffer.from([0, 0, 0, 7])
  await sender.request(CODE.accountingRequest, [
    { type: ATTRIBUTE.acctStatusType, value: status },
    { type: ATTRIBUTE.nasIdentifier, value: Buffer.from('ggsn0') },
  ])
  await count()
  expect(await liveOf(lost)).toMatchObject({ gprs_status: 2, connection_stopped_at: LATER })
  expect(await liveOf(other)).toMatchObject({ gprs_status: 1 })
  const ended = await db.selectFrom('data_sessions').select('end_cause').where('iccid', '=', lost.iccid).executeTakeFirst()
  expect(ended?.end_cause).toBe('network')
})

test('a device’s IPv6 prefix is shown until a report has another', async () => {
  const sim = simNumber(11)
  const prefix = (last: number) => ({
    type: ATTRIBUTE.framedIpv6Prefix,
    value: Buffer.from([0, 64, 0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, last]),
  })
  const report = (minutes: number) =>
    accountingAttributes({ ...record(sim, 'updated', minutes, MB), facts: { apn: 'iot.test' } })
  await sender.request(CODE.accountingRequest, [...report(5), prefix(7)])
  await count()
  expect(await liveOf(sim)).toMatchObject({ ip: '2001:db8:0:7::/64' })
  await sender.request(CODE.accountingRequest, [...report(10), prefix(7)])
  await sender.request(CODE.accountingRequest, [...report(15), prefix(8)])
  await count()
  expect(await liveOf(sim)).toMatchObject({ ip: '2001:db8:0:8::/64', used_apn: 'iot.test' })
  const session = await db.selectFrom('data_sessions').select(['ip', 'apn']).where('iccid', '=', sim.iccid).execute()
  expect(session).toContainEqual({ ip: '2001:db8:0:8::/64', apn: 'iot.test' })
})

test('unknown subscribers are listed with their number of records; so is an IMSI of two SIMs', async () => {
  const stranger = { ...simNumber(5), imsi: '310260000000001', iccid: '89000' }
  await send(record(stranger, 'started', 0, 0), record(stranger, 'updated', 5, MB))
  const [one, two] = [simNumber(6), simNumber(7)]
  await db.updateTable('sims').set({ imsi: one.imsi }).where('iccid', '=', two.iccid).execute()
  await send(record(one, 'updated', 5, MB))
  await count()
  const rows = await db.selectFrom('unknown_subscribers').select(['imsi', 'reason', 'records', 'apn']).orderBy('imsi').execute()
  expect(rows).toEqual([
    { imsi: '310260000000001', reason: 'unknown', records: 2, apn: 'iot.test' },
    { imsi: one.imsi, reason: 'ambiguous', records: 1, apn: 'iot.test' },
  ])
  expect(await daysOf(one)).toEqual([])
})

test('an invalid packet gets no answer and is counted', async () => {
  const socket = createSocket('udp4')
  let answers = 0
  socket.on('message', () => answers++)
  const packet = encodeRequest(
    { code: CODE.accountingRequest, identifier: 1, attributes: accountingAttributes(record(simNumber(8), 'started', 0, 0)) },
    Buffer.from('another secret'),
  )
  for (const datagram of [packet, packet.subarray(0, 30), Buffer.from('GET / HTTP/1.1'), Buffer.from([1, 2, 0, 20])]) {
    await new Promise<void>((resolve) => socket.send(datagram, listener.port, '127.0.0.1', () => resolve()))
  }
  // packets are processed in order: once this is answered, all before were processed
  await send(record(simNumber(8), 'started', 0, 0))
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
  await expect(sendRecord(stranger, record(simNumber(0), 'started', 0, 0))).rejects.toThrow(NoAnswer)
  await stranger.close()
  await expect.poll(() => refusedFor('unknown_client')).toBe(1)
  await db.updateTable('radius_clients').set({ addresses: '127.0.0.0/8' }).execute()
  await clients.reload()
})

const hasRadclient = spawnSync('which', ['radclient']).status === 0
test.skipIf(!hasRadclient)('radclient accepts the answers, signed or not, also to Status-Server', async () => {
  const sim = simNumber(9)
  const ask = (command: string, lines: readonly string[]): Promise<string> =>
    new Promise((resolve) => {
      const child = execFile(
        'radclient',
        ['-x', '-r', '1', `127.0.0.1:${listener.port}`, command, SECRET],
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
  await count()
  expect(await liveOf(sim)).toMatchObject({ gprs_status: 1, serving_network: '730-01', area_code: 26, cell_id: 11_068 })
  expect((await daysOf(sim)).map(({ data_bytes }) => data_bytes)).toEqual([300])
})
