import { massHibernation, massTermination } from '#contract/operations/mass-actions.calls.ts'
import { pauseOperation } from '#contract/operations/operations.calls.ts'
import { COMPANIES } from '../fleet.ts'
import type { Portal } from '../portal.ts'
import { nothing, type RuleArea } from './rule.ts'

/** Every SIM that the caller has, judged and not touched. */
const onAll =
  (more: object = {}) =>
  () => ({ body: { filter: {}, preview: true, ...more } })

/** Operations of Andes, each in the state that its call needs; made before the sweep. */
const operations = new Map<string, number>()
const onOperation =
  (name: string, more: object = {}) =>
  () => ({
    params: { operationId: String(operations.get(name)) },
    ...more,
  })

/** Real ones, each on SIMs of its own; no worker runs here, so their lines stay as they are. */
async function createOperations({ data, db, fleet }: Portal): Promise<void> {
  const active = fleet.sims.filter((sim) => sim.companyId === COMPANIES.andes && sim.status === 2).map((sim) => sim.iccid)
  const start = async (name: string, call: typeof massHibernation, n: number, preview = false) => {
    const { operationId } = await data(call, 'ana', { body: { icc: [active[n] ?? ''], preview } })
    operations.set(name, operationId)
  }
  for (const [n, name] of ['seen', 'resume', 'cancel', 'retry'].entries()) await start(name, massHibernation, n + 10)
  for (const [n, name] of ['withdraw', 'approve'].entries()) await start(name, massTermination, n + 15)
  for (const name of ['confirm', 'discard', 'preview']) await start(name, massHibernation, 18, true)
  await data(pauseOperation, 'ana', { params: { operationId: operations.get('resume') ?? 0 } })
  await db.transaction().execute(async (trx) => {
    const operation_id = operations.get('retry') ?? 0
    await trx.updateTable('operation_items').set({ state: 'failed' }).where('operation_id', '=', operation_id).execute()
    await trx.deleteFrom('open_changes').where('operation_id', '=', operation_id).execute()
    await trx
      .updateTable('operations')
      .set({ state: 'finished', pending: 0, failed: 1 })
      .where('operation_id', '=', operation_id)
      .execute()
  })
}

/** Operations on many SIMs. */
export const OPERATIONS: RuleArea = {
  prepare: createOperations,
  rules: {
    'POST /sim/massiveActivation': { rightly: onAll(), elsewhere: 'own' },
    'POST /sim/massiveHibernation': { rightly: onAll(), elsewhere: 'own' },
    'POST /sim/massiveReactivation': { rightly: onAll(), elsewhere: 'own' },
    'POST /sim/massiveTermination': { rightly: onAll(), elsewhere: 'own' },
    'POST /sim/massiveReset': { rightly: onAll(), elsewhere: 'own' },
    'POST /sim/massiveRestore': { rightly: onAll(), elsewhere: 'own' },
    'POST /sim/massiveDiagnosis': { rightly: onAll(), elsewhere: 'own' },
    'POST /sim/massiveSms': { rightly: onAll({ message: 'Hola' }), elsewhere: 'own' },
    'POST /sim/massiveCustom': { rightly: onAll({ customField1: 'Bodega' }), elsewhere: 'own' },
    'POST /sim/massiveTag': { rightly: onAll({ add: ['Bodega'] }), elsewhere: 'own' },
    'POST /sim/massiveGroup': { rightly: onAll({ group: 'Bodega' }), elsewhere: 'own' },
    'POST /sim/massiveLock': { rightly: onAll({ device: { mode: 'learn' } }), elsewhere: 'own' },
    'POST /sim/massivePlan': { rightly: onAll({ planCode: 'IOT250' }), elsewhere: 'own' },
    'POST /sim/assignSims': { rightly: onAll({ companyId: COMPANIES.andesNorte }), elsewhere: 'not_found' },
    'GET /sim/assignList': { rightly: nothing, elsewhere: 'own' },
    'POST /operations/files': {
      rightly: () => ({ query: { fileName: 'lineas.csv' }, body: 'ICC;Orden\n8900000000000000000;1\n' }),
      elsewhere: 'own',
    },
    'GET /operations': { rightly: nothing, elsewhere: 'own' },
    'GET /operations/counts': { rightly: nothing, elsewhere: 'own' },
    'GET /operations/export': { rightly: () => ({ query: { format: 'tsv' } }), elsewhere: 'own' },
    'GET /operations/events': { rightly: () => ({ query: { seconds: '0' } }), elsewhere: 'own' },
    'GET /operations/{operationId}': { rightly: onOperation('seen'), elsewhere: 'not_found' },
    'GET /operations/{operationId}/items': { rightly: onOperation('seen'), elsewhere: 'not_found' },
    'GET /operations/{operationId}/results': { rightly: onOperation('seen'), elsewhere: 'not_found' },
    'GET /operations/{operationId}/cost': { rightly: onOperation('seen'), elsewhere: 'not_found' },
    'GET /operations/{operationId}/groups': { rightly: onOperation('seen'), elsewhere: 'not_found' },
    'GET /operations/{operationId}/planCost': { rightly: onOperation('seen'), elsewhere: 'not_found' },
    'GET /operations/{operationId}/causes': { rightly: onOperation('seen'), elsewhere: 'not_found' },
    'POST /operations/{operationId}/confirm': { rightly: onOperation('confirm', { body: {} }), elsewhere: 'not_found' },
    'POST /operations/{operationId}/pause': { rightly: onOperation('seen'), elsewhere: 'not_found' },
    'POST /operations/{operationId}/resume': { rightly: onOperation('resume'), elsewhere: 'not_found' },
    'POST /operations/{operationId}/cancel': { rightly: onOperation('cancel'), elsewhere: 'not_found' },
    'POST /operations/{operationId}/retry': { rightly: onOperation('retry'), elsewhere: 'not_found' },
    'POST /operations/{operationId}/withdraw': { rightly: onOperation('withdraw'), elsewhere: 'not_found' },
    'POST /operations/{operationId}/approve': { rightly: onOperation('approve'), elsewhere: 'not_found' },
    'GET /operations/{operationId}/preview': { rightly: onOperation('preview'), elsewhere: 'not_found' },
    'DELETE /operations/{operationId}': { rightly: onOperation('discard'), elsewhere: 'not_found' },
  },
}
