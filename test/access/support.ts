import { sql } from 'kysely'
import { COMPANIES } from '../fleet.ts'
import { type Arguments, andesSim, nothing, type RuleArea } from './rule.ts'

const CONVERSATION_ID = 4711
const on =
  (more: Arguments = {}) =>
  () => ({ params: { conversationId: String(CONVERSATION_ID) }, ...more })

/** Ana's conversation with the operator; each of the others has none or their own. */
export const SUPPORT: RuleArea = {
  prepare: async ({ db, clock, fleet }) => {
    await sql`
      INSERT INTO support_conversations (company_id, conversation_id, user_id, person_language, last_at, last_no, operator_unread, created_at,
        updated_at)
      VALUES (${COMPANIES.andes}, ${CONVERSATION_ID}, ${fleet.people.ana.userId}, 'es', ${clock.now}, 1, 1, ${clock.now}, ${clock.now})`.execute(
      db,
    )
    await sql`
      INSERT INTO support_messages (company_id, conversation_id, message_no, key, side, user_id, author, text, at, language)
      VALUES (${COMPANIES.andes}, ${CONVERSATION_ID}, 1, 'the first of all', 'person', ${fleet.people.ana.userId}, 'ana', 'Andes pregunta',
        ${clock.now}, 'es')`.execute(db)
  },
  rules: {
    'GET /support/mark': { rightly: nothing, elsewhere: 'own' },
    'GET /support/events': { rightly: () => ({ query: { seconds: '0' } }), elsewhere: 'own' },
    'GET /support/conversation': { rightly: nothing, elsewhere: 'own' },
    // the SIM of another company is left out
    'POST /support/conversation/messages': {
      rightly: (portal) => ({
        body: { key: '5f0c6f3e-8f0e-4c57-9a55-0a5a0c6c2d11', text: 'Hola', icc: andesSim(portal, 2, 0) },
      }),
      elsewhere: 'own',
    },
    'POST /support/conversation/read': { rightly: () => ({ body: { upTo: 1 } }), elsewhere: 'own' },
    'GET /support/conversations': { rightly: nothing, elsewhere: 'own' },
    'GET /support/conversations/counts': { rightly: nothing, elsewhere: 'own' },
    'GET /support/conversations/{conversationId}': { rightly: on(), elsewhere: 'not_found' },
    'POST /support/conversations/{conversationId}/messages': {
      rightly: on({ body: { key: '5f0c6f3e-8f0e-4c57-9a55-0a5a0c6c2d12', text: 'Buenas' } }),
      elsewhere: 'not_found',
    },
    'POST /support/conversations/{conversationId}/read': { rightly: on({ body: { upTo: 1 } }), elsewhere: 'not_found' },
    'PUT /support/conversations/{conversationId}': { rightly: on({ body: { state: 'closed' } }), elsewhere: 'not_found' },
  },
}
