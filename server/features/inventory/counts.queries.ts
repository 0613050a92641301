import { sql } from 'kysely'
import { addUp, byKeys, combineSame } from '#server/cells/merge.ts'
import type { Database, DatabaseTransaction } from '#server/db/database.ts'
import type { Staging } from './staging.ts'

export interface ReasonCount {
  readonly field: string
  readonly reason: string
  readonly lines: number
  readonly firstLine: number
}

/** What an import would do, or did; the four kinds of lines add up to all. */
export interface ImportCounts {
  readonly lines: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly bad: number
  readonly reasons: readonly ReasonCount[]
}

export async function countLines(
  db: Database | DatabaseTransaction,
  { lines, problems, repeats, known }: Staging,
): Promise<ImportCounts> {
  const { rows: reasons } = await sql<ReasonCount>`
    SELECT field, reason, count(DISTINCT line)::int AS lines, min(line) AS "firstLine" FROM ${problems}
    GROUP BY field, reason ORDER BY 3 DESC, 4`.execute(db)
  const { rows } = await sql<Record<'staged' | 'bad' | 'badStaged' | 'repeated' | 'updated' | 'same', number>>`
    SELECT (SELECT count(*)::int FROM ${lines}) AS staged,
      (SELECT count(DISTINCT line)::int FROM ${problems}) AS bad,
      (SELECT count(*)::int FROM ${lines} l WHERE EXISTS (SELECT FROM ${problems} p WHERE p.line = l.line)) AS "badStaged",
      (SELECT count(*)::int FROM ${repeats}) AS repeated,
      (SELECT count(*)::int FROM ${known} WHERE changed) AS updated,
      (SELECT count(*)::int FROM ${known} WHERE NOT changed) AS same`.execute(db)
  const { staged = 0, bad = 0, badStaged = 0, repeated = 0, updated = 0, same = 0 } = rows[0] ?? {}
  const created = staged - badStaged - repeated - updated - same
  return { lines: staged - badStaged + bad, created, updated, unchanged: same + repeated, bad, reasons }
}

const SUMS = ['lines', 'created', 'updated', 'unchanged', 'bad'] as const

/** The counts of an import's parts as one. */
export function addCounts(parts: readonly ImportCounts[]): ImportCounts {
  const [only, ...others] = parts
  if (only && others.length === 0) return only
  const none = { lines: 0, created: 0, updated: 0, unchanged: 0, bad: 0 }
  const reasons = combineSame(
    parts.map((part) => part.reasons),
    ({ field, reason }) => `${field} ${reason}`,
    (a, b) => ({ ...a, lines: a.lines + b.lines, firstLine: Math.min(a.firstLine, b.firstLine) }),
  )
  const byCount = byKeys<ReasonCount>(({ lines, firstLine }) => [-lines, firstLine])
  return { ...parts.reduce((sum, part) => addUp(SUMS, sum, part), none), reasons: reasons.sort(byCount) }
}
