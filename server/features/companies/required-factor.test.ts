import { afterAll, expect, test } from 'vitest'
import { getSession } from '#contract/identity/identity.calls.ts'
import { auditRows } from '#test/audit-rows.ts'
import { editCompany } from '#test/edit-company.ts'
import { COMPANIES, type FleetUser } from '#test/fleet.ts'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const { andes } = COMPANIES
const isRequired = async () => {
  const companies = portal.db.selectFrom('companies').select('second_factor_required').where('company_id', '=', andes)
  return (await companies.executeTakeFirstOrThrow()).second_factor_required
}
const require = (person: FleetUser, secondFactorRequired: '0' | '1') =>
  editCompany(portal, person, andes, { secondFactorRequired })
const change = (person: FleetUser, values: object) =>
  portal.db.updateTable('users').set(values).where('user_id', '=', portal.fleet.people[person].userId).execute()

test('a second factor is no longer required only by who is stronger than all users of the company', async () => {
  await change('luis', { permits: ['companies'] })
  // who logs in later has to set a factor up first
  await portal.data(getSession, 'ana')
  expect(await require('luis', '1')).toMatchObject({ status: true })
  expect(await require('luis', '0')).toMatchObject({ code: 'not_allowed', error: expect.stringContaining('dos pasos') })
  // all permits of Ana, who may hibernate as well
  expect(await require('reseller', '0')).toMatchObject({ code: 'not_allowed' })
  expect(await editCompany(portal, 'luis', andes, { city: 'Talca' })).toMatchObject({ status: true })
  expect(await isRequired()).toBe(true)

  await portal.db.deleteFrom('mails').execute()
  expect(await require('ana', '0')).toMatchObject({ status: true })
  expect(await isRequired()).toBe(false)
  const mails = await portal.db.selectFrom('mails').select(['address', 'subject', 'text']).execute()
  expect(mails).toMatchObject([
    { address: 'admin@enlace.test', subject: 'Su empresa ya no exige la verificación en dos pasos' },
  ])
  expect(mails[0]?.text).toContain('ana@andes.test')
  expect(await auditRows(portal, 'company.factor_not_required')).toMatchObject([{ company_id: andes, actor: 'ana@andes.test' }])
})

test('deactivated users and those who belong to a company below do not count', async () => {
  await change('sub', { can_hibernate: true })
  await require('reseller', '1')
  await change('ana', { deactivated_at: portal.clock.now })
  expect(await require('reseller', '0')).toMatchObject({ status: true })
})
