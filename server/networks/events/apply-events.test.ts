import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { localDay } from '#domain/billing-cycle.ts'
import { openCells } from '#server/cells/cells.ts'
import { countAll } from '#server/usage/usage-counter.ts'
import type { TestSim } from '#test/fleet.ts'
import { createFleetDatabase } from '#test/fleet-database.ts'
import type { NetworkEvent } from '../network-events.ts'
import { applyEvents } from './apply-events.ts'
import { createEventSink } from './event-intake.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const HOUR_MS = 3_600_000
const MB = 1_048_576

const database = await createFleetDatabase(NOW)
const { db, sims } = database
await db.insertInto('networks').values({ network_id: 'net', name: 'Net', kind: 'simulated', updated_at: NOW }).execute()
afterAll(() => database.drop())

/** The n-th active SIM on the plan of 250 MB. */
const active = (n: number): TestSim => {
  const sim = sims.filter(({ status, planCode }) => status === 2 && planCode === 'IOT250')[n]
  if (!sim) throw new Error(`no SIM ${n}`)
  return sim
}
const at = (hours: number): Date => new Date(NOW.getTime() + hours * HOUR_MS)
let ids = 0
const id = (): string => `event-${ids++}`
const log = pino({ level: 'silent' })
/** Takes events in, and counts what they say of sessions. */
async function apply(...events: NetworkEvent[]) {
  const fresh = await db.transaction().execute((trx) => applyEvents(trx, 'net', events, NOW))
  await countAll({ db, log })
  return fresh
}

const NETWORK = { mcc: '730', mnc: '02' }
const FACTS = { apn: 'm2m.movistar.cl', ip: '10.44.0.9', sgsnIp: '10.200.1.11', ggsnIp: '10.201.1.5', cell: undefined } as const
const session = ({ iccid }: TestSim, startedAt: Date) => {
  const about = { iccid, sessionKey: `key-${iccid}`, startedAt }
  const place = { ...FACTS, servingNetwork: NETWORK, radioTechnology: 'LTE' } as const
  return {
    started: (id_ = id()): NetworkEvent => ({
      kind: 'dataSessionStarted',
      id: id_,
      at: startedAt,
      ...about,
      ...place,
      dataBytes: 0,
    }),
    updated: (when: Date, dataBytes: number, id_ = id()): NetworkEvent => ({
      kind: 'dataSessionUpdated',
      id: id_,
      at: when,
      ...about,
      dataBytes,
    }),
    stopped: (when: Date, dataBytes: number): NetworkEvent => ({
      kind: 'dataSessionStopped',
      id: id(),
      at: when,
      ...about,
      dataBytes,
      endCause: 'idle',
    }),
  }
}

const liveOf = ({ companyId, iccid }: TestSim) =>
  db.selectFrom('sim_live').selectAll().where('company_id', '=', companyId).where('iccid', '=', iccid).executeTakeFirstOrThrow()
const daysOf = ({ companyId, iccid }: TestSim) =>
  db
    .selectFrom('usage_days')
    .select(['day', 'data_bytes', 'voice_seconds', 'sms'])
    .where('company_id', '=', companyId)
    .where('iccid', '=', iccid)
    .orderBy('day')
    .execute()
const sessionsOf = ({ companyId, iccid }: TestSim) =>
  db
    .selectFrom('data_sessions')
    .select(['started_at', 'stopped_at', 'data_bytes', 'end_cause'])
    .where('company_id', '=', companyId)
    .where('iccid', '=', iccid)
    .execute()

async function expectTrueTallies(): Promise<void> {
  const kinds = sql`company_id, administrative_status, gprs_status, origin_id, sim_type_id, plan_code, apn_id`
  const { rows: kept } =
    await sql`SELECT ${kinds}, sum(sims)::int AS sims FROM sim_tallies GROUP BY ${kinds} HAVING sum(sims) <> 0 ORDER BY ${kinds}`.execute(
      db,
    )
  const { rows: real } =
    await sql`SELECT ${kinds}, count(*)::int AS sims FROM sim_live GROUP BY ${kinds} ORDER BY ${kinds}`.execute(db)
  expect(kept).toEqual(real)
}

test('a session starts, is used and ends: live row, days, session, pool, timeline and tallies agree', async () => {
  const sim = active(0)
  const before = await liveOf(sim)
  const { started, updated, stopped } = session(sim, at(0))
  await apply(started())
  expect(await liveOf(sim)).toMatchObject({
    gprs_status: 1,
    ip: '10.44.0.9',
    serving_network: '730-02',
    radio_technology: 'LTE',
    connection_started_at: at(0),
    connection_stopped_at: null,
  })
  await expectTrueTallies()
  await apply(updated(at(0.25), 10 * MB), updated(at(0.5), 25 * MB))
  await apply(stopped(at(1), 30 * MB))
  const after = await liveOf(sim)
  expect(after).toMatchObject({ gprs_status: 2, ip: null, connection_stopped_at: at(1), updated_at: at(1) })
  expect(after.cycle_data_bytes - before.cycle_data_bytes).toBe(30 * MB)
  expect(after.day_data_bytes - before.day_data_bytes).toBe(30 * MB)
  expect(after.plan_percent).toBe(Math.round((after.cycle_data_bytes / (250 * MB)) * 100))
  expect(await daysOf(sim)).toEqual([{ day: localDay(NOW, 'America/Santiago'), data_bytes: 30 * MB, voice_seconds: 0, sms: 0 }])
  expect(await sessionsOf(sim)).toEqual([{ started_at: at(0), stopped_at: at(1), data_bytes: 30 * MB, end_cause: 'idle' }])
  const timeline = await db.selectFrom('sim_events').select('kind').where('iccid', '=', sim.iccid).orderBy('event_id').execute()
  expect(timeline.map(({ kind }) => kind)).toEqual(['session_started', 'session_stopped'])
  await expectTrueTallies()
})

test('the same event again, in the same batch or later, changes nothing', async () => {
  const sim = active(1)
  const { started, updated } = session(sim, at(0))
  const twice = updated(at(1), 5 * MB, 'again')
  await apply(started('begin'), started('begin'), twice, twice)
  const once = await liveOf(sim)
  expect(await apply(twice, started('begin'))).toEqual([])
  expect(await liveOf(sim)).toEqual(once)
  expect((await daysOf(sim)).map((day) => day.data_bytes)).toEqual([5 * MB])
  await expectTrueTallies()
})

test('a restarted counter counts in full; a message out of order or after the end counts nothing', async () => {
  const sim = active(2)
  const { started, updated, stopped } = session(sim, at(0))
  await apply(started(), updated(at(1), 8 * MB), updated(at(2), 3 * MB))
  expect((await sessionsOf(sim))[0]?.data_bytes).toBe(11 * MB)
  await apply(updated(at(1.5), 9 * MB))
  expect((await sessionsOf(sim))[0]?.data_bytes).toBe(11 * MB)
  await apply(stopped(at(3), 4 * MB))
  await apply(updated(at(4), 50 * MB))
  expect(await sessionsOf(sim)).toMatchObject([{ data_bytes: 12 * MB, stopped_at: at(3) }])
  expect((await liveOf(sim)).gprs_status).toBe(2)
})

test('usage is split at the end of a local day and of a cycle', async () => {
  const sim = active(3)
  // 2026-12-01 00:00 in Santiago is 03:00 UTC
  const midnight = new Date('2026-12-01T03:00:00Z')
  const around = (minutes: number): Date => new Date(midnight.getTime() + minutes * 60_000)
  const { started, updated } = session(sim, around(-60))
  const before = await liveOf(sim)
  await apply(started(), updated(around(-1), 7 * MB), updated(around(1), 9 * MB))
  expect(await daysOf(sim)).toMatchObject([
    { day: '2026-11-30', data_bytes: 8 * MB },
    { day: '2026-12-01', data_bytes: MB },
  ])
  const after = await liveOf(sim)
  expect(before.cycle_start).toBe('2026-11-01')
  expect(after).toMatchObject({
    usage_day: '2026-12-01',
    day_data_bytes: MB,
    cycle_start: '2026-12-01',
    cycle_data_bytes: MB,
  })
  // what comes late for the day before is kept there and no longer in the sums
  await apply({ kind: 'callEnded', id: id(), iccid: sim.iccid, at: around(-30), voiceSeconds: 40 })
  expect(await daysOf(sim)).toMatchObject([
    { day: '2026-11-30', voice_seconds: 40 },
    { day: '2026-12-01', voice_seconds: 0 },
  ])
  expect(await liveOf(sim)).toMatchObject({ day_voice_seconds: 0, cycle_voice_seconds: 0, day_data_bytes: MB })
  const { rows } =
    await sql`SELECT cycle_start, sum(data_bytes)::bigint AS bytes FROM plan_usage_tallies WHERE company_id = ${sim.companyId} AND plan_code = 'IOT250' AND cycle_start = '2026-12-01' GROUP BY 1`.execute(
      db,
    )
  expect(rows).toEqual([{ cycle_start: '2026-12-01', bytes: MB }])
})

test('a late report of an older session is counted, and does not hide the open one', async () => {
  const sim = active(4)
  const [old, current] = [session(sim, at(-5)), { ...session(sim, at(0)) }]
  await apply(old.started(), old.updated(at(-4), MB))
  await apply(current.started())
  await apply(old.stopped(at(-3), 2 * MB))
  expect(await liveOf(sim)).toMatchObject({
    gprs_status: 1,
    connection_started_at: at(0),
    connection_stopped_at: null,
    ip: '10.44.0.9',
  })
  expect(await sessionsOf(sim)).toHaveLength(2)
})

test('messages and calls are counted; a position replaces only an older one; registration is stored, as when the SIM was last seen', async () => {
  const sim = active(5)
  const { iccid } = sim
  const seen = { kind: 'registered', servingNetwork: { mcc: '722', mnc: '07' }, radioTechnology: 'LTE-M', imei: '' } as const
  await apply(
    { kind: 'smsReceived', id: id(), iccid, at: at(0), to: '1500', text: 'IGN ON', segments: 1 },
    { kind: 'smsDelivered', id: id(), iccid, at: at(0), reference: 'r', segments: 2 },
    { ...seen, id: id(), iccid, at: at(0.1) },
    { kind: 'located', id: id(), iccid, at: at(0.2), latitude: -33.1, longitude: -70.2 },
  )
  await apply({ kind: 'located', id: id(), iccid, at: at(0.1), latitude: 0, longitude: 0 })
  expect(await liveOf(sim)).toMatchObject({
    day_sms: 3,
    cycle_sms: 3,
    serving_network: '722-07',
    radio_technology: 'LTE-M',
    latitude: -33.1,
    longitude: -70.2,
    located_at: at(0.2),
    // not later than now
    registered_at: at(0),
  })
})

test('a deregistered SIM out of service is not available, not merely without a session', async () => {
  const asleep = sims.find(({ status }) => status === 11)
  if (!asleep) throw new Error('none is hibernated')
  const { started, stopped } = session(asleep, at(0))
  await apply(started(), stopped(at(1), 0))
  expect((await liveOf(asleep)).gprs_status).toBe(0)
  await expectTrueTallies()
})

test('an event that cannot be stored is dropped and the others are stored; events of unknown SIMs are dropped', async () => {
  const sim = active(6)
  const bad: NetworkEvent = { kind: 'located', id: id(), iccid: sim.iccid, at: at(1), latitude: 123, longitude: 0 }
  const good: NetworkEvent = { kind: 'callEnded', id: id(), iccid: active(7).iccid, at: at(1), voiceSeconds: 9 }
  const unknownSim: NetworkEvent = { ...good, id: id(), iccid: '8999000000000000006' }
  const received: string[] = []
  const options = {
    cells: await openCells(database.pool, () => database.pool),
    networks: { all: () => [] } as never,
    log,
    clock: () => NOW,
  }
  const sink = createEventSink(
    { ...options, listeners: [async (_cell, events) => void received.push(...events.map((event) => event.id))] },
    'net',
  )
  await sink([bad, good, unknownSim])
  expect((await liveOf(active(7))).day_voice_seconds).toBe(9)
  expect(received).toEqual([bad.id, good.id, unknownSim.id])
})

test('concurrent batches and other writers keep the tallies consistent', async () => {
  const some = sims.slice(0, 40)
  const rounds = Array.from({ length: 12 }, (_, round) =>
    db.transaction().execute(async (trx) => {
      const picked = some.filter((_sim, index) => (index + round) % 3 !== 0)
      const events = picked.map((sim, index): NetworkEvent => {
        const { started, stopped } = session(sim, at(10 + round))
        return (index + round) % 2 ? started() : stopped(at(10 + round), MB)
      })
      await applyEvents(trx, 'net', round % 2 ? events : events.toReversed(), NOW)
    }),
  )
  await Promise.all(rounds)
  await Promise.all([countAll({ db, log }), countAll({ db, log })])
  await countAll({ db, log })
  await expectTrueTallies()
})
