import { afterEach, beforeEach, expect, test } from 'vitest'
import { massTag } from '#contract/operations/mass-actions.calls.ts'
import { cancelOperation, getOperation } from '#contract/operations/operations.calls.ts'
import { miscountedTags } from '#server/records/tag-counts.ts'
import { COMPANIES } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { runOperation } from './run-operation.ts'

let portal: Portal
let release = async (): Promise<void> => undefined

beforeEach(async () => {
  portal = await startPortal()
})
afterEach(async () => {
  await release()
  await portal.close()
})

const LINES = 5
const sims = () =>
  portal.fleet.sims
    .filter(({ companyId }) => companyId === COMPANIES.andes)
    .slice(0, LINES)
    .map(({ iccid }) => iccid)

/** Starts an operation on some SIMs, one of which another transaction holds, and works on it. */
async function startHeldUp() {
  const { operationId } = await portal.data(massTag, 'ana', { body: { icc: sims(), add: ['norte'] } })
  const holder = await portal.services.pool.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM sims WHERE iccid = $1 FOR UPDATE', [sims()[2]])
  release = async () => {
    release = async () => undefined
    await holder.query('ROLLBACK')
    holder.release()
  }
  const work = () => runOperation(portal.services, { companyId: COMPANIES.andes, operationId, network: null }, () => undefined)
  const working = work().then(
    () => 'worked',
    () => 'failed',
  )
  await expect.poll(waiting).toHaveLength(1)
  return { operationId, work, working }
}

/** The database's processes that wait for a row of the held SIM; of a cluster, for a node whose process does. */
async function waiting(): Promise<number[]> {
  const { rows } = await portal.services.pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()
       AND query LIKE '%FOR NO KEY UPDATE%' AND query_start < clock_timestamp() - interval '200 ms'`,
  )
  return rows.map(({ pid }) => pid)
}

const countsOf = async (operationId: number) => {
  const { state, counts } = await portal.data(getOperation, 'ana', { params: { operationId } })
  return { state, ...counts }
}

test('cancelling waits for the lines that are being worked on: none is left pending', async () => {
  const { operationId, working } = await startHeldUp()
  const cancelled = portal.request(cancelOperation, 'ana', { params: { operationId } })
  await new Promise((resolve) => setTimeout(resolve, 200))
  await release()
  expect(await working).toBe('worked')
  expect((await cancelled).statusCode).toBe(409)
  expect(await countsOf(operationId)).toMatchObject({ state: 'finished', pending: 0, running: 0, succeeded: LINES })
})

test('where the process dies among its lines, all are done once', async () => {
  const { operationId, work, working } = await startHeldUp()
  const [pid] = await waiting()
  await portal.services.pool.query('SELECT pg_terminate_backend($1::int)', [pid])
  expect(await working).toBe('failed')
  await release()
  expect(await countsOf(operationId)).toMatchObject({ state: 'running', pending: LINES, running: 0, succeeded: 0 })
  await Promise.all([work(), work()])
  expect(await countsOf(operationId)).toMatchObject({ state: 'finished', pending: 0, succeeded: LINES })
  const { rows } = await portal.services.pool.query<{ events: number }>(
    "SELECT count(*)::int AS events FROM sim_events WHERE kind = 'tags_changed' AND iccid = ANY($1) GROUP BY iccid",
    [sims()],
  )
  expect(rows).toEqual(sims().map(() => ({ events: 1 })))
  expect(await miscountedTags(portal.db)).toEqual([])
})
