import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import type { getOperationGroups } from '#contract/operations/operations.calls.ts'
import { byKeys, sumSame } from '#server/cells/merge.ts'
import { runningLines } from './operation-cost.ts'
import type { OperationPart, OperationParts } from './operation-parts.ts'

type GroupLines = CallData<typeof getOperationGroups>[number]

/** How many of an operation's SIMs are in each group now, most first. */
export async function presentGroups(parts: OperationParts): Promise<GroupLines[]> {
  const answers = await Promise.all(parts.map(groupsOfPart))
  return sumSame(answers, ({ group }) => group, ['lines']).sort(byKeys(({ lines, group }) => [-lines, group]))
}

async function groupsOfPart({ ctx, row }: OperationPart): Promise<GroupLines[]> {
  const { rows } = await sql<GroupLines>`
    SELECT coalesce(t.name, '') AS "group", count(*)::int AS lines FROM (${await runningLines(ctx, row)}) l
    LEFT JOIN sim_tags g ON g.company_id = l.sim_company_id AND g.iccid = l.iccid AND g.place = 0
    LEFT JOIN tags t ON t.company_id = g.company_id AND t.tag_id = g.tag_id
    GROUP BY 1`.execute(ctx.db)
  return rows
}
