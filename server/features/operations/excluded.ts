import { type RawBuilder, sql } from 'kysely'
import type { MassAnswer } from '#contract/mass-actions.calls.ts'
import { EXCLUSION_SENTENCES } from '#contract/operation-messages.ts'
import { EXCLUSIONS, type Exclusion } from '#domain/eligibility.ts'
import { smsSegments } from '#domain/sms-segments.ts'
import type { Ctx } from '../../context.ts'
import type { DatabaseTransaction } from '../../db/database.ts'
import type { OperationKey, OperationRow } from './operation-row.ts'

interface ExcludedLine {
  readonly icc: string
  readonly code: Exclusion
}

/** The first lines of a draft that would not run. */
export async function excludedFromVerdicts(
  trx: DatabaseTransaction,
  judged: RawBuilder<unknown>,
  limit: number,
): Promise<ExcludedLine[]> {
  const { rows } = await sql<ExcludedLine>`
    SELECT coalesce(given, iccid) AS icc, code FROM (${judged}) j WHERE code <> '' ORDER BY line LIMIT ${limit}`.execute(trx)
  return rows
}

/** The first lines of an operation that do not run, and how many there are for each reason ('' for those that run). */
export async function excludedFromItems(
  trx: DatabaseTransaction,
  { companyId, operationId }: OperationKey,
  limit: number,
): Promise<{ counts: Map<string, number>; shown: ExcludedLine[] }> {
  const { rows } = await sql<{ code: string; lines: number }>`
    SELECT CASE state WHEN 'skipped' THEN code ELSE '' END AS code, count(*)::int AS lines FROM operation_items
    WHERE company_id = ${companyId} AND operation_id = ${operationId} GROUP BY 1`.execute(trx)
  const counts = new Map(rows.map(({ code, lines }) => [code, lines]))
  if (rows.every(({ code }) => code === '')) return { counts, shown: [] }
  const { rows: shown } = await sql<ExcludedLine>`
    SELECT coalesce(given, iccid) AS icc, code FROM operation_items
    WHERE company_id = ${companyId} AND operation_id = ${operationId} AND state = 'skipped' ORDER BY line LIMIT ${limit}`.execute(
    trx,
  )
  return { counts, shown }
}

/** The answer of every mass call: what runs, what does not, and why. */
export function excludedAnswer(
  { language }: Ctx,
  operation: OperationRow,
  counts: ReadonlyMap<string, number>,
  shown: readonly ExcludedLine[],
): MassAnswer {
  const accepted = counts.get('') ?? 0
  const total = [...counts.values()].reduce((sum, lines) => sum + lines, 0)
  const { message } = operation.parameters
  return {
    operationId: operation.operationId,
    accepted,
    excluded: shown.map(({ icc, code }) => ({ icc, code, text: EXCLUSION_SENTENCES[code][language] })),
    total,
    excludedTotal: total - accepted,
    reasons: EXCLUSIONS.flatMap((code) => {
      const lines = counts.get(code) ?? 0
      return lines > 0 ? [{ code, text: EXCLUSION_SENTENCES[code][language], lines }] : []
    }),
    state: operation.state,
    segments: message === undefined ? null : smsSegments(message).segments * accepted,
    forecast: null,
  }
}
