import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { CallArguments } from '#contract/call.ts'
import {
  addNetwork,
  listNetworks,
  type NetworkData,
  removeNetwork,
  saveNetwork,
  saveNetworkRules,
  tryNetwork,
  tryNetworkSettings,
} from '#contract/network-admin/networks.calls.ts'
import type { KindServices, NetworkKind } from '#server/networks/kind.ts'
import type { CheckStep, Network } from '#server/networks/network.ts'
import { SIMULATED } from '#server/networks/simulated/simulated-kind.ts'
import { auditRows } from '#test/audit-rows.ts'
import { startPortal } from '#test/portal.ts'

/** What the carrier behind the kind of this test lets in. */
const KEY = 'key-of-the-carrier'

const settingsSchema = z.object({ apiUrl: z.string(), authKeyId: z.string(), authKey: z.string() })
type Settings = z.output<typeof settingsSchema>

/** With which settings networks of the kind were opened, and tried. */
const opened: Settings[] = []
const tried: Settings[] = []

/** A carrier that accepts every client with the key, and otherwise repeats the key in its error. */
const check = async (settings: Settings): Promise<readonly CheckStep[]> => {
  tried.push(settings)
  const isFine = settings.authKey === KEY
  return [{ part: 'account', isFine, text: isFine ? 'let in' : `no account\nwith ${settings.authKey}`, ms: 1.4 }]
}

/** As the form has it, over the embedded network: all but the account is its own. */
const CARRIER: NetworkKind<Settings> = {
  settings: settingsSchema,
  secretNames: ['authKey'],
  open: (services: KindServices) => {
    const inner = SIMULATED.open(services)
    return {
      connect: (networkId, settings): Network => {
        opened.push(settings())
        const network = inner.connect(networkId, () => SIMULATED.settings.parse({}))
        return { ...network, check: () => check(settings()) }
      },
      close: inner.close,
    }
  },
}

const portal = await startPortal({ kinds: { simulated: SIMULATED, soracom: CARRIER } })
afterAll(() => portal.close())
beforeEach(async () => {
  tried.length = 0
  await portal.db.deleteFrom('networks').where('kind', '=', 'soracom').execute()
  await portal.services.networks.reload()
})

const limits = { name: 'Soracom', enabled: true, requestsPerSecond: 5, maxInFlight: 8, timeoutMs: 20_000, maxAttempts: 4 }
const settings = { apiUrl: 'https://g.api.soracom.io', authKeyId: 'keyId-portal' }
const params = { networkId: 'soracom' }
const body = { ...params, ...limits, kind: 'soracom', settings, secrets: { authKey: KEY } }
const add = (changes: Partial<CallArguments<typeof addNetwork>['body']> = {}) =>
  portal.envelope(addNetwork, 'admin', { body: { ...body, ...changes } })
const networks = async () => portal.data(listNetworks, 'admin')
const network = async (): Promise<NetworkData> => {
  const found = (await networks()).networks.find(({ networkId }) => networkId === params.networkId)
  if (!found) throw new Error('it was not added')
  return found
}
const save = async (changes: object) => {
  const { updatedAt } = await network()
  const body = { ...limits, overrideStatus: null, overrideText: '', updatedAt, ...changes }
  return portal.envelope(saveNetwork, 'admin', { params, body })
}
const stored = () =>
  portal.db.selectFrom('networks').selectAll().where('network_id', '=', params.networkId).executeTakeFirstOrThrow()
const audited = async () => {
  const rows = await auditRows(portal, { entity: 'network' })
  return rows.filter(({ entity_id }) => entity_id === params.networkId)
}

test('a network is added with its secret sealed, is open at once, and no SIM goes by it', async () => {
  expect((await networks()).kinds).toContain('soracom')
  expect((await add()).data).toMatchObject({ ...params, settings, secrets: ['authKey'], sims: 0, carries: [], faults: [] })
  expect(opened.at(-1)).toEqual({ ...settings, authKey: KEY })
  expect((await network()).capabilities?.listsSims).toBe(false)
  const row = await stored()
  expect(row.settings).toEqual(settings)
  expect(row.sealed_secrets).toEqual({ authKey: expect.stringMatching(/^v1\./) })
  const [entry] = (await audited()).slice(-1)
  expect(entry).toMatchObject({ action: 'network.added', after: { ...settings, kind: 'soracom', authKey: 'changed' } })
  expect(JSON.stringify([row, await networks(), entry])).not.toContain(KEY)
})

test('problems are reported at their fields', async () => {
  const wrong = { settings: { apiUrl: 'http://api.soracom.io', authKeyId: ' ', colour: 'red' }, secrets: {} }
  expect((await add(wrong)).fields).toMatchObject({
    'settings.apiUrl': expect.stringContaining('https://'),
    'settings.authKeyId': 'Este campo es requerido',
    'settings.colour': 'Este tipo de red no tiene este campo',
    'secrets.authKey': 'Este campo es requerido',
  })
  expect((await add({ kind: 'pigeons' })).fields).toEqual({ kind: 'No existe ese tipo de red' })
  expect((await add({ networkId: 'Soracom!' })).fields).toEqual({ networkId: expect.stringContaining('minúsculas') })
  await add()
  for (const networkId of ['soracom', 'rules', 'simulated-9'])
    expect((await add({ networkId })).fields).toEqual({ networkId: 'Ya hay una red con este identificador' })
})

test('an omitted secret stays, a new one is used at once, and a secret sealed for another network is not accepted', async () => {
  await add()
  expect((await save({ settings: { authKeyId: 'keyId-2' }, secrets: { authKey: '' } })).status).toBe(true)
  expect((await portal.data(tryNetwork, 'admin', { params })).steps).toMatchObject([{ isFine: true }])
  expect(tried).toEqual([{ ...settings, authKeyId: 'keyId-2', authKey: KEY }])
  await save({ secrets: { authKey: 'another-key' } })
  await portal.data(tryNetwork, 'admin', { params })
  expect(tried.at(-1)?.authKey).toBe('another-key')
  const last = (await audited()).filter(({ action }) => action === 'network.changed').at(-1)
  expect(last).toMatchObject({ before: {}, after: { authKey: 'changed' } })

  await add({ networkId: 'soracom-2' })
  const { sealed_secrets } = await stored()
  await portal.db
    .updateTable('networks')
    .set({ sealed_secrets: JSON.stringify(sealed_secrets), name: 'Otra' })
    .where('network_id', '=', 'soracom-2')
    .execute()
  await portal.services.networks.reload()
  expect(portal.services.networks.find('soracom-2')?.name).toBe('Soracom')
})

test('a secret does not follow to another address by itself, neither to be kept nor to be tried', async () => {
  await add()
  const moved = { settings: { apiUrl: 'https://elsewhere.example' } }
  const again = { 'secrets.authKey': 'Cambió la conexión: escriba otra vez este secreto' }
  expect((await save(moved)).fields).toEqual(again)
  const body = { kind: 'soracom', ...params, ...moved }
  expect((await portal.envelope(tryNetworkSettings, 'admin', { body })).fields).toEqual(again)
  expect(tried).toEqual([])
  expect((await save({ ...moved, secrets: { authKey: KEY } })).data?.settings).toMatchObject(moved.settings)
})

test('settings are checked before they are saved, and a wrong secret is reported without its value', async () => {
  const body = { kind: 'soracom', settings, secrets: { authKey: 'a-wrong-key' } }
  const { steps } = await portal.data(tryNetworkSettings, 'admin', { body })
  expect(steps).toEqual([{ part: 'account', isFine: false, text: 'no account with …', ms: 1 }])
  expect((await networks()).networks.map(({ networkId }) => networkId)).not.toContain(params.networkId)
  const tried = await auditRows(portal, 'network.tried')
  expect(tried.at(-1)).toMatchObject({ after: { kind: 'soracom', account: false } })
  const embedded = await portal.data(tryNetwork, 'admin', { params: { networkId: 'simulated-1' } })
  expect(embedded.steps).toMatchObject([{ part: 'subscribers', isFine: true }])
})

test('a network is removed when no rule and no line of an operation needs it', async () => {
  await add()
  const remove = () => portal.envelope(removeNetwork, 'admin', { params })
  const rule = { originId: 1, simTypeId: 2 }
  await portal.data(saveNetworkRules, 'admin', { body: { rules: [{ ...rule, ...params }] } })
  expect(await network()).toMatchObject({
    sims: portal.fleet.sims.length,
    carries: [{ ...rule, sims: portal.fleet.sims.length }],
  })
  expect(await remove()).toMatchObject({ code: 'conflict', error: expect.stringContaining('rutas') })
  await portal.data(saveNetworkRules, 'admin', { body: { rules: [{ ...rule, networkId: 'simulated-1' }] } })
  const line = { company_id: 1, operation_id: 1, line: 1, iccid: '1', due_at: portal.clock.now, updated_at: portal.clock.now }
  await portal.db
    .insertInto('operation_items')
    .values({ ...line, network: params.networkId, state: 'pending' })
    .execute()
  expect(await remove()).toMatchObject({ code: 'conflict', error: expect.stringContaining('operaciones') })
  await portal.db.updateTable('operation_items').set({ state: 'cancelled' }).execute()
  expect(await remove()).toMatchObject({ status: true })
  expect(portal.services.networks.find(params.networkId)).toBeUndefined()
  expect((await audited()).at(-1)).toMatchObject({ action: 'network.removed', before: { name: 'Soracom' } })
  expect((await remove()).code).toBe('not_found')
})
