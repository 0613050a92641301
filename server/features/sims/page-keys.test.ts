import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIM_SORTS, type SimFilter } from '#contract/sims.calls.ts'
import { createDatabase, type Database } from '#server/db/database.ts'
import type { RawRow } from '#server/db/one-trip.ts'
import { rawRows } from '#server/db/raw-rows.ts'
import type { CompanyScope } from '#server/db/scope.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { COMPANIES, createFleet } from '#test/fleet.ts'
import { type PageRequest, pageKeysSql } from './page-keys.ts'
import type { PagePath } from './page-path.ts'
import { SORT_ORDERS } from './sim-sort.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase(database.pool)
  await createFleet(db, new Date('2026-11-21T12:00:00Z'))
})
afterAll(() => database.drop())

const keys = (request: PageRequest, path: PagePath): Promise<RawRow[]> => rawRows(database.pool, db, pageKeysSql(request, path))

const scopes: readonly CompanyScope[] = [
  { kind: 'all' },
  { kind: 'companies', ids: [COMPANIES.andes] },
  { kind: 'companies', ids: [COMPANIES.reseller, COMPANIES.andes, COMPANIES.andesNorte] },
  { kind: 'companies', ids: [] },
]
const filters: fc.Arbitrary<SimFilter> = fc.record({
  administrativeStatusIds: fc.uniqueArray(fc.constantFrom(1, 2, 3, 10, 11), { maxLength: 2 }),
  gprsStatuses: fc.uniqueArray(fc.constantFrom(0, 1, 2), { maxLength: 2 }),
  planCodes: fc.uniqueArray(fc.constantFrom('IOT250', 'TEL50', 'none'), { maxLength: 1 }),
})
const requests = fc.record({
  filter: filters,
  scope: fc.constantFrom(...scopes),
  order: fc.constantFrom(...SIM_SORTS.map((sort) => SORT_ORDERS[sort])),
  descending: fc.boolean(),
  limit: fc.integer({ min: 1, max: 20 }),
  skip: fc.integer({ min: 0, max: 5 }),
})

test('every path finds the same page, and the page after it', async () => {
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const first: PageRequest = { ...request, after: undefined }
      const page = await keys(first, 'gather')
      expect(await keys(first, 'walk')).toEqual(page)
      expect(await keys(first, 'merge')).toEqual(page)
      const last = page.at(-1)
      if (!last) return
      const [, iccid, ...values] = last
      const searching: PageRequest = { ...first, filter: { ...first.filter, search: 'cam' } }
      const found = await keys(searching, 'gather')
      expect(await keys({ ...searching, shareOfFleet: 0.01 }, 'read')).toEqual(found)
      expect(await keys({ ...searching, shareOfFleet: 0.9 }, 'read')).toEqual(found)
      const next: PageRequest = { ...request, after: [...values, iccid ?? null].map(String) }
      const after = await keys(next, 'gather')
      expect(await keys(next, 'walk')).toEqual(after)
      expect(await keys(next, 'merge')).toEqual(after)
    }),
  )
})
