import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as mass from '#contract/operations/mass-actions.calls.ts'
import { downloadOperation } from '#contract/operations/operation-files.calls.ts'
import * as calls from '#contract/operations/operations.calls.ts'
import { createWebhook } from '#contract/webhooks/webhooks.calls.ts'
import type { Cell } from '#server/cells/cells.ts'
import { startOperationsWorker } from '#server/features/operations/operations-worker.ts'
import { COMPANIES } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'
import { moveTree, planMove } from './move-tree.ts'

const log = pino({ level: 'silent' })
const UNKNOWN = '8956030000000000000'

/** The portal's other companies are in the cell of its pool. */
let portal: Portal
let cells: readonly Cell[]
let ends: (() => Promise<void>)[]

beforeEach(async () => {
  portal = await startPortal()
  ends = []
  await movePacifico(1)
  cells = portal.services.cells.all
})
afterEach(async () => {
  await Promise.all(ends.map((end) => end()))
  await portal.close()
})

const movePacifico = async (cellId: number): Promise<void> =>
  moveTree(await planMove(portal.services.cells, COMPANIES.pacifico, cellId), {
    actor: 'test',
    now: portal.clock.now,
    areProcessesThere: false,
  })

const startWork = async (): Promise<void> => {
  for (const { pool, db } of cells) ends.push(await startOperationsWorker({ ...portal.services, pool, db }, log))
}

const active = (companyId: number): string[] =>
  portal.fleet.sims.filter((sim) => sim.companyId === companyId && sim.status === 2).map((sim) => sim.iccid)

/** One SIM of this cell, one of the other, and so on. */
const alternating = (): string[] =>
  active(COMPANIES.andes)
    .slice(0, 8)
    .flatMap((icc, index) => [icc, active(COMPANIES.pacifico)[index] ?? UNKNOWN])

const operation = (operationId: number) => portal.data(calls.getOperation, 'admin', { params: { operationId } })
const finished = async (operationId: number) => {
  await expect.poll(async () => (await operation(operationId)).state, { timeout: 15_000 }).toBe('finished')
  return operation(operationId)
}
const items = async (operationId: number) => {
  return readRows(portal, calls.listOperationItems, 'admin', { params: { operationId }, query: { limit: 100 } })
}
const statusesOf = async (iccids: readonly string[]): Promise<number[]> => {
  const found = await Promise.all(
    cells.map(({ db }) =>
      db
        .selectFrom('sims')
        .select('administrative_status')
        .where('iccid', 'in', [...iccids])
        .execute(),
    ),
  )
  return found.flat().map((row) => row.administrative_status)
}
const partsOf = async (operationId: number) =>
  Promise.all(
    cells.map(({ db }) =>
      db.selectFrom('operations').select(['total', 'state', 'spans_cells']).where('operation_id', '=', operationId).execute(),
    ),
  )

test('a list of SIMs of two cells is one operation: judged, run, and shown in its order', async () => {
  await startWork()
  const icc = alternating()
  const body = { icc: [...icc, UNKNOWN, icc[1] ?? ''], reason: 'Temporada baja' }
  const preview = await portal.data(mass.massHibernation, 'admin', { body: { ...body, preview: true } })
  expect(preview).toMatchObject({ total: icc.length + 2, accepted: icc.length, state: 'draft' })
  expect(preview.excluded.map(({ icc, code }) => [icc, code])).toEqual([
    [UNKNOWN, 'not_found'],
    [icc[1], 'duplicate'],
  ])
  expect(preview.forecast).toMatchObject({ held: 0 })
  const params = { operationId: preview.operationId }
  const draftFile = await portal.request(downloadOperation, 'admin', { params, query: { format: 'csv' } })
  expect(
    draftFile.body
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.match(/\d{19,20}/)?.[0]),
  ).toEqual(body.icc)

  const answer = await portal.data(calls.confirmOperation, 'admin', { params, body: {} })
  expect(answer).toMatchObject({ total: icc.length + 2, accepted: icc.length, state: 'running' })
  const done = await finished(preview.operationId)
  expect(done.counts).toMatchObject({ succeeded: icc.length, skipped: 2, failed: 0 })
  expect((await items(preview.operationId)).map((item) => [item.line, item.icc])).toEqual(
    body.icc.map((one, index) => [index + 1, one]),
  )
  expect(new Set(await statusesOf(icc))).toEqual(new Set([11]))
})

test('the end of an operation is one webhook message, with the lines of all cells', async () => {
  const endpoint = { companyId: COMPANIES.operator, url: 'https://example.com/hook', description: '', active: true }
  const events = ['operation.finished', 'sim.status_changed'] as const
  await portal.data(createWebhook, 'admin', { body: { ...endpoint, events: [...events], includesBelow: true } })
  await startWork()
  const icc = alternating()
  const { operationId } = await portal.data(mass.massHibernation, 'admin', { body: { icc } })
  await finished(operationId)
  const messages = (
    await Promise.all(cells.map(({ db }) => db.selectFrom('webhook_messages').select(['event', 'body', 'items']).execute()))
  ).flat()
  const ends = messages.filter(({ event }) => event === 'operation.finished')
  expect(ends.map(({ body }) => JSON.parse(body).data.items)).toEqual([
    [expect.objectContaining({ operationId, total: icc.length, succeeded: icc.length, skipped: 0 })],
  ])
  const changed = messages
    .filter(({ event }) => event === 'sim.status_changed')
    .flatMap(({ body }) => JSON.parse(body).data.items)
  expect(
    changed
      .filter(({ to }) => to === 11)
      .map((item) => item.icc)
      .sort(),
  ).toEqual(icc.toSorted())
})

test('a filter takes the SIMs of all cells, each line with a number of its own', async () => {
  await startWork()
  const companyIds = [COMPANIES.andes, COMPANIES.pacifico]
  const expected = companyIds.flatMap(active)
  const filter = { companyIds, administrativeStatusIds: [2] }
  const { operationId } = await portal.data(mass.massReset, 'admin', { body: { filter } })
  const done = await finished(operationId)
  expect(done.total).toBe(expected.length)
  const lines = await items(operationId)
  expect(lines.map(({ line }) => line)).toEqual(expected.map((_, index) => index + 1))
  expect(lines.map(({ icc }) => icc).sort()).toEqual(expected.toSorted())
})

test('a diagnosis has the groups of all cells, and none beside those that its reader may see', async () => {
  await startWork()
  const icc = alternating()
  const { operationId } = await portal.data(mass.massDiagnosis, 'admin', { body: { icc } })
  expect((await finished(operationId)).counts).toMatchObject({ succeeded: icc.length, failed: 0, skipped: 0 })
  const params = { operationId }
  const groups = await portal.data(calls.getOperationCauses, 'admin', { params })
  expect(groups.reduce((sum, { lines }) => sum + lines, 0)).toBe(icc.length)
  expect(new Set(groups.map(({ cause }) => cause)).size).toBe(groups.length)
  for (const { cause, lines } of groups) {
    const listed = await readRows(portal, calls.listOperationItems, 'admin', { params, query: { code: cause, limit: 100 } })
    expect(listed).toHaveLength(lines)
  }
  const labels = groups.flatMap(({ sims }) => sims.map(({ customField1 }) => customField1))
  expect(labels).toEqual(expect.arrayContaining([expect.stringMatching(/^Camión 3/), expect.stringMatching(/^Camión 5/)]))
  expect((await portal.request(calls.getOperationCauses, 'flota', { params })).statusCode).toBe(404)
})

test('a file is kept where its SIMs are', async () => {
  await startWork()
  const icc = alternating()
  const body = `Nombre,ICC\n${icc.map((one, index) => `SIM ${index},${one}`).join('\n')}\nnadie,${UNKNOWN}\n`
  const file = (await portal.request(mass.uploadOperationFile, 'admin', { query: { fileName: 'sims.csv' }, body })).json().data
  expect(file).toMatchObject({ lines: icc.length + 1 })
  const { operationId } = await portal.data(mass.massHibernation, 'admin', { body: { fileId: file.fileId } })
  await finished(operationId)
  const result = await portal.request(downloadOperation, 'admin', {
    params: { operationId },
    query: { format: 'csv' },
  })
  const rows = result.body.trim().split(/\r?\n/).slice(1)
  expect(rows.map((row) => row.match(/SIM \d+|nadie/)?.[0])).toEqual([...icc.map((_, index) => `SIM ${index}`), 'nadie'])
})

test('what steers an operation steers its lines in each cell', async () => {
  const icc = alternating()
  const scheduledAt = new Date(portal.clock.now.getTime() + 3_600_000).toISOString()
  const { operationId } = await portal.data(mass.massHibernation, 'admin', { body: { icc, scheduledAt } })
  expect((await operation(operationId)).state).toBe('scheduled')
  expect(await portal.data(calls.cancelOperation, 'admin', { params: { operationId } })).toMatchObject({
    state: 'cancelled',
    counts: { cancelled: icc.length, pending: 0 },
  })
  for (const { db } of cells) expect(await db.selectFrom('open_changes').selectAll().execute()).toEqual([])

  const second = await portal.data(mass.massHibernation, 'admin', { body: { icc } })
  const params = { operationId: second.operationId }
  expect((await portal.data(calls.pauseOperation, 'admin', { params })).state).toBe('paused')
  await startWork()
  expect((await portal.data(calls.resumeOperation, 'admin', { params })).state).toBe('running')
  expect((await finished(second.operationId)).counts.succeeded).toBe(icc.length)
  const again = await portal.request(calls.pauseOperation, 'admin', { params })
  expect(again.statusCode).toBe(409)
})

test('open lines go along with SIMs that move to another cell, and the operation ends there', async () => {
  const icc = alternating()
  const { operationId } = await portal.data(mass.massHibernation, 'admin', { body: { icc } })
  expect((await partsOf(operationId)).map(([part]) => part?.total).sort()).toEqual([icc.length / 2, icc.length / 2])
  await movePacifico(2)
  expect((await partsOf(operationId)).map(([part]) => [part?.total, part?.state])).toEqual(
    expect.arrayContaining([
      [0, 'finished'],
      [icc.length, 'running'],
    ]),
  )
  await startWork()
  expect((await finished(operationId)).counts.succeeded).toBe(icc.length)
  expect(new Set(await statusesOf(icc))).toEqual(new Set([11]))
})

test('a draft is confirmed by the people of its company alone', async () => {
  const draft = await portal.data(mass.massHibernation, 'flota', { body: { filter: {}, preview: true } })
  const params = { operationId: draft.operationId }
  expect((await portal.request(calls.confirmOperation, 'admin', { params, body: {} })).statusCode).toBe(404)
  expect((await portal.request(calls.confirmOperation, 'flota', { params, body: {} })).statusCode).toBe(200)
})
