import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { hibernateSim } from '#contract/operations/sim-actions.calls.ts'
import type { NetworkEvent } from '#server/networks/network-events.ts'
import { setNetworkFaults } from '#test/embedded-network.ts'
import { failWrites } from '#test/fail-writes.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { confirmFromEvents } from './settle-lines.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const active = portal.fleet.sims.filter(({ companyId, status }) => companyId === COMPANIES.andes && status === 2)
const take = (count: number) => active.splice(0, count).map(({ iccid }) => iccid)

/** The network reports that SIMs are suspended. */
const suspended = (iccids: readonly string[]): NetworkEvent[] =>
  iccids.map((iccid) => ({
    kind: 'stateConfirmed',
    id: `suspended-${iccid}`,
    iccid,
    at: portal.clock.now,
    vendorState: 'SUSPENDED',
    state: 'suspended',
    command: 'suspend',
    requestId: '',
    reference: '',
  }))

test('where lines of some operations cannot be written, all are released and those of others settled', async () => {
  await setNetworkFaults(portal, { accept: 1, confirmAfterMs: [600_000, 600_000] })
  const iccids = take(3)
  const started = await Promise.all(iccids.map((id) => portal.data(hibernateSim, 'ana', { params: { id }, body: {} })))
  const operations = started.map(({ operationId }) => operationId)
  const good = sql<boolean>`operation_id = ${sql.lit(operations[1])} OR state = 'running'`
  const succeed = await failWrites(portal.db, 'operation_items', 'refused', good)
  const failure = await confirmFromEvents(portal.services, suspended(iccids)).catch((error: unknown) => error)
  await succeed()
  const rows = await portal.db
    .selectFrom('operation_items')
    .select(['operation_id', 'state', 'worker_id'])
    .where('operation_id', 'in', operations)
    .execute()
  const lines = new Map(rows.map((row) => [row.operation_id, [row.state, row.worker_id]]))
  expect(operations.map((id) => lines.get(id))).toEqual([
    ['running', null],
    ['succeeded', null],
    ['running', null],
  ])
  expect((failure as AggregateError).errors).toHaveLength(2)
})
