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

/** Other people's programs: API keys and webhooks. */
export const INTEGRATIONS: RuleArea = {
  prepare: createWebhooks,
  rules: {
    'GET /apiKeys': { rightly: nothing, elsewhere: 'own' },
    'POST /apiKeys': { rightly: () => ({ body: { name: 'Barrido', permits: ['sims'] } }), elsewhere: 'own' },
    'DELETE /apiKeys/{apiKeyId}': { rightly: () => ({ params: { apiKeyId: String(REVOKED_KEY_ID) } }), elsewhere: 'not_found' },
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
