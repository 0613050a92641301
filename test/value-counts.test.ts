import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countNotices, getNotices } from '#contract/alarms/alarms.calls.ts'
import { countAnomalies, getAnomalies } from '#contract/anomalies/anomalies.calls.ts'
import { countCompanies, getCompanies } from '#contract/companies/companies.calls.ts'
import { countHysTypes, getHys } from '#contract/hys/hys.calls.ts'
import type { ListCodec } from '#contract/list-codec.ts'
import { countOperations, listOperations } from '#contract/operations/operations.calls.ts'
import { countRequests, getRequests } from '#contract/requests/requests.calls.ts'
import { countSms, getSmsReport } from '#contract/sms-report/sms-report.calls.ts'
import { countUsers, getUsers } from '#contract/users/users.calls.ts'
import { COUNTED_ROWS_MAX } from '#contract/value-counts.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { type ListCall, readRows } from '#test/read-list.ts'
import { insertRowsOfAllKinds } from '#test/rows-of-all-kinds.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
  await insertRowsOfAllKinds(portal.services.pool, new Date())
})
afterAll(() => portal.close())

const READERS: readonly FleetUser[] = ['admin', 'ana', 'flota']

/** Each list with chips: its two calls, what its chips are about, and the filters with which it is counted. */
const LISTS = [
  [countRequests, getRequests, 'status', [{}, { company: COMPANIES.andes }, { type: 'sims' }, { from: '2999-01-01' }]],
  [
    countOperations,
    listOperations,
    'state',
    [{}, { single: 'true' }, { kind: 'restart' }, { mine: 'true' }, { failed: 'true' }, { to: '2020-01-01' }],
  ],
  [countUsers, getUsers, 'state', [{}, { company: COMPANIES.andes }, { permit: 'sims' }, { search: 'ana' }]],
  [countNotices, getNotices, 'kind', [{}, { company: COMPANIES.andes }, { action: 'cut' }]],
  [countAnomalies, getAnomalies, 'kind', [{}, { company: COMPANIES.andes }, { device: 'Teltonika' }]],
  [countHysTypes, getHys, 'productType', [{}, { company: COMPANIES.andes }, { search: 'patio' }]],
  [countSms, getSmsReport, 'result', [{}, { platform: 'portal' }, { mine: 'true' }]],
] as const

test.each(LISTS.map(([count, list, key, filters]) => ({ path: count.path, count, list, key, filters })))(
  '$path says how many rows of the list have each value, to each reader',
  async ({ count, list, key, filters }) => {
    let seen = 0
    for (const reader of READERS)
      for (const query of filters) {
        const rows = await readRows(portal, list as ListCall<ListCodec>, reader, { query: { ...query, limit: 1000 } })
        const values = rows.map((row) => String((row as Record<string, unknown>)[key])).toSorted()
        const expected = [...new Set(values)].map((value) => ({ value, count: values.filter((one) => one === value).length }))
        const { counts } = await portal.data(count, reader, { query } as object)
        expect(counts, `${reader} ${JSON.stringify(query)}`).toEqual(expected)
        seen += rows.length
      }
    expect(seen).toBeGreaterThan(3)
  },
)

test('notices are counted by what was done too, whatever that filter is set to', async () => {
  let values = 0
  for (const reader of READERS)
    for (const filter of [{}, { kind: 'limit' }]) {
      const rows = await readRows(portal, getNotices, reader, { query: { ...filter, limit: 1000 } })
      const query = { ...filter, action: 'cut', by: 'action' }
      const { counts } = await portal.data(countNotices, reader, { query } as object)
      const expected = Map.groupBy(rows, ({ action }) => action)
      expect(counts, `${reader} ${JSON.stringify(filter)}`).toHaveLength(expected.size)
      for (const [value, { length: count }] of expected) expect(counts).toContainEqual({ value, count })
      values += expected.size
    }
  expect(values).toBeGreaterThan(READERS.length)
})

test('companies are counted over the whole tree of a reader, by the state that they have themselves', async () => {
  await sql`UPDATE companies SET blocked_at = now() WHERE company_id = ${COMPANIES.andes}`.execute(portal.services.db)
  for (const reader of READERS)
    for (const search of [undefined, 'a']) {
      const rowsOf = async (state: string) =>
        (await readRows(portal, getCompanies, reader, { query: { state, limit: 1000, ...(search ? { search } : {}) } })).length
      const { counts } = await portal.data(countCompanies, reader, { query: search ? { search } : {} })
      for (const state of ['active', 'blocked'])
        expect(counts?.find(({ value }) => value === state)?.count ?? 0, `${reader} ${state}`).toBe(await rowsOf(state))
    }
  await sql`UPDATE companies SET blocked_at = NULL WHERE company_id = ${COMPANIES.andes}`.execute(portal.services.db)
})

test('a list with more rows than are counted has no counts', async () => {
  const add = (rows: number) =>
    sql`
      INSERT INTO hardware_items (company_id, kind, product_type, product, acquired_at, updated_at)
      SELECT ${COMPANIES.pacifico}, 'device', 'Router', 'RUT ' || n, now(), now() FROM generate_series(1, ${rows}::int) n`.execute(
      portal.services.db,
    )
  const query = { company: COMPANIES.pacifico }
  const counted = async () => (await portal.data(countHysTypes, 'admin', { query })).counts
  const before = (await counted())?.reduce((sum, { count }) => sum + count, 0) ?? 0
  await add(COUNTED_ROWS_MAX - before)
  expect((await counted())?.reduce((sum, { count }) => sum + count, 0)).toBe(COUNTED_ROWS_MAX)
  await add(1)
  expect(await counted()).toBeNull()
})
