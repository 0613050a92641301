import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { askRestore } from '#contract/account/account.calls.ts'
import { createAlarm, deleteAlarm, restoreAlarm } from '#contract/alarms/alarms.calls.ts'
import { creditCharge, payCharge } from '#contract/charges/charge-actions.calls.ts'
import { resetSim } from '#contract/operations/sim-actions.calls.ts'
import * as cart from '#contract/requests/cart.calls.ts'
import { getRequests } from '#contract/requests/requests.calls.ts'
import { writeToSupport } from '#contract/support/support.calls.ts'
import { RESTORE_MAILS_PER_HOUR } from '#domain/account.ts'
import { COMPANY_ALARMS_MAX } from '#domain/alarms.ts'
import { andesSim } from './access/rule.ts'
import { COMPANIES } from './fleet.ts'
import { API_KEY, startBeside, startPortal } from './portal.ts'
import { createStoreFixtures } from './store-fixtures.ts'
import { writeDocument } from './write-document.ts'

/** What is allowed once, or so many times, is no more when it is asked for at once. Codes, links and keys have theirs beside them. */

const portal = await startPortal()
await createStoreFixtures(portal.db, portal.clock.now)
afterAll(() => portal.close())

const times = <T>(count: number, ask: (n: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, n) => ask(n)))
const statuses = (answers: readonly { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).sort()
const invoice = (month: number) => {
  const { iccid } = portal.fleet.sims.find((sim) => sim.companyId === COMPANIES.andes && sim.status === 2) ?? { iccid: '' }
  const lines = [{ iccid, kind: 'price', plan_code: 'IOT250', quantity: 1, unit_minor: 1190, used: 0, included: 0 }] as const
  const cycle = [`2026-0${month}-01`, `2026-0${month + 1}-01`] as const
  return writeDocument(portal.db, { companyId: COMPANIES.andes, cycle: [...cycle], currency: 'CLP', lines })
}

test('an invoice is paid once', async () => {
  const params = { documentId: await invoice(1) }
  const answers = await times(6, () => portal.request(payCharge, 'admin', { params, body: {} }))
  expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409])
})

test('an invoice is credited once, also while it is being paid: one note for one invoice', async () => {
  const params = { documentId: await invoice(2) }
  const answers = await times(8, (n) =>
    n % 2 === 0
      ? portal.request(creditCharge, 'admin', { params, body: { reason: 'Error' } })
      : portal.request(payCharge, 'admin', { params, body: {} }),
  )
  expect(answers.filter((answer, n) => n % 2 === 0 && answer.statusCode === 200)).toHaveLength(1)
  const notes = await portal.db
    .selectFrom('charges')
    .selectAll()
    .where('credited_document_id', '=', params.documentId)
    .execute()
  expect(notes).toHaveLength(1)
  const { state } = await portal.db
    .selectFrom('charges')
    .select('state')
    .where('document_id', '=', params.documentId)
    .executeTakeFirstOrThrow()
  expect(state).toBe('void')
})

test('a SIM is restarted once a minute, from two processes as well', async () => {
  const beside = await startBeside(portal)
  const id = andesSim(portal, 2, 0)
  const login = await portal.request(resetSim, 'ana', { params: { id: andesSim(portal, 2, 1) } })
  expect(login.statusCode).toBe(200)
  const cookie = String(login.raw.req.headers.cookie)
  const other = () => beside.inject({ url: `/api/sim/reset/${id}`, headers: { ...API_KEY, cookie } })
  const answers = await times(8, (n) => (n % 2 === 0 ? portal.request(resetSim, 'ana', { params: { id } }) : other()))
  const events = await portal.db
    .selectFrom('sim_events')
    .selectAll()
    .where('iccid', '=', id)
    .where('kind', '=', 'restart_requested')
    .execute()
  expect([statuses(answers).filter((status) => status === 200), events.length]).toEqual([[200], 1])
  await beside.close()
})

test('mails to restore a password are so many an hour for an e-mail', async () => {
  const ask = (n: number) =>
    portal.request(askRestore, undefined, { body: { email: 'ana@andes.test' } }, { remoteAddress: `198.51.100.${n}` })
  const answers = await times(RESTORE_MAILS_PER_HOUR.email + 7, ask)
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(RESTORE_MAILS_PER_HOUR.email)
  expect(await portal.db.selectFrom('password_restores').selectAll().execute()).toHaveLength(RESTORE_MAILS_PER_HOUR.email)
})

test('a cart is submitted once', async () => {
  const { totals } = await portal.data(cart.setCartLine, 'ana', { body: { planCode: 'IOT250', quantity: 3 } })
  const body = { deliveryAddress: 'Ruta 5 Sur 100', note: '', totals }
  const answers = await times(6, () => portal.request(cart.submitCart, 'ana', { body }))
  expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409])
  const { body: list } = await portal.request(getRequests, 'ana')
  expect(list.trim().split('\n')).toHaveLength(2)
})

test('a person writes twenty messages a minute to the support', async () => {
  const message = { text: 'Hola', page: '/', title: 'Dashboard', icc: null }
  const write = () => portal.request(writeToSupport, 'ana', { body: { ...message, key: randomUUID() } })
  const answers = await times(26, write)
  expect(statuses(answers).filter((status) => status !== 200)).toEqual([429, 429, 429, 429, 429, 429])
  expect(await portal.db.selectFrom('support_messages').selectAll().execute()).toHaveLength(20)
})

test('a company has a thousand alarms, restored ones too', async () => {
  const body = { company: COMPANIES.andes, plan: '', limit: 100, email: 'ana@andes.test', active: '1', action: '0' } as const
  const { alarmId } = await portal.data(createAlarm, 'ana', { body })
  await portal.data(deleteAlarm, 'ana', { params: { id: alarmId } })
  await sql`
    INSERT INTO alarms (company_id, limit_mb, emails, language, is_active, cuts_data, created_at, updated_at)
    SELECT ${COMPANIES.andes}, 100, '{ana@andes.test}', 'es', false, false, ${portal.clock.now}, ${portal.clock.now}
    FROM generate_series(3, ${COMPANY_ALARMS_MAX}::int)`.execute(portal.db)
  const answers = await times(6, () => portal.request(createAlarm, 'ana', { body }))
  expect(statuses(answers)).toEqual([200, 200, 400, 400, 400, 400])
  const refused = await portal.envelope(createAlarm, 'ana', { body })
  expect(refused.fields).toEqual({ name: 'Una empresa puede tener 1000 alarmas como máximo' })
  const restored = await portal.envelope(restoreAlarm, 'ana', { params: { id: alarmId }, body: {} })
  expect([restored.code, restored.error]).toEqual(['invalid_request', refused.error])
  expect((await portal.request(createAlarm, 'sub', { body: { ...body, company: COMPANIES.andesNorte } })).statusCode).toBe(200)
})
