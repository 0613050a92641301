import { sql } from 'kysely'
import { COMPANIES } from '../fleet.ts'
import { andesSim, nothing, type RuleArea } from './rule.ts'

/** A SIM of Andes has reached an alarm; other companies' bells have nothing of it. */
export const BELL: RuleArea = {
  prepare: async (portal) => {
    const { now } = portal.clock
    await sql`
      INSERT INTO alarm_hours (company_id, alarm_id, kind, hour, at, iccid, limit_mb, sims)
      VALUES (${COMPANIES.andes}, 4711, 'limit', ${now}, ${now}, ${andesSim(portal, 2, 0)}, 10, 1)`.execute(portal.db)
  },
  rules: {
    'GET /bell': { rightly: nothing, elsewhere: 'own' },
    'GET /bell/events': { rightly: () => ({ query: { seconds: '0' } }), elsewhere: 'own' },
    'POST /bell/read': {
      rightly: ({ clock }) => ({ body: { key: 'alarm:4711:limit:2026112100', upTo: clock.now.toISOString() } }),
      elsewhere: 'own',
    },
    'PUT /bell/kinds/{kind}': { rightly: () => ({ params: { kind: 'alarms' }, body: { isOn: true } }), elsewhere: 'own' },
  },
}
