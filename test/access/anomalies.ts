import { sql } from 'kysely'
import { COMPANIES } from '../fleet.ts'
import type { Portal } from '../portal.ts'
import { nothing, type RuleArea } from './rule.ts'

/** A batch of Andes that was silent. */
async function createAnomaly({ db, clock, fleet }: Portal): Promise<void> {
  const iccids = fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes).map(({ iccid }) => iccid)
  await sql`
    INSERT INTO anomalies (company_id, anomaly_id, kind, measure, device, iccid, began_at, last_at, hours, peers, sims, observed, expected, own,
      iccids)
    VALUES (${COMPANIES.andes}, 4711, 'silence', 'data', 'Teltonika FMC130', '', ${clock.now}, ${clock.now}, 1, 60, 20, 20, 1, 0, ${iccids})`.execute(
    db,
  )
}

/** What was out of the ordinary. */
export const ANOMALIES: RuleArea = {
  prepare: createAnomaly,
  rules: {
    'GET /anomaly/anomalies': { rightly: nothing, elsewhere: 'own' },
    'GET /anomaly/anomalies/counts': { rightly: nothing, elsewhere: 'own' },
    'GET /anomaly/anomalies/export': { rightly: nothing, elsewhere: 'own' },
    'GET /anomaly/sims/{id}': { rightly: () => ({ params: { id: '4711' } }), elsewhere: 'not_found' },
  },
}
