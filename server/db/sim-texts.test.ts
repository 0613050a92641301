import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { COMPANIES, createFleet } from '#test/fleet.ts'
import { createDatabase, type Database } from './database.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase(database.pool)
  await createFleet(db, new Date('2026-11-21T12:00:00Z'))
})
afterAll(() => database.drop())

/** What a search looks in and what it should look in. */
async function keptAndDue(): Promise<[unknown[], unknown[]]> {
  const texts = async (table: string): Promise<unknown[]> =>
    (
      await sql
        .raw(`SELECT company_id, iccid, lineage, identifiers, labels FROM ${table} ORDER BY company_id, iccid`)
        .execute(db)
    ).rows
  return [await texts('sim_texts'), await texts('sim_texts_due')]
}

const ofAndes = sql`company_id = ${COMPANIES.andes}`

test.each<[string, RawBuilder<unknown>]>([
  ['SIMs that came', sql`SELECT`],
  ['labels of many', sql`UPDATE sims SET custom_field_1 = 'Grúa ' || right(iccid, 3) WHERE ${ofAndes}`],
  [
    'a device that was changed',
    sql`UPDATE sims SET imei = '864356000000019', custom_field_2 = 'Ñandú' WHERE iccid = (SELECT min(iccid) FROM sims)`,
  ],
  ['a status, which no text has', sql`UPDATE sims SET administrative_status = 4 WHERE ${ofAndes}`],
  ['SIMs that went', sql`DELETE FROM sims WHERE ${ofAndes} AND iccid < (SELECT max(iccid) FROM sims WHERE ${ofAndes})`],
  ['a company that moved in the tree', sql`UPDATE companies SET parent_id = 1, lineage = '{1,3}' WHERE ${ofAndes}`],
])('texts are those of the SIMs after %s', async (_, change) => {
  await change.execute(db)
  const [kept, due] = await keptAndDue()
  expect(kept).toEqual(due)
  expect(kept.length).toBeGreaterThan(40)
})

test('a status that changes leaves the index of texts alone', async () => {
  const places = async () => (await sql`SELECT iccid, ctid::text FROM sim_texts ORDER BY iccid`.execute(db)).rows
  const before = await places()
  await sql`UPDATE sims SET administrative_status = 11, status_reason = 'temporada' WHERE company_id = ${COMPANIES.pacifico}`.execute(
    db,
  )
  expect(await places()).toEqual(before)
})
