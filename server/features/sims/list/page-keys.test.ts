import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { SIM_SORTS, type SimFilter } from '#contract/sims/sims.calls.ts'
import { SILENCE_FILTERS } from '#domain/silence.ts'
import { PLAN_USES } from '#domain/usage.ts'
import { openCells } from '#server/cells/cells.ts'
import type { Ctx } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import type { RawRow } from '#server/db/pipeline.ts'
import { rawRows } from '#server/db/raw-rows.ts'
import type { CompanyScope } from '#server/db/scope.ts'
import type { TextSearch } from '#server/records/search-plan.ts'
import { SORT_ORDERS } from '#server/records/sim-sort.ts'
import { COMPANIES, type TestSim } from '#test/fleet.ts'
import { createFleetDatabase } from '#test/fleet-database.ts'
import { setGroups } from '#test/set-groups.ts'
import { setLastSeen } from '#test/set-last-seen.ts'
import type { KeyRequest } from './key-parts.ts'
import { pageKeys } from './page-keys.ts'
import type { PathAttempt } from './page-path.ts'
import { pageRows } from './page-rows.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
/** more than there are */
const ALL_SIMS = 1000

const database = await createFleetDatabase(NOW)
const { db } = database
await setLastSeen(db, database.sims, NOW)
await setGroups(db, database.sims, NOW)
afterAll(() => database.drop())

function keys(request: KeyRequest, path: PathAttempt['path'], way: Omit<PathAttempt, 'path'> = {}): Promise<RawRow[]> {
  const { found, page } = pageKeys(request, { path, ...way })
  return rawRows({ pool: database.pool, db }, found ? sql`WITH ${found} ${page}` : page)
}

const ctx = {
  cells: await openCells(database.pool, () => database.pool),
  pool: database.pool,
  db,
  clock: () => NOW,
  now: NOW,
} as Ctx

const search = {
  sims: ALL_SIMS,
  holding: ALL_SIMS,
  text: '',
  joinsWhole: false,
  sample: { size: 0, matchesIn: () => [] },
  cost: 1,
  limit: undefined,
  shareOfFleet: 1,
}
const searches: readonly TextSearch[] = [
  { ...search, by: 'scan', joinsWhole: true },
  { ...search, by: 'scan' },
  { ...search, by: 'index', joinsWhole: true },
  { ...search, by: 'index', limit: 501 },
  { ...search, by: 'some', limit: 501, shareOfFleet: 0.01 },
  { ...search, by: 'some', limit: 501, shareOfFleet: 0.9 },
]

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
  planUse: fc.option(fc.constantFrom(...PLAN_USES), { nil: '' as const }),
  silentFor: fc.option(fc.constantFrom(...SILENCE_FILTERS), { nil: '' as const }),
})
const requests = fc.record({
  now: fc.constant(NOW),
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
      const first: KeyRequest = { ...request, after: undefined }
      const page = await keys(first, 'gather')
      expect(await keys(first, 'walk')).toEqual(page)
      expect(await keys(first, 'merge')).toEqual(page)
      const byIccid = request.order === SORT_ORDERS.icc
      if (byIccid) expect(await keys(first, 'kinds')).toEqual(page)
      const last = page.at(-1)
      if (!last) return
      const [, iccid, ...values] = last
      const next: KeyRequest = { ...request, after: [...values, iccid ?? null].map(String) }
      const after = await keys(next, 'gather')
      expect(await keys(next, 'walk')).toEqual(after)
      expect(await keys(next, 'merge')).toEqual(after)
      if (byIccid) expect(await keys(next, 'kinds')).toEqual(after)
    }),
  )
})

test('every way to a text finds the same page, and the page after it', async () => {
  await fc.assert(
    fc.asyncProperty(
      requests,
      fc.constantFrom('cam', 'camión 3', '8956', '895603', '560', '56030', '6030', '030000', '0000000', '_am'),
      async (request, text) => {
        const keyRequest: KeyRequest = { ...request, filter: { ...request.filter, search: text }, after: undefined }
        const byIndex = { ...search, by: 'index' } as const
        const page = await keys({ ...keyRequest, text: byIndex }, 'search')
        const [, iccid, ...values] = page.at(-1) ?? []
        const next = { ...keyRequest, after: [...values, iccid ?? null].map(String) }
        for (const asked of page.length === 0 ? [keyRequest] : [keyRequest, next]) {
          const expected = await keys({ ...asked, text: byIndex }, 'search')
          for (const one of searches) expect(await keys({ ...asked, text: one }, 'search')).toEqual(expected)
          for (const path of ['walk', 'merge'] as const) expect(await keys(asked, path)).toEqual(expected)
          expect(await keys(asked, 'walk', { atMost: ALL_SIMS })).toEqual(expected)
          for (const one of searches.slice(0, 4)) await expectParts({ ...asked, text: { ...one, limit: undefined } }, expected)
        }
      },
    ),
  )
})

/** A part of the list has the beginning of the page, or the whole of it. */
async function expectParts(request: KeyRequest, page: readonly RawRow[]): Promise<void> {
  for (const size of new Set([1, Math.ceil(page.length / 2), page.length])) {
    const [, iccid, ...values] = page[size - 1] ?? []
    if (!iccid) continue
    for (const path of ['search', 'walk'] as const) {
      const { found, page: part } = pageKeys(request, { path, upTo: [...values, iccid].map(String) })
      const rows = await rawRows({ pool: database.pool, db }, found ? sql`WITH ${found} ${part}` : part)
      expect(rows).toEqual(page.slice(0, size))
    }
  }
}

test('a walk that is given up has found the beginning of the page, or the whole of it', async () => {
  await fc.assert(
    fc.asyncProperty(requests, fc.integer({ min: 1, max: 150 }), async (request, atMost) => {
      const first: KeyRequest = { ...request, after: undefined }
      const page = await keys(first, 'gather')
      for (const path of ['walk', 'merge'] as const) {
        const walked = await keys(first, path, { atMost })
        expect(walked).toEqual(page.slice(0, walked.length))
        expect(await keys(first, path, { atMost: ALL_SIMS })).toEqual(page)
      }
    }),
  )
})

test('what a walk did not find in time is found by the path after it', async () => {
  await fc.assert(
    fc.asyncProperty(requests, fc.integer({ min: 1, max: 150 }), async (request, atMost) => {
      const first: KeyRequest = { ...request, after: undefined }
      expect(await pageRows(ctx, first, [{ path: 'walk', atMost }, { path: 'gather' }])).toEqual(
        await pageRows(ctx, first, [{ path: 'gather' }]),
      )
    }),
  )
})

const byGroups = fc.record({
  tags: fc.constantFrom<string[]>([], ['par']),
  groups: fc.subarray(['norte', 'norte/camiones', 'sur', 'regla'], { maxLength: 2 }),
  search: fc.constantFrom('', 'camión', '7'.repeat(3)),
})

test('a walk over groups finds the page of a list by group, or the beginning of it when it is given up', async () => {
  const sims = database.sims.filter(({ companyId }) => companyId === COMPANIES.andes)
  await db.transaction().execute((trx) => tagEvenSims(trx, sims))
  const asked = fc.tuple(requests, byGroups, fc.integer({ min: 1, max: 150 }), fc.boolean())
  await fc.assert(
    fc.asyncProperty(asked, async ([{ filter, ...request }, others, atMost, areAllGrouped]) => {
      if (others.search === '') {
        const byIcc: KeyRequest = { ...request, order: SORT_ORDERS.icc, filter: { ...filter, ...others }, after: undefined }
        expect(await keys(byIcc, 'kinds')).toEqual(await keys(byIcc, 'walk'))
        if (others.tags.length + others.groups.length > 0) {
          const own: KeyRequest = { ...request, filter: byIcc.filter, after: undefined }
          const expected = await keys(own, 'walk')
          for (const path of ['walk', 'merge', 'gather'] as const)
            expect(await keys(own, path, { tagsAsSet: true })).toEqual(expected)
          const part = await keys(own, 'walk', { tagsAsSet: true, atMost })
          expect(part).toEqual(expected.slice(0, part.length))
          expect(await keys(byIcc, 'kinds', { tagsAsSet: true })).toEqual(await keys(byIcc, 'walk'))
        }
      }
      const order = SORT_ORDERS.group
      let after: readonly string[] | undefined
      for (let pages = 0; pages < 3; pages++) {
        const one: KeyRequest = { ...request, order, filter: { ...filter, ...others }, after }
        const expected = await keys(one, 'walk')
        const walked = async (way: Partial<PathAttempt>) => keys(one, 'groups', way)
        expect(await walked({})).toEqual(expected)
        expect(await walked({ areAllGrouped })).toEqual(expected)
        if (others.groups.length > 0 && !others.groups.includes('regla'))
          expect(await walked({ areNamedFixed: true })).toEqual(expected)
        expect(await walked({ atMost: ALL_SIMS * 3 })).toEqual(expected)
        const part = await walked({ atMost })
        expect(part).toEqual(expected.slice(0, part.length))
        const sure = { path: 'walk' } as const
        expect(await pageRows(ctx, one, [{ path: 'groups', atMost }, sure])).toEqual(await pageRows(ctx, one, [sure]))
        const [, iccid, ...values] = expected.at(-1) ?? []
        if (!iccid) return
        after = [...values, iccid].map(String)
      }
    }),
    { numRuns: 100 },
  )
})

/** A tag on every second SIM, and a group by rule with every third. */
async function tagEvenSims(trx: DatabaseTransaction, sims: readonly TestSim[]): Promise<void> {
  const tag = { company_id: COMPANIES.andes, colour: 'grey', created_at: NOW }
  const { tag_id: rule } = await trx
    .insertInto('tags')
    .values({ ...tag, name: 'Regla', key: '|regla', is_group: true, rule: '{}', rule_place: -1, rule_due_at: NOW })
    .returning('tag_id')
    .executeTakeFirstOrThrow()
  const { tag_id: even } = await trx
    .insertInto('tags')
    .values({ ...tag, name: 'par', key: 'par' })
    .returning('tag_id')
    .executeTakeFirstOrThrow()
  const rows = sims.flatMap(({ iccid }, index) => [
    ...(index % 2 === 0 ? [{ iccid, place: 1, tag_id: even }] : []),
    ...(index % 3 === 0 ? [{ iccid, place: -1, tag_id: rule }] : []),
  ])
  await trx
    .insertInto('sim_tags')
    .values(rows.map((row) => ({ company_id: COMPANIES.andes, ...row })))
    .execute()
  for (const tag_id of [even, rule]) {
    const count = rows.filter((row) => row.tag_id === tag_id).length
    await trx.updateTable('tags').set({ sims: count }).where('tag_id', '=', tag_id).execute()
  }
}
