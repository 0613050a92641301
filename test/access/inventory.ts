import { COMPANIES } from '../fleet.ts'
import type { Portal } from '../portal.ts'
import type { RuleArea } from './rule.ts'

/** Imports in each state; their files are missing, which is detected later than these calls answer. */
async function createImports({ db, clock }: Portal): Promise<void> {
  const columns = [
    { header: 'ICC', samples: [] },
    { header: 'Plan', samples: [] },
  ]
  const counts = { lines: 0, created: 0, updated: 0, unchanged: 0, bad: 0, reasons: [] }
  const row = {
    company_id: COMPANIES.operator,
    file_name: 'inventario.csv',
    file_bytes: 0,
    format: JSON.stringify({ kind: 'csv', encoding: 'utf-8', separator: ';', skipLines: 0, columns }),
    counts: JSON.stringify(counts),
    actor: 'admin@enlace.test',
    created_at: clock.now,
    updated_at: clock.now,
  }
  await db
    .insertInto('imports')
    .values(
      [4711, 4712, 4713, 4714].map((import_id) => ({ ...row, import_id, state: import_id === 4712 ? 'uploaded' : 'checked' })),
    )
    .execute()
}

/** Inventory that comes in by file or from a network. */
export const INVENTORY: RuleArea = {
  prepare: createImports,
  rules: {
    'POST /inventory/imports': {
      rightly: () => ({ query: { fileName: 'inventario.csv' }, body: 'ICC;Plan\n1;IOT250\n' }),
      elsewhere: 'not_found',
    },
    // the embedded network has no list of its own: how it goes rightly is in soracom-portal.test.ts
    'POST /inventory/networks/{networkId}': {
      rightly: () => ({
        params: { networkId: 'simulated-2' },
        body: { companyId: COMPANIES.andes, planCode: 'IOT250', apnId: 1 },
      }),
      elsewhere: 'not_found',
      status: 409,
    },
    'GET /inventory/imports/{importId}': { rightly: () => ({ params: { importId: '4711' } }), elsewhere: 'not_found' },
    'GET /inventory/imports/{importId}/bad-lines': {
      rightly: () => ({ params: { importId: '4711' } }),
      elsewhere: 'not_found',
    },
    'POST /inventory/imports/{importId}/check': {
      rightly: () => ({ params: { importId: '4712' }, body: { mapping: ['iccid', 'plan'] } }),
      elsewhere: 'not_found',
    },
    'POST /inventory/imports/{importId}/apply': {
      rightly: () => ({ params: { importId: '4713' }, body: { mode: 'all' } }),
      elsewhere: 'not_found',
    },
    'DELETE /inventory/imports/{importId}': { rightly: () => ({ params: { importId: '4714' } }), elsewhere: 'not_found' },
  },
}
