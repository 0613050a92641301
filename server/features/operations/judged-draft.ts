import type { RawBuilder } from 'kysely'
import type { Ctx } from '#server/context.ts'
import { judgedLines, judgeLines, lineFacts } from './judge-lines.ts'
import { linesOf, scopeOfSource } from './line-sources.ts'
import type { OperationRow } from './operation-row.ts'
import { dayOfChange } from './scheduled-plans.ts'
import { draftSource } from './start-operation.ts'
import { targetPlanOf } from './target-plan.ts'

/** The lines of a draft as they would be judged now, in one cell: see judgedLines. */
export async function judgedDraft(ctx: Ctx, operation: OperationRow): Promise<RawBuilder<unknown>> {
  const source = draftSource(operation)
  const lines = await linesOf(ctx, source, await scopeOfSource(ctx, source))
  const facts = lineFacts(lines, dayOfChange(operation, ctx.now))
  const target = await targetPlanOf(ctx.db, operation)
  return judgedLines(facts, await judgeLines(ctx.db, facts, { kind: operation.kind, person: ctx.actor, target }))
}
