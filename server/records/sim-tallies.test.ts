import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createFleetDatabase } from '#test/fleet-database.ts'
import { updateSims } from './sim-copies.ts'
import { addTallies, foldTallies, tallyRows } from './sim-tallies.ts'

const database = await createFleetDatabase(new Date('2026-11-21T12:00:00Z'))
const { db } = database
afterAll(() => database.drop())

const KINDS = 'administrative_status, gprs_status, origin_id, sim_type_id, plan_code, apn_id'

/** What is kept and what there is, by kind; equal when the tallies are true. */
async function keptAndTrue(table: string, columns: string): Promise<[unknown[], unknown[]]> {
  const { rows: kept } = await sql
    .raw(
      `SELECT ${columns}, sum(sims)::int AS sims FROM ${table} GROUP BY ${columns} HAVING sum(sims) <> 0 ORDER BY ${columns}`,
    )
    .execute(db)
  const { rows: real } = await sql
    .raw(
      `SELECT ${columns}, count(*)::int AS sims FROM sims JOIN sim_live USING (company_id, iccid, administrative_status, origin_id, sim_type_id, plan_code, apn_id) GROUP BY ${columns} ORDER BY ${columns}`,
    )
    .execute(db)
  return [kept, real]
}

async function expectTrue(): Promise<void> {
  for (const [table, columns] of [
    ['sim_tallies', `company_id, ${KINDS}`],
    ['fleet_tallies', KINDS],
  ] as const) {
    const [kept, real] = await keptAndTrue(table, columns)
    expect(kept).toEqual(real)
  }
}

/** Gives every n-th SIM of a company another status, with its deltas, in one transaction. */
async function changeStatus(companyId: number, remainder: number, status: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const theirs = sql`s.company_id = ${companyId} AND hashtext(s.iccid) % 5 = ${remainder}`
    await sql`SELECT FROM sims s WHERE ${theirs} ORDER BY s.iccid FOR UPDATE`.execute(trx)
    await addTallies(trx, tallyRows(theirs, -1))
    await updateSims(trx, sql`UPDATE sims s SET administrative_status = ${status} WHERE ${theirs}`, 'kinds')
    await addTallies(trx, tallyRows(theirs, 1))
  })
}

test('deltas keep the counts true', async () => {
  await expectTrue()
  await changeStatus(3, 1, 11)
  await expectTrue()
})

test('folding changes no sum and leaves one row of a kind', async () => {
  await changeStatus(3, 2, 4)
  await changeStatus(4, 2, 4)
  await foldTallies(db)
  await expectTrue()
  for (const [table, columns] of [
    ['sim_tallies', `company_id, ${KINDS}`],
    ['fleet_tallies', KINDS],
  ] as const) {
    const { rows } = await sql
      .raw(`SELECT 1 FROM ${table} GROUP BY ${columns} HAVING count(*) > 1 OR sum(sims) = 0`)
      .execute(db)
    expect(rows).toEqual([])
  }
})

test('writers and folds at once keep the counts true', async () => {
  const work = Array.from({ length: 24 }, (_, n) =>
    n % 4 === 3 ? foldTallies(db) : changeStatus(3 + (n % 3), (n % 9) - 4, 1 + (n % 11)),
  )
  await Promise.all(work)
  await expectTrue()
  await foldTallies(db)
  await expectTrue()
})
