import { sql } from 'kysely'
import { COMPANIES } from '../fleet.ts'
import type { Portal } from '../portal.ts'
import { nothing, type RuleArea } from './rule.ts'

const definition = {
  trigger: { kind: 'data', per: 'day', mb: 100 },
  conditions: { tags: [], groups: [], plans: [], statuses: [], hours: null, weekdays: [] },
  actions: { emails: ['ops@andes.test'], tag: '', operation: '' },
  limits: { everyHours: 0, quiet: null },
}
const rule = { name: 'Consumo', company: COMPANIES.andes, ...definition }
const alarm = { company: COMPANIES.andes, plan: '', limit: 1000, email: 'ops@andes.test', active: '1', action: '0' }

/** Two of Andes, one of which has fired. */
async function createRules({ db, clock, fleet }: Portal): Promise<void> {
  await sql`
    INSERT INTO rules (company_id, rule_id, name, definition, is_active, version, since, user_id, language, created_at, updated_at)
    SELECT ${COMPANIES.andes}, id, 'Consumo', ${JSON.stringify(definition)}::jsonb, true, 1, ${clock.now}, ${fleet.people.ana.userId}, 'es',
      ${clock.now}, ${clock.now}
    FROM unnest(ARRAY[4711, 4712]) id`.execute(db)
  const iccid = fleet.sims.find((sim) => sim.companyId === COMPANIES.andes)?.iccid
  await sql`
    INSERT INTO rule_firings (company_id, rule_id, rule_name, iccid, at, trigger, value, operation, tag, mailed_at, escalate_at)
    VALUES (${COMPANIES.andes}, 4711, 'Consumo', ${iccid}, ${clock.now}, 'data', '104857600', 'none', 'none', ${clock.now}, ${clock.now})`.execute(
    db,
  )
}

/** Drafts of Andes that wait: three of rules, one of an alarm. */
async function createDrafts({ db, clock, fleet }: Portal): Promise<void> {
  await sql`
    INSERT INTO drafts (company_id, draft_id, kind, body, reason, user_id, actor, created_at, state)
    SELECT ${COMPANIES.andes}, id, kind, body::jsonb, 'Andes consume', ${fleet.people.ana.userId},
      'agent:Modelo (ana@andes.test)', ${clock.now}, 'waiting'
    FROM (VALUES (4711, 'rule', ${JSON.stringify(rule)}), (4712, 'rule', ${JSON.stringify(rule)}), (4713, 'rule', ${JSON.stringify(rule)}),
      (4714, 'alarm', ${JSON.stringify(alarm)})) AS n(id, kind, body)`.execute(db)
}

/** Rules, what they did, and what programs draft. */
export const ACTING_RULES: RuleArea = {
  prepare: async (portal) => {
    await createRules(portal)
    await createDrafts(portal)
  },
  rules: {
    'GET /rule/rules': { rightly: nothing, elsewhere: 'own' },
    'GET /rule/firings': { rightly: nothing, elsewhere: 'own' },
    'GET /rule/company/{companyId}': {
      rightly: () => ({ params: { companyId: String(COMPANIES.andes) } }),
      elsewhere: 'not_found',
    },
    'POST /rule': { rightly: () => ({ body: rule }), elsewhere: 'not_found' },
    'PUT /rule': { rightly: () => ({ body: { ...rule, name: 'Otra', ruleId: 4711 } }), elsewhere: 'not_found' },
    'POST /rule/active/{id}': { rightly: () => ({ params: { id: '4711' }, body: { active: false } }), elsewhere: 'not_found' },
    'DELETE /rule/{id}': { rightly: () => ({ params: { id: '4712' } }), elsewhere: 'not_found' },
    'POST /rule/answer/{id}': {
      rightly: () => ({ params: { id: '4711' }, body: { answer: 'acknowledge' } }),
      elsewhere: 'not_found',
    },
    'POST /rule/stop': { rightly: () => ({ body: { company: COMPANIES.andes, stopped: true } }), elsewhere: 'not_found' },
    'POST /drafts/rule': { rightly: () => ({ body: { ...rule, reason: 'Consumo' } }), elsewhere: 'not_found' },
    'POST /drafts/alarm': { rightly: () => ({ body: { ...alarm, reason: 'Consumo' } }), elsewhere: 'not_found' },
    'GET /drafts': { rightly: nothing, elsewhere: 'own' },
    'GET /drafts/{draftId}': { rightly: () => ({ params: { draftId: '4711' } }), elsewhere: 'not_found' },
    'POST /drafts/{draftId}/answer': {
      rightly: () => ({ params: { draftId: '4712' }, body: { answer: 'confirm' } }),
      elsewhere: 'not_found',
    },
    'POST /drafts/{draftId}/rule': {
      rightly: () => ({ params: { draftId: '4713' }, body: { ...rule, name: 'Otra' } }),
      elsewhere: 'not_found',
    },
    'POST /drafts/{draftId}/alarm': {
      rightly: () => ({ params: { draftId: '4714' }, body: { ...alarm, limit: 900 } }),
      elsewhere: 'not_found',
    },
    'POST /rule/try': {
      rightly: () => ({ body: { company: COMPANIES.andes, ...definition } }),
      elsewhere: 'not_found',
    },
  },
}
