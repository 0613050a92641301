import { afterAll, expect, test } from 'vitest'
import { getSimHistory } from '#contract/sims/sim-history.calls.ts'
import { editCustom, getApn } from '#contract/sims/sim-tools.calls.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, type FleetUser, type TestSim } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { setSimType } from '#test/set-sim-type.ts'
import { setSims } from '#test/set-sims.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const sim = (n: number): TestSim => {
  const found = portal.fleet.sims.filter(({ companyId }) => companyId === COMPANIES.andes)[n]
  if (!found) throw new Error(`no SIM ${n}`)
  return found
}
const edit = async (body: object, person: FleetUser = 'luis') => {
  const response = await portal.request(editCustom, person, { body })
  return { status: response.statusCode, ...response.json() }
}
const rowOf = (iccid: string) =>
  portal.db
    .selectFrom('sims')
    .select(['imei', 'device', 'custom_field_1', 'custom_field_2', 'imei_lock', 'msisdn', 'apn_id'])
    .where('iccid', '=', iccid)
    .executeTakeFirstOrThrow()
const NEW_IMEI = '356938035643809'

test('fields, IMEI and device of an editable SIM are changed, with actor and reason on record [S7.24, S7.43]', async () => {
  const { iccid, label } = sim(0)
  const answer = await edit({
    icc: iccid,
    imei: '35-693803-564380',
    device: ' Quectel BG95 ',
    customField1: 'Grúa 7',
    customField2: '',
    reason: 'Equipo nuevo',
  })
  expect(answer).toMatchObject({
    status: true,
    message: 'Los campos fueron guardados',
    data: { success: true, result: 'Los campos fueron guardados', icc: iccid, changed: ['imei', 'device', 'customField1'] },
  })
  expect(await rowOf(iccid)).toMatchObject({ imei: NEW_IMEI, device: 'Quectel BG95', custom_field_1: 'Grúa 7' })
  const [event] = await portal.data(getSimHistory, 'ana', { params: { icc: iccid } })
  expect(event).toMatchObject({
    kind: 'custom_fields_changed',
    actor: 'luis@andes.test',
    detail: {
      reason: 'Equipo nuevo',
      changes: {
        custom_field_1: [label, 'Grúa 7'],
        device: ['Teltonika FMC130', 'Quectel BG95'],
        imei: [sim(0).imei, NEW_IMEI],
      },
    },
  })
  const audited = await auditRows(portal, { entity_id: iccid })
  expect(audited).toMatchObject([
    { action: 'sim.edited', actor: 'luis@andes.test', before: { imei: sim(0).imei }, after: { imei: NEW_IMEI } },
  ])
})

test('an edit of values that were changed meanwhile changes nothing; with the expected ones it is an undo', async () => {
  const { iccid, label } = sim(7)
  await edit({ icc: iccid, customField1: 'Grúa 9', imei: NEW_IMEI })
  await edit({ icc: iccid, customField1: 'Grúa 10' }, 'ana')
  const undo = { icc: iccid, customField1: label, imei: '' }
  const late = await edit({ ...undo, expected: { customField1: 'Grúa 9', imei: NEW_IMEI } })
  expect([late.code, late.error]).toEqual(['conflict', 'Alguien cambió estos campos mientras tanto; no se guardó nada'])
  expect(await rowOf(iccid)).toMatchObject({ custom_field_1: 'Grúa 10', imei: NEW_IMEI })
  const inTime = await edit({ ...undo, expected: { customField1: 'Grúa 10', imei: '35-693803-564380-9', imeiLock: false } })
  expect(inTime.data.changed).toEqual(['imei', 'customField1'])
  expect(await rowOf(iccid)).toMatchObject({ custom_field_1: label, imei: '' })
})

test('what is left out stays, and the same again leaves no trace', async () => {
  const { iccid, imei } = sim(1)
  const first = await edit({ icc: iccid, customField2: 'Patio' })
  const second = await edit({ icc: iccid, customField2: 'Patio' })
  expect([first.data.changed, second.data.changed]).toEqual([['customField2'], []])
  expect(await rowOf(iccid)).toMatchObject({ imei, device: 'Teltonika FMC130', custom_field_2: 'Patio' })
  const history = await portal.data(getSimHistory, 'ana', { params: { icc: iccid } })
  expect(history.filter(({ kind }) => kind === 'custom_fields_changed')).toHaveLength(1)
})

test('number and APN are read-only: they may come along as they are, not otherwise [S4.15]', async () => {
  const { iccid, msisdn } = sim(2)
  const asItIs = await edit({ icc: iccid, msisdn: `+${msisdn}`, apnId: 1, customField1: 'Uno' })
  expect(asItIs.data.changed).toEqual(['customField1'])
  const changed = await edit({ icc: iccid, msisdn: '56911112222', apnId: 2, customField1: 'Dos' })
  expect([changed.code, changed.fields]).toEqual([
    'invalid_request',
    { msisdn: 'Este campo no se puede cambiar', apnId: 'Este campo no se puede cambiar' },
  ])
  expect(await rowOf(iccid)).toMatchObject({ msisdn, apn_id: 1, custom_field_1: 'Uno' })
})

test.each([
  [5, 1, 'No disponible para Vodafone, excepto Vodafone con APN privado'],
  [1, 15, 'No disponible para legacy, excepto Telefónica legacy con APN privado'],
])('type %d with APN %d: IMEI and device stay, custom fields do not [S4.15]', async (simTypeId, apnId, sentence) => {
  const { iccid } = sim(2 + simTypeId)
  const imei = '864356051188424'
  await setSims(portal.db, iccid, { imei })
  await setSimType(portal.db, iccid, { simTypeId, apnId })
  const refused = await edit({ icc: iccid, imei: NEW_IMEI, device: 'Otro', customField1: 'Nada' })
  expect(refused).toMatchObject({ code: 'type_not_editable', error: sentence, fields: { imei: sentence, device: sentence } })
  // a form that sends all that it shows
  const answer = await edit({ icc: iccid, imei, device: 'Teltonika FMC130', customField1: 'Algo' })
  expect(answer.data.changed).toEqual(['customField1'])
  expect(await rowOf(iccid)).toMatchObject({ imei, device: 'Teltonika FMC130', custom_field_1: 'Algo' })
})

test.each([
  [5, 15],
  [1, 14],
  [1, 17],
])('type %d with its private APN %d lets IMEI and device be changed [S4.15]', async (simTypeId, apnId) => {
  const { iccid } = sim(10 + apnId)
  await setSimType(portal.db, iccid, { simTypeId, apnId })
  const answer = await edit({ icc: iccid, imei: NEW_IMEI, device: 'Otro', imeiLock: true })
  expect(answer.data).toMatchObject({ imei: NEW_IMEI, device: 'Otro', imeiLock: true })
})

test('a retired SIM is read-only', async () => {
  const { iccid, label } = sim(6)
  await setSims(portal.db, iccid, { administrative_status: 7 })
  const answer = await edit({ icc: iccid, customField1: 'Nuevo' })
  expect([answer.status, answer.code, answer.error]).toEqual([
    false,
    'transition_not_allowed',
    'El estado de la SIM no lo permite (Retirada)',
  ])
  expect(await rowOf(iccid)).toMatchObject({ custom_field_1: label })
})

test('a wrong IMEI is said at its field', async () => {
  const answer = await edit({ icc: sim(4).iccid, imei: '356938035643808' })
  expect([answer.code, answer.fields]).toEqual([
    'invalid_request',
    { imei: 'El IMEI debe tener 15 dígitos y su dígito verificador' },
  ])
  expect((await edit({ icc: sim(4).iccid, imei: '' })).data.imei).toBe('')
})

test("a SIM's APN is returned with the device settings, and is not cached [S7.30, S3.17]", async () => {
  const { iccid } = sim(5)
  await setSimType(portal.db, iccid, { simTypeId: 2, apnId: 30, apn: 'privado.enlace' })
  const response = await portal.request(getApn, 'luis', { params: { id: iccid } })
  expect(response.json().data).toEqual({
    apnName: 'APN 30',
    apn: 'privado.enlace',
    username: 'enlace',
    password: 'm2m-2026',
  })
  expect(response.headers['cache-control']).toBe('no-store')
})

test('the warning of another IMEI stands in the timeline by itself', async () => {
  const { iccid } = sim(20)
  const lockEvents = async () => {
    const rows = await portal.db
      .selectFrom('sim_events')
      .select('kind')
      .where('iccid', '=', iccid)
      .orderBy('event_id')
      .execute()
    return rows.map(({ kind }) => kind).filter((kind) => kind.startsWith('imei_') || kind === 'custom_fields_changed')
  }
  const before = await lockEvents()
  expect(await edit({ icc: iccid, imeiLock: true, reason: 'Robo' })).toMatchObject({ status: true })
  await edit({ icc: iccid, imeiLock: true })
  await edit({ icc: iccid, imeiLock: false })
  expect((await lockEvents()).slice(before.length)).toEqual(['imei_locked', 'imei_unlocked'])
})
