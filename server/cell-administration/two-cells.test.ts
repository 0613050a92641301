import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { hibernateSim } from '#contract/operations/sim-actions.calls.ts'
import * as steps from '#contract/requests/request-steps.calls.ts'
import { getSimHistory } from '#contract/sims/sim-history.calls.ts'
import { getSim, listSims } from '#contract/sims/sims.calls.ts'
import { luhnDigit } from '#domain/identifiers.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { openCells } from '#server/cells/cells.ts'
import { followCells } from '#server/cells/start-in-each-cell.ts'
import { inTransaction } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import { createPool } from '#server/db/pool.ts'
import { insertSims } from '#server/records/insert-sims.ts'
import { moveSims } from '#server/records/move-sims.ts'
import { storeInCells, storeUsageMessages } from '#server/usage/intake.ts'
import { countAll } from '#server/usage/usage-counter.ts'
import type { UsageRecord } from '#server/usage/usage-record.ts'
import { COMPANIES, type TestSim } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { startLiveWork } from '#test/portal-work.ts'
import { createRequest } from '#test/store-fixtures.ts'
import { addCell } from './add-cell.ts'
import { moveTree, planMove } from './move-tree.ts'

const log = pino({ level: 'silent' })
const NEW_ICC = `8956030199990000010${luhnDigit('8956030199990000010')}`

/** pacifico is in cell 1, everything else in cell 2. */
const portal = await startPortal()
const { cells } = portal.services
await moveTree(await planMove(cells, COMPANIES.pacifico, 1), { actor: 'test', now: new Date(), areProcessesThere: false })
const one = (await cells.of(1)).db
afterAll(() => portal.close())

const pacifico = (status: number): TestSim => {
  const sim = portal.fleet.sims.find((sim) => sim.companyId === COMPANIES.pacifico && sim.status === status)
  if (!sim) throw new Error(`no SIM in status ${status}`)
  return sim
}

test('its people see and change their SIMs there; the operator reads them, other customers do not', async () => {
  const { iccid } = pacifico(2)
  expect(await portal.data(getSim, 'flota', { params: { icc: iccid } })).toMatchObject({ icc: iccid })
  expect(await portal.data(getSim, 'admin', { params: { icc: iccid } })).toMatchObject({ icc: iccid })
  expect((await portal.request(getSim, 'ana', { params: { icc: iccid } })).statusCode).toBe(404)
  const list = await portal.request(listSims, 'flota', { body: { limit: 100 } })
  expect(list.body.trim().split('\n')).toHaveLength(41)
})

test('an action runs in the cell of its SIM', async () => {
  const endWork = await startLiveWork(portal)
  try {
    const { iccid } = pacifico(2)
    await portal.data(hibernateSim, 'admin', { params: { id: iccid }, body: {} })
    await expect
      .poll(async () => (await one.selectFrom('sims').select('administrative_status').where('iccid', '=', iccid).execute())[0])
      .toEqual({ administrative_status: ADMINISTRATIVE_STATUS.hibernated })
  } finally {
    await endWork()
  }
})

const report = (sim: TestSim, sessionKey: string, bytes: number): UsageRecord => ({
  kind: 'updated',
  clientId: 1,
  nas: 'ggsn0',
  imsi: sim.imsi,
  sessionKey,
  atMs: Date.now(),
  hasSourceClock: true,
  seconds: 60,
  inputBytes: 0,
  outputBytes: bytes,
  facts: {},
  fingerprint: `${sessionKey} ${bytes}`,
})
const usedIn = async (db: Database, sessionKey: string): Promise<number[]> =>
  (await db.selectFrom('usage_records').select('used_bytes').where('session_key', '=', sessionKey).execute()).map(
    ({ used_bytes }) => used_bytes,
  )

test('usage is counted in the cell of its SIM, also when it came to another one before the SIM moved', async () => {
  const sim = pacifico(1)
  await storeInCells(portal.services.cells)([report(sim, 'at-once', 500)], new Date())
  await countAll({ db: one, log })
  expect(await usedIn(one, 'at-once')).toEqual([500])
  await storeUsageMessages(portal.db, [report(sim, 'late', 700)], new Date())
  await countAll({ db: portal.db, log })
  expect(await usedIn(portal.db, 'late')).toEqual([])
  await countAll({ db: one, log })
  expect(await usedIn(one, 'late')).toEqual([700])
  expect(await portal.db.selectFrom('unknown_subscribers').selectAll().execute()).toEqual([])
})

test('a SIM of the stock goes to a company of another cell; its past stays with the operator', async () => {
  const { services } = portal
  const now = new Date()
  await inTransaction(services, async (trx) => {
    const kind = { planCode: 'IOT250', originId: 1, simTypeId: 2, apnId: 1, actor: 'test', detail: {} }
    await insertSims(trx, { companyId: COMPANIES.operator, sims: [{ iccid: NEW_ICC, imsi: '', msisdn: '' }], ...kind }, now)
  })
  await inTransaction(services, (trx) =>
    moveSims(
      trx,
      { target: COMPANIES.pacifico, sims: [{ companyId: COMPANIES.operator, iccid: NEW_ICC }], actor: 'test', detail: {} },
      now,
    ),
  )
  expect(await portal.data(getSim, 'flota', { params: { icc: NEW_ICC } })).toMatchObject({ icc: NEW_ICC })
  const kinds = async (db: Database, companyId: number) => {
    const rows = await db
      .selectFrom('sim_events')
      .select('kind')
      .where('iccid', '=', NEW_ICC)
      .where('company_id', '=', companyId)
      .orderBy('event_id')
      .execute()
    return rows.map(({ kind }) => kind)
  }
  expect(await kinds(portal.db, COMPANIES.operator)).toEqual(['created', 'company_changed'])
  expect(await kinds(one, COMPANIES.pacifico)).toEqual(['company_changed'])
  expect(await kinds(one, COMPANIES.operator)).toEqual([])
  const { rows } = await sql<{ cellId: number }>`SELECT cell_id AS "cellId" FROM sim_places WHERE iccid = ${NEW_ICC}`.execute(
    portal.db,
  )
  expect(rows).toEqual([{ cellId: 1 }])
  const history = await portal.data(getSimHistory, 'flota', { params: { icc: NEW_ICC } })
  expect(JSON.stringify(history)).toContain('company_changed')
})

test('a process serves a cell that another one has made', async () => {
  const open = () => openCells(portal.services.pool, (connectionString) => createPool({ connectionString, max: 1 }))
  const [process, command] = [await open(), await open()]
  const stop = followCells(process, log, 20)
  await addCell(portal.services.pool, command, 'cell_late')
  await expect.poll(() => process.all.map(({ schema }) => schema)).toContain('cell_late')
  await stop()
  await process.close()
  await command.close()
})

test('a SIM that one cell has cannot be inserted in another', async () => {
  const taken = pacifico(2).iccid
  const insert = inTransaction(portal.services, async (trx) => {
    const kind = { planCode: 'IOT250', originId: 1, simTypeId: 2, apnId: 1, actor: 'test', detail: {} }
    const sims = [{ iccid: taken, imsi: '', msisdn: '' }]
    await insertSims(trx, { companyId: COMPANIES.operator, sims, ...kind }, new Date())
  })
  await expect(insert).rejects.toThrow('1 of 1 SIMs are in another cell')
})

test('a request of another cell is filled from the operator’s stock and by a file', async () => {
  await createRequest(one, portal.clock.now, { requestId: 70, state: 'preparing', sims: 2, companyId: COMPANIES.pacifico })
  const params = { id: 70 }
  const stock = `8956030199990000029${luhnDigit('8956030199990000029')}`
  await inTransaction(portal.services, async (trx) => {
    const kind = { planCode: 'IOT250', originId: 1, simTypeId: 2, apnId: 1, actor: 'test', detail: {} }
    await insertSims(
      trx,
      { companyId: COMPANIES.operator, sims: [{ iccid: stock, imsi: '', msisdn: '' }], ...kind },
      new Date(),
    )
  })
  const choices = await portal.data(steps.getAssignChoices, 'admin', { params })
  expect(choices.lines).toMatchObject([{ lineNo: 1, inStock: 1 }])
  const answer = await portal.data(steps.assignRequestSims, 'admin', { params, body: { lineNo: 1, apnId: 1, stock: 1 } })
  expect(answer.assigned).toBe(1)
  const fresh = `8956030199990000037${luhnDigit('8956030199990000037')}`
  const file = { params, query: { lineNo: '1', apnId: '1' }, body: `ICCID\n${fresh}\n` }
  expect((await portal.request(steps.assignRequestFile, 'admin', file)).json().data).toMatchObject({ assigned: 1 })
  for (const icc of [stock, fresh]) expect(await portal.data(getSim, 'flota', { params: { icc } })).toMatchObject({ icc })
})
