import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import type { Envelope } from '#contract/envelope.ts'
import * as cart from '#contract/requests/cart.calls.ts'
import * as steps from '#contract/requests/request-steps.calls.ts'
import * as calls from '#contract/requests/requests.calls.ts'
import { REQUEST_MOVES } from '#domain/request-life-cycle.ts'
import { REQUEST_STATES } from '#domain/requests.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'
import { setSims } from '#test/set-sims.ts'
import { createRequest, createStoreFixtures, freshIccid, STORE_ID } from '#test/store-fixtures.ts'

const portal = await startPortal()
await createStoreFixtures(portal.db, portal.clock.now)
afterAll(() => portal.close())
beforeEach(async () => {
  await sql`TRUNCATE requests CASCADE`.execute(portal.db)
})

const put = (person: FleetUser, item: { planCode?: string; hardwareId?: number }, quantity: number) =>
  portal.data(cart.setCartLine, person, { body: { ...item, quantity } })
const step = async (call: Call, person: FleetUser, id: number, body: object = {}): Promise<Envelope<calls.RequestData>> =>
  (await portal.request(call, person, { params: { id }, body })).json()
const list = (person: FleetUser, query: Record<string, string> = {}) => readRows(portal, calls.getRequests, person, { query })
const simsOf = (person: FleetUser, id: number) => readRows(portal, calls.getRequestSims, person, { params: { id } })
const mails = () =>
  portal.db.selectFrom('mails').select(['address', 'subject']).where('kind', '=', 'request').orderBy('mail_id').execute()

/** A cart of three SIMs and two routers, submitted by ana. */
async function submitted(): Promise<number> {
  await put('ana', { planCode: 'IOT250' }, 3)
  const { totals } = await put('ana', { hardwareId: STORE_ID }, 2)
  const body = { deliveryAddress: 'Ruta 5 Sur 100', note: 'Gracias', totals }
  return (await portal.data(cart.submitCart, 'ana', { body })).requestId
}

test('a cart is kept for its person, with totals by currency and today’s prices [S3.32]', async () => {
  await put('ana', { planCode: 'IOT250' }, 10)
  await put('ana', { hardwareId: STORE_ID + 1 }, 1)
  const more = await portal.data(cart.setCartLine, 'ana', { body: { hardwareId: STORE_ID + 1, quantity: 2, adds: true } })
  expect(more).toMatchObject({
    simQuantity: 10,
    lines: [
      { kind: 'sims', planCode: 'IOT250', name: 'IoT 250 MB', about: 'Chile · Local', quantity: 10, totalMinor: 12_000 },
      {
        kind: 'hardware',
        name: 'UG65',
        about: 'Teltonika',
        category: 'Routers',
        quantity: 3,
        currency: 'USD',
        totalMinor: 7_500,
      },
    ],
    totals: [
      { currency: 'CLP', onceMinor: 0, monthlyMinor: 12_000 },
      { currency: 'USD', onceMinor: 7_500, monthlyMinor: 0 },
    ],
  })
  expect(await portal.data(cart.getCart, 'ana')).toEqual(more)

  expect(await portal.data(cart.getCart, 'flota')).toMatchObject({ lines: [], deliveryAddress: '' })
  expect((await put('ana', { planCode: 'IOT250' }, 0)).lines).toHaveLength(1)
  const tooMany = await portal.envelope(cart.setCartLine, 'ana', { body: { hardwareId: STORE_ID, quantity: 10_001 } })
  expect(tooMany.fields).toEqual({ quantity: 'La cantidad es demasiado alta' })
  expect((await portal.envelope(cart.setCartLine, 'ana', { body: { planCode: 'NADA', quantity: 1 } })).code).toBe('not_found')
  expect((await portal.data(cart.emptyCart, 'ana')).lines).toEqual([])
})

test('a cart that was emptied is filled again, all or nothing, and only while it is empty', async () => {
  const lines = [
    { planCode: 'IOT250', quantity: 4 },
    { hardwareId: STORE_ID, quantity: 2 },
  ]
  const fill = (given: typeof lines | object[]) =>
    portal.envelope(cart.fillCart, 'ana', { body: { lines: given as typeof lines } })
  const filled = await fill(lines)
  expect([filled.message, filled.data?.simQuantity, filled.data?.lines.map(({ quantity }) => quantity)]).toEqual([
    'Su carrito vuelve a estar como antes',
    4,
    [4, 2],
  ])
  expect(await fill(lines)).toMatchObject({ code: 'conflict', error: 'Su carrito tiene otros productos; no se cambió' })
  await portal.data(cart.emptyCart, 'ana')
  expect((await fill([...lines, { planCode: 'NADA', quantity: 1 }])).code).toBe('not_found')
  expect((await fill([{ planCode: 'IOT250', hardwareId: STORE_ID, quantity: 1 }])).code).toBe('invalid_request')
  expect((await fill([{ hardwareId: STORE_ID, quantity: 10_001 }])).fields).toEqual({
    quantity: 'La cantidad es demasiado alta',
  })
  expect((await portal.data(cart.getCart, 'ana')).lines).toEqual([])
  expect((await portal.data(cart.getCart, 'flota')).lines).toEqual([])
})

test('two tabs that begin a cart at once have one', async () => {
  const both = [put('ana', { planCode: 'IOT250' }, 1), put('ana', { hardwareId: STORE_ID }, 1)]
  await Promise.all(both)
  expect((await portal.data(cart.getCart, 'ana')).lines).toHaveLength(2)
})

test('prices are those of the submission, and what was not seen is not submitted', async () => {
  await put('ana', { hardwareId: STORE_ID }, 2)
  const submit = (onceMinor: number) =>
    portal.envelope(cart.submitCart, 'ana', {
      body: { deliveryAddress: 'Ruta 5', totals: [{ currency: 'CLP', onceMinor, monthlyMinor: 0 }] },
    })
  await portal.db.updateTable('products').set({ price_minor: 1_100 }).where('product_id', '=', STORE_ID).execute()
  expect(await submit(2_000)).toMatchObject({ code: 'conflict', error: expect.stringMatching(/^Los precios cambiaron/) })
  const { data } = await submit(2_200)
  await portal.db.updateTable('products').set({ price_minor: 1_000 }).where('product_id', '=', STORE_ID).execute()
  const request = await portal.data(calls.getRequest, 'ana', { params: { id: data?.requestId ?? 0 } })
  expect(request).toMatchObject({
    type: 'hardware',
    lines: [{ name: 'Teltonika RUT241', unitMinor: 1_100, totalMinor: 2_200 }],
  })
  expect((await portal.data(cart.getCart, 'ana')).lines).toEqual([])
  expect((await submit(2_200)).error).toBe('Su carrito está vacío')
})

test('a request is listed, filled and completed by both sides, who are notified by mail [S3.35, S3.36, S7.57]', async () => {
  await portal.db.deleteFrom('mails').execute()
  const id = await submitted()
  const [listed, ...others] = await list('ana')
  expect([{ ...listed, creationDate: new Date(listed?.creationDate ?? 0) }, ...others]).toEqual([
    {
      requestId: id,
      companyId: COMPANIES.andes,
      company: 'Transportes Andes Sur SpA',
      creationDate: portal.clock.now,
      resolutionDate: null,
      requestingUser: 'ana@andes.test',
      simQuantity: 3,
      status: 'submitted',
      type: 'both',
      totals: expect.any(String),
      items: expect.any(String),
      simsToAssign: 0,
      awaited: '',
    },
  ])
  expect((await portal.data(calls.getRequest, 'ana', { params: { id } })).actions).toEqual(['cancel'])
  expect((await portal.data(calls.getRequest, 'admin', { params: { id } })).actions).toEqual(['approve', 'reject'])
  await step(steps.approveRequest, 'admin', id)
  const icc = [1, 2, 3].map((n) => freshIccid(100 + n))
  const assigned = await portal.data(steps.assignRequestSims, 'admin', { params: { id }, body: { lineNo: 1, apnId: 1, icc } })
  expect(assigned.assigned).toBe(3)
  for (const [index, one] of icc.entries()) await setSims(portal.db, one, { msisdn: `5699000000${index}` })
  const { rows: numbered } = await portal.services.pool.query('SELECT request_sim_id AS id FROM request_sims ORDER BY 1')
  expect(numbered).toHaveLength(3)
  expect(await simsOf('ana', id)).toEqual(
    icc.map((one, index) => ({
      requestSimId: numbered[index]?.id,
      icc: one,
      msisdn: `5699000000${index}`,
      providerId: 1,
      planTypeName: 'Local',
      planName: 'IoT 250 MB',
      planCode: 'IOT250',
      activationDate: null,
      status: 1,
      label: '',
    })),
  )
  await step(steps.shipRequest, 'admin', id, { carrier: 'Chilexpress', tracking: '998' })
  await step(steps.deliverRequest, 'ana', id)
  expect(await step(steps.closeRequest, 'ana', id)).toMatchObject({ status: true, message: 'Solicitud cerrada' })
  const done = await portal.data(calls.getRequest, 'ana', { params: { id } })
  expect(done.steps.map(({ status, actor }) => `${status} ${actor}`)).toEqual([
    'submitted ana@andes.test',
    'approved admin@enlace.test',
    'preparing admin@enlace.test',
    'shipped admin@enlace.test',
    'delivered ana@andes.test',
    'closed ana@andes.test',
  ])
  expect(done.resolutionDate).toBe(portal.clock.now.toISOString())
  expect(done.creationDate).toBe(done.steps[0]?.at)
  expect(Date.parse(done.creationDate)).toBeLessThanOrEqual(portal.clock.now.getTime())
  expect((await mails()).map(({ address, subject }) => `${address} ${subject}`)).toEqual([
    `ana@andes.test Solicitud ${id}: enviada`,
    `admin@enlace.test Solicitud ${id}: enviada · Transportes Andes Sur SpA`,
    `ana@andes.test Solicitud ${id}: aprobada`,
    `ana@andes.test Solicitud ${id}: en preparación`,
    `ana@andes.test Solicitud ${id}: despachada`,
    `admin@enlace.test Solicitud ${id}: entregada · Transportes Andes Sur SpA`,
    `admin@enlace.test Solicitud ${id}: cerrada · Transportes Andes Sur SpA`,
  ])
  const items = await portal.db.selectFrom('hardware_items').select(['product', 'product_type']).execute()
  expect(items).toEqual(Array(2).fill({ product: 'Teltonika RUT241', product_type: 'Routers' }))
  const { rows } = await sql<{ action: string }>`
    SELECT action FROM audit_log WHERE entity = 'request' AND entity_id = ${String(id)} ORDER BY audit_id`.execute(portal.db)
  expect(rows.map(({ action }) => action)).toContain('request.closed')
})

test('a step is refused out of its turn, by the wrong side, and while SIMs are missing', async () => {
  await createRequest(portal.db, portal.clock.now, { requestId: 5, state: 'preparing', sims: 2 })
  expect(await step(steps.shipRequest, 'admin', 5)).toMatchObject({ code: 'conflict', error: 'Faltan SIMs por asignar' })
  expect((await step(steps.approveRequest, 'admin', 5)).code).toBe('transition_not_allowed')
  expect((await step(steps.cancelRequest, 'ana', 5)).code).toBe('transition_not_allowed')
  await createRequest(portal.db, portal.clock.now, { requestId: 6, state: 'submitted' })
  // the company above sees it, and it is not theirs to call off
  expect((await step(steps.cancelRequest, 'reseller', 6)).code).toBe('not_allowed')
  expect((await step(steps.rejectRequest, 'admin', 6)).fields).toEqual({ note: 'Este campo es requerido' })
  await step(steps.rejectRequest, 'admin', 6, { note: 'Sin stock' })
  const request = await portal.data(calls.getRequest, 'ana', { params: { id: 6 } })
  expect(request).toMatchObject({ status: 'rejected', actions: [], steps: [{}, { note: 'Sin stock' }] })
})

test('the database has the same transitions, and rejects every other state', async () => {
  const rows = await portal.db.selectFrom('request_moves').selectAll().execute()
  const textOf = (from: string, to: string) => `${from} ${to}`
  expect(rows.map(({ from_state, to_state }) => textOf(from_state, to_state)).sort()).toEqual(
    Object.values(REQUEST_MOVES)
      .map(({ from, to }) => textOf(from, to))
      .sort(),
  )
  await createRequest(portal.db, portal.clock.now, { requestId: 7, state: 'submitted' })
  for (const state of REQUEST_STATES.filter((one) => one !== 'submitted')) {
    const resolved = ['rejected', 'cancelled', 'closed'].includes(state) ? portal.clock.now : null
    await expect(
      sql`UPDATE requests SET state = ${state}, resolved_at = ${resolved} WHERE request_id = 7`.execute(portal.db),
    ).rejects.toThrow()
  }
  await expect(
    sql`
      INSERT INTO request_steps (company_id, request_id, step_no, from_state, to_state, at, actor)
      VALUES (${COMPANIES.andes}, 7, 3, 'delivered', 'closed', now(), 'test')`.execute(portal.db),
  ).rejects.toThrow()
})
