import { afterAll, expect, test } from 'vitest'
import type { CallInput } from '#contract/call.ts'
import { getSimHistory } from '#contract/sims/sim-history.calls.ts'
import { EDITED_SIMS_MAX, editCustom, editFields } from '#contract/sims/sim-tools.calls.ts'
import { differingCopies } from '#server/records/sim-copies.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, type FleetUser, type TestSim } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'
import { setSims } from '#test/set-sims.ts'

const portal = await startPortal()
afterAll(() => portal.close())

type Edit = CallInput<typeof editFields>['body']['edits'][number]

const ofCompany = (companyId: number, n: number): TestSim => {
  const found = portal.fleet.sims.filter((sim) => sim.companyId === companyId)[n]
  if (!found) throw new Error(`no SIM ${n}`)
  return found
}
const sim = (n: number): TestSim => ofCompany(COMPANIES.andes, n)
const edit = (edits: Edit[], person: FleetUser = 'luis') => portal.envelope(editFields, person, { body: { edits } })
const fieldsOf = async (...sims: TestSim[]): Promise<string[][]> => {
  const rows = await portal.db
    .selectFrom('sims')
    .select(['iccid', 'custom_field_1', 'custom_field_2'])
    .where(
      'iccid',
      'in',
      sims.map(({ iccid }) => iccid),
    )
    .execute()
  return sims.map(({ iccid }) => {
    const row = rows.find((one) => one.iccid === iccid)
    return [row?.custom_field_1 ?? '', row?.custom_field_2 ?? '']
  })
}

test('each SIM gets its own values, with its timeline, its audit row and its search texts; the same again leaves no trace', async () => {
  const edits = [
    { icc: sim(0).iccid, customField1: ' Grúa 7 ', customField2: 'Patio' },
    { icc: sim(1).iccid.slice(0, 19), customField2: '' },
    { icc: sim(2).iccid, customField1: 'Grúa 9' },
  ]
  await setSims(portal.db, sim(1).iccid, { custom_field_2: 'Norte' })
  const answer = await edit(edits)
  expect(answer.message).toBe('Los campos fueron guardados')
  expect(answer.data?.changed.toSorted((a, b) => a.icc.localeCompare(b.icc))).toEqual(
    [
      {
        icc: sim(0).iccid,
        customField1: 'Grúa 7',
        customField2: 'Patio',
        before: { customField1: sim(0).label, customField2: '' },
      },
      { icc: sim(1).iccid, customField1: sim(1).label, customField2: '', before: { customField2: 'Norte' } },
      { icc: sim(2).iccid, customField1: 'Grúa 9', customField2: '', before: { customField1: sim(2).label } },
    ].toSorted((a, b) => a.icc.localeCompare(b.icc)),
  )
  expect(await fieldsOf(sim(0), sim(1), sim(2))).toEqual([
    ['Grúa 7', 'Patio'],
    [sim(1).label, ''],
    ['Grúa 9', ''],
  ])
  const [event] = await portal.data(getSimHistory, 'ana', { params: { icc: sim(1).iccid } })
  expect(event).toMatchObject({
    kind: 'custom_fields_changed',
    actor: 'luis@andes.test',
    detail: { changes: { custom_field_2: ['Norte', ''] } },
  })
  const audited = await auditRows(portal, { action: 'sim.edited' })
  expect(audited).toHaveLength(3)
  expect(audited.find(({ entity_id }) => entity_id === sim(0).iccid)).toMatchObject({
    actor: 'luis@andes.test',
    before: { customField1: sim(0).label, customField2: '' },
    after: { customField1: 'Grúa 7', customField2: 'Patio' },
  })
  expect(await differingCopies(portal.db)).toEqual([])
  expect((await edit(edits)).data?.changed).toEqual([])
  expect(await auditRows(portal, { action: 'sim.edited' })).toHaveLength(3)
})

test('one wrong edit of several is named, and none is made', async () => {
  const good = { icc: sim(10).iccid, customField1: 'Nunca' }
  const foreign = ofCompany(COMPANIES.pacifico, 0).iccid
  expect(await edit([good, { icc: foreign, customField1: 'Robo' }])).toMatchObject({
    code: 'not_found',
    error: `No existe la SIM ${foreign}`,
    fields: { 'edits.1': `No existe la SIM ${foreign}` },
  })
  await setSims(portal.db, sim(11).iccid, { administrative_status: 7 })
  const refused = await edit([good, { icc: sim(11).iccid, customField1: 'Retirada' }, { ...good, customField1: 'Otra' }])
  expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['invalid_request', ['edits.1', 'edits.2']])
  const tooLong = await edit([good, { icc: sim(12).iccid, customField2: 'x'.repeat(121) }])
  expect(Object.keys(tooLong.fields ?? {})).toEqual(['edits.1.customField2'])
  expect((await edit([])).code).toBe('invalid_request')
  const many = Array.from({ length: EDITED_SIMS_MAX + 1 }, () => good)
  expect((await edit(many)).code).toBe('invalid_request')
  expect(await fieldsOf(sim(10))).toEqual([[sim(10).label, '']])
})

test('values that were changed since are kept, and the others of the call too', async () => {
  const [first, second] = [sim(20), sim(21)]
  const before = { customField1: first.label }
  await portal.data(editCustom, 'ana', { body: { icc: second.iccid, customField1: 'De Ana' } })
  const edits = [
    { icc: first.iccid, customField1: 'Mía', expected: before },
    { icc: second.iccid, customField1: 'Mía', expected: { customField1: second.label } },
  ]
  const late = await edit(edits)
  expect([late.code, late.fields]).toEqual([
    'conflict',
    { 'edits.1': 'Alguien cambió estos campos mientras tanto; no se guardó nada' },
  ])
  expect(await fieldsOf(first, second)).toEqual([
    [first.label, ''],
    ['De Ana', ''],
  ])
  expect((await edit([edits[0] as Edit])).data?.changed).toHaveLength(1)
})

test('people who paste over the same SIMs in opposite order both get an answer', async () => {
  const sims = Array.from({ length: 30 }, (_, n) => sim(n + 22))
  const paste = (name: string, order: TestSim[]) => edit(order.map(({ iccid }) => ({ icc: iccid, customField2: name })))
  const answers = await Promise.all([paste('A', sims), paste('B', sims.toReversed()), paste('C', sims)])
  expect(answers.map(({ status }) => status)).toEqual([true, true, true])
  const kept = new Set((await fieldsOf(...sims)).map(([, second]) => second))
  expect(kept.size).toBe(1)
  expect(await differingCopies(portal.db)).toEqual([])
})

test('the operator edits SIMs of several companies at once, and each reads it in its own log', async () => {
  const [ours, theirs] = [sim(55), ofCompany(COMPANIES.pacifico, 1)]
  const edits = [ours, theirs].map(({ iccid }) => ({ icc: iccid, customField2: 'Revisar' }))
  expect((await edit(edits, 'admin')).data?.changed).toHaveLength(2)
  const [audited] = await auditRows(portal, { entity_id: theirs.iccid })
  expect(audited).toMatchObject({ company_id: COMPANIES.pacifico, actor_company_id: COMPANIES.operator })
})
