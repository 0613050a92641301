import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { HOUR_MS } from '#domain/time.ts'
import { countAll } from '#server/usage/usage-counter.ts'
import type { UsageRecord } from '#server/usage/usage-record.ts'
import { openAccountingRig } from '#test/accounting-rig.ts'
import { liveRowOf, NOON, sessionRecord, usageDaysOf } from '#test/accounting-session.ts'
import { setSims } from '#test/set-sims.ts'
import { ATTRIBUTE, CODE } from './attributes.ts'
import { openSender, sendRecord } from './sender.ts'
import { accountingAttributes } from './write-accounting.ts'

/** When packets arrive: after the sessions in them. */
const ARRIVAL = new Date(NOON.getTime() + HOUR_MS)
const SECRET = 'enlace-demo'
const log = pino({ level: 'silent' })
const MB = 1_048_576

const rig = await openAccountingRig({ now: NOON, arrival: ARRIVAL, secret: SECRET })
const { db, simNumber } = rig
const sender = await openSender({ host: '127.0.0.1', port: rig.listener.port, secret: Buffer.from(SECRET), timeoutMs: 5_000 })
afterAll(async () => {
  await sender.close()
  await rig.close()
})

const send = async (...records: readonly UsageRecord[]): Promise<void> => {
  for (const message of records) await sendRecord(sender, message)
}
const count = () => countAll({ db, log })

test('a session is counted into the live row, hours, days, the cycle and its records', async () => {
  const sim = simNumber(1)
  const before = await liveRowOf(db, sim)
  await send(
    sessionRecord(sim, 'started', 0, 0),
    sessionRecord(sim, 'updated', 15, 10 * MB),
    sessionRecord(sim, 'updated', 75, 16 * MB),
  )
  await count()
  const live = await liveRowOf(db, sim)
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
  expect(await usageDaysOf(db, sim)).toEqual([{ day: '2026-11-21', data_bytes: 16 * MB, hour_data_bytes: hours }])
  await send(sessionRecord(sim, 'stopped', 80, 17 * MB))
  await count()
  expect(await liveRowOf(db, sim)).toMatchObject({ gprs_status: 2, ip: null })
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

test('a device with two sessions is connected until both have ended', async () => {
  const sim = simNumber(10)
  const first = (kind: UsageRecord['kind'], minutes: number): UsageRecord => ({
    ...sessionRecord(sim, kind, minutes, MB),
    sessionKey: 'one',
  })
  const second = (kind: UsageRecord['kind'], minutes: number): UsageRecord => ({
    ...sessionRecord(sim, kind, minutes, MB),
    sessionKey: 'two',
    atMs: NOON.getTime() + (minutes - 30) * 60_000,
    facts: { ip: '10.99.0.77' },
  })
  await send(first('started', 0), second('started', 0), first('updated', 50))
  await count()
  expect(await liveRowOf(db, sim)).toMatchObject({ gprs_status: 1, ip: '10.99.0.77' })
  await send(second('stopped', 25))
  await count()
  expect(await liveRowOf(db, sim)).toMatchObject({ gprs_status: 1, ip: '10.99.0.2', connection_stopped_at: null })
  await send(first('stopped', 58))
  await count()
  expect(await liveRowOf(db, sim)).toMatchObject({ gprs_status: 2, ip: null })
})

test('Accounting-On ends the sessions of its gateway, and none of another', async () => {
  const [lost, other] = [simNumber(3), simNumber(4)]
  await send(sessionRecord(lost, 'updated', 10, MB), { ...sessionRecord(other, 'updated', 10, MB), nas: 'ggsn1' })
  await count()
  const status = Buffer.from([0, 0, 0, 7])
  await sender.request(CODE.accountingRequest, [
    { type: ATTRIBUTE.acctStatusType, value: status },
    { type: ATTRIBUTE.nasIdentifier, value: Buffer.from('ggsn0') },
  ])
  await count()
  expect(await liveRowOf(db, lost)).toMatchObject({ gprs_status: 2, connection_stopped_at: ARRIVAL })
  expect(await liveRowOf(db, other)).toMatchObject({ gprs_status: 1 })
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
    accountingAttributes({ ...sessionRecord(sim, 'updated', minutes, MB), facts: { apn: 'iot.test' } })
  await sender.request(CODE.accountingRequest, [...report(5), prefix(7)])
  await count()
  expect(await liveRowOf(db, sim)).toMatchObject({ ip: '2001:db8:0:7::/64' })
  await sender.request(CODE.accountingRequest, [...report(10), prefix(7)])
  await sender.request(CODE.accountingRequest, [...report(15), prefix(8)])
  await count()
  expect(await liveRowOf(db, sim)).toMatchObject({ ip: '2001:db8:0:8::/64', used_apn: 'iot.test' })
  const session = await db.selectFrom('data_sessions').select(['ip', 'apn']).where('iccid', '=', sim.iccid).execute()
  expect(session).toContainEqual({ ip: '2001:db8:0:8::/64', apn: 'iot.test' })
})

test('unknown subscribers are listed with their number of records; so is an IMSI of two SIMs', async () => {
  const stranger = { ...simNumber(5), imsi: '310260000000001', iccid: '89000' }
  await send(sessionRecord(stranger, 'started', 0, 0), sessionRecord(stranger, 'updated', 5, MB))
  const [one, two] = [simNumber(6), simNumber(7)]
  await setSims(db, two.iccid, { imsi: one.imsi })
  await send(sessionRecord(one, 'updated', 5, MB))
  await count()
  const rows = await db.selectFrom('unknown_subscribers').select(['imsi', 'reason', 'records', 'apn']).orderBy('imsi').execute()
  expect(rows).toEqual([
    { imsi: '310260000000001', reason: 'unknown', records: 2, apn: 'iot.test' },
    { imsi: one.imsi, reason: 'ambiguous', records: 1, apn: 'iot.test' },
  ])
  expect(await usageDaysOf(db, one)).toEqual([])
})

test('a number that was issued again belongs to the SIM that has it now; one that no other SIM has, to the terminated SIM', async () => {
  const [former, present, last] = [simNumber(8), simNumber(9), simNumber(12)]
  const numbers = { imsi: '310260000000088', msisdn: '56900000088' }
  await setSims(db, former.iccid, { ...numbers, administrative_status: ADMINISTRATIVE_STATUS.terminated })
  await setSims(db, present.iccid, numbers)
  await setSims(db, last.iccid, { administrative_status: ADMINISTRATIVE_STATUS.terminated })
  await send(sessionRecord({ ...present, ...numbers }, 'updated', 5, MB), sessionRecord(last, 'updated', 5, MB))
  await count()
  const bytesOf = async (sim: typeof former) => (await usageDaysOf(db, sim)).map(({ data_bytes }) => data_bytes)
  expect([await bytesOf(former), await bytesOf(present), await bytesOf(last)]).toEqual([[], [MB], [MB]])
})
