import { sql } from 'kysely'
import { COMPANIES } from '../fleet.ts'
import type { Portal } from '../portal.ts'
import { nothing, type RuleArea } from './rule.ts'

const andesIcc = ({ fleet }: Portal) => ({
  params: { icc: fleet.sims.find(({ companyId }) => companyId === COMPANIES.andes)?.iccid ?? '' },
})
const alarm = { company: COMPANIES.andes, plan: '', limit: 1000, email: 'ops@andes.test', active: '1', action: '0' }

/** Two of Andes, one of which holds a SIM's data cut, and one that was deleted. */
async function createAlarms({ db, clock, fleet }: Portal): Promise<void> {
  await sql`
    INSERT INTO alarms (company_id, alarm_id, limit_mb, emails, language, is_active, cuts_data, created_at, updated_at)
   
    SELECT ${COMPANIES.andes}, id, 100, '{ops@andes.test}', 'es', true, true, ${clock.now}, ${clock.now} FROM unnest(ARRAY[4711, 4712]) id`.execute(
    db,
  )
  await sql`
    INSERT INTO deleted_alarms (company_id, alarm_id, limit_mb, emails, language, is_active, cuts_data, created_at, deleted_at)
    VALUES (${COMPANIES.andes}, 4713, 100, '{ops@andes.test}', 'es', true, true, ${clock.now}, ${clock.now})`.execute(db)
  const iccid = fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes && sim.status === 10)[1]?.iccid
  await sql`
    INSERT INTO alarm_notices (company_id, notice_id, alarm_id, iccid, cycle_start, kind, limit_mb, used_bytes, at, action, action_since,
      changed_at)
    VALUES (${COMPANIES.andes}, 4711, 4711, ${iccid}, '2026-01-01', 'limit', 100, 0, ${clock.now}, 'cut', ${clock.now}, ${clock.now})`.execute(
    db,
  )
}

/** Alarms and their notices. */
export const ALARMS: RuleArea = {
  prepare: createAlarms,
  rules: {
    'GET /alarm/alarms': { rightly: nothing, elsewhere: 'own' },
    'GET /alarm/alarms/export': { rightly: () => ({ query: { format: 'tsv' } }), elsewhere: 'own' },
    'GET /alarm/companies': { rightly: nothing, elsewhere: 'own' },
    'GET /alarm/sim/{icc}': { rightly: andesIcc, elsewhere: 'not_found' },
    'GET /alarm/plans/{companyId}': {
      rightly: () => ({ params: { companyId: String(COMPANIES.andes) } }),
      elsewhere: 'not_found',
    },
    'POST /alarm': { rightly: () => ({ body: alarm }), elsewhere: 'not_found' },
    'PUT /alarm': { rightly: () => ({ body: { ...alarm, alarmId: 4711 } }), elsewhere: 'not_found' },
    'POST /alarm/restore/{id}': { rightly: () => ({ params: { id: '4713' }, body: {} }), elsewhere: 'not_found' },
    'DELETE /alarm/{id}': { rightly: () => ({ params: { id: '4712' } }), elsewhere: 'not_found' },
    'POST /alarm/trial': {
      rightly: () => ({ body: { company: COMPANIES.andes, plan: '', limit: 100 } }),
      elsewhere: 'not_found',
    },
    'GET /alarm/notificatedAlarms': { rightly: nothing, elsewhere: 'own' },
    'GET /alarm/notificatedAlarms/counts': { rightly: nothing, elsewhere: 'own' },
    'GET /alarm/notificatedAlarms/export': { rightly: () => ({ query: { format: 'tsv' } }), elsewhere: 'own' },
    'GET /alarm/notificatedAlarms/events': { rightly: () => ({ query: { seconds: '0' } }), elsewhere: 'everyone' },
    'POST /alarm/notices/{id}/restore': { rightly: () => ({ params: { id: '4711' }, body: {} }), elsewhere: 'not_found' },
  },
}
