import { RULE_SENTENCES } from '#contract/rules/rule-messages.ts'
import type { RuleActions } from '#domain/rules.ts'
import { invalidField } from '#server/app-error.ts'
import type { Ctx } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { audit } from '#server/records/audit.ts'
import type { SavedRule } from './rules.queries.ts'

/** Whether a person may start the operation of a rule. */
export function mayStart({ permits, canHibernate }: Ctx['actor'], operation: RuleActions['operation']): boolean {
  if (operation === '') return true
  if (!permits.includes('sims')) return false
  return operation === 'plan' ? permits.includes('plans') : !NEEDS_HIBERNATION.includes(operation) || canHibernate
}

const NEEDS_HIBERNATION: readonly RuleActions['operation'][] = ['hibernate', 'reactivate']

/**
 * A rule does what the person who saves it may do.
 * @throws AppError invalid_request at the action
 */
export function requireRuleRights({ actor }: Ctx, { tag, operation }: RuleActions): void {
  if (tag !== '' && !actor.permits.includes('sims')) throw invalidField('actions.tag', RULE_SENTENCES.notAllowed)
  if (!mayStart(actor, operation)) throw invalidField('actions.operation', RULE_SENTENCES.notAllowed)
}

export const auditRule = (
  trx: DatabaseTransaction,
  ctx: Ctx,
  action: string,
  { companyId, ruleId, before, after }: Pick<SavedRule, 'companyId' | 'ruleId'> & { before?: unknown; after?: unknown },
): Promise<void> => audit(trx, ctx, { action, entity: 'rule', entityId: String(ruleId), companyId, before, after })
