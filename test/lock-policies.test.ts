import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { CallArguments } from '#contract/call.ts'
import { createGeofence, deleteGeofence } from '#contract/geofences/geofences.calls.ts'
import { createGroup, deleteGroup, listGroups, moveSimToGroup } from '#contract/groups/groups.calls.ts'
import { deleteLockPolicy, listLockPolicies, setLockPolicy } from '#contract/locks/lock-policies.calls.ts'
import { getSimLock, lockSim } from '#contract/locks/locks.calls.ts'
import { massLock } from '#contract/operations/mass-actions.calls.ts'
import { getSimHistory } from '#contract/sims/sim-history.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { tagSim } from '#contract/tags/tags.calls.ts'
import { isWithin, namesOfPath } from '#domain/groups.ts'
import { refreshRule } from '#server/features/groups/refresh-rules.ts'
import { followPolicies } from '#server/lock-engine/lock-policies.ts'
import { applyEvents } from '#server/networks/events/apply-events.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { startLiveWork } from '#test/portal-work.ts'
import { shareOf } from '#test/share.ts'

const { andes, pacifico } = COMPANIES
const portal = await startPortal()
const { db } = portal.services
const endWork = await startLiveWork(portal)
const { network_id: networkId } = await db.selectFrom('networks').select('network_id').executeTakeFirstOrThrow()
afterAll(async () => {
  await endWork()
  await portal.close()
})

const METER = '356949001234564'
const PHONE = '490154203237518'
const active = portal.fleet.sims.filter(({ companyId, status }) => companyId === andes && status === 2)
const iccAt = (n: number): string => {
  const sim = active[n]
  if (!sim) throw new Error(`no active SIM ${n}`)
  return sim.iccid
}
const wait = { interval: 100, timeout: 40_000 }

type PolicyBody = Partial<CallArguments<typeof setLockPolicy>['body']>

async function groupId(path: string, rule?: object): Promise<number> {
  const known = (await portal.data(listGroups, 'ana')).find((one) => one.companyId === andes && one.path === path)
  return (
    known?.groupId ?? (await portal.data(createGroup, 'ana', { body: { company: andes, path, ...(rule && { rule }) } })).groupId
  )
}
const setPolicy = async (path: string, body: PolicyBody) =>
  portal.data(setLockPolicy, 'ana', { body: { company: andes, groupId: path === '' ? null : await groupId(path), ...body } })
const move = (icc: string, group: string | null) => portal.data(moveSimToGroup, 'ana', { params: { icc }, body: { group } })
const lockOf = (icc: string) => portal.data(getSimLock, 'ana', { params: { id: icc } })
const setOwn = (icc: string, body: CallArguments<typeof lockSim>['body']) =>
  portal.data(lockSim, 'ana', { params: { id: icc }, body })
const statusOf = async (icc: string) => (await portal.data(getSim, 'ana', { params: { icc } })).simAdministrativeStatusId
const policies = (who: FleetUser = 'ana') => portal.data(listLockPolicies, who)
/** What the worker does every quarter of a minute, at once. */
const follow = () => followPolicies(portal.services, andes)
const removeAll = async () => {
  for (const { policyId } of await policies()) await portal.data(deleteLockPolicy, 'ana', { params: { policyId } })
}

let events = 0
const register = (icc: string, imei: string) => {
  const event = {
    kind: 'registered',
    id: `policy ${++events}`,
    iccid: icc,
    at: new Date(),
    servingNetwork: { mcc: '730', mnc: '02' },
    radioTechnology: 'LTE',
    imei,
  } as const
  return db.transaction().execute((trx) => applyEvents(trx, networkId, [event], new Date()))
}

describe('a policy of a group', () => {
  test('binds each of its SIMs to its own device, those that join later too, and lets go of those that leave', async () => {
    const [first, later] = [iccAt(0), iccAt(1)]
    await move(first, 'Norte/Medidores')
    expect(await setPolicy('Norte', { device: { mode: 'learn' }, emails: ['guardia@andes.test'] })).toMatchObject({
      ...{ path: 'Norte', sims: 1, device: { mode: 'learn', values: [] } },
    })
    const fromNorte = { policy: { group: 'Norte' }, isOwn: false, emails: ['guardia@andes.test'] }
    expect(await lockOf(first)).toMatchObject({ ...fromNorte, device: { mode: 'learn', values: [] } })
    await register(first, METER)
    expect((await lockOf(first)).device).toEqual({ mode: 'learn', values: [METER] })
    await move(later, 'norte')
    await expect.poll(() => lockOf(later), wait).toMatchObject({ ...fromNorte, device: { mode: 'learn' } })
    await register(later, PHONE)
    // another address is another version: the devices that they hold stay
    await setPolicy('Norte', { device: { mode: 'learn' }, emails: ['otra@andes.test'] })
    expect(await lockOf(first)).toMatchObject({ emails: ['otra@andes.test'], device: { values: [METER] } })
    expect((await lockOf(later)).device.values).toEqual([PHONE])

    await register(first, PHONE)
    await expect.poll(() => lockOf(first), wait).toMatchObject({ breach: { imei: PHONE, action: 'cut' } })
    expect(await statusOf(first)).toBe(10)
    await move(first, null)
    await follow()
    expect(await lockOf(first)).toMatchObject({ policy: null, device: { mode: 'off' }, breach: null })
    await expect.poll(() => statusOf(first), wait).toBe(2)
    const history = await portal.data(getSimHistory, 'ana', { params: { icc: first } })
    expect(history.filter(({ kind }) => kind === 'lock_set').map(({ actor }) => actor)).toEqual(['lock', 'lock'])
  })

  test('is passed over by a SIM with a lock of its own, or without any, until that is given up', async () => {
    const [own, free] = [iccAt(2), iccAt(3)]
    await setOwn(own, { device: { mode: 'imei', values: [METER] } })
    for (const icc of [own, free]) await move(icc, 'Norte')
    await follow()
    expect(await lockOf(free)).toMatchObject({ isOwn: false, policy: { group: 'Norte' }, device: { mode: 'learn' } })
    expect(await lockOf(own)).toMatchObject({ isOwn: true, policy: { group: 'Norte' }, device: { mode: 'imei' } })
    await setOwn(free, { device: { mode: 'off' } })
    await setPolicy('Norte', { device: { mode: 'tac', values: [METER] } })
    expect(await lockOf(own)).toMatchObject({ isOwn: true, device: { mode: 'imei' } })
    expect(await lockOf(free)).toMatchObject({ isOwn: true, device: { mode: 'off' } })
    expect(await setOwn(free, { inherits: true })).toMatchObject({ isOwn: false, device: { mode: 'tac' } })
    const mass = { icc: [own], inherits: true as const }
    await portal.data(massLock, 'ana', { body: mass })
    await expect.poll(() => lockOf(own), wait).toMatchObject({ isOwn: false, device: { mode: 'tac', values: ['35694900'] } })
    // without any policy a lock that is off is nothing, and keeps no later one off
    await removeAll()
    await setOwn(free, { device: { mode: 'imei', values: [METER] } })
    await setOwn(free, { device: { mode: 'off' } })
    await setPolicy('Norte', { device: { mode: 'learn' } })
    expect(await lockOf(free)).toMatchObject({ isOwn: false, device: { mode: 'learn' } })
  })

  test('keeps its group, loses a geofence that is deleted, and is audited', async () => {
    const params = { groupId: await groupId('Norte') }
    const refused = await portal.request(deleteGroup, 'ana', { params: { groupId: params.groupId } })
    expect(refused.statusCode).toBe(409)
    const shape = { kind: 'circle' as const, centre: { latitude: -33.45, longitude: -70.65 }, radiusM: 1000 }
    const { geofenceId } = await portal.data(createGeofence, 'ana', { body: { company: andes, name: 'Bodega', shape } })
    const { policyId } = await setPolicy('Norte', { area: { mode: 'listed', values: ['CL'], geofences: [geofenceId] } })
    expect((await lockOf(iccAt(3))).area).toEqual({ mode: 'listed', values: ['CL'], geofences: [geofenceId] })
    expect((await portal.request(deleteGeofence, 'ana', { params: { geofenceId } })).statusCode).toBe(409)
    await portal.data(deleteGeofence, 'ana', { params: { geofenceId }, query: { free: 'true' } })
    expect(await lockOf(iccAt(3))).toMatchObject({ isOwn: false, area: { mode: 'listed', values: ['CL'], geofences: [] } })
    expect((await policies()).find((one) => one.policyId === policyId)?.area.geofences).toEqual([])
    const [removed] = await auditRows(portal, 'lock_policy.deleted')
    expect(removed).toMatchObject({ actor: 'ana@andes.test', company_id: andes, before: { group: 'Norte' } })
    const before = await auditRows(portal, 'lock_policy.set')
    // saved as it is, it is no other version: no SIM is written, and nothing audited
    await setPolicy('Norte', { area: { mode: 'listed', values: ['CL'] } })
    expect(await auditRows(portal, 'lock_policy.set')).toEqual(before)
    const [set] = before
    expect(set).toMatchObject({ actor: 'ana@andes.test', after: { device: { mode: 'learn', values: [] } } })
  })
})

test('bad policies are refused at their fields and change nothing', async () => {
  await removeAll()
  const group = await groupId('Norte')
  const wrong: [object, string][] = [
    [{ groupId: group, device: { mode: 'learn', values: [METER] } }, 'device.values'],
    [{ groupId: group, device: { mode: 'imei', values: [] } }, 'device.values'],
    [{ groupId: 999_999, device: { mode: 'learn' } }, 'groupId'],
    [
      { groupId: null, area: { mode: 'listed', values: [], geofences: ['5c1f7c58-2f6b-4c55-9d0b-6d6f3a0a4711'] } },
      'area.geofences',
    ],
    [{ groupId: null, emails: ['nadie'] }, 'emails.0'],
  ]
  for (const [body, field] of wrong) {
    const answer = await portal.request(setLockPolicy, 'ana', { body: { company: andes, ...body } as never })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().errors ?? answer.json().fields ?? {}), answer.body).toContain(field)
  }
  const elsewhere = { body: { company: pacifico, groupId: null, device: { mode: 'learn' as const } } }
  expect((await portal.request(setLockPolicy, 'ana', elsewhere)).statusCode).toBe(404)
  expect(
    (await portal.request(lockSim, 'ana', { params: { id: iccAt(4) }, body: { inherits: true, emails: [] } })).statusCode,
  ).toBe(400)
  expect(await policies()).toEqual([])
})

const PATHS = ['A', 'A/B', 'A/B/C', 'A/D', 'E', 'E/F']
/** The tag by which a SIM is in the group by rule. */
const RULED = 'Por regla'

/** What a SIM’s lock is by the nearest policy: read from the paths, without the database. */
function expectedMode(
  set: ReadonlyMap<string, 'off' | 'tac' | 'imei'>,
  { group, isRuled, own }: { readonly group: string; readonly isRuled: boolean; readonly own: boolean },
): string {
  if (own) return 'learn'
  const around = PATHS.filter((path) => group !== '' && isWithin(group, path) && set.has(path))
  const nearest = around.sort((a, b) => namesOfPath(b).length - namesOfPath(a).length)[0]
  const decides = nearest ?? (isRuled && set.has('Regla') ? 'Regla' : '')
  return set.get(decides) ?? 'off'
}

test('whatever policies, groups and own locks there are, each SIM has the lock of the nearest', async () => {
  await removeAll()
  const sims = [10, 11, 12, 13, 14, 15].map(iccAt)
  for (const path of PATHS) await groupId(path)
  const ruled = { companyId: andes, groupId: await groupId('Regla', { tags: [RULED] }) }
  const simOf = fc.record({ group: fc.constantFrom('', ...PATHS), isRuled: fc.boolean(), own: fc.boolean() })
  const modes = fc.constantFrom<'off' | 'tac' | 'imei'>('off', 'tac', 'imei')
  const policiesOf = fc.uniqueArray(fc.tuple(fc.constantFrom('', 'Regla', ...PATHS), modes), {
    maxLength: 5,
    selector: ([path]) => path,
  })
  const states = fc.record({ of: fc.array(simOf, { minLength: sims.length, maxLength: sims.length }), set: policiesOf })
  await fc.assert(
    fc.asyncProperty(states, async ({ of, set }) => {
      for (const { policyId, path } of await policies()) {
        if (!set.some(([to]) => to === path)) await portal.data(deleteLockPolicy, 'ana', { params: { policyId } })
      }
      for (const [n, icc] of sims.entries()) {
        const { group = '', isRuled = false, own = false } = of[n] ?? {}
        await move(icc, group === '' ? null : group)
        await portal.data(tagSim, 'ana', { params: { icc }, body: { [isRuled ? 'add' : 'remove']: [RULED] } })
        await setOwn(icc, own ? { device: { mode: 'learn' } } : { inherits: true })
      }
      for (const [path, mode] of set) {
        await setPolicy(path, { device: { mode, values: mode === 'off' ? [] : [METER] } })
      }
      const byPath = new Map(set)
      const expected = of.map((sim) => expectedMode(byPath, sim))
      await refreshRule(portal.services, ruled)
      await follow()
      expect((await Promise.all(sims.map(lockOf))).map(({ device }) => device.mode)).toEqual(expected)
    }),
    { numRuns: shareOf(5, 60) },
  )
})
