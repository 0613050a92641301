import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '#server/db/database.ts'
import { applyImport, StagingLost } from '#server/features/inventory/apply-import.ts'
import { failAbandonedImports } from '#server/features/inventory/import-lock.ts'
import { partsOf } from '#server/features/inventory/import-parts.ts'
import { findImport, type ImportProgress, updateImport } from '#server/features/inventory/import-row.ts'
import { createTestDatabase } from '#test/database.ts'
import { COMPANIES, createFleet } from '#test/fleet.ts'
import { IMPORTER, iccid } from '#test/import-rig.ts'
import { moveToFirstCell } from '#test/move-to-first-cell.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import {
  applyReceived,
  cellIdOfSim,
  inventoryOf,
  receiveInventory,
  rowsOfAllCells,
  schemasOfParts,
} from '#test/spanning-imports.ts'

const NOW = new Date('2026-11-21T12:42:00Z')

/** Pacífico has a cell of its own. */
let portal: Portal

beforeEach(async () => {
  const database = await createTestDatabase()
  const fleet = await createFleet(createDatabase(database.pool), NOW)
  await moveToFirstCell(database.pool, COMPANIES.pacifico)
  portal = await startPortal({ prepared: { database, fleet, now: NOW } })
})
afterEach(() => portal.close())

/** One new SIM for each cell. */
const both = (): string =>
  inventoryOf([
    { icc: iccid(1), company: '3' },
    { icc: iccid(2), company: '5' },
  ])

/** Ends connections that write timelines. @returns how many */
async function cut({ db }: Portal): Promise<number> {
  const { rows } = await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active' AND query LIKE '%INSERT INTO sim_events%'
      AND now() - query_start > interval '0.3 s'`.execute(db)
  return rows.length
}

test('an import that dies between two cells has written nothing; checked again, it writes everything once', async () => {
  const { importId, check } = await receiveInventory(portal, both())
  await check()
  expect(await schemasOfParts(portal, importId)).toHaveLength(2)
  const before = await rowsOfAllCells(portal)
  let begun = false
  const options = {
    mode: 'all',
    who: IMPORTER,
    onProgress: ({ phase }: ImportProgress) => (begun ||= phase === 'writing'),
  } as const
  let dying: Promise<unknown> = Promise.resolve()
  // the second cell waits until the connection is cut; the first one is written by then
  await portal.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE sim_events IN SHARE MODE`.execute(trx)
    dying = expect(applyImport(portal.services, importId, options)).rejects.toThrow()
    await expect.poll(() => cut(portal), { interval: 25 }).toBe(1)
  })
  await dying
  expect(begun).toBe(true)
  expect(await rowsOfAllCells(portal)).toEqual(before)
  expect(await findImport(portal.db, COMPANIES.operator, importId)).toMatchObject({ state: 'failed' })
  expect(await check()).toMatchObject({ lines: 2, created: 2 })
  expect(await applyReceived(portal, importId)).toMatchObject({ created: 2, bad: 0 })
  expect([await cellIdOfSim(portal, iccid(1)), await cellIdOfSim(portal, iccid(2))]).toEqual([2, 1])
  await expect(applyReceived(portal, importId)).rejects.toThrow()
})

test('the parts of a process that died are dropped in each cell', async () => {
  const { importId, check } = await receiveInventory(portal, both())
  await check()
  await updateImport(portal.db, importId, { state: 'applying' }, { now: NOW })
  expect(await failAbandonedImports(portal.services)).toEqual([importId])
  expect(await schemasOfParts(portal, importId)).toEqual([])
})

test('checked lines that a crash emptied in one cell are missed', async () => {
  const { importId, check } = await receiveInventory(portal, both())
  await check()
  const first = (await partsOf(portal.db, importId)).find(({ isOwn }) => !isOwn)
  await sql`TRUNCATE ${first?.staging.lines}`.execute(portal.db)
  await expect(applyReceived(portal, importId)).rejects.toBeInstanceOf(StagingLost)
  expect(await findImport(portal.db, COMPANIES.operator, importId)).toMatchObject({ state: 'failed', failure: 'interrupted' })
})
