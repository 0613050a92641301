import { afterAll, expect, test } from 'vitest'
import { getSmppLink, removeSmppLink, saveSmppLink } from '#contract/network-admin/smpp.calls.ts'
import { sendSms } from '#contract/sims/sim-tools.calls.ts'
import { textField } from '#server/networks/smpp/pdu.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES } from '#test/fleet.ts'
import { openTestCentre } from '#test/message-centre.ts'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
const centre = await openTestCentre()
afterAll(async () => {
  await portal.close()
  await centre.down()
})

const params = { networkId: 'simulated-1' }
const link = () => ({
  host: '127.0.0.1',
  port: centre.port,
  isEncrypted: false,
  systemId: 'portal',
  systemType: '',
  source: '777',
  addressing: 'msisdn' as const,
  windowSize: 10,
  submitsPerSecond: null,
  wantsInterim: true,
})
const text = async (message: string) => {
  const sim = portal.fleet.sims.find(({ companyId, status }) => companyId === COMPANIES.andes && status === 2)
  return portal.envelope(sendSms, 'ana', { body: { icc: sim?.iccid ?? '', message } })
}

test('a network may have no link of its own; one needs a password', async () => {
  expect(await portal.data(getSmppLink, 'admin', { params })).toEqual({ link: null, problem: null })
  const refused = await portal.envelope(saveSmppLink, 'admin', { params, body: link() })
  expect(refused).toMatchObject({ status: false, fields: { password: 'Este campo es requerido' } })
  const unknown = await portal.envelope(getSmppLink, 'admin', { params: { networkId: 'nowhere' } })
  expect(unknown).toMatchObject({ status: false, code: 'not_found' })
})

test('messages go over the link from the moment that it is saved, and its own way again when it is taken away', async () => {
  await portal.data(saveSmppLink, 'admin', { params, body: { ...link(), password: 'secret' } })
  expect(await text('por SMPP')).toMatchObject({ status: true, data: { message: { state: 'sent' } } })
  const [submitted] = centre.submitted
  expect(submitted && [textField(submitted, 'source_addr'), textField(submitted, 'destination_addr')]).toEqual([
    '777',
    expect.stringMatching(/^\d{9,15}$/),
  ])
  expect(await portal.data(getSmppLink, 'admin', { params })).toMatchObject({ link: { host: '127.0.0.1' }, problem: '' })
  await portal.data(removeSmppLink, 'admin', { params })
  expect(await text('por su red')).toMatchObject({ status: true })
  expect(centre.submitted).toHaveLength(1)
})

test('the password is sealed in the database, never returned, and stays when omitted', async () => {
  await portal.data(saveSmppLink, 'admin', { params, body: { ...link(), password: 'secret' } })
  const { sealed_password } = await portal.db.selectFrom('smpp_links').select('sealed_password').executeTakeFirstOrThrow()
  expect(sealed_password).toMatch(/^v1\./)
  const saved = await portal.data(saveSmppLink, 'admin', { params, body: { ...link(), windowSize: 20 } })
  expect(saved.link?.windowSize).toBe(20)
  expect(JSON.stringify(saved)).not.toContain('secret')
  const changed = await auditRows(portal, 'network.smpp_changed')
  expect(changed.length).toBeGreaterThan(0)
  expect(JSON.stringify(changed)).not.toContain('secret')
  expect(await text('con la misma')).toMatchObject({ status: true })
})

test.each([{ host: 'localhost' }, { port: 9 }, { isEncrypted: true }])(
  'the password does not follow to %o',
  async (elsewhere) => {
    await portal.data(saveSmppLink, 'admin', { params, body: { ...link(), password: 'secret' } })
    const refused = await portal.envelope(saveSmppLink, 'admin', { params, body: { ...link(), ...elsewhere } })
    expect(refused.fields).toEqual({ password: 'Cambió la conexión: escriba otra vez este secreto' })
    expect((await portal.data(getSmppLink, 'admin', { params })).link).toMatchObject({ host: '127.0.0.1', port: centre.port })
    const again = { ...link(), ...elsewhere, password: 'secret' }
    expect((await portal.data(saveSmppLink, 'admin', { params, body: again })).link).toMatchObject(elsewhere)
  },
)

test('the reason of a missing connection is reported', async () => {
  await portal.data(saveSmppLink, 'admin', { params, body: { ...link(), password: 'wrong' } })
  expect((await text('no sale')).status).toBe(false)
  expect((await portal.data(getSmppLink, 'admin', { params })).problem).toBe('the bind was refused: ESME_RINVPASWD')
})
