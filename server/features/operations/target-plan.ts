import type { TargetPlan } from '#domain/eligibility.ts'
import { invalidField } from '../../app-error.ts'
import type { Database, DatabaseTransaction } from '../../db/database.ts'
import type { OperationRow } from './operation-row.ts'

type Db = Database | DatabaseTransaction

/** The plan of an operation that changes plans; undefined for other kinds. */
export async function targetPlanOf(
  db: Db,
  { kind, parameters: { planCode } }: Pick<OperationRow, 'kind' | 'parameters'>,
): Promise<TargetPlan | undefined> {
  if (kind !== 'plan' || planCode === undefined) return undefined
  const plan = await findPlan(db, planCode)
  if (!plan) throw new Error(`no plan ${planCode}`)
  return plan
}

/** @throws AppError invalid_request at the field planCode */
export async function requirePlan(db: Db, planCode: string): Promise<TargetPlan> {
  const plan = await findPlan(db, planCode)
  if (plan) return plan
  throw invalidField('planCode', { es: 'El plan no existe', en: 'The plan doesn’t exist' })
}

function findPlan(db: Db, planCode: string): Promise<TargetPlan | undefined> {
  return db
    .selectFrom('plans')
    .select(['plan_code as planCode', 'origin_id as originId', 'sim_type_id as simTypeId', 'is_offered as isOffered'])
    .where('plan_code', '=', planCode)
    .executeTakeFirst()
}
