import { sql } from 'kysely'
import { COMPANIES } from '../fleet.ts'
import type { Portal } from '../portal.ts'
import { REVOKED_KEY_ID } from './keys.ts'
import { nothing, type RuleArea } from './rule.ts'

const webhook = { url: 'https://hooks.andes.test/enlace', events: ['sms.received'] }
const onWebhook = (endpointId: number, body?: object) => () => ({
  params: { endpointId: String(endpointId) },
  ...(body ? { body } : {}),
})

/** Two endpoints of Andes, and a message. */
async function createWebhooks({ db, clock }: Portal): Promise<void> {
  await sql`
    INSERT INTO webhook_endpoints (company_id, endpoint_id, url, events, includes_below, is_active, secret, language, created_at, updated_at)
    SELECT ${COMPANIES.andes}, id, 'https://hooks.andes.test/', '{sms.received}', true, true, '', 'es', ${clock.now}, ${clock.now}
    FROM unnest(ARRAY[4711, 4712]) id`.execute(db)
  await sql`
    INSERT INTO webhook_messages (company_id, endpoint_id, message_id, event, items, body, at, due_at)
    VALUES (${COMPANIES.andes}, 4711, 4711, 'sms.received', 1, '{"icc":"Andes"}', ${clock.now}, ${clock.now})`.execute(db)
}

/** A client that asks Ana's consent, and one that has it. */
async function createAgents({ db, clock, fleet }: Portal): Promise<void> {
  const client = { client_id: AGENT_CLIENT, name: 'Modelo', redirect_uris: [AGENT_REDIRECT] }
  await db
    .insertInto('agent_clients')
    .values({ ...client, created_at: clock.now, address: '' })
    .execute()
  const consent = { client_id: AGENT_CLIENT, name: 'Andes', redirect_host: 'agente.test', scopes: ['fleet:read'] }
  await db
    .insertInto('agents')
    .values({ agent_id: 4711, user_id: fleet.people.ana.userId, ...consent, created_at: clock.now })
    .execute()
}

/** A terminal that waits with a code. */
async function createDeviceLogin({ db, clock }: Portal): Promise<void> {
  const [created_at, expires_at] = [clock.now, new Date(clock.now.getTime() + 600_000)]
  const row = { key_hash: Buffer.alloc(32), hint: 'enl_barrid', user_code: DEVICE_CODE, machine: 'Barrido', address: '' }
  await db
    .insertInto('device_logins')
    .values({ ...row, created_at, expires_at })
    .execute()
}

const DEVICE_CODE = 'BCDF-GHJK'
const AGENT_CLIENT = 'enlace_cliente_del_barrido'
const AGENT_REDIRECT = 'https://agente.test/callback'
const agentRequest = {
  response_type: 'code',
  client_id: AGENT_CLIENT,
  redirect_uri: AGENT_REDIRECT,
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}

/** Other people's programs: API keys, agents and webhooks. */
export const INTEGRATIONS: RuleArea = {
  prepare: async (portal) => {
    await createWebhooks(portal)
    await createAgents(portal)
    await createDeviceLogin(portal)
  },
  rules: {
    'GET /apiKeys': { rightly: nothing, elsewhere: 'own' },
    'POST /apiKeys': { rightly: () => ({ body: { name: 'Barrido', permits: ['sims'] } }), elsewhere: 'own' },
    // only with a key of the caller's own; device-logins.test.ts has the accepted path
    'POST /deviceLogins': { rightly: () => ({ body: { machine: 'Barrido' } }), elsewhere: 'everyone', status: 400 },
    'GET /deviceLogins/own': { rightly: nothing, elsewhere: 'everyone', status: 400 },
    // who has the code of a terminal may let it in to their own company
    'GET /deviceLogins/{userCode}': { rightly: () => ({ params: { userCode: DEVICE_CODE } }), elsewhere: 'everyone' },
    'POST /deviceLogins/{userCode}/approve': {
      rightly: () => ({ params: { userCode: 'BCDF-GHJL' }, body: { name: 'Barrido', permits: ['sims'] } }),
      elsewhere: 'not_found',
      status: 404,
    },
    'POST /deviceLogins/{userCode}/refuse': {
      rightly: () => ({ params: { userCode: 'BCDF-GHJL' }, body: {} }),
      elsewhere: 'not_found',
      status: 404,
    },
    'DELETE /apiKeys/{apiKeyId}': { rightly: () => ({ params: { apiKeyId: String(REVOKED_KEY_ID) } }), elsewhere: 'not_found' },
    'POST /agents/request': { rightly: () => ({ body: agentRequest }), elsewhere: 'everyone' },
    'POST /agents': { rightly: () => ({ body: { ...agentRequest, allow: true, scopes: ['fleet:read'] } }), elsewhere: 'own' },
    'GET /agents': { rightly: nothing, elsewhere: 'own' },
    // it has ended with Ana's other sessions, when her password was changed
    'POST /agents/{agentId}/end': { rightly: () => ({ params: { agentId: '4711' } }), elsewhere: 'not_found', status: 404 },
    'GET /webhooks': { rightly: nothing, elsewhere: 'own' },
    'POST /webhooks': { rightly: () => ({ body: { companyId: COMPANIES.andes, ...webhook } }), elsewhere: 'not_found' },
    'PUT /webhooks/{endpointId}': { rightly: onWebhook(4711, webhook), elsewhere: 'not_found' },
    'POST /webhooks/{endpointId}/secret': { rightly: onWebhook(4711, {}), elsewhere: 'not_found' },
    'POST /webhooks/{endpointId}/ping': { rightly: onWebhook(4711, {}), elsewhere: 'not_found' },
    'GET /webhooks/{endpointId}/messages': { rightly: onWebhook(4711), elsewhere: 'not_found' },
    'GET /webhooks/messages/{messageId}': { rightly: () => ({ params: { messageId: '4711' } }), elsewhere: 'not_found' },
    'POST /webhooks/messages/{messageId}/send': {
      rightly: () => ({ params: { messageId: '4711' }, body: {} }),
      elsewhere: 'not_found',
    },
    'DELETE /webhooks/{endpointId}': { rightly: onWebhook(4712), elsewhere: 'not_found' },
  },
}
