import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAnomalies, getAnomalySims } from '#contract/anomalies/anomalies.calls.ts'
import { ANOMALY_KINDS, type AnomalyKind } from '#domain/anomalies.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { deleteOldAnomalies } from '#server/maintenance/delete-old-rows.ts'
import { COMPANIES } from '#test/fleet.ts'
import { loadPlantedFleet } from '#test/load-planted-fleet.ts'
import { addScores, newScores, plantFleet, precisionOf, recallOf } from '#test/planted-fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readPage, readRows } from '#test/read-list.ts'
import { findAnomalies } from './find-anomalies.ts'

const DAY = '2026-11-24'
const OFFSET = '-03:00'
const company = COMPANIES.andes
const midnight = new Date(`${DAY}T00:00:00${OFFSET}`).getTime()
/** The moment at which an hour of the day is compared. */
const dueOf = (hour: number): Date => new Date(midnight + (hour + 1) * HOUR_MS + 20 * MINUTE_MS)

const portal = await startPortal()
const { db } = portal.services
afterAll(() => portal.close())

const services = { db, clock: () => portal.clock.now }
const fleet = plantFleet(7, DAY, company)

async function compareDue(): Promise<number> {
  let hours = 0
  while ((await findAnomalies(services)) > 0) hours++
  return hours
}

interface Row {
  readonly kind: AnomalyKind
  readonly device: string
  readonly iccid: string
  readonly hours: number
  readonly beganAt: Date
  readonly lastAt: Date
  readonly observed: number
}

async function stored(): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT kind, device, iccid, hours, began_at AS "beganAt", last_at AS "lastAt", observed FROM anomalies ORDER BY anomaly_id`.execute(
    db,
  )
  return rows
}

const stayLoggedIn = () =>
  sql`UPDATE login_sessions SET created_at = ${portal.clock.now}, last_seen_at = ${portal.clock.now}`.execute(db)

beforeAll(async () => {
  // what the small fleet has would be of the same company
  await sql`DELETE FROM sim_tallies`.execute(db)
  await sql`UPDATE sims SET device = ''`.execute(db)
  await loadPlantedFleet(db, fleet, { companyId: company, offset: OFFSET })
  portal.clock.now = new Date(dueOf(0).getTime() - MINUTE_MS)
})

describe('a planted fleet, hour by hour', () => {
  test('an hour is compared once it is over and reports of it have come', async () => {
    expect(await compareDue()).toBe(0)
    portal.clock.now = dueOf(0)
    expect(await compareDue()).toBe(1)
    expect(await compareDue()).toBe(0)
  })

  test('the database finds what is planted, and little else', async () => {
    const scores = newScores()
    for (let hour = 0; hour < 24; hour++) {
      portal.clock.now = dueOf(hour)
      await compareDue()
      const at = midnight + hour * HOUR_MS
      const found = (await stored()).filter(({ lastAt }) => lastAt.getTime() === at)
      addScores(
        scores,
        fleet.planted.filter((one) => one.hour === hour),
        found.map(({ kind, device, iccid }) => ({ hour, kind, device, iccid })),
      )
    }
    for (const kind of ANOMALY_KINDS) {
      expect(recallOf(scores[kind]), JSON.stringify(scores)).toBeGreaterThanOrEqual(0.9)
      expect(precisionOf(scores[kind]), JSON.stringify(scores)).toBeGreaterThanOrEqual(0.9)
    }
  })

  test('hours in a row are one anomaly with the figures of its strongest hour', async () => {
    const rows = await stored()
    const longest = fleet.planted.filter(({ kind }) => kind === 'silence')
    expect(rows.find(({ kind, device }) => kind === 'silence' && device === longest[0]?.subject)).toMatchObject({
      hours: 3,
      beganAt: new Date(midnight + (longest[0]?.hour ?? 0) * HOUR_MS),
      lastAt: new Date(midnight + ((longest[0]?.hour ?? 0) + 2) * HOUR_MS),
    })
  })

  test('an hour that is compared again changes nothing, also after usage that was counted late', async () => {
    const before = await stored()
    const late = fleet.sims.find(({ device }) => device === 'Queclink GV300')?.iccid
    await sql`UPDATE usage_days SET hour_data_bytes[13] = 900000000 WHERE iccid = ${late} AND day = ${DAY}`.execute(db)
    expect(await compareDue()).toBe(0)
    expect(await stored()).toEqual(before)
    await sql`UPDATE usage_days SET hour_data_bytes[13] = 0 WHERE iccid = ${late} AND day = ${DAY}`.execute(db)
    // a process that died before it had stored the last hour
    const last = new Date(midnight + 23 * HOUR_MS)
    await sql`
      UPDATE anomaly_hours SET begins_at = ${last}, due_at = ${dueOf(23)} WHERE company_id = ${company}`.execute(db)
    expect(await compareDue()).toBe(1)
    expect(await stored()).toEqual(before)
  })

  test('an hour that a process is at is left alone until that process is given up', async () => {
    const { begins_at } = await db
      .selectFrom('anomaly_hours')
      .select('begins_at')
      .where('company_id', '=', company)
      .executeTakeFirstOrThrow()
    const now = new Date(begins_at.getTime() + 2 * HOUR_MS)
    portal.clock.now = now
    await sql`UPDATE anomaly_hours SET claimed_until = ${new Date(now.getTime() + MINUTE_MS)}`.execute(db)
    expect(await findAnomalies(services)).toBe(0)
    portal.clock.now = new Date(now.getTime() + 2 * MINUTE_MS)
    expect(await findAnomalies(services)).toBe(1)
  })

  test('reports that wait to be counted are waited for, not for ever', async () => {
    const { begins_at, due_at } = await db
      .selectFrom('anomaly_hours')
      .select(['begins_at', 'due_at'])
      .where('company_id', '=', company)
      .executeTakeFirstOrThrow()
    await sql`
      INSERT INTO usage_batches (received_at, messages) VALUES (${new Date(due_at.getTime() - MINUTE_MS)}, '\\x')`.execute(db)
    portal.clock.now = due_at
    expect(await compareDue()).toBe(1)
    const next = () =>
      db.selectFrom('anomaly_hours').select('begins_at').where('company_id', '=', company).executeTakeFirstOrThrow()
    expect((await next()).begins_at).toEqual(begins_at)
    portal.clock.now = new Date(due_at.getTime() + 2 * HOUR_MS + MINUTE_MS)
    expect(await compareDue()).toBeGreaterThan(0)
    expect((await next()).begins_at.getTime()).toBeGreaterThan(begins_at.getTime())
    await sql`DELETE FROM usage_batches`.execute(db)
  })
})

describe('the list', () => {
  test('has page after page the newest first, with its filters', async () => {
    portal.clock.now = new Date(midnight + DAY_MS)
    await stayLoggedIn()
    const all = await readRows(portal, getAnomalies, 'ana', { query: { limit: 1000 } })
    expect(all.length).toBe((await stored()).length)
    expect(all.map(({ lastAt }) => lastAt)).toEqual(
      all
        .map(({ lastAt }) => lastAt)
        .toSorted()
        .toReversed(),
    )
    const first = await readPage(portal, getAnomalies, 'ana', { query: { limit: 5 } })
    const second = await readPage(portal, getAnomalies, 'ana', { query: { limit: 5, cursor: first.next } })
    expect([...first.rows, ...second.rows]).toEqual(all.slice(0, 10))
    const thief = all.find(({ kind }) => kind === 'data')
    expect(thief?.observed).toBeGreaterThan(10 * (thief?.expected ?? 0))
    const of = (query: object) => readRows(portal, getAnomalies, 'ana', { query: { limit: 1000, ...query } })
    expect(await of({ kind: 'storm' })).toEqual(all.filter(({ kind }) => kind === 'storm'))
    expect(await of({ icc: thief?.icc })).toEqual(all.filter(({ icc }) => icc === thief?.icc))
    expect(await of({ device: thief?.device })).toEqual(all.filter(({ device }) => device === thief?.device))
    expect(await of({ from: '2026-11-25' })).toEqual([])
  })

  test('names SIMs of a batch, and shows nothing of it to another tenant', async () => {
    const [batch] = await readRows(portal, getAnomalies, 'ana', { query: { kind: 'silence' } })
    const params = { id: String(batch?.anomalyId) }
    const sims = await readRows(portal, getAnomalySims, 'ana', { params })
    expect(sims.length).toBe(Math.min(200, batch?.sims ?? 0))
    expect(await readRows(portal, getAnomalySims, 'reseller', { params })).toEqual(sims)
    expect((await portal.request(getAnomalySims, 'flota', { params })).statusCode).toBe(404)
    expect(await readRows(portal, getAnomalies, 'flota')).toEqual([])
    expect(await readRows(portal, getAnomalies, 'sub')).toEqual([])
  })

  test('is kept for ninety days, and profiles for five weeks', async () => {
    const profiles = () =>
      db
        .selectFrom('anomaly_profiles')
        .select((row) => row.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    await deleteOldAnomalies(db, new Date(midnight + 8 * DAY_MS))
    expect((await profiles()).n).toBeGreaterThan(0)
    await deleteOldAnomalies(db, new Date(midnight + 40 * DAY_MS))
    expect((await profiles()).n).toBe(0)
    expect((await stored()).length).toBeGreaterThan(0)
    await deleteOldAnomalies(db, new Date(midnight + 92 * DAY_MS))
    expect(await stored()).toEqual([])
  })
})
