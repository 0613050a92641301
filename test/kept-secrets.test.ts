import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePassword } from '#contract/account/account.calls.ts'
import { createApiKey } from '#contract/api-keys/api-keys.calls.ts'
import { CONTRACT } from '#contract/contract.ts'
import { beginSecondFactor, confirmSecondFactor } from '#contract/identity/security.calls.ts'
import { saveCompanySignOn } from '#contract/identity/sign-on.calls.ts'
import { addAccountingClient } from '#contract/network-admin/accounting.calls.ts'
import { addNetwork } from '#contract/network-admin/networks.calls.ts'
import { saveSmppLink } from '#contract/network-admin/smpp.calls.ts'
import { getMail } from '#contract/outbox/outbox.calls.ts'
import { createUser } from '#contract/users/users.calls.ts'
import { createWebhook } from '#contract/webhooks/webhooks.calls.ts'
import { PERMITS } from '#domain/permits.ts'
import { NETWORKS } from './access/networks.ts'
import { COMPANIES, PASSWORD } from './fleet.ts'
import { newcomer } from './newcomers.ts'
import { type Portal, startPortal } from './portal.ts'

/** Every secret that is given or made here, by what it is. */
const secrets = new Map<string, string>()
let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
  const person = await newcomer(portal, { companyId: COMPANIES.operator, permits: PERMITS, isAdmin: true, canHibernate: true })
  const made = async (call: Parameters<typeof person.ask>[0], args: object) => {
    const response = await person.ask(call, args)
    expect(response.statusCode, `${call.path} ${response.body}`).toBe(200)
    return response.json().data
  }
  const typed = (name: string): string => {
    const secret = `Secreto-${name}-9Qz`
    secrets.set(name, secret)
    return secret
  }
  const smpp = NETWORKS.rules['PUT /networks/{networkId}/smpp']?.rightly(portal)
  await made(saveSmppLink, { ...smpp, body: { ...(smpp?.body as object), password: 'Smpp9Qzx' } })
  secrets.set('smpp', 'Smpp9Qzx')
  const client = { name: 'GGSN', addresses: '10.20.0.0/24', interimSeconds: 900, disconnectPort: null }
  await made(addAccountingClient, { body: { ...client, secret: typed('radius') } })
  const limits = { name: 'Japan', enabled: true, requestsPerSecond: null, maxInFlight: 8, timeoutMs: 9000, maxAttempts: 3 }
  const access = {
    settings: { apiUrl: 'https://g.api.soracom.io', authKeyId: 'keyId-1' },
    secrets: { authKey: 'secret-Enlace-9Qz' },
  }
  secrets.set('network', 'secret-Enlace-9Qz')
  const network = await person.ask(addNetwork, { body: { ...limits, networkId: 'japan', kind: 'soracom', ...access } })
  expect(network.statusCode, network.body).toBe(200)
  const provider = { issuer: 'http://127.0.0.1:9', clientId: 'enlace', domains: ['andes.test'], passwordLogin: true }
  const signOn = { ...provider, clientSecret: typed('client'), password: PASSWORD }
  await made(saveCompanySignOn, { params: { companyId: COMPANIES.andes }, body: signOn })
  const hook = { companyId: COMPANIES.andes, url: 'https://hooks.andes.test/', events: ['sms.received'] }
  secrets.set('webhook', (await made(createWebhook, { body: hook })).secret)
  secrets.set('api key', (await made(createApiKey, { body: { name: 'Clave', permits: ['sims'] } })).key)
  const { secret } = await made(beginSecondFactor, { body: { password: PASSWORD } })
  const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: portal.clock.now.getTime() })
  const { recoveryCodes } = await made(confirmSecondFactor, { body: { code } })
  secrets.set('app', secret)
  secrets.set('recovery code', recoveryCodes[0])
  const other = await newcomer(portal)
  const password = typed('password')
  await other.ask(changePassword, { body: { passCurrent: PASSWORD, newPassword: password, repeatNewPassword: password } })
  const user = { userEmail: 'v@andes.test', userName: 'V', userLastname: 'S', userPhone: '', userTin: '' }
  const rights = { permits: [], canHibernate: '0' as const, admin: '0' as const }
  await portal.data(createUser, 'admin', { body: { ...user, ...rights, companyId: COMPANIES.andes } })
  const sealed = portal.db.selectFrom('mails').select('mail_id').where('sealed_secret', 'is not', null)
  const { mail_id: mailId } = await sealed.executeTakeFirstOrThrow()
  const { text } = await portal.data(getMail, 'admin', { params: { mailId } })
  secrets.set('one-time link', /token=([\w-]{43})/.exec(text)?.[1] ?? '')
})
afterAll(() => portal.close())

test('no table keeps a secret so that it could be read: not sealed ones, not hashed ones, no log, mail or kept answer', async () => {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`.execute(portal.db)
  expect(tables.length).toBeGreaterThan(60)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.raw(name)} t`.execute(portal.db)
    const text = rows.map(({ row }) => row).join('\n')
    for (const [what, secret] of secrets) if (text.includes(secret)) found.push(`${what} in ${name}`)
  }
  expect([secrets.size, found]).toEqual([10, []])
})

const READS = CONTRACT.filter(({ method, params, events }) => method === 'GET' && !params && !events)

test.each(READS.map((call) => [call.path, call] as const))('%s returns no secret to any user', async (_, call) => {
  for (const person of ['admin', 'ana'] as const) {
    const { body } = await portal.request(call, person)
    expect([...secrets].filter(([, secret]) => body.includes(secret))).toEqual([])
  }
})
