import { afterAll, expect, test } from 'vitest'
import { restorePassword } from '#contract/account/account.calls.ts'
import { getMail } from '#contract/outbox/outbox.calls.ts'
import { createUser } from '#contract/users/users.calls.ts'
import type { Permit } from '#domain/permits.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES } from '#test/fleet.ts'
import { newcomer } from '#test/newcomers.ts'
import { startPortal } from '#test/portal.ts'

const portal = await startPortal()
afterAll(() => portal.close())

const administrator = (permits: readonly Permit[]) =>
  newcomer(portal, { companyId: COMPANIES.operator, permits, isAdmin: true })

/**
 * The mail with a link for a user.
 * @returns its id
 */
async function mailTo(address: string): Promise<number> {
  const { mail_id } = await portal.db
    .selectFrom('mails')
    .select('mail_id')
    .where('address', '=', address)
    .where('sealed_secret', 'is not', null)
    .executeTakeFirstOrThrow()
  return mail_id
}

const invite = (userEmail: string, permits: Permit[], admin: '0' | '1' = '0') =>
  portal.data(createUser, 'admin', {
    body: {
      ...{ userEmail, userName: 'Vera', userLastname: 'Soto', userPhone: '', userTin: '' },
      ...{ companyId: COMPANIES.operator, permits, canHibernate: '0', admin },
    },
  })

const TOKEN = /token=([\w-]{43})/

test('a link that sets a password is shown only to users who may change its owner, and each view is audited', async () => {
  const { userId } = await invite('vera@enlace.test', ['sims', 'users'], '1')
  const mailId = await mailTo('vera@enlace.test')
  const read = async (permits: readonly Permit[]) => {
    const reader = await administrator(permits)
    const response = await reader.ask(getMail, { params: { mailId } })
    expect(response.statusCode).toBe(200)
    const { text, html, secret } = response.json().data
    return { reader, secret, found: [TOKEN.test(text), TOKEN.test(html)], token: TOKEN.exec(text)?.[1] }
  }
  const hidden = { secret: 'hidden', found: [false, false] }
  // the one without any permit, one who could manage users but holds less, one who holds all and may not manage users
  expect(await read([])).toMatchObject(hidden)
  expect(await read(['users'])).toMatchObject(hidden)
  expect(await read(['sims', 'plans'])).toMatchObject(hidden)
  expect(await auditRows(portal, 'mail.secret_read')).toEqual([])

  const shown = await read(['sims', 'users'])
  expect(shown).toMatchObject({ secret: 'shown', found: [true, true] })
  expect(await auditRows(portal, 'mail.secret_read')).toMatchObject([
    {
      actor: shown.reader.email,
      entity: 'mail',
      entity_id: String(mailId),
      after: { recipient: 'vera@enlace.test', userId },
    },
  ])
  // and it is the link itself
  const password = { newPassword: 'Cordillera42Sur', repeatNewPassword: 'Cordillera42Sur' }
  const set = await portal.request(restorePassword, undefined, { body: { token: shown.token, ...password } })
  expect(set.statusCode).toBe(200)
})

test('a link comes where it belongs alone, whatever a company is called', async () => {
  const name = 'https://evil.example/?••••••••'
  await portal.db.updateTable('companies').set({ business_name: name }).where('company_id', '=', COMPANIES.operator).execute()
  await invite('nina@enlace.test', [])
  const { text, html } = await portal.data(getMail, 'admin', { params: { mailId: await mailTo('nina@enlace.test') } })
  const tokens = (of: string) => of.match(/[\w-]{43}/g)
  const [token] = TOKEN.exec(text)?.slice(1) ?? []
  expect(tokens(text)).toEqual([token])
  expect(new Set(tokens(html))).toEqual(new Set([token]))
  for (const shown of [text, html]) expect(shown).toContain('https://evil.example/?········')
})

test('a mail to an unknown user shows no link, and one without a link says so', async () => {
  const { userId } = await invite('gone@enlace.test', [])
  const mailId = await mailTo('gone@enlace.test')
  await portal.db.updateTable('users').set({ email: 'other@enlace.test' }).where('user_id', '=', userId).execute()
  expect(await portal.data(getMail, 'admin', { params: { mailId } })).toMatchObject({ secret: 'hidden' })
  await portal.db.updateTable('mails').set({ sealed_secret: null }).where('mail_id', '=', mailId).execute()
  expect(await portal.data(getMail, 'admin', { params: { mailId } })).toMatchObject({ secret: 'none' })
})
