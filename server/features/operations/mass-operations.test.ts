import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { logIn } from '#contract/identity/identity.calls.ts'
import { decodeList, decodeTsv } from '#contract/list-codec.ts'
import {
  assignSims,
  massCustom,
  massHibernation,
  massReactivation,
  massReset,
  massSms,
  massTermination,
  uploadOperationFile,
} from '#contract/operations/mass-actions.calls.ts'
import { downloadOperation, exportOperations } from '#contract/operations/operation-files.calls.ts'
import {
  cancelOperation,
  confirmOperation,
  getOperation,
  listOperationItems,
  listOperations,
  operationList,
  pauseOperation,
  resumeOperation,
  retryOperation,
  withdrawOperation,
} from '#contract/operations/operations.calls.ts'
import { withdrawSimTermination } from '#contract/operations/sim-actions.calls.ts'
import { getSim, getSimFacets, listSims } from '#contract/sims/sims.calls.ts'
import { ITEM_STATES, itemTotal } from '#domain/operations.ts'
import { setNetworkFaults } from '#test/embedded-network.ts'
import { COMPANIES, type FleetUser, PASSWORD } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'
import { setSims } from '#test/set-sims.ts'
import { notifyDue, type OperationRow, readOperation } from './operation-row.ts'
import { dueOperations, startOperationsWorker } from './operations-worker.ts'

let portal: Portal
let endWork: (() => Promise<void>) | undefined

beforeEach(async () => {
  portal = await startPortal()
})
afterEach(async () => {
  await endWork?.()
  endWork = undefined
  await portal.close()
})

const startWork = async () => {
  endWork = await startOperationsWorker(portal.services, pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }))
}
const andes = (status: number) =>
  portal.fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes && sim.status === status).map((sim) => sim.iccid)

/** Straight from the rows: log-ins end when the clock moves. */
async function seen(operationId: number): Promise<OperationRow> {
  const row = await readOperation(portal.db, { companyId: COMPANIES.andes, operationId })
  if (!row) throw new Error('no such operation')
  return row
}

/** What the worker's poller would enqueue within a second. */
async function notifyDueOperations(): Promise<void> {
  for (const key of await dueOperations(portal.services)) await notifyDue(portal.db, key)
}
async function finished(operationId: number): Promise<OperationRow> {
  await expect.poll(async () => (await seen(operationId)).state).toBe('finished')
  return seen(operationId)
}
const later = (ms: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + ms)
}

const statusesOf = async (iccids: readonly string[]) => {
  const rows = await portal.db
    .selectFrom('sims')
    .select('administrative_status')
    .where('iccid', 'in', [...iccids])
    .execute()
  return [...new Set(rows.map((row) => row.administrative_status))].sort()
}

/** Tallies against a count of the rows. */
async function expectTalliesRight(): Promise<void> {
  const { rows } = await sql<{ wrong: number }>`
    SELECT count(*)::int AS wrong FROM (
      SELECT company_id, administrative_status, gprs_status, sum(sims) AS n FROM sim_tallies GROUP BY 1, 2, 3 HAVING sum(sims) <> 0
      EXCEPT SELECT company_id, s.administrative_status, l.gprs_status, count(*) FROM sims s JOIN sim_live l USING (company_id, iccid) GROUP BY 1, 2, 3
    ) d`.execute(portal.db)
  expect(rows[0]?.wrong).toBe(0)
}

describe('hibernating many', () => {
  test('runs those that may, and says of each other line why not [S7.39]', async () => {
    await startWork()
    const active = andes(2)
    const others = ['8956030000000000000', active[0] ?? '', andes(1)[0] ?? '', andes(11)[0] ?? '']
    const answer = await portal.data(massHibernation, 'ana', {
      body: { icc: [...active, ...others], reason: 'Temporada baja' },
    })
    expect(answer).toMatchObject({ accepted: active.length, excludedTotal: 4, total: active.length + 4 })
    expect(answer.excluded.map(({ code }) => code)).toEqual(['not_found', 'duplicate', 'wrong_status', 'already_in_target'])
    const data = await finished(answer.operationId)
    expect(data.counts).toMatchObject({ succeeded: active.length, skipped: 4 })
    expect(itemTotal(data.counts)).toBe(data.total)
    expect(await statusesOf(active)).toEqual([11])
    await expectTalliesRight()
  })

  test('and bringing them back [S7.40]', async () => {
    await startWork()
    const { operationId } = await portal.data(massReactivation, 'ana', { body: { filter: { administrativeStatusIds: [11] } } })
    const data = await finished(operationId)
    expect(data.counts).toMatchObject({ pending: 0, running: 0, failed: 0, skipped: 0 })
    expect((await portal.data(getOperation, 'ana', { params: { operationId } })).summary).toBe('Proceso realizado exitosamente')
    expect(await statusesOf(andes(11))).toEqual([2])
  })

  test('a filter takes the SIMs that the list shows', async () => {
    const filter = { planCodes: ['TEL50'], search: 'camión' }
    const response = await portal.request(listSims, 'ana', { body: { filter } })
    const { total } = await portal.data(massHibernation, 'ana', { body: { filter, preview: true } })
    expect(total).toBe(response.body.trim().split('\n').length - 1)
  })

  test('a filter by plan use passes over SIMs whose percentage is of a cycle that is over', async () => {
    const filter = { planUse: 'over100' } as const
    const preview = async () => (await portal.data(massHibernation, 'ana', { body: { filter, preview: true } })).total
    const rows = await readRows(portal, listSims, 'ana', { body: { filter } })
    expect(rows.length).toBeGreaterThan(1)
    expect(await preview()).toBe(rows.length)
    await portal.db
      .updateTable('sim_live')
      .set({ cycle_start: sql`cycle_start - 31` })
      .where('iccid', '=', rows[0]?.icc ?? '')
      .execute()
    expect(await preview()).toBe(rows.length - 1)
  })

  test('those for which it succeeded are a filter of the list, its counts and other operations, for its readers alone', async () => {
    await startWork()
    const [skipped = '', ...active] = [...andes(1).slice(0, 1), ...andes(2)]
    const { operationId } = await portal.data(massHibernation, 'ana', { body: { icc: [skipped, ...active] } })
    await finished(operationId)
    const iccs = async (user: FleetUser, body: object) => {
      const { body: text } = await portal.request(listSims, user, { body })
      const [head = '', ...rows] = text.trim().split('\n')
      return rows.map((row) => row.split('\t')[head.split('\t').indexOf('icc')]).sort()
    }
    const filter = { operationId }
    const matching = [...active].sort()
    expect(await iccs('ana', { filter })).toEqual(matching)
    for (const sort of ['icc', 'percent', 'customField1'] as const)
      expect(await iccs('ana', { filter, sort, limit: 1000 })).toEqual(matching)
    expect(await iccs('admin', { filter: { ...filter, companyIds: [COMPANIES.andes] }, limit: 1000 })).toEqual(matching)
    expect(await iccs('ana', { filter: { ...filter, administrativeStatusIds: [2] }, limit: 1000 })).toEqual([])
    expect(await iccs('ana', { filter: { ...filter, search: active[0] }, limit: 1000 })).toEqual(active.slice(0, 1))
    expect(await iccs('flota', { filter, limit: 1000 })).toEqual([])
    const facets = await portal.data(getSimFacets, 'ana', { body: { filter, companies: true } })
    expect([facets.total, facets.companyIds]).toEqual([active.length, [{ id: COMPANIES.andes, count: active.length }]])
    const back = await portal.data(massReactivation, 'ana', { body: { filter, preview: true } })
    expect([back.total, back.accepted]).toEqual([active.length, active.length])
  })

  test('a preview starts nothing, and its filter is frozen when it is confirmed', async () => {
    await startWork()
    const body = { filter: { administrativeStatusIds: [2], companyIds: [COMPANIES.andes] }, preview: true }
    const draft = await portal.data(massHibernation, 'ana', { body })
    expect([draft.state, draft.accepted, await statusesOf(andes(2))]).toEqual(['draft', andes(2).length, [2]])
    const [moved = ''] = andes(2)
    await setSims(portal.db, moved, { administrative_status: 3 })
    const confirmed = await portal.data(confirmOperation, 'ana', { params: { operationId: draft.operationId }, body: {} })
    expect([confirmed.state, confirmed.accepted]).toEqual(['running', andes(2).length - 1])
    await finished(draft.operationId)
    const again = await portal.envelope(confirmOperation, 'ana', { params: { operationId: draft.operationId }, body: {} })
    expect(again.code).toBe('conflict')
  })
})

describe('steering', () => {
  test('a paused operation takes up nothing, a cancelled one frees its SIMs', async () => {
    const { operationId } = await portal.data(massHibernation, 'ana', { body: { icc: andes(2) } })
    await portal.data(pauseOperation, 'ana', { params: { operationId } })
    await startWork()
    const other = await portal.data(massHibernation, 'ana', { body: { icc: andes(2).slice(0, 2) } })
    expect(other.excluded.map(({ code }) => code)).toEqual(['operation_open', 'operation_open'])
    expect((await seen(operationId)).counts.pending).toBe(andes(2).length)
    await portal.data(resumeOperation, 'ana', { params: { operationId } })
    await finished(operationId)
    expect(await statusesOf(andes(2))).toEqual([11])
  })

  test('what is cancelled before it began leaves the SIM as it is', async () => {
    const { operationId } = await portal.data(massHibernation, 'ana', { body: { icc: andes(2) } })
    const data = await portal.data(cancelOperation, 'ana', { params: { operationId } })
    expect([data.state, data.counts.cancelled, data.actions]).toEqual(['cancelled', andes(2).length, []])
    const next = await portal.data(massHibernation, 'ana', { body: { icc: andes(2), preview: true } })
    expect(next.accepted).toBe(andes(2).length)
  })

  test('what the network takes on shows status 8 until it confirms; what it refuses after all goes back, and runs again when asked', async () => {
    await setNetworkFaults(portal, { accept: 1, refuseLater: 1, confirmAfterMs: [1000, 1000] })
    await startWork()
    const lines = andes(2).slice(0, 3)
    const { operationId } = await portal.data(massHibernation, 'ana', { body: { icc: lines } })
    await expect.poll(() => statusesOf(lines)).toEqual([8])
    await setNetworkFaults(portal, {})
    // the second run, asked for by itself after a look-up, is accepted and confirmed
    later(20_000)
    const data = await finished(operationId)
    expect(data.counts.succeeded).toBe(3)
    expect(await statusesOf(lines)).toEqual([11])
  })

  test('failed lines run again when asked, at the network that carries them now', async () => {
    const routes = await portal.db.deleteFrom('network_routes').returningAll().execute()
    await startWork()
    const lines = andes(2).slice(0, 3)
    const { operationId } = await portal.data(massHibernation, 'ana', { body: { icc: lines } })
    expect((await finished(operationId)).counts.failed).toBe(3)
    expect(await statusesOf(lines)).toEqual([2])
    const failed = await portal.data(getOperation, 'ana', { params: { operationId } })
    expect(failed).toMatchObject({ actions: ['retry'], reasons: [{ state: 'failed', code: 'no_network', lines: 3 }] })
    await portal.db.insertInto('network_routes').values(routes).execute()
    await portal.data(retryOperation, 'ana', { params: { operationId } })
    expect((await finished(operationId)).counts).toMatchObject({ failed: 0, succeeded: 3 })
    expect(await statusesOf(lines)).toEqual([11])
  })

  test('a scheduled operation begins at its time', async () => {
    const scheduledAt = new Date(portal.clock.now.getTime() + 3_600_000)
    const { operationId, state } = await portal.data(massHibernation, 'ana', {
      body: { icc: andes(2), scheduledAt: scheduledAt.toISOString() },
    })
    expect(state).toBe('scheduled')
    await startWork()
    await notifyDueOperations()
    expect((await seen(operationId)).state).toBe('scheduled')
    portal.clock.now = new Date(scheduledAt.getTime() + 1000)
    await notifyDueOperations()
    await finished(operationId)
    expect(await statusesOf(andes(2))).toEqual([11])
  })
})

describe('a termination', () => {
  test('can be withdrawn while it cools off, and goes to the network afterwards [S7.41]', async () => {
    await startWork()
    const lines = andes(2).slice(0, 4)
    const { operationId } = await portal.data(massTermination, 'ana', { body: { icc: lines } })
    await expect.poll(() => statusesOf(lines)).toEqual([9])
    await portal.data(withdrawSimTermination, 'ana', { params: { id: lines[0] ?? '' }, body: {} })
    expect(await statusesOf(lines.slice(0, 1))).toEqual([2])
    later(73 * 3_600_000)
    await notifyDueOperations()
    const data = await finished(operationId)
    expect(data.counts).toMatchObject({ succeeded: 3, cancelled: 1 })
    expect(await statusesOf(lines.slice(1))).toEqual([6])
    await expectTalliesRight()
  })

  test("says 'Proceso realizado exitosamente' once its lines are asked for, also where others were left out [S8.10]", async () => {
    const [ended = ''] = andes(6)
    const [first = '', second = ''] = andes(2)
    const asked = await portal.envelope(massTermination, 'ana', { body: { icc: [first, ended] } })
    expect([asked.message, asked.data?.accepted, asked.data?.excludedTotal]).toEqual(['Proceso realizado exitosamente', 1, 1])
    const draft = await portal.envelope(massTermination, 'ana', { body: { icc: [second, ended], preview: true } })
    expect(draft.message).toBe('')
    const operationId = draft.data?.operationId ?? 0
    const confirmed = await portal.envelope(confirmOperation, 'ana', { params: { operationId }, body: {} })
    expect([confirmed.message, confirmed.data?.accepted]).toEqual(['Proceso realizado exitosamente', 1])
  })

  test('withdrawn as a whole brings every SIM back to where it was', async () => {
    await startWork()
    const lines = [...andes(2).slice(0, 3), ...andes(11).slice(0, 2)]
    const { operationId } = await portal.data(massTermination, 'ana', { body: { icc: lines } })
    await expect.poll(() => statusesOf(lines)).toEqual([9])
    await portal.data(withdrawOperation, 'ana', { params: { operationId } })
    const data = await finished(operationId)
    expect(data.counts.cancelled).toBe(5)
    expect([await statusesOf(lines.slice(0, 3)), await statusesOf(lines.slice(3))]).toEqual([[2], [11]])
  })

  test('withdrawn while its lines are claimed, they are withdrawn as soon as they are released', async () => {
    const lines = andes(2).slice(0, 2)
    const { operationId } = await portal.data(massTermination, 'ana', { body: { icc: lines } })
    const hand = async (from: 'pending' | 'running', to: 'pending' | 'running') => {
      await sql`UPDATE operation_items SET state = ${to} WHERE operation_id = ${operationId} AND state = ${from}`.execute(
        portal.db,
      )
      await sql`UPDATE operations SET ${sql.ref(from)} = 0, ${sql.ref(to)} = 2 WHERE operation_id = ${operationId}`.execute(
        portal.db,
      )
    }
    await hand('pending', 'running')
    await portal.data(withdrawOperation, 'ana', { params: { operationId } })
    await hand('running', 'pending')
    await startWork()
    const data = await finished(operationId)
    expect(data.counts.cancelled).toBe(2)
    expect(await statusesOf(lines)).toEqual([2])
  })
})

describe('other kinds', () => {
  test('custom fields are set from a file, each line its own [S7.37]', async () => {
    await startWork()
    const [one = '', two = ''] = andes(2)
    const csv = `ICC;Etiqueta;Pedido\n${one};Bodega 1;A-1\n${two};Bodega 2;A-2\n123;nada;A-3\n`
    const file = (await portal.request(uploadOperationFile, 'ana', { query: { fileName: 'campos.csv' }, body: csv })).json()
      .data
    expect(file.columns.map((column: { field: string | null }) => column.field)).toEqual(['icc', 'customField1', null])
    const { operationId, accepted } = await portal.data(massCustom, 'ana', { body: { fileId: file.fileId } })
    expect(accepted).toBe(2)
    await finished(operationId)
    expect((await portal.data(getSim, 'ana', { params: { icc: two } })).customField1).toBe('Bodega 2')
    const download = await portal.request(downloadOperation, 'ana', { params: { operationId } })
    const rows = download.body.trim().split('\r\n')
    expect(rows[0]).toBe('ICC;Etiqueta;Pedido;Estado;Código;Detalle;Fecha')
    expect(rows[1]).toMatch(new RegExp(`^${one};Bodega 1;A-1;Realizada;;;20`))
    expect(rows[3]).toMatch(/^123;nada;A-3;Omitida;not_found;La SIM no existe;20/)
  })

  test('SIMs move to another company with their status and fields; their history stays [S7.36]', async () => {
    await startWork()
    const [icc = ''] = andes(11)
    const before = await portal.data(getSim, 'ana', { params: { icc } })
    const { operationId } = await portal.data(assignSims, 'ana', { body: { icc: [icc], companyId: COMPANIES.andesNorte } })
    await finished(operationId)
    const after = await portal.data(getSim, 'sub', { params: { icc } })
    expect(after).toMatchObject({
      companyId: COMPANIES.andesNorte,
      customField1: before.customField1,
      simAdministrativeStatusId: 11,
    })
    expect(after.monthlyDataConsumption).toBe(0)
    await expectTalliesRight()
    const gone = await portal.envelope(getSim, 'flota', { params: { icc } })
    expect(gone.code).toBe('not_found')
  })

  test('restarts and messages leave the status alone [S7.38]', async () => {
    await startWork()
    const reset = await portal.data(massReset, 'ana', { body: { icc: andes(2).slice(0, 3) } })
    const sms = await portal.data(massSms, 'ana', { body: { icc: andes(2).slice(0, 3), message: 'Hola' } })
    expect(sms.segments).toBe(3)
    expect((await finished(reset.operationId)).counts.succeeded).toBe(3)
    expect((await finished(sms.operationId)).counts.succeeded).toBe(3)
    expect(await statusesOf(andes(2))).toEqual([2])
  })
})

test('lists, lines by page and live progress agree', async () => {
  const { operationId } = await portal.data(massHibernation, 'ana', { body: { icc: andes(2) } })
  const stream = portal.app.inject({
    url: '/api/operations/events?seconds=3',
    headers: { 'x-api-key': 'enlace-web', cookie: await cookieOf() },
  })
  await startWork()
  await finished(operationId)
  const events = (await stream).body
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)))
  expect(events.at(-1)).toMatchObject({ operationId, state: 'finished', percent: 100 })
  for (const event of events) expect(ITEM_STATES.reduce((sum, state) => sum + event.counts[state], 0)).toBe(event.total)
  expect(await portal.data(getOperation, 'ana', { params: { operationId } })).toMatchObject({
    companyId: COMPANIES.andes,
    companyName: 'Transportes Andes Sur SpA',
  })
  const list = await portal.request(listOperations, 'ana')
  expect(list.body.split('\n')[1]).toMatch(new RegExp(`^${operationId}\thibernate\tfinished\tlist\t${andes(2).length}\t`))
  const ofCompany = async (person: FleetUser, company: number, more = {}) => {
    const { body } = await portal.request(listOperations, person, { query: { company: String(company), ...more } })
    return body.split('\n').filter((line) => line.startsWith(`${operationId}\t`)).length
  }
  expect(await ofCompany('admin', COMPANIES.andes)).toBe(1)
  expect(await ofCompany('admin', COMPANIES.pacifico)).toBe(0)
  expect(await ofCompany('flota', COMPANIES.andes)).toBe(0)
  expect(await ofCompany('admin', COMPANIES.reseller)).toBe(0)
  expect(await ofCompany('admin', COMPANIES.reseller, { subsidiaries: 'true' })).toBe(1)
  expect(await ofCompany('flota', COMPANIES.reseller, { subsidiaries: 'true' })).toBe(0)
  const page = await portal.request(listOperationItems, 'ana', { params: { operationId }, query: { limit: '5' } })
  expect(page.body.trim().split('\n')).toHaveLength(6)
  // active before, in the last column
  expect(page.body).toMatch(/\t2\n/)
  const cursor = String(page.headers['x-next-cursor'])
  const next = await portal.request(listOperationItems, 'ana', { params: { operationId }, query: { limit: '5', cursor } })
  expect(next.body.split('\n')[1]).toMatch(/^6\t/)
})

test('the list comes as a file in the words of its reader, as it is filtered and of their companies', async () => {
  const icc = andes(2)
  const body = { icc, reason: 'Fin de temporada' }
  const { operationId, total, accepted } = await portal.data(massHibernation, 'ana', { body })
  await portal.data(massCustom, 'ana', { body: { icc, customField1: 'Patio', preview: true } })
  const file = async (format: string, person: FleetUser = 'ana', filter: Record<string, string> = {}) =>
    (await portal.request(exportOperations, person, { query: { format, ...filter } })).body.replace('\uFEFF', '')
  const [head, ...rows] = (await file('csv')).trimEnd().split('\r\n')
  expect(head).toBe(
    'Número;Acción;Estado;SIMs;Realizadas;Fallidas;Omitidas;Canceladas;En curso;Pendientes;ICC;Motivo;Usuario;Empresa;Creada;' +
      'Programada;Comenzada;Terminada',
  )
  // drafts are in no list
  expect(rows).toHaveLength(1)
  const counts = `${total};0;0;${total - accepted};0;0;${accepted}`
  const from = 'Fin de temporada;ana@andes.test;Transportes Andes Sur SpA'
  expect(rows[0]).toMatch(new RegExp(`^${operationId};Hibernar;En curso;${counts};;${from};20`))
  for (const person of ['ana', 'flota', 'admin'] as const) {
    const listed = await readRows(portal, listOperations, person)
    expect(decodeList(operationList, decodeTsv(await file('tsv', person)))).toEqual(listed)
    expect(listed).toHaveLength(person === 'flota' ? 0 : 1)
  }
  const idsOf = async (filter: Record<string, string>) =>
    decodeList(operationList, decodeTsv(await file('tsv', 'admin', filter))).map((row) => row.operationId)
  expect(await idsOf({ kind: 'hibernate', company: String(COMPANIES.reseller), subsidiaries: 'true' })).toEqual([operationId])
  expect(await idsOf({ kind: 'sms' })).toEqual([])
  expect(await idsOf({ state: 'finished' })).toEqual([])
  expect(await idsOf({ mine: 'true' })).toEqual([])
  expect(await idsOf({ company: String(COMPANIES.pacifico) })).toEqual([])
})

const cookieOf = async (): Promise<string> => {
  const response = await portal.request(logIn, undefined, { body: { email: 'ana@andes.test', password: PASSWORD } })
  const [cookie] = response.cookies
  return `${cookie?.name}=${cookie?.value}`
}
