import { Secret, TOTP } from 'otpauth'
import { afterAll, expect, test } from 'vitest'
import * as account from '#contract/account/account.calls.ts'
import { type Call, changesSomething } from '#contract/call.ts'
import { changeCompany, getCompany } from '#contract/companies/companies.calls.ts'
import { CONTRACT } from '#contract/contract.ts'
import * as security from '#contract/identity/security.calls.ts'
import * as signOn from '#contract/identity/sign-on.calls.ts'
import { savePermit } from '#contract/users/permits.calls.ts'
import { beginPortalView, endPortalView } from '#contract/users/portal-view.calls.ts'
import * as users from '#contract/users/users.calls.ts'
import { PERMITS } from '#domain/permits.ts'
import { issueOneTimeLink } from '#server/records/one-time-links.ts'
import { auditRows } from '#test/audit-rows.ts'
import { COMPANIES, PASSWORD } from './fleet.ts'
import { type Newcomer, newcomer } from './newcomers.ts'
import { startPortal } from './portal.ts'

const portal = await startPortal()
afterAll(() => portal.close())

/** Who makes a change, and whose way in it changes. */
interface People {
  readonly actor: Newcomer
  readonly target: Newcomer
}

interface Change {
  readonly call: Call
  /** who may */
  readonly who: 'self' | 'stronger' | 'administrator'
  /**
   * the recipients of the mail: the user, at the previous address; other managers of users; none, when the user made the change or
   * lost nothing
   */
  readonly notified: 'person' | 'managers' | 'invited' | 'nobody'
  readonly audit: string
  /** makes it so that it goes rightly */
  make(people: People): Promise<unknown>
}

const proof = { password: PASSWORD }
const text = (userEmail: string) => ({ userEmail, userName: 'Nueva', userLastname: 'Persona', userPhone: '', userTin: '' })
const on = ({ userId }: Newcomer) => ({ params: { id: userId }, body: {} })
const inState = (target: Newcomer, state: object) =>
  portal.db.updateTable('users').set(state).where('user_id', '=', target.userId).execute()
const andes = { params: { companyId: COMPANIES.andes } }
const provider = {
  ...{ issuer: 'http://127.0.0.1:9', clientId: 'enlace', clientSecret: 'mine', domains: ['andes.test'], passwordLogin: true },
  ...proof,
}
const code = (secret: string): string => {
  portal.clock.now = new Date(portal.clock.now.getTime() + 30_000)
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: portal.clock.now.getTime() })
}
/** Turns a second factor on. @returns its secret */
async function enrol(person: Newcomer): Promise<string> {
  const { secret } = (await person.ask(security.beginSecondFactor, { body: proof })).json().data
  await person.ask(security.confirmSecondFactor, { body: { code: code(secret) } })
  return secret
}
const password = { newPassword: 'Cordillera42Sur', repeatNewPassword: 'Cordillera42Sur' }
let made = 0

/** Every call that changes a way to log in: the table of docs/security.md. */
const CHANGES: readonly Change[] = [
  {
    ...{ call: account.saveProfile, who: 'self', notified: 'person', audit: 'profile.saved' },
    make: ({ target }) =>
      target.ask(account.saveProfile, {
        body: {
          userName: 'N',
          userLastname: 'P',
          userCountryId: 1,
          userEmail: `own${made++}@andes.test`,
          passCurrent: PASSWORD,
        },
      }),
  },
  {
    ...{ call: account.changePassword, who: 'self', notified: 'person', audit: 'password.changed' },
    make: ({ target }) => target.ask(account.changePassword, { body: { passCurrent: PASSWORD, ...password } }),
  },
  {
    ...{ call: account.restorePassword, who: 'self', notified: 'person', audit: 'password.restored' },
    make: async ({ target }) => {
      const token = await issueOneTimeLink(portal.db, target.userId, 'restore', portal.clock.now)
      return target.ask(account.restorePassword, { body: { token, ...password } })
    },
  },
  {
    ...{ call: security.confirmSecondFactor, who: 'self', notified: 'person', audit: 'second_factor.enrolled' },
    make: ({ target }) => enrol(target),
  },
  {
    ...{ call: security.removeSecondFactor, who: 'self', notified: 'person', audit: 'second_factor.removed' },
    make: async ({ target }) => {
      const secret = await enrol(target)
      return target.ask(security.removeSecondFactor, { body: { ...proof, code: code(secret) } })
    },
  },
  {
    ...{ call: security.renewRecoveryCodes, who: 'self', notified: 'person', audit: 'second_factor.recovery_codes_renewed' },
    make: async ({ target }) => {
      const secret = await enrol(target)
      return target.ask(security.renewRecoveryCodes, { body: { ...proof, code: code(secret) } })
    },
  },
  {
    ...{ call: security.endOtherLoginSessions, who: 'self', notified: 'nobody', audit: 'login_session.others_ended' },
    make: async ({ target }) => {
      await target.enter()
      return target.ask(security.endOtherLoginSessions, { body: proof })
    },
  },
  {
    ...{ call: security.endLoginSession, who: 'self', notified: 'nobody', audit: 'login_session.ended' },
    make: async ({ target }) => {
      await target.enter()
      const sessions = (await target.ask(security.listLoginSessions)).json().data as { sessionId: number; isThis: boolean }[]
      const sessionId = sessions.find(({ isThis }) => !isThis)?.sessionId
      return target.ask(security.endLoginSession, { params: { sessionId }, body: proof })
    },
  },
  {
    ...{ call: security.resetSecondFactor, who: 'stronger', notified: 'person', audit: 'second_factor.reset' },
    make: ({ actor, target }) => actor.ask(security.resetSecondFactor, { params: { userId: target.userId } }),
  },
  {
    ...{ call: users.createUser, who: 'stronger', notified: 'invited', audit: 'user.created' },
    make: ({ actor }) => {
      const rights = { permits: [], canHibernate: '0', admin: '0' }
      return actor.ask(users.createUser, { body: { ...text('invited@andes.test'), ...rights, companyId: COMPANIES.andes } })
    },
  },
  {
    ...{ call: users.inviteUser, who: 'stronger', notified: 'person', audit: 'user.invited' },
    make: async ({ actor, target }) => {
      await inState(target, { password_hash: null })
      return actor.ask(users.inviteUser, on(target))
    },
  },
  {
    ...{ call: users.changeUser, who: 'stronger', notified: 'person', audit: 'user.changed' },
    make: ({ actor, target }) =>
      actor.ask(users.changeUser, { body: { ...text(`others${made++}@andes.test`), userId: target.userId } }),
  },
  {
    ...{ call: users.deactivateUser, who: 'stronger', notified: 'person', audit: 'user.deactivated' },
    make: ({ actor, target }) => actor.ask(users.deactivateUser, on(target)),
  },
  {
    ...{ call: users.reactivateUser, who: 'stronger', notified: 'person', audit: 'user.reactivated' },
    make: async ({ actor, target }) => {
      await inState(target, { deactivated_at: portal.clock.now })
      return actor.ask(users.reactivateUser, on(target))
    },
  },
  {
    ...{ call: users.deleteUser, who: 'stronger', notified: 'person', audit: 'user.deleted' },
    make: ({ actor, target }) => actor.ask(users.deleteUser, { params: { id: target.userId } }),
  },
  {
    ...{ call: savePermit, who: 'stronger', notified: 'nobody', audit: 'user.permits_changed' },
    make: ({ actor, target }) =>
      actor.ask(savePermit, { body: { userId: target.userId, permits: ['sims'], canHibernate: '0', admin: '0' } }),
  },
  {
    ...{ call: beginPortalView, who: 'administrator', notified: 'nobody', audit: 'portal_view.began' },
    make: ({ actor, target }) => actor.ask(beginPortalView, { body: { userId: target.userId } }),
  },
  {
    ...{ call: signOn.saveCompanySignOn, who: 'administrator', notified: 'managers', audit: 'company.sign_on_changed' },
    make: ({ actor }) => actor.ask(signOn.saveCompanySignOn, { ...andes, body: provider }),
  },
  {
    ...{ call: changeCompany, who: 'stronger', notified: 'managers', audit: 'company.factor_not_required' },
    make: async ({ actor }) => {
      const { companyId } = andes.params
      await portal.db
        .updateTable('companies')
        .set({ second_factor_required: true })
        .where('company_id', '=', companyId)
        .execute()
      const company = changeCompany.body.strip().parse((await actor.ask(getCompany, { params: { id: companyId } })).json().data)
      return actor.ask(changeCompany, { body: { ...company, companyId, secondFactorRequired: '0' } })
    },
  },
  {
    ...{ call: signOn.removeCompanySignOn, who: 'administrator', notified: 'managers', audit: 'company.sign_on_removed' },
    make: async ({ actor }) => {
      await actor.ask(signOn.saveCompanySignOn, { ...andes, body: provider })
      await portal.db.deleteFrom('mails').execute()
      return actor.ask(signOn.removeCompanySignOn, { ...andes, body: proof })
    },
  },
]

/**
 * Calls that change nothing yet: first steps, whose last one is above, logging in itself, requesting a mail, and ending the portal
 * view.
 */
const NOTHING_YET: readonly Call[] = [
  security.beginSecondFactor,
  endPortalView,
  account.askRestore,
  ...CONTRACT.filter(({ path }) => path.startsWith('/users/session/')),
]

test('every call that changes a way to log in stands in the table', () => {
  const about = /^\/(users|permits)\/|signOn/
  const isAbout = (call: Call) => (about.test(call.path) && !NOTHING_YET.includes(call)) || call === changeCompany
  const calls = CONTRACT.filter((call) => changesSomething(call) && isAbout(call))
  const names = (list: readonly Call[]) => list.map(({ method, path }) => `${method} ${path}`).sort()
  expect(names(CHANGES.map(({ call }) => call))).toEqual(names(calls))
})

const STRONG = { permits: PERMITS, canHibernate: true }

test.each(CHANGES.map((change) => [`${change.call.method} ${change.call.path}`, change] as const))(
  '%s is mailed to the affected users, and audited in their company',
  async (_, { call, who, notified, audit, make }) => {
    const target = await newcomer(portal, { permits: ['sims'] })
    const actor = who === 'self' ? target : await newcomer(portal, { companyId: COMPANIES.operator, isAdmin: true, ...STRONG })
    await portal.db.deleteFrom('audit_log').execute()
    await portal.db.deleteFrom('mails').execute()
    const answer = (await make({ actor, target })) as { statusCode?: number; body?: string }
    if (answer.statusCode !== undefined) expect(answer.statusCode, answer.body).toBe(200)

    const rows = await auditRows(portal, audit)
    // a portal view concerns the viewing administrator, and is in their log
    const companyId = call === beginPortalView ? COMPANIES.operator : COMPANIES.andes
    expect(rows).toMatchObject([{ company_id: companyId, actor: actor.email }])

    const mails = await portal.db.selectFrom('mails').select(['address', 'text']).orderBy('mail_id').execute()
    const to = mails.map(({ address }) => address)
    if (notified === 'nobody') expect(to).toEqual([])
    if (notified === 'invited') expect(to).toEqual(['invited@andes.test'])
    if (notified === 'managers') expect([to.includes('ana@andes.test'), to.includes(actor.email)]).toEqual([true, false])
    if (notified === 'person') expect(new Set(to)).toEqual(new Set([target.email]))
    // another hand is named; an invitation names its sender by name
    if (who !== 'self' && notified !== 'nobody' && call !== users.createUser && call !== users.inviteUser)
      expect(mails.every((mail) => mail.text.includes(actor.email))).toBe(true)
  },
)

test('no user is moved to another company', async () => {
  const target = await newcomer(portal, { permits: [] })
  const body = { ...text(target.email), userId: target.userId, companyId: COMPANIES.andesNorte }
  expect((await portal.request(users.changeUser, 'admin', { body })).statusCode).toBe(400)
})

test('no user gives themselves another e-mail among users: the account dialog asks for the password', async () => {
  const manager = await newcomer(portal, { permits: PERMITS, canHibernate: true })
  const body = { ...text('mine@andes.test'), userId: manager.userId }
  const refused = await manager.ask(users.changeUser, { body })
  expect(refused.json().fields).toEqual({ userEmail: 'Cambie el suyo en el menú de su usuario, en Cuenta' })
  expect((await manager.ask(users.changeUser, { body: { ...body, userEmail: manager.email } })).statusCode).toBe(200)
})

test('a user who never could log in gets no mail at the previous address: the invitation goes to the new one alone', async () => {
  const target = await newcomer(portal, { permits: [] })
  await inState(target, { password_hash: null })
  await portal.db.deleteFrom('mails').execute()
  await portal.data(users.changeUser, 'admin', { body: { ...text('typo-mended@andes.test'), userId: target.userId } })
  const mails = await portal.db.selectFrom('mails').select(['kind', 'address']).execute()
  expect(mails).toEqual([{ kind: 'invitation', address: 'typo-mended@andes.test' }])
})
