import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import * as calls from '#contract/inventory/inventory.calls.ts'
import { ADMINISTRATIVE_STATUS, NUMBER_RELEASED_STATUSES } from '#domain/sim-status.ts'
import { askCells } from '#server/cells/ask-cells.ts'
import type { Cells } from '#server/cells/cells.ts'
import { bySubscriberCell } from '#server/cells/sim-places.ts'
import { createDatabase } from '#server/db/database.ts'
import { listBadLines } from '#server/features/inventory/bad-lines.queries.ts'
import { NETWORK_MAPPING, writeNetworkLines } from '#server/features/inventory/network-lines.ts'
import { recordPlaces } from '#server/records/record-places.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { COMPANIES, createFleet, type Fleet, type TestSim } from '#test/fleet.ts'
import { iccid } from '#test/import-rig.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { setSims } from '#test/set-sims.ts'
import { shareOf } from '#test/share.ts'
import {
  applyReceived,
  cellIdOfSim,
  inventoryOf,
  type LineOfFile,
  receiveInventory,
  rowsOfAllCells,
  schemasOfParts,
} from '#test/spanning-imports.ts'
import { moveTree, planMove } from './move-tree.ts'

const NOW = new Date('2026-11-21T12:42:00Z')

let fleet: Fleet
/** With the same rows: in one all companies share a cell, in the other Pacífico has one of its own. */
let sources: { readonly together: TestDatabase; readonly apart: TestDatabase }
let together: Portal
let apart: Portal

const open = (database: TestDatabase) => startPortal({ prepared: { database, fleet, now: NOW } })
/** A database for copies of it: nothing is connected to it any more. */
async function prepare(database: TestDatabase, change: (portal: Portal) => Promise<void>): Promise<void> {
  const portal = await open({ ...database, drop: async () => undefined })
  await change(portal)
  await portal.close()
  await database.pool.end()
}

beforeAll(async () => {
  const whole = await createTestDatabase()
  fleet = await createFleet(createDatabase(whole.pool), NOW)
  await prepare(whole, async ({ db }) => {
    // their numbers may be issued again
    for (const companyId of [COMPANIES.andes, COMPANIES.pacifico])
      await setSims(db, simOf(companyId, 3).iccid, { administrative_status: ADMINISTRATIVE_STATUS.terminated })
    await db.transaction().execute((trx) => recordPlaces(trx, sql`true`))
  })
  const split = await createTestDatabase(whole)
  await prepare(split, ({ services }) => movePacifico(services.cells, 1))
  sources = { together: whole, apart: split }
})
afterAll(async () => {
  await sources.together.drop()
  await sources.apart.drop()
})

beforeEach(async () => {
  together = await open(await createTestDatabase(sources.together))
  apart = await open(await createTestDatabase(sources.apart))
})
afterEach(async () => {
  await together.close()
  await apart.close()
})

const movePacifico = async (cells: Cells, cellId: number): Promise<void> =>
  moveTree(await planMove(cells, COMPANIES.pacifico, cellId), { actor: 'test', now: NOW, areProcessesThere: false })

const simsOf = (companyId: number): TestSim[] => fleet.sims.filter((sim) => sim.companyId === companyId)
/** A SIM of a company in a status: the first, the second, … */
function simOf(companyId: number, status: number, place = 0): TestSim {
  const sim = simsOf(companyId).filter((one) => one.status === status)[place]
  if (!sim) throw new Error(`company ${companyId} has no SIM in status ${status}`)
  return sim
}

/** The one that Pacífico has. */
const otherCell = ({ all, home }: Cells) => all.find((cell) => cell !== home)

/** Records the place of a SIM of that cell. */
const recordIn = ({ services: { cells } }: Portal, icc: string) =>
  otherCell(cells)
    ?.db.transaction()
    .execute((trx) => recordPlaces(trx, sql`s.iccid = ${icc}`))

/** What goes in, what does not, and why: each kind of line once for each cell. */
function linesOfAllKinds(): LineOfFile[] {
  const ofAndes = (place: number) => simOf(COMPANIES.andes, 2, place)
  const ofPacifico = (place: number) => simOf(COMPANIES.pacifico, 2, place)
  const reused = { icc: iccid(20), company: String(COMPANIES.andes), msisdn: simOf(COMPANIES.pacifico, 3).msisdn }
  return [
    { icc: iccid(1), imsi: '716060000000001', company: '3', label: 'nueva' },
    { icc: iccid(2), imsi: '716060000000002', company: '5', label: 'nueva' },
    { icc: ofAndes(0).iccid, label: 'otro nombre' },
    { icc: ofPacifico(0).iccid, label: 'otro nombre' },
    { icc: ofPacifico(1).iccid, company: '3' },
    { icc: ofAndes(1).iccid, company: '5' },
    { icc: iccid(3), company: '3', msisdn: ofPacifico(2).msisdn },
    { icc: iccid(4), company: '5', imsi: ofAndes(2).imsi },
    { icc: iccid(5), company: '3', imsi: ofPacifico(2).imsi, msisdn: ofPacifico(3).msisdn },
    reused,
    // the two change their numbers with each other
    { icc: ofAndes(3).iccid, msisdn: ofPacifico(4).msisdn },
    { icc: ofPacifico(4).iccid, msisdn: ofAndes(3).msisdn },
    { icc: iccid(2), imsi: '716060000000002', company: '5', label: 'nueva' },
    { icc: iccid(1), company: '5' },
    { icc: iccid(6), company: '5', imsi: '716060000000001' },
    { icc: iccid(7), company: '5', plan: '' },
    { icc: iccid(8), company: '' },
    { icc: iccid(9), company: 'Nadie' },
    { icc: '8951', company: '5' },
  ]
}

const settled = async (portal: Portal, importId: number) => {
  const read = () => portal.data(calls.getInventoryImport, 'admin', { params: { importId } })
  await expect.poll(async () => (await read()).state, { interval: 25 }).not.toMatch(/checking|applying/)
  return read()
}

test('a file of several cells is answered, checked and imported as in one', async () => {
  const answers = []
  for (const portal of [together, apart]) {
    const upload = { query: { fileName: 'inventario.csv' }, body: inventoryOf(linesOfAllKinds()) }
    const uploaded = (await portal.request(calls.uploadInventory, 'admin', upload)).json().data
    const params = { importId: uploaded.importId }
    const mapping = uploaded.columns.map(({ field }: { field: never }) => field)
    await portal.data(calls.checkInventory, 'admin', { params, body: { mapping } })
    const checked = await settled(portal, params.importId)
    const refused = await portal.envelope(calls.applyInventory, 'admin', { params, body: { mode: 'all' } })
    const file = (await portal.request(calls.getInventoryBadLines, 'admin', { params })).body
    await portal.data(calls.applyInventory, 'admin', { params, body: { mode: 'skipBad' } })
    const applied = await settled(portal, params.importId)
    answers.push({ uploaded, checked, refused: refused.code, file, applied, rows: await rowsOfAllCells(portal) })
    // its thread may still be ending
    await expect.poll(async () => (await portal.envelope(calls.discardInventory, 'admin', { params })).status).toBe(true)
    expect(await schemasOfParts(portal, params.importId)).toEqual([])
  }
  const [one, two] = answers
  expect(two).toEqual(one)
  expect(two?.checked.badLines.map(({ line, field, reason }) => [line, field, reason])).toEqual([
    [6, 'iccid', 'of_other_company'],
    [7, 'iccid', 'of_other_company'],
    [8, 'msisdn', 'taken'],
    [9, 'imsi', 'taken'],
    [10, 'imsi', 'taken'],
    [15, 'iccid', 'repeated_in_file'],
    [16, 'imsi', 'taken'],
    [17, 'plan', 'missing'],
    [18, 'company', 'missing'],
    [19, 'company', 'unknown'],
    [20, 'iccid', 'wrong_length'],
  ])
  expect(two?.applied).toMatchObject({ state: 'applied', counts: { created: 3, updated: 4, unchanged: 1, bad: 11 } })
  expect([await cellIdOfSim(apart, iccid(1)), await cellIdOfSim(apart, iccid(2))]).toEqual([2, 1])
})

test('a number that was issued again belongs to the cell of the SIM that has it now', async () => {
  const former = simOf(COMPANIES.pacifico, 3)
  const { importId, check } = await receiveInventory(
    apart,
    inventoryOf([{ icc: iccid(20), company: '3', msisdn: former.msisdn, imsi: former.imsi }]),
  )
  const { cells } = apart.services
  const cellsOf = async () => {
    const bothNumbers = [{ msisdn: former.msisdn }, { imsi: former.imsi }, { iccid: former.iccid }]
    const found = await bySubscriberCell(cells, bothNumbers)
    return bothNumbers.map((one) => [...found].find(([, those]) => those.includes(one))?.[0].schema)
  }
  const [home, other] = [cells.home.schema, otherCell(cells)?.schema]
  expect(await cellsOf()).toEqual([other, other, other])
  await check()
  await applyReceived(apart, importId)
  expect(await cellsOf()).toEqual([home, home, other])
  // its place is recorded once more
  await recordIn(apart, former.iccid)
  expect(await cellsOf()).toEqual([home, home, other])
  const { rows } = await sql`
    SELECT iccid FROM sim_places WHERE msisdn = ${former.msisdn} OR imsi = ${former.imsi}`.execute(apart.db)
  expect(rows).toEqual([{ iccid: iccid(20) }])
})

/** Numbers that several SIMs have and none of them has given up. */
async function sharedNumbers({ db }: Portal): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT number FROM sims CROSS JOIN LATERAL (VALUES (imsi), (msisdn)) numbers(number)
    WHERE number <> '' AND administrative_status <> ALL (${NUMBER_RELEASED_STATUSES}::smallint[])
    GROUP BY number HAVING count(*) > 1`.execute(db)
  return rows
}

test('any file does the same in one cell and in two, and gives no number to two SIMs', async () => {
  const known = [...simsOf(COMPANIES.andes).slice(0, 8), ...simsOf(COMPANIES.pacifico).slice(0, 8)]
  const iccs = [...known.map((sim) => sim.iccid), ...Array.from({ length: 12 }, (_, n) => iccid(n))]
  const numbers = (name: 'imsi' | 'msisdn', own: string) =>
    fc.constantFrom('', '', ...known.map((sim) => sim[name]), ...Array.from({ length: 8 }, (_, n) => `${own}${n}`))
  const line: fc.Arbitrary<LineOfFile> = fc.record({
    icc: fc.constantFrom(...iccs),
    imsi: numbers('imsi', '71606000000000'),
    msisdn: numbers('msisdn', '5190000000'),
    company: fc.constantFrom('', '3', '4', '5', '1'),
    plan: fc.constantFrom('', 'IOT250', 'TEL50'),
    apn: fc.constantFrom('', 'M2M'),
    label: fc.constantFrom('', 'a', 'b'),
  })
  const bySentence = ({ field, reason }: { field: string; reason: string }): string => `${field} ${reason}`
  const imported = async (portal: Portal, lines: readonly LineOfFile[]) => {
    const { importId, check } = await receiveInventory(portal, inventoryOf(lines))
    const counted = [await check(), await applyReceived(portal, importId, 'skipBad')].map(({ reasons, ...counts }) => ({
      ...counts,
      reasons: reasons.toSorted((a, b) => (bySentence(a) < bySentence(b) ? -1 : 1)),
    }))
    return { counted, bad: await listBadLines(portal.db, importId, 100), rows: await rowsOfAllCells(portal) }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 40 }), async (lines) => {
      const [one, two] = await Promise.all([imported(together, lines), imported(apart, lines)])
      expect(two).toEqual(one)
      expect(await sharedNumbers(together)).toEqual([])
    }),
    { numRuns: shareOf(8, 200) },
  )
})

test('a file for companies of one cell makes nothing in another', async () => {
  const { importId, check } = await receiveInventory(apart, inventoryOf([{ icc: iccid(1), company: '3' }]))
  await check()
  expect(await schemasOfParts(apart, importId)).toEqual([inject('testPostgres').schema])
})

test('SIMs of a network’s list keep their companies, whatever cell they are in', async () => {
  const known = [simOf(COMPANIES.andes, 2), simOf(COMPANIES.pacifico, 2)]
  const listed = [...known.map((sim) => sim.iccid), iccid(1)].map((icc) => ({
    ...{ iccid: icc, imsi: '', msisdn: '', imei: '', label: '', vendorState: '' },
    state: 'active' as const,
  }))
  const pages = (async function* () {
    yield listed
  })()
  const defaults = { companyId: COMPANIES.andesNorte, planCode: 'IOT250', apnId: 1 }
  const content = await text(writeNetworkLines(askCells(apart.services.cells), pages, defaults, () => undefined))
  const lines = content.trim().split(/\r?\n/).slice(1)
  const place = NETWORK_MAPPING.indexOf('company')
  expect(lines.map((line) => line.split(',')[place])).toEqual(['3', '5', '4'])
})

test('lines follow a customer who moves to another cell between check and import', async () => {
  const sim = simOf(COMPANIES.pacifico, 2)
  const lines = [
    { icc: iccid(1), company: '3' },
    { icc: iccid(2), company: '5' },
    { icc: sim.iccid, label: 'tras la mudanza' },
  ]
  const { importId, check } = await receiveInventory(apart, inventoryOf(lines))
  expect(await check()).toMatchObject({ created: 2, updated: 1 })
  await movePacifico(apart.services.cells, 2)
  expect(await applyReceived(apart, importId)).toMatchObject({ created: 2, updated: 1, bad: 0 })
  expect(await cellIdOfSim(apart, iccid(2))).toBe(2)
  const moved = await apart.db.selectFrom('sims').select('custom_field_1').where('iccid', '=', sim.iccid).execute()
  expect(moved).toEqual([{ custom_field_1: 'tras la mudanza' }])
})
