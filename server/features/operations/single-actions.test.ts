import { afterAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { getOperation, listOperationItems } from '#contract/operations/operations.calls.ts'
import { getSimActions, hibernateSim, reactivateSim, resetSim } from '#contract/operations/sim-actions.calls.ts'
import { getSimHistory } from '#contract/sims/sim-history.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { setNetworkFaults } from '#test/embedded-network.ts'
import { COMPANIES } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { readRows } from '#test/read-list.ts'
import { settleLines } from './settle-lines.ts'

const portal = await startPortal()
afterAll(() => portal.close())

/** The n-th SIM of Andes in a status. */
const simIn = (status: number, n = 0): string =>
  portal.fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes && sim.status === status)[n]?.iccid ?? ''
const statusOf = async (icc: string) => (await portal.data(getSim, 'ana', { params: { icc } })).simAdministrativeStatusId
const act = (call: Call, icc: string, person: 'ana' | 'luis' | 'flota' = 'ana') =>
  portal.request(call, person, { params: { id: icc }, body: call.method === 'GET' ? undefined : { reason: 'Taller' } })

test('an active SIM is hibernated and reactivated, with the message to show [S7.31, S7.32]', async () => {
  const icc = simIn(2)
  const down = (await act(hibernateSim, icc)).json()
  expect(down).toMatchObject({
    status: true,
    message: 'La SIM fue hibernada',
    data: { state: 'succeeded', simAdministrativeStatusId: 11 },
  })
  expect(await statusOf(icc)).toBe(11)
  const up = (await act(reactivateSim, icc)).json()
  expect(up).toMatchObject({
    status: true,
    message: 'La SIM fue reactivada',
    data: { state: 'succeeded', simAdministrativeStatusId: 2 },
  })
  const [latest, before] = await portal.data(getSimHistory, 'ana', { params: { icc } })
  expect([latest?.kind, before?.kind, before?.actor, before?.detail.reason]).toEqual([
    'reactivated',
    'hibernated',
    'ana@andes.test',
    'Taller',
  ])
})

test('what the status does not allow is refused with from, to and what is allowed', async () => {
  const response = await act(hibernateSim, simIn(1))
  expect(response.statusCode).toBe(409)
  expect(response.json()).toMatchObject({
    code: 'transition_not_allowed',
    fields: { from: '1', to: '11', allowed: 'activate, requestTermination' },
  })
})

test('without canHibernate neither is done [S6.04]', async () => {
  const responses = [await act(hibernateSim, simIn(2, 1), 'luis'), await act(reactivateSim, simIn(11), 'luis')]
  expect(responses.map((response) => [response.statusCode, response.json().code])).toEqual([
    [403, 'not_allowed'],
    [403, 'not_allowed'],
  ])
})

test('what the page may offer is said by the rule that refuses', async () => {
  const answer = await portal.data(getSimActions, 'luis', { params: { id: simIn(2, 1) } })
  expect(Object.fromEntries(answer.actions.map(({ action, code }) => [action, code]))).toMatchObject({
    hibernate: 'not_allowed',
    activate: 'already_in_target',
    restart: null,
    custom: null,
  })
})

test('a restart drops the session, once a minute [S7.29, S7.43]', async () => {
  const icc = simIn(2, 2)
  const first = (await act(resetSim, icc)).json()
  expect(first.data.success, JSON.stringify(first)).toBe(true)
  const second = await act(resetSim, icc)
  expect([second.statusCode, second.json().code, Number(second.headers['retry-after']) > 0]).toEqual([
    429,
    'too_many_requests',
    true,
  ])
  expect(await statusOf(icc)).toBe(2)
})

test('how an action ended that went on after its answer is said in its own words [S8.07]', async () => {
  const done = async (response: { json(): { data: { operationId: number } } }) =>
    (await portal.data(getOperation, 'ana', { params: { operationId: response.json().data.operationId } })).summary
  expect(await done(await act(hibernateSim, simIn(2, 4)))).toBe('La SIM fue hibernada')
  expect(await done(await act(resetSim, simIn(2, 5)))).toBe('La SIM fue reiniciada')
})

/** Lets the network take on another change of a SIM, and not come to its end. */
async function keepBusy(icc: string): Promise<void> {
  await setNetworkFaults(portal, { accept: 1, confirmAfterMs: [3_600_000, 3_600_000] })
  const sims = portal.db.selectFrom('sims').select(['origin_id', 'sim_type_id', 'imsi', 'msisdn']).where('iccid', '=', icc)
  const { origin_id, sim_type_id, imsi, msisdn } = await sims.executeTakeFirstOrThrow()
  const network = portal.services.networks.findByRoute(origin_id, sim_type_id)
  const answer = await network?.cutData({ iccid: icc, imsi, msisdn }, { requestId: 'elsewhere' })
  expect(answer).toMatchObject({ kind: 'accepted' })
}

test('while the network has a change of the SIM under way, it is said since when it is asked, and nothing is guessed', async () => {
  const icc = simIn(2, 3)
  await keepBusy(icc)
  const asked = portal.clock.now
  expect((await act(hibernateSim, icc)).json()).toMatchObject({ message: 'Hibernación en curso' })
  const words = 'La red tiene otro cambio de esta SIM en curso. Se sigue consultando hasta saber el resultado'
  for (const minutes of [0, 5, 15]) {
    portal.clock.now = new Date(asked.getTime() + minutes * 60_000)
    await settleLines(portal.services)
    const { open } = await portal.data(getSimActions, 'ana', { params: { id: icc } })
    expect(open).toMatchObject({ state: 'running', text: words, askedAt: asked.toISOString() })
    const params = { operationId: open?.operationId ?? 0 }
    const items = await readRows(portal, listOperationItems, 'ana', { params })
    expect(items).toMatchObject([{ state: 'running', code: 'network_busy', text: words }])
    expect(new Date(items[0]?.updatedAt ?? '')).toEqual(asked)
    const { reasons } = await portal.data(getOperation, 'ana', { params })
    expect(reasons).toMatchObject([{ code: 'network_busy', lines: 1, since: asked.toISOString() }])
  }
  expect(await statusOf(icc)).toBe(2)
})
