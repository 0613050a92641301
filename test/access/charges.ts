import { sql } from 'kysely'
import { COMPANIES } from '../fleet.ts'
import type { Portal } from '../portal.ts'
import { writeDocument } from '../write-document.ts'
import { andesSim, nothing, type RuleArea } from './rule.ts'

/** Valid terms of a plan. */
const terms = {
  ...{ planPrice: 990, hibernationFee: 0, data: 100, sms: 0, voice: 0, overageUnit: 1, overagePrice: 0 },
  ...{ smsPrice: 0, voicePrice: 0 },
}
const onPlan =
  (more: object = {}) =>
  () => ({ params: { id: '1' }, ...more })
const newPlan = { planCode: 'SWEEP', planName: 'Barrido', providerId: 1, simTypeId: 2, currency: 'CLP', pooled: false }

/** Andes's invoice of October, made before the sweep. */
let documentId = 0
const onDocument =
  (more: Record<string, string> = {}) =>
  () => ({ params: { documentId: String(documentId), ...more } })

const ADVICE = '6f1c9a52-7a1e-4b7a-9a1e-52b1f0f5c6d7'
const DOCUMENTS = [4711, 4712]

async function createInvoices({ db, clock }: Portal): Promise<void> {
  await sql`
    INSERT INTO charges (document_id, company_id, cycle_start, cycle_end, state, total_minor, currency, issued_at, document_number,
      customer_name, customer_tin, issuer_name, issuer_tin, issued_on)
   
    SELECT id, ${COMPANIES.andes}, '2026-01-01'::date + (id - 4711) * 31, '2026-02-01'::date + (id - 4711) * 31, 'issued', 1000, 'CLP',
      ${clock.now}, 'F-' || id, 'Transportes Andes Sur SpA', '', 'Operador Enlace', '', ${clock.now}::date FROM unnest(${DOCUMENTS}::int[]) id`.execute(
    db,
  )
}

async function createInvoice({ db, fleet }: Portal): Promise<number> {
  const iccid = fleet.sims.find((sim) => sim.companyId === COMPANIES.andes && sim.status === 2)?.iccid ?? ''
  const lines = [{ iccid, kind: 'price', plan_code: 'IOT250', quantity: 1, unit_minor: 1190, used: 0, included: 0 }] as const
  return writeDocument(db, { companyId: COMPANIES.andes, cycle: ['2026-10-01', '2026-11-01'], currency: 'CLP', lines })
}

/** Agreed for later. */
async function createTerms({ db }: Portal): Promise<void> {
  await sql`INSERT INTO plan_terms (plan_code, valid_from, data_mb) SELECT plan_code, '2098-01-01', 1 FROM plans WHERE plan_id = 1`.execute(
    db,
  )
}

/** What customers pay: plans and documents. */
export const CHARGE_RULES: RuleArea = {
  prepare: async (portal) => {
    await createInvoices(portal)
    documentId = await createInvoice(portal)
    await createTerms(portal)
  },
  rules: {
    'GET /charges': { rightly: nothing, elsewhere: 'own' },
    'GET /charges/facets': { rightly: nothing, elsewhere: 'own' },
    'GET /charges/export': { rightly: () => ({ query: { format: 'tsv' } }), elsewhere: 'own' },
    'GET /charges/{documentId}': { rightly: onDocument(), elsewhere: 'not_found' },
    'GET /charges/{documentId}/lines': { rightly: onDocument(), elsewhere: 'not_found' },
    'GET /charges/{documentId}/csv': { rightly: onDocument(), elsewhere: 'not_found' },
    'GET /charges/{documentId}/pdf': { rightly: onDocument(), elsewhere: 'not_found' },
    'GET /charges/{documentId}/lines/{icc}/days': {
      rightly: (portal) => onDocument({ icc: andesSim(portal, 2, 0) })(),
      elsewhere: 'not_found',
    },
    'GET /charges/{documentId}/lines/{icc}/days/{day}': {
      rightly: (portal) => onDocument({ icc: andesSim(portal, 2, 0), day: '2026-10-16' })(),
      elsewhere: 'not_found',
    },
    'POST /charges/{documentId}/pay': {
      rightly: () => ({ params: { documentId: String(DOCUMENTS[0]) }, body: {} }),
      elsewhere: 'not_found',
    },
    'POST /charges/{documentId}/credit': {
      rightly: () => ({ params: { documentId: String(DOCUMENTS[1]) }, body: { reason: 'Error de cobro' } }),
      elsewhere: 'not_found',
    },
    'GET /plans': { rightly: nothing, elsewhere: 'own' },
    'GET /plans/export': { rightly: () => ({ query: { format: 'tsv' } }), elsewhere: 'own' },
    'GET /plans/pools': { rightly: nothing, elsewhere: 'own' },
    'POST /plans/advice': { rightly: () => ({ body: { company: COMPANIES.andes, cycles: 1 } }), elsewhere: 'not_found' },
    'GET /plans/advice': { rightly: () => ({ query: { company: String(COMPANIES.andes) } }), elsewhere: 'not_found' },
    'GET /plans/advice/sims': {
      rightly: () => ({ query: { company: String(COMPANIES.andes), adviceId: ADVICE, planCode: 'TEL50' } }),
      elsewhere: 'not_found',
    },
    'GET /plans/offered': { rightly: nothing, elsewhere: 'everyone' },
    'GET /plans/plan/{id}': { rightly: onPlan(), elsewhere: 'own' },
    'GET /plans/providers': { rightly: nothing, elsewhere: 'everyone' },
    'GET /plans/planTypes/{id}': { rightly: onPlan(), elsewhere: 'everyone' },
    'GET /plans/plans/{id}': { rightly: onPlan(), elsewhere: 'everyone' },
    'GET /plans/kinds': { rightly: nothing, elsewhere: 'not_found' },
    'POST /plans': { rightly: () => ({ body: { ...newPlan, ...terms } }), elsewhere: 'not_found' },
    'PUT /plans/plan/{id}': {
      rightly: onPlan({ body: { planName: 'IoT 250 MB', offered: true } }),
      elsewhere: 'not_found',
    },
    'POST /plans/plan/{id}/terms': { rightly: onPlan({ body: { from: '2099-01-01', ...terms } }), elsewhere: 'not_found' },
    'DELETE /plans/plan/{id}/terms/{from}': {
      rightly: () => ({ params: { id: '1', from: '2098-01-01' } }),
      elsewhere: 'not_found',
    },
  },
}
