import { afterAll, expect, test } from 'vitest'
import type { CompanyBody } from '#contract/companies/companies.calls.ts'
import { getSession } from '#contract/identity/identity.calls.ts'
import { auditRows } from '#test/audit-rows.ts'
import { editCompany } from '#test/edit-company.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const change = (person: FleetUser, companyId: number, more: Partial<CompanyBody>) =>
  editCompany(portal, person, companyId, more)
const seenBy = async (person: FleetUser): Promise<string[]> => {
  const { customField1Name, customField2Name } = await portal.data(getSession, person)
  return [customField1Name, customField2Name]
}

test('a company names its two fields; those below inherit the names, and who sees different ones sees none', async () => {
  expect(await seenBy('ana')).toEqual(['', ''])
  expect((await change('ana', COMPANIES.andes, { customField1Name: ' Patente ', customField2Name: 'Base' })).status).toBe(true)
  expect([await seenBy('ana'), await seenBy('luis'), await seenBy('sub')]).toEqual([
    ['Patente', 'Base'],
    ['Patente', 'Base'],
    ['Patente', 'Base'],
  ])
  // above and beside it, other companies have no names, or others
  expect([await seenBy('admin'), await seenBy('reseller'), await seenBy('flota')]).toEqual([
    ['', ''],
    ['', ''],
    ['', ''],
  ])
  const [named] = await auditRows(portal, { entity: 'company', action: 'company.changed' })
  expect(named).toMatchObject({
    before: { customField1Name: '', customField2Name: '' },
    after: { customField1Name: 'Patente', customField2Name: 'Base' },
  })

  await change('sub', COMPANIES.andesNorte, { customField1Name: 'Máquina', customField2Name: 'Base' })
  expect([await seenBy('sub'), await seenBy('ana')]).toEqual([
    ['Máquina', 'Base'],
    ['', 'Base'],
  ])
  await change('sub', COMPANIES.andesNorte, { customField1Name: '', customField2Name: '' })
  expect([await seenBy('sub'), await seenBy('ana')]).toEqual([
    ['Patente', 'Base'],
    ['Patente', 'Base'],
  ])
})

test('the nearest company above with a name gives it', async () => {
  await change('ana', COMPANIES.andes, { customField1Name: '', customField2Name: '' })
  await change('admin', COMPANIES.reseller, { customField1Name: 'Equipo', customField2Name: '' })
  expect([await seenBy('reseller'), await seenBy('sub'), await seenBy('flota'), await seenBy('admin')]).toEqual([
    ['Equipo', ''],
    ['Equipo', ''],
    ['', ''],
    ['', ''],
  ])
  await change('ana', COMPANIES.andes, { customField1Name: 'Patente' })
  expect([await seenBy('sub'), await seenBy('reseller')]).toEqual([
    ['Patente', ''],
    ['', ''],
  ])
})

test('names of more than 30 characters are refused at their field, and names that are left out stay', async () => {
  await change('ana', COMPANIES.andes, { customField1Name: 'Patente', customField2Name: 'Base' })
  const refused = await change('ana', COMPANIES.andes, { customField1Name: 'x'.repeat(31) })
  expect(Object.keys(refused.fields ?? {})).toEqual(['customField1Name'])
  expect((await change('ana', COMPANIES.andes, { customField1Name: 'ñ'.repeat(30), customField2Name: undefined })).status).toBe(
    true,
  )
  expect(await seenBy('luis')).toEqual(['ñ'.repeat(30), 'Base'])
})
