import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import type { Envelope } from '#contract/envelope.ts'
import * as steps from '#contract/requests/request-steps.calls.ts'
import * as calls from '#contract/requests/requests.calls.ts'
import { localDay } from '#domain/billing-cycle.ts'
import { stayEnd } from '#domain/minimum-stay.ts'
import { insertSims } from '#server/records/insert-sims.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { withHolder } from '#test/holder.ts'
import { startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'
import { setSims } from '#test/set-sims.ts'
import { createRequest, createStoreFixtures, freshIccid } from '#test/store-fixtures.ts'

const portal = await startPortal()
await createStoreFixtures(portal.db, portal.clock.now)
afterAll(() => portal.close())
beforeEach(async () => {
  await sql`TRUNCATE requests CASCADE`.execute(portal.db)
})

const step = async (call: Call, person: FleetUser, id: number, body: object = {}): Promise<Envelope<calls.RequestData>> =>
  (await portal.request(call, person, { params: { id }, body })).json()
const simsOf = (person: FleetUser, id: number) => readRows(portal, calls.getRequestSims, person, { params: { id } })

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
  const csv = (await portal.request(calls.exportRequestSims, 'ana', { params: { id: 4 }, query: { format: 'csv' } })).body
  expect(csv).toContain(`${freshIccid(401)};;56990000401;Chile;Local;IoT 250 MB;IOT250;;Lista para usar`)
  const stranger = await portal.envelope(calls.exportRequestSims, 'flota', { params: { id: 4 }, query: { format: 'csv' } })
  expect(stranger.code).toBe('not_found')
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
