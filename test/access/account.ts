import { sql } from 'kysely'
import { issueOneTimeLink } from '#server/records/one-time-links.ts'
import { COMPANIES, PASSWORD } from '../fleet.ts'
import { nothing, type RuleArea } from './rule.ts'

const onAndes =
  (more: object = {}) =>
  () => ({ params: { companyId: String(COMPANIES.andes) }, ...more })
const signOnSettings = {
  // without a listener
  issuer: 'http://127.0.0.1:9',
  clientId: 'enlace',
  clientSecret: 'secret',
  domains: ['andes.test'],
  passwordLogin: true,
  password: PASSWORD,
}

const profile = { userName: 'Nombre', userLastname: 'Apellido', userCountryId: 1 }
/** Of a link to restore a password, made before the sweep. */
let token = ''

/** The actor's own account: login and profile. */
export const ACCOUNT_RULES: RuleArea = {
  prepare: async ({ db, clock, fleet }) => {
    token = await issueOneTimeLink(db, fleet.people.sub.userId, 'restore', clock.now)
    const { userId } = fleet.people.ana
    await sql`INSERT INTO login_sessions (login_session_id, token_hash, user_id, created_at, last_seen_at) OVERRIDING SYSTEM VALUE
      VALUES (4711, ${Buffer.alloc(32)}, ${userId}, ${clock.now}, ${clock.now})`.execute(db)
  },
  rules: {
    'GET /users/session/': { rightly: nothing, elsewhere: 'own' },
    'POST /users/session/': {
      rightly: () => ({ body: { email: 'ana@andes.test', password: PASSWORD } }),
      elsewhere: 'everyone',
    },
    // without a pending login and without an app; the accepted path is in second-factor.test.ts
    'POST /users/session/secondFactor': { rightly: () => ({ body: { code: '123456' } }), elsewhere: 'everyone', status: 401 },
    'POST /users/session/secondFactor/begin': { rightly: () => ({ body: {} }), elsewhere: 'everyone', status: 401 },
    'POST /users/session/secondFactor/confirm': {
      rightly: () => ({ body: { code: '123456' } }),
      elsewhere: 'everyone',
      status: 401,
    },
    'GET /users/secondFactor': { rightly: nothing, elsewhere: 'own' },
    'POST /users/secondFactor/begin': { rightly: () => ({ body: { password: PASSWORD } }), elsewhere: 'own' },
    'POST /users/secondFactor/confirm': { rightly: () => ({ body: { code: '000000' } }), elsewhere: 'own', status: 400 },
    'POST /users/secondFactor/recoveryCodes': { rightly: () => ({ body: {} }), elsewhere: 'own', status: 409 },
    'POST /users/secondFactor/remove': { rightly: () => ({ body: {} }), elsewhere: 'own', status: 409 },
    'POST /users/secondFactor/reset/{userId}': {
      rightly: ({ fleet }) => ({ params: { userId: String(fleet.people.luis.userId) } }),
      elsewhere: 'not_found',
    },
    'GET /users/sessions': { rightly: nothing, elsewhere: 'own' },
    'POST /users/sessions/end': { rightly: () => ({ body: { password: PASSWORD } }), elsewhere: 'own' },
    'POST /users/sessions/{sessionId}/end': {
      rightly: () => ({ params: { sessionId: '4711' }, body: { password: PASSWORD } }),
      elsewhere: 'not_found',
    },
    'GET /users/signOn/{domain}': { rightly: () => ({ params: { domain: 'andes.test' } }), elsewhere: 'everyone' },
    'GET /companies/{companyId}/signOn': { rightly: onAndes(), elsewhere: 'not_found' },
    'PUT /companies/{companyId}/signOn': { rightly: onAndes({ body: signOnSettings }), elsewhere: 'not_found' },
    'POST /companies/{companyId}/signOn/remove': {
      rightly: onAndes({ body: { password: PASSWORD } }),
      elsewhere: 'not_found',
    },
    'GET /users/profile': { rightly: nothing, elsewhere: 'own' },
    'PUT /users/profile': {
      rightly: () => ({ body: { ...profile, userEmail: 'ana@andes.test' } }),
      theirs: { body: { ...profile, userEmail: 'flota@pacifico.test' } },
      elsewhere: 'own',
    },
    'PUT /users/password': {
      rightly: () => ({ body: { passCurrent: PASSWORD, newPassword: PASSWORD, repeatNewPassword: PASSWORD } }),
      elsewhere: 'everyone',
    },
    'POST /users/restorePassword': { rightly: () => ({ body: { email: 'ana@andes.test' } }), elsewhere: 'everyone' },
    'GET /users/restoreEmail/{token}': { rightly: () => ({ params: { token } }), elsewhere: 'everyone' },
    'PUT /users/restorePassword': {
      rightly: () => ({ body: { token, newPassword: PASSWORD, repeatNewPassword: PASSWORD } }),
      elsewhere: 'everyone',
    },
    'GET /client-config': { rightly: nothing, elsewhere: 'everyone' },
    'GET /users/address': { rightly: nothing, elsewhere: 'everyone' },
  },
}
