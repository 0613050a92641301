import type { TargetPlan } from '#domain/eligibility.ts'
import type { PlanStart } from '#domain/operations.ts'
import { invalidField } from '#server/app-error.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import type { OperationParameters, OperationRow } from './operation-row.ts'

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

/** What an operation keeps of the plan that its SIMs get: the network's profile stays as it was when the operation was made. */
export function planParameters({ planCode, networkProfile }: FoundPlan, from: PlanStart | undefined): OperationParameters {
  return { planCode, from, ...(networkProfile !== '' && { networkProfile }) }
}

interface FoundPlan extends TargetPlan {
  /** '': the plan changes nothing at the network */
  readonly networkProfile: string
}

/** @throws AppError invalid_request at the field planCode */
export async function requirePlan(db: Db, planCode: string): Promise<FoundPlan> {
  const plan = await findPlan(db, planCode)
  if (plan) return plan
  throw invalidField('planCode', { es: 'El plan no existe', en: 'The plan doesn’t exist' })
}

/** The plan of a code, on offer or not. */
export function findPlan(db: Db, planCode: string): Promise<FoundPlan | undefined> {
  return db
    .selectFrom('plans')
    .select(['plan_code as planCode', 'origin_id as originId', 'sim_type_id as simTypeId', 'is_offered as isOffered'])
    .select('network_profile as networkProfile')
    .where('plan_code', '=', planCode)
    .executeTakeFirst()
}
