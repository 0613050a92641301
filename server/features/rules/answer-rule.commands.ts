import { sql } from 'kysely'
import type { CallData, CallInput } from '#contract/call.ts'
import { RULE_ANSWER_SENTENCES, RULE_SENTENCES, type RuleAnswer } from '#contract/rules/rule-messages.ts'
import type { answerRule as answerCall } from '#contract/rules/rules.calls.ts'
import { AppError } from '#server/app-error.ts'
import { type Ctx, inTransaction } from '#server/context.ts'
import { WithMessage } from '#server/http/answers.ts'
import { auditRule, mayStart } from './rule-rights.ts'
import { requireRule } from './rules.queries.ts'

const ACTIONS: Readonly<Record<RuleAnswer, string>> = {
  confirm: 'rule.confirmed',
  decline: 'rule.declined',
  acknowledge: 'rule.acknowledged',
}

/** What waits for an answer: a question for 'confirm' and 'decline'; for 'acknowledge' also what others would be notified of. */
const IS_WAITING_FOR: Readonly<Record<RuleAnswer, ReturnType<typeof sql>>> = {
  confirm: sql`operation = 'asked'`,
  decline: sql`operation = 'asked'`,
  acknowledge: sql`acknowledged_at IS NULL AND (escalate_at IS NOT NULL OR operation = 'asked')`,
}

/** The state of a firing's operation after an answer. */
const OPERATION_AFTER: Readonly<Record<RuleAnswer, ReturnType<typeof sql>>> = {
  confirm: sql`'due'`,
  decline: sql`'declined'`,
  acknowledge: sql`operation`,
}

/**
 * Answers what a rule asks. Of two persons the first one's answer counts, and the second one gets a sentence that says so. A confirmed
 * operation starts as one that the rule starts without asking: with the rights of the person who saved the rule. The person who confirms
 * needs those rights as well.
 */
export async function answerRule(
  ctx: Ctx,
  ruleId: number,
  { answer, firingIds }: CallInput<typeof answerCall>['body'],
): Promise<WithMessage<CallData<typeof answerCall>>> {
  const answered = await inTransaction(ctx, async (trx) => {
    const { companyId, definition } = await requireRule(ctx, trx, ruleId)
    if (answer === 'confirm' && !mayStart(ctx.actor, definition.actions.operation))
      throw new AppError('not_allowed', { sentence: RULE_SENTENCES.notAllowed })
    const { rows } = await sql<{ answered: number }>`
      WITH answered AS (
        UPDATE rule_firings SET operation = ${OPERATION_AFTER[answer]}, acknowledged_at = coalesce(acknowledged_at, ${ctx.now}),
          acknowledged_by = CASE WHEN acknowledged_at IS NULL THEN ${ctx.actor.email} ELSE acknowledged_by END
        WHERE company_id = ${companyId} AND rule_id = ${ruleId} AND ${IS_WAITING_FOR[answer]}
          ${firingIds ? sql`AND firing_id = ANY(${firingIds}::bigint[])` : sql``}
        RETURNING 1
      )
      SELECT count(*)::int AS answered FROM answered`.execute(trx)
    const count = rows[0]?.answered ?? 0
    if (count > 0) await auditRule(trx, ctx, ACTIONS[answer], { companyId, ruleId, after: { firings: count } })
    return count
  })
  return new WithMessage({ answered }, answered > 0 ? RULE_ANSWER_SENTENCES[answer] : RULE_SENTENCES.answeredBefore)
}
