import { COMPANIES } from '../fleet.ts'
import type { Portal } from '../portal.ts'
import { nothing, type RuleArea } from './rule.ts'

/** Andes as it is, but for what its own people may change. */
const company = {
  ...{ tin: '', businessName: 'Transportes Andes Sur SpA', fantasyName: '', activity: 'Transporte', representative: '' },
  ...{ billingContact: '', billingEmail: '', phones: '', address: '', city: '', countryId: null, postalCode: '', website: '' },
  ...{ timeZone: 'America/Santiago', cycleAnchorDay: 1, currency: 'CLP', secondFactorRequired: '0', blocked: '0' },
}
const userText = { userEmail: 'nuevo@andes.test', userName: 'Nueva', userLastname: 'Persona', userPhone: '', userTin: '' }
const noRights = { permits: [], canHibernate: '0', admin: '0' }
/** Of Andes, made before the sweep: one to delete and one who is invited. */
const USERS = { deleted: 4711, invited: 4712 }
const onUser = (id: number) => () => ({ params: { id: String(id) }, body: {} })
const onLuis = ({ fleet }: Portal) => ({ params: { id: String(fleet.people.luis.userId) }, body: {} })

/** Companies, their people, what these may do and what they did. */
export const PEOPLE: RuleArea = {
  prepare: async ({ db }) => {
    const person = { company_id: COMPANIES.andes, name: 'De Andes' }
    await db
      .insertInto('users')
      .values(
        Object.entries(USERS).map(([name, user_id]) => ({
          ...person,
          user_id,
          email: `${name}@andes.test`,
          permits: ['sims'],
        })),
      )
      .execute()
  },
  rules: {
    'GET /audit': { rightly: nothing, elsewhere: 'own' },
    'GET /audit/export': { rightly: () => ({ query: { format: 'tsv' } }), elsewhere: 'own' },
    'GET /audit/choices': { rightly: nothing, elsewhere: 'own' },
    'GET /companies': { rightly: nothing, elsewhere: 'own' },
    'GET /companies/counts': { rightly: nothing, elsewhere: 'own' },
    'GET /companies/export': { rightly: () => ({ query: { format: 'tsv' } }), elsewhere: 'own' },
    'GET /companies/choices': { rightly: nothing, elsewhere: 'own' },
    'GET /companies/countries': { rightly: nothing, elsewhere: 'everyone' },
    'GET /companies/company/{id}': { rightly: () => ({ params: { id: String(COMPANIES.andes) } }), elsewhere: 'not_found' },
    'POST /companies/company/': {
      rightly: () => ({ body: { ...company, businessName: 'Barrido', parentId: COMPANIES.andes } }),
      elsewhere: 'not_found',
    },
    // one that is empty goes rightly in companies.test.ts
    'DELETE /companies/company/{id}': {
      rightly: () => ({ params: { id: String(COMPANIES.andesNorte) } }),
      elsewhere: 'not_found',
      status: 409,
    },
    'PUT /companies/company/': {
      rightly: () => ({ body: { ...company, companyId: COMPANIES.andes } }),
      elsewhere: 'not_found',
    },
    'GET /users': { rightly: nothing, elsewhere: 'own' },
    'GET /users/counts': { rightly: nothing, elsewhere: 'own' },
    'POST /users/names': { rightly: () => ({ body: { emails: ['luis@andes.test'] } }), elsewhere: 'own' },
    'GET /users/export': { rightly: () => ({ query: { format: 'tsv' } }), elsewhere: 'own' },
    'GET /users/user/{id}': { rightly: onLuis, elsewhere: 'not_found' },
    'POST /users/user/': {
      rightly: () => ({ body: { ...userText, ...noRights, companyId: COMPANIES.andes } }),
      elsewhere: 'not_found',
    },
    'PUT /users/user/': {
      rightly: ({ fleet }) => ({ body: { ...userText, userEmail: 'luis@andes.test', userId: fleet.people.luis.userId } }),
      elsewhere: 'not_found',
    },
    'DELETE /users/user/{id}': { rightly: onUser(USERS.deleted), elsewhere: 'not_found' },
    'POST /users/user/{id}/deactivate': { rightly: onLuis, elsewhere: 'not_found' },
    'POST /users/user/{id}/reactivate': { rightly: onLuis, elsewhere: 'not_found' },
    'POST /users/user/{id}/invite': { rightly: onUser(USERS.invited), elsewhere: 'not_found' },
    'GET /users/companies': { rightly: nothing, elsewhere: 'own' },
    'GET /permits/permitList': { rightly: nothing, elsewhere: 'own' },
    'POST /permits/permit': {
      rightly: ({ fleet }) => ({ body: { ...noRights, permits: ['plans'], userId: fleet.people.luis.userId } }),
      elsewhere: 'not_found',
    },
    'GET /users/session/companies': { rightly: nothing, elsewhere: 'own' },
    'PUT /users/session/company': {
      rightly: () => ({ body: { companyId: COMPANIES.andesNorte } }),
      theirs: { body: { companyId: null } },
      elsewhere: 'everyone',
    },
    // without a portal view; the accepted path, with a session of its own, is in portal-view.test.ts
    'POST /users/view': {
      rightly: ({ fleet }) => ({ body: { userId: fleet.people.admin.userId } }),
      elsewhere: 'not_found',
      status: 409,
    },
    'DELETE /users/view': { rightly: nothing, elsewhere: 'everyone' },
  },
}
