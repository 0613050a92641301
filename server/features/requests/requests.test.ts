import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import type { Envelope } from '#contract/envelope.ts'
import * as cart from '#contract/requests/cart.calls.ts'
import * as steps from '#contract/requests/request-steps.calls.ts'
import * as calls from '#contract/requests/requests.calls.ts'
import { localDay } from '#domain/billing-cycle.ts'
import { stayEnd } from '#domain/minimum-stay.ts'
import { REQUEST_MOVES } from '#domain/request-life-cycle.ts'
import { REQUEST_STATES } from '#domain/requests.ts'
import { insertSims } from '#server/records/insert-sims.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { withHolder } from '#test/holder.ts'
import { startPortal } from '#test/portal.ts'
import { readPage, readRows } from '#test/read-list.ts'
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

test('what waits for the reader comes first, with its step and the SIMs that are missing', async () => {
  const states = ['shipped', 'closed', 'preparing', 'rejected', 'approved', 'delivered', 'submitted'] as const
  for (const [index, state] of states.entries())
    await createRequest(portal.db, portal.clock.now, { requestId: 21 + index, state, sims: 2 })
  const icc = [freshIccid(701)]
  await portal.data(steps.assignRequestSims, 'admin', { params: { id: 23 }, body: { lineNo: 1, apnId: 1, icc } })
  const page = async (person: FleetUser, query: Record<string, string> = {}) => {
    const { rows, next } = await readPage(portal, calls.getRequests, person, { query: { order: 'waiting', ...query } })
    return { next, rows: rows.map(({ requestId, awaited, simsToAssign }) => `${requestId} ${awaited} ${simsToAssign}`) }
  }
  const ofOperator = ['27 approve 0', '25 prepare 2', '23 ship 1', '26  0', '24  0', '22  0', '21  0']
  expect((await page('admin')).rows).toEqual(ofOperator)
  expect((await page('ana')).rows).toEqual(['26 close 0', '21 deliver 0', '27  0', '25  2', '24  0', '23  1', '22  0'])
  // the company above sees them, and they are not its turn
  expect((await page('reseller')).rows.map((one) => one.split(' ')[1])).toEqual(Array(7).fill(''))

  // a page may end within either part
  for (const limit of ['2', '5']) {
    const { rows, next } = await page('admin', { limit })
    expect([...rows, ...(await page('admin', { cursor: next ?? '' })).rows]).toEqual(ofOperator)
  }
  expect((await list('admin')).map(({ requestId }) => requestId)).toEqual([27, 26, 25, 24, 23, 22, 21])
})

test('SIMs of the stock come on the ordered plan; counts, registry and timelines go along', async () => {
  const { operator, andes } = COMPANIES
  const stock = [1, 2, 3].map((n) => freshIccid(200 + n))
  await createRequest(portal.db, portal.clock.now, { requestId: 1, state: 'preparing', sims: 3 })
  await createRequest(portal.db, portal.clock.now, { requestId: 2, state: 'preparing', sims: 2 })
  await fillOperator(stock)
  const choices = await portal.data(steps.getAssignChoices, 'admin', { params: { id: 2 } })
  expect(choices.lines).toEqual([{ lineNo: 1, inStock: 3, apnId: 1 }])
  const body = { lineNo: 1, apnId: 1, stock: 2 }
  await portal.db.updateTable('plans').set({ minimum_stay_months: 6 }).where('plan_code', '=', 'IOT250').execute()
  expect((await portal.data(steps.assignRequestSims, 'admin', { params: { id: 2 }, body })).assigned).toBe(2)
  const { rows } = await sql<{ company: number; plan: string; sims: number }>`
    SELECT s.company_id AS company, s.plan_code AS plan, count(*)::int AS sims FROM sims s
    JOIN sim_registry r ON r.iccid = s.iccid AND r.company_id = s.company_id
    WHERE s.iccid = ANY(${stock}::text[]) GROUP BY 1, 2 ORDER BY 1`.execute(portal.db)
  expect(rows).toEqual([
    { company: operator, plan: 'TEL50', sims: 1 },
    { company: andes, plan: 'IOT250', sims: 2 },
  ])
  const bound = await portal.db
    .selectFrom('sims')
    .select('plan_bound_until')
    .where('company_id', '=', andes)
    .where('iccid', 'in', stock)
    .execute()
  const end = stayEnd(localDay(portal.clock.now, 'America/Santiago'), 6)
  expect(bound).toEqual([{ plan_bound_until: end }, { plan_bound_until: end }])
  await portal.db.updateTable('plans').set({ minimum_stay_months: 0 }).where('plan_code', '=', 'IOT250').execute()
  expect(await wrongCounts()).toEqual([])
  const short = await portal.envelope(steps.assignRequestSims, 'admin', { params: { id: 1 }, body })
  expect(short).toMatchObject({ code: 'conflict', error: 'No hay suficientes SIMs en existencias' })
})

/** Counts that are not those of the SIMs that are there. */
async function wrongCounts(): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT company_id, plan_code, sum(sims) FROM (
      SELECT company_id, plan_code, sims FROM sim_tallies UNION ALL SELECT company_id, plan_code, -1 FROM sims
    ) t GROUP BY 1, 2 HAVING sum(sims) <> 0`.execute(portal.db)
  return rows
}

/** Unused SIMs on another plan in the operator's own company. */
async function fillOperator(iccids: readonly string[]): Promise<void> {
  const sims = iccids.map((iccid) => ({ iccid, imsi: '', msisdn: '' }))
  const kind = { planCode: 'TEL50', originId: 1, simTypeId: 2, apnId: 1 }
  await portal.db
    .transaction()
    .execute((trx) =>
      insertSims(trx, { companyId: COMPANIES.operator, ...kind, sims, actor: 'test', detail: {} }, portal.clock.now),
    )
}

test('a list with anything wrong assigns nothing, and says what is wrong with which line', async () => {
  await createRequest(portal.db, portal.clock.now, { requestId: 3, state: 'approved', sims: 5 })
  const [theirs] = portal.fleet.sims.filter(({ companyId }) => companyId === COMPANIES.pacifico)
  const fresh = freshIccid(301)
  const wrongDigit = fresh.slice(0, -1) + String((Number(fresh.at(-1)) + 1) % 10)
  const icc = [fresh, wrongDigit, '8956', fresh, theirs?.iccid ?? '']
  const answer = await portal.data(steps.assignRequestSims, 'admin', { params: { id: 3 }, body: { lineNo: 1, apnId: 1, icc } })
  expect(answer).toMatchObject({ assigned: 0, refusedCount: 4 })
  expect(answer.refused.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    '2 not_an_icc',
    '3 not_an_icc',
    '4 repeated',
    '5 of_other_company',
  ])
  // nothing was begun, either
  expect((await portal.data(calls.getRequest, 'admin', { params: { id: 3 } })).status).toBe('approved')
  const tooMany = [1, 2, 3, 4, 5, 6].map((n) => freshIccid(310 + n))
  const refused = await portal.envelope(steps.assignRequestSims, 'admin', {
    params: { id: 3 },
    body: { lineNo: 1, apnId: 1, icc: tooMany },
  })
  expect(refused).toMatchObject({ code: 'conflict', error: 'Son más SIMs de las que faltan' })
})

test('a file of SIMs brings their numbers along', async () => {
  await createRequest(portal.db, portal.clock.now, { requestId: 4, state: 'preparing', sims: 2 })
  const file = `ICCID;IMSI;MSISDN\n${freshIccid(401)};730019990000401;+56 9 9000 0401\n${freshIccid(402)};;\n`
  const send = (body: string) =>
    portal.request(steps.assignRequestFile, 'admin', { params: { id: 4 }, query: { lineNo: '1', apnId: '1' }, body })
  expect((await send('Nombre;Ciudad\nAna;Talca\n')).json().fields.file).toBe('Indique la columna del ICC')
  expect((await send(file)).json().data).toEqual({ assigned: 2, refused: [], refusedCount: 0 })
  expect(await simsOf('ana', 4)).toMatchObject([{ msisdn: '56990000401' }, { msisdn: '' }])
  const ship = await step(steps.shipRequest, 'admin', 4)
  expect(ship.data?.status).toBe('shipped')
})

test('a file with more SIMs than a line can have is refused with the limit', async () => {
  await createRequest(portal.db, portal.clock.now, { requestId: 7, state: 'preparing', sims: 2 })
  const body = `ICCID\n${`${freshIccid(403)}\n`.repeat(100_015)}`
  const args = { params: { id: 7 }, query: { lineNo: '1', apnId: '1' }, body }
  const refused = await portal.request(steps.assignRequestFile, 'admin', args)
  expect(refused.json().fields.file).toBe('El archivo puede tener hasta 100.000 líneas; divídalo en varios')
})

test('a SIM that was assigned wrongly goes back into stock, as long as it is unused and nothing was shipped', async () => {
  const params = { id: 8 }
  await createRequest(portal.db, portal.clock.now, { requestId: 8, state: 'preparing', sims: 2 })
  const [wrong = '', right = ''] = [1, 2].map((n) => freshIccid(500 + n))
  const body = { lineNo: 1, apnId: 1 }
  await portal.data(steps.assignRequestSims, 'admin', { params, body: { ...body, icc: [wrong, right] } })
  const inStock = async () => (await portal.data(steps.getAssignChoices, 'admin', { params })).lines[0]?.inStock ?? 0
  const before = await inStock()
  const takeBack = (icc: string) => portal.envelope(steps.unassignRequestSim, 'admin', { params: { id: 8, icc } })

  expect((await portal.data(calls.getRequest, 'ana', { params })).canUnassign).toBe(false)
  const { data, message } = await takeBack(wrong.slice(0, -1))
  expect(message).toBe('SIM quitada; volvió a las existencias')
  expect(data).toMatchObject({ status: 'preparing', canAssign: true, canUnassign: true, lines: [{ assigned: 1 }] })
  expect((await simsOf('ana', 8)).map(({ icc }) => icc)).toEqual([right])
  expect([await inStock(), await wrongCounts()]).toEqual([before + 1, []])
  expect(await takeBack(wrong)).toMatchObject({ code: 'not_found', error: 'La solicitud no tiene esa SIM' })

  const used = (at: Date | null) => setSims(portal.db, right, { activated_at: at })
  await used(portal.clock.now)
  expect(await takeBack(right)).toMatchObject({ code: 'conflict', error: 'La SIM ya se usó' })
  await used(null)
  expect((await step(steps.shipRequest, 'admin', 8)).error).toBe('Faltan SIMs por asignar')
  await portal.data(steps.assignRequestSims, 'admin', { params, body: { ...body, icc: [wrong] } })
  await step(steps.shipRequest, 'admin', 8)
  expect((await takeBack(right)).code).toBe('transition_not_allowed')
  const entries = await auditRows(portal, 'request.sim_unassigned')
  expect(entries.map(({ actor, before }) => [actor, before])).toEqual([['admin@enlace.test', { lineNo: 1, iccid: wrong }]])
})

/** A request with one SIM, while another transaction holds something: it goes on when taking the SIM back waits, or is answered. */
async function takeBackBeside(requestId: number, begin: (iccid: string) => string, goOn: (iccid: string) => string) {
  const params = { id: requestId }
  const icc = freshIccid(600 + requestId)
  await createRequest(portal.db, portal.clock.now, { requestId, state: 'preparing', sims: 1 })
  await portal.data(steps.assignRequestSims, 'admin', { params, body: { lineNo: 1, apnId: 1, icc: [icc] } })
  return withHolder(portal.services.pool, async (other) => {
    await other.query(begin(icc))
    let isAnswered = false
    const answer = portal.envelope(steps.unassignRequestSim, 'admin', { params: { ...params, icc } }).finally(() => {
      isAnswered = true
    })
    await expect.poll(async () => isAnswered || (await other.waiting()) > 0).toBe(true)
    await other.query(goOn(icc))
    await other.commit()
    return answer
  })
}

test('taking a SIM back waits for an import before it holds the SIM', async () => {
  const answer = await takeBackBeside(
    9,
    () => 'LOCK TABLE sim_registry IN SHARE ROW EXCLUSIVE MODE',
    (icc) => `SELECT FROM sims WHERE iccid = '${icc}' FOR UPDATE NOWAIT`,
  )
  expect(answer.message).toBe('SIM quitada; volvió a las existencias')
})

test('a SIM of which a change begins meanwhile is not taken back', async () => {
  const answer = await takeBackBeside(
    10,
    (icc) => `INSERT INTO open_changes SELECT company_id, iccid, false, 'activate', 1, 1, 1 FROM sims WHERE iccid = '${icc}'`,
    () => 'SELECT',
  )
  expect(answer).toMatchObject({ code: 'conflict', error: 'La SIM tiene una operación en curso' })
  await sql`DELETE FROM open_changes`.execute(portal.db)
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
