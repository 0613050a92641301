import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { massSms } from '#contract/operations/mass-actions.calls.ts'
import { cancelOperation, retryOperation } from '#contract/operations/operations.calls.ts'
import { deliverNetworkEvents } from '#test/deliver-network-events.ts'
import { setNetworkFaults } from '#test/embedded-network.ts'
import { COMPANIES } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { type OperationRow, readOperation } from './operation-row.ts'
import { startOperationsWorker } from './operations-worker.ts'
import { runOperation } from './run-operation.ts'
import { settleLines } from './settle-lines.ts'

const silent = pino({ level: 'silent' })

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
  endWork = await startOperationsWorker(portal.services, silent)
}
const active = (many: number): string[] =>
  portal.fleet.sims
    .filter((sim) => sim.companyId === COMPANIES.andes && sim.status === 2)
    .slice(0, many)
    .map((sim) => sim.iccid)
const misbehave = (faults: object, timeout_ms = 1000) =>
  setNetworkFaults(portal, faults, { timeout_ms, max_attempts: 1, ask_after_ms: 10 })
const sendAll = (icc: readonly string[]) => portal.data(massSms, 'ana', { body: { icc: [...icc], message: 'REINICIO ñ' } })
const messages = () => portal.db.selectFrom('sms_messages').selectAll().orderBy('iccid').orderBy('message_id').execute()
async function seen(operationId: number): Promise<OperationRow> {
  const row = await readOperation(portal.db, { companyId: COMPANIES.andes, operationId })
  if (!row) throw new Error('no such operation')
  return row
}
/** Lines that are tried again wait by the server's clock, which stands still unless it is moved. */
const finished = (operationId: number) =>
  expect
    .poll(async () => {
      portal.clock.now = new Date(portal.clock.now.getTime() + 1000)
      return (await seen(operationId)).state
    })
    .toBe('finished')
/** How often a message left the network towards each device. */
async function effects(): Promise<number> {
  const { rowCount } = await portal.services.pool.query("SELECT FROM simulated_network.effects WHERE kind = 'sms'")
  return rowCount ?? 0
}

test('each line of a mass message is stored like a single one, and receives its delivery report', async () => {
  await startWork()
  const iccids = active(5)
  const { operationId } = await sendAll(iccids)
  await finished(operationId)
  const kept = await messages()
  expect(
    kept.map(({ iccid, state, direction, platform, actor, segments }) => [iccid, state, direction, platform, actor, segments]),
  ).toEqual([...iccids].sort().map((iccid) => [iccid, 'sent', 'out', 'portal', 'ana@andes.test', 1]))
  const [first] = kept
  const delivered = { kind: 'smsDelivered', id: 'd-1', iccid: first?.iccid ?? '', at: portal.clock.now, segments: 1 } as const
  await deliverNetworkEvents(portal, [{ ...delivered, reference: first?.reference ?? '' }])
  expect((await messages()).map(({ state }) => state)).toEqual(['delivered', 'sent', 'sent', 'sent', 'sent'])
})

test('a refused line says why on its message; one that is retried is another message', async () => {
  await startWork()
  await misbehave({ refuse: 1 })
  const { operationId } = await sendAll(active(2))
  await finished(operationId)
  expect((await messages()).map(({ state, cause, settled_at }) => [state, cause !== '', settled_at !== null])).toEqual([
    ['failed', true, true],
    ['failed', true, true],
  ])
  await misbehave({})
  await portal.data(retryOperation, 'ana', { params: { operationId } })
  await finished(operationId)
  expect((await messages()).map(({ state }) => state)).toEqual(['failed', 'sent', 'failed', 'sent'])
})

test('an answer that never came leaves one message, and asking again sends none twice', async () => {
  const iccids = active(3)
  // long enough for the network to have sent them, on a busy machine too
  await misbehave({ silence: 1 }, 5000)
  const { operationId } = await sendAll(iccids)
  const lane = { companyId: COMPANIES.andes, operationId, network: 'simulated-1' }
  await runOperation(portal.services, lane, () => undefined)
  expect([await effects(), (await messages()).map(({ state }) => state)]).toEqual([3, ['queued', 'queued', 'queued']])
  await misbehave({})
  portal.clock.now = new Date(portal.clock.now.getTime() + 60_000)
  await settleLines(portal.services)
  await runOperation(portal.services, lane, () => undefined)
  expect((await seen(operationId)).state).toBe('finished')
  expect((await messages()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  expect(await effects()).toBe(3)
})

test('messages of lines that are cancelled before they left are cancelled too', async () => {
  await startWork()
  await misbehave({ outages: [{}] })
  const { operationId } = await sendAll(active(2))
  await expect.poll(async () => (await messages()).length).toBe(2)
  await expect.poll(async () => (await seen(operationId)).counts.pending).toBe(2)
  await portal.data(cancelOperation, 'ana', { params: { operationId } })
  expect((await messages()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  expect(await effects()).toBe(0)
})
