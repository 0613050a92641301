import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import * as cart from '#contract/requests/cart.calls.ts'
import * as steps from '#contract/requests/request-steps.calls.ts'
import * as calls from '#contract/requests/requests.calls.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readPage, readRows } from '#test/read-list.ts'
import { createRequest, createStoreFixtures, freshIccid, STORE_ID } from '#test/store-fixtures.ts'

const portal = await startPortal()
await createStoreFixtures(portal.db, portal.clock.now)
afterAll(() => portal.close())
beforeEach(async () => {
  await sql`TRUNCATE requests CASCADE`.execute(portal.db)
})

const put = (person: FleetUser, item: { planCode?: string; hardwareId?: number }, quantity: number) =>
  portal.data(cart.setCartLine, person, { body: { ...item, quantity } })
const list = (person: FleetUser, query: Record<string, string> = {}) => readRows(portal, calls.getRequests, person, { query })

test('a listed request has the totals of its page, by currency', async () => {
  await put('ana', { planCode: 'IOT250' }, 3)
  await put('ana', { hardwareId: STORE_ID }, 2)
  const { totals } = await put('ana', { hardwareId: STORE_ID + 1 }, 1)
  const body = { deliveryAddress: 'Ruta 5 Sur 100', totals }
  const { requestId: id } = await portal.data(cart.submitCart, 'ana', { body })
  const [listed] = await list('admin')
  const request = await portal.data(calls.getRequest, 'ana', { params: { id } })
  expect(request.totals.map(({ currency }) => currency)).toEqual(['CLP', 'USD'])
  expect(JSON.parse(listed?.totals ?? '')).toEqual(request.totals)
  expect(JSON.parse(listed?.items ?? '')).toEqual(request.lines.map(({ kind, name, quantity }) => ({ kind, name, quantity })))
})

test('what waits for the reader comes first, the oldest first, with its step and the SIMs that are missing', async () => {
  const states = ['shipped', 'closed', 'preparing', 'rejected', 'approved', 'delivered', 'submitted'] as const
  for (const [index, state] of states.entries())
    await createRequest(portal.db, portal.clock.now, { requestId: 21 + index, state, sims: 2 })
  // a cart that was begun before all of them and submitted after
  const later = new Date(portal.clock.now.getTime() + 60_000)
  await createRequest(portal.db, later, { requestId: 20, state: 'approved', sims: 2 })
  // the oldest has the latest step
  await sql`UPDATE requests SET updated_at = ${later} WHERE request_id IN (21, 23)`.execute(portal.db)
  const icc = [freshIccid(701)]
  await portal.data(steps.assignRequestSims, 'admin', { params: { id: 23 }, body: { lineNo: 1, apnId: 1, icc } })
  const page = async (person: FleetUser, query: Record<string, string> = {}) => {
    const { rows, next } = await readPage(portal, calls.getRequests, person, { query: { order: 'waiting', ...query } })
    return { next, rows: rows.map(({ requestId, awaited, simsToAssign }) => `${requestId} ${awaited} ${simsToAssign}`) }
  }
  const ofOperator = ['23 ship 1', '25 prepare 2', '27 approve 0', '20 prepare 2', '26  0', '24  0', '22  0', '21  0']
  expect((await page('admin')).rows).toEqual(ofOperator)
  expect((await page('ana')).rows).toEqual(['21 deliver 0', '26 close 0', '27  0', '25  2', '24  0', '23  1', '22  0', '20  2'])
  // the company above sees them, and they are not its turn
  expect((await page('reseller')).rows.map((one) => one.split(' ')[1])).toEqual(Array(8).fill(''))

  // a page may end within either part
  for (const limit of ['2', '3', '4', '6']) {
    const { rows, next } = await page('admin', { limit })
    expect([...rows, ...(await page('admin', { cursor: next ?? '' })).rows]).toEqual(ofOperator)
  }
  expect((await list('admin')).map(({ requestId }) => requestId)).toEqual([27, 26, 25, 24, 23, 22, 21, 20])
})

test('the list is filtered, paged and saved as a file', async () => {
  for (const requestId of [11, 12, 13]) await createRequest(portal.db, portal.clock.now, { requestId, state: 'submitted' })
  await createRequest(portal.db, portal.clock.now, { requestId: 14, state: 'closed', sims: 4 })
  expect((await list('ana', { status: 'closed' })).map(({ requestId }) => requestId)).toEqual([14])
  expect((await list('ana', { type: 'hardware', company: String(COMPANIES.andes) })).map(({ requestId }) => requestId)).toEqual(
    [13, 12, 11],
  )
  const ofTree = { company: String(COMPANIES.reseller), subsidiaries: 'true' }
  expect(await list('reseller', ofTree)).toEqual(await list('ana'))
  expect(await list('reseller', { company: String(COMPANIES.reseller) })).toEqual([])
  expect(await list('flota', ofTree)).toEqual([])
  const page = await portal.request(calls.getRequests, 'ana', { query: { limit: '3' } })
  const cursor = String(page.headers['x-next-cursor'])
  expect((await list('ana', { cursor })).map(({ requestId }) => requestId)).toEqual([11])
  expect(await list('sub')).toEqual([])
  const csv = await portal.request(calls.exportRequests, 'ana', { query: { format: 'csv', status: 'closed' } })
  expect(csv.body).toContain('14;Transportes Andes Sur SpA;')
  expect(csv.body).toContain(';SIMs;Cerrada')
})
