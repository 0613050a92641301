import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { CELL_TABLES } from '#server/db/table-places.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { moveTree, planMove } from './move-tree.ts'

/** Everything but pacifico is in cell 2, the tests' own; pacifico moves to cell 1 and back. */
const { firstSchema } = inject('testPostgres')
const portal = await startPortal()
afterAll(() => portal.close())

const now = new Date()

async function move(companyId: number, toCellId: number): Promise<void> {
  await moveTree(await planMove(portal.services.cells, companyId, toCellId), { actor: 'test', now, areProcessesThere: false })
}

/** All rows of a company in a schema, by table. */
async function rowsOf(schema: string, companyId: number): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {}
  for (const table of CELL_TABLES) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      SELECT to_jsonb(t) AS row FROM ${sql.table(`${schema}.${table}`)} t
      WHERE (to_jsonb(t) ->> 'company_id')::int = ${companyId} ORDER BY to_jsonb(t)::text`.execute(portal.db)
    if (rows.length > 0 && table !== 'audit_log') all[table] = rows.map(({ row }) => row)
  }
  return all
}

async function fleetTallies(schema: string): Promise<unknown[]> {
  const { rows } = await sql<{ administrative_status: number; plan_code: string; sims: number }>`
    SELECT administrative_status, plan_code, sum(sims)::int AS sims FROM ${sql.table(`${schema}.fleet_tallies`)}
    GROUP BY 1, 2 HAVING sum(sims) <> 0 ORDER BY 1, 2`.execute(portal.db)
  return rows
}

test('a customer moves with all rows, and its SIMs are found in the other cell', async () => {
  const before = await rowsOf('cell2', COMPANIES.pacifico)
  expect(Object.keys(before)).toContain('sims')
  const sums = await fleetTallies('cell2')
  await move(COMPANIES.pacifico, 1)
  expect(await rowsOf(firstSchema, COMPANIES.pacifico)).toEqual(before)
  expect(await rowsOf('cell2', COMPANIES.pacifico)).toEqual({})
  expect(await fleetTallies(firstSchema)).not.toEqual([])
  const { rows: places } = await sql`SELECT count(*)::int AS sims FROM sim_places WHERE cell_id = 1`.execute(portal.db)
  expect(places).toEqual([{ sims: before.sims?.length }])
  await move(COMPANIES.pacifico, 2)
  expect(await rowsOf('cell2', COMPANIES.pacifico)).toEqual(before)
  expect(await fleetTallies(firstSchema)).toEqual([])
  expect(await fleetTallies('cell2')).toEqual(sums)
})

test('a tree moves as a whole', async () => {
  await expect(planMove(portal.services.cells, COMPANIES.andes, 1)).rejects.toThrow('below a customer')
  await move(COMPANIES.reseller, 1)
  const cells = await portal.db.selectFrom('companies').select(['company_id', 'cell_id']).orderBy('company_id').execute()
  expect(cells.map(({ cell_id }) => cell_id)).toEqual([2, 1, 1, 1, 2])
  await move(COMPANIES.reseller, 2)
})
