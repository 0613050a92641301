import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANIES } from '#test/fleet.ts'
import { createFleetDatabase, type FleetDatabase } from '#test/fleet-database.ts'

let database: FleetDatabase
beforeAll(async () => {
  database = await createFleetDatabase(new Date())
})
afterAll(() => database.drop())

function cells(...args: string[]): { code: number | null; lines: string[] } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'manage-cells.ts'), ...args], {
    env: { ...process.env, DATABASE_URL: database.connectionString },
    encoding: 'utf8',
  })
  return { code: status, lines: `${stdout}${stderr}`.trim().split('\n') }
}

const inCell = async (cellId: number): Promise<number[]> => {
  const rows = await database.db
    .selectFrom('companies')
    .select('company_id')
    .where('cell_id', '=', cellId)
    .orderBy('company_id')
    .execute()
  return rows.map(({ company_id }) => company_id)
}

test('cells are listed, made, filled and drained, each first said and then done', async () => {
  expect(cells('list').lines).toEqual([
    '1  public       customers: 0, companies: 0, SIMs: 0, takes no new customers',
    '2  cell2        customers: 2, companies: 5, SIMs: 125',
  ])
  expect(cells('make', 'cell3').lines).toEqual(['A new, empty cell cell3.', 'Nothing was changed; --yes does it.'])
  expect(cells('list').lines).toHaveLength(2)
  expect(cells('make', 'cell3', '--yes').lines.at(-1)).toBe('Done.')
  expect(cells('make', 'cell3', '--yes').lines.at(-1)).toBe('Done.')
  // a move into a new cell waits until every process has read of it
  await database.db
    .updateTable('cells')
    .set({ made_at: new Date(Date.now() - 60_000) })
    .execute()
  const move = ['move', String(COMPANIES.pacifico), 'cell3']
  expect(cells(...move).lines).toEqual(['company 5: from cell2 to cell3.', 'Nothing was changed; --yes does it.'])
  expect(await inCell(3)).toEqual([])
  expect(cells(...move, '--yes').code).toBe(0)
  expect(await inCell(3)).toEqual([COMPANIES.pacifico])
  expect(cells('list').lines.at(-1)).toBe('3  cell3        customers: 1, companies: 1, SIMs: 40')
  // one by one to where the fewest SIMs are: the first cell has none
  expect(cells('drain', 'cell2', '--yes').lines).toEqual([
    'company 2 with 2 below: from cell2 to public.',
    'company 1: from cell2 to cell3.',
    'Done.',
  ])
  expect(await inCell(2)).toEqual([])
  expect(cells('list').lines[1]).toBe('2  cell2        customers: 0, companies: 0, SIMs: 0, takes no new customers')
})

test('what cannot be done is said in one sentence', () => {
  expect(cells('move', String(COMPANIES.andes), '1', '--yes')).toEqual({
    code: 1,
    lines: ['Company 3 is below a customer; a customer’s tree moves as a whole.'],
  })
  expect(cells('move', '5', 'nowhere').lines).toEqual(['There is no cell nowhere. npm run cells -- list shows them.'])
  expect(cells('fly').lines[0]).toMatch(/^Usage: npm run cells/)
})
