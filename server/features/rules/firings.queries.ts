import { sql } from 'kysely'
import type { CallInput } from '#contract/call.ts'
import { firingList, type getFirings } from '#contract/rules/rules.calls.ts'
import { iccidCandidates } from '#domain/identifiers.ts'
import { pageOfCells } from '#server/cells/pages.ts'
import type { Ctx } from '#server/context.ts'
import { momentText } from '#server/db/iso-text.ts'
import { keysIn } from '#server/db/keyset.ts'
import { newestFirst, newestFirstOrder, newestOf, olderThan, withinDays } from '#server/db/newest-first.ts'
import { scopeOf } from '#server/db/scope.ts'
import type { ListPageAnswer } from '#server/http/answers.ts'
import { simLabel } from '#server/records/sim-label.ts'

const LIST = { table: 'rule_firings', as: 'f', at: 'at', id: 'firing_id' } as const

/** A page of what rules did, newest first. */
export function firingPage(ctx: Ctx, query: CallInput<typeof getFirings>['query']): Promise<ListPageAnswer> {
  const { rule, company, trigger, operation, icc, from, to, cursor, limit } = query
  const conditions = [
    ...(rule ? [sql`f.rule_id = ${rule}`] : []),
    ...(company ? [sql`f.company_id = ${company}`] : []),
    ...(trigger ? [sql`f.trigger = ${trigger}`] : []),
    ...(operation ? [sql`f.operation = ${operation}`] : []),
    ...(icc ? [sql`f.iccid = ANY(${iccidCandidates(icc)}::text[])`] : []),
    ...withinDays(sql`f.at`, { from, to }, ctx.actor.timeZone),
    olderThan(LIST, cursor),
  ]
  const newest = newestOf(LIST, { scope: scopeOf(ctx.actor), conditions, limit })
  const page = sql`
    SELECT f.firing_id, ${momentText(sql`f.at`)}, f.rule_id, f.rule_name, f.company_id, c.business_name, f.iccid,
      CASE WHEN f.device <> '' THEN f.device WHEN f.plan_code = '' THEN ${simLabel('f')} ELSE coalesce(p.name, f.plan_code) END, f.trigger,
      f.value, f.operation, f.operation_id, f.tag, f.action,
      CASE WHEN f.operation = 'asked' THEN coalesce(r.definition #>> '{actions,operation}', '') ELSE '' END, f.acknowledged_by,
      ${momentText(sql`coalesce(f.escalated_at, CASE WHEN f.acknowledged_at IS NULL THEN f.escalate_at END)`)},
      f.escalated_at IS NOT NULL
    FROM ${newest} f JOIN companies c ON c.company_id = f.company_id
    LEFT JOIN plans p ON p.plan_code = f.plan_code
    LEFT JOIN rules r ON r.company_id = f.company_id AND r.rule_id = f.rule_id ${newestFirst(LIST)} LIMIT ${limit}`
  return pageOfCells(ctx, page, {
    order: newestFirstOrder(LIST),
    keysOf: keysIn(firingList.names, ['date', 'firingId']),
    limit,
  })
}
