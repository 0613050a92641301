import { type RawBuilder, sql } from 'kysely'
import { type MassAnswer, SHOWN_EXCLUSIONS } from '#contract/operations/mass-actions.calls.ts'
import { EXCLUSIONS, type Exclusion } from '#domain/eligibility.ts'
import type { Language } from '#domain/languages.ts'
import { smsSegments } from '#domain/sms-segments.ts'
import { mergeSorted, sumByKey } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import type { DatabaseTransaction } from '#server/db/database.ts'
import { codeSentence } from './code-sentence.ts'
import type { OperationKey, OperationRow } from './operation-row.ts'

/** Why a line is skipped, as stored: see codeSentence. */
interface Reason {
  /** '' for accepted lines */
  readonly code: Exclusion | ''
  readonly text: string
}

interface ExcludedLine extends Reason {
  readonly line: number
  readonly icc: string
  readonly code: Exclusion
}

interface ReasonCount extends Reason {
  readonly lines: number
}

/** Of the lines in one cell: how many there are for each reason, and the first skipped ones. */
export interface Excluded {
  readonly counts: readonly ReasonCount[]
  readonly shown: readonly ExcludedLine[]
}

/** The first lines of a draft that would be skipped. */
export async function excludedFromVerdicts(trx: DatabaseTransaction, judged: RawBuilder<unknown>): Promise<ExcludedLine[]> {
  const { rows } = await sql<ExcludedLine>`
    SELECT line, coalesce(given, iccid) AS icc, code, text FROM (${judged}) j
    WHERE code <> '' ORDER BY line LIMIT ${SHOWN_EXCLUSIONS}`.execute(trx)
  return rows
}

/** The first skipped lines of an operation, and the number of lines per reason; SIMs that are bound to their plans are one. */
export async function excludedFromItems(trx: DatabaseTransaction, { companyId, operationId }: OperationKey): Promise<Excluded> {
  const { rows: counts } = await sql<ReasonCount>`
    SELECT CASE state WHEN 'skipped' THEN code ELSE '' END AS code,
      CASE WHEN state = 'skipped' AND code <> 'plan_bound' THEN text ELSE '' END AS text, count(*)::int AS lines
    FROM operation_items WHERE company_id = ${companyId} AND operation_id = ${operationId} GROUP BY 1, 2`.execute(trx)
  if (counts.every(({ code }) => code === '')) return { counts, shown: [] }
  const { rows: shown } = await sql<ExcludedLine>`
    SELECT line, coalesce(given, iccid) AS icc, code, text FROM operation_items
    WHERE company_id = ${companyId} AND operation_id = ${operationId} AND state = 'skipped'
    ORDER BY line LIMIT ${SHOWN_EXCLUSIONS}`.execute(trx)
  return { counts, shown }
}

/** The answer of every mass call: accepted lines, skipped lines, and reasons, of all cells. */
export function excludedAnswer({ language }: Ctx, operation: OperationRow, parts: readonly Excluded[]): MassAnswer {
  const counts = parts.flatMap((part) => part.counts)
  const byLine = (a: ExcludedLine, b: ExcludedLine): number => a.line - b.line
  const lists = parts.map((part) => part.shown)
  const shown = mergeSorted(lists, byLine, SHOWN_EXCLUSIONS)
  const sum = (some: readonly ReasonCount[]): number => some.reduce((all, { lines }) => all + lines, 0)
  const accepted = sum(counts.filter(({ code }) => code === ''))
  const total = sum(counts)
  const { message } = operation.parameters
  return {
    operationId: operation.operationId,
    accepted,
    excluded: shown.map(({ icc, ...reason }) => ({ icc, code: reason.code, text: codeSentence(reason, language) })),
    total,
    excludedTotal: total - accepted,
    reasons: EXCLUSIONS.flatMap((code) => reasonsOf(code, counts, language)),
    state: operation.state,
    segments: message === undefined ? null : smsSegments(message).segments * accepted,
    forecast: null,
  }
}

/** The number of lines that a code excludes, per sentence. */
function reasonsOf(code: Exclusion, counts: readonly ReasonCount[], language: Language): MassAnswer['reasons'] {
  const ofCode = counts.filter((one) => one.code === code)
  const lines = sumByKey(ofCode.map((one) => [codeSentence(one, language), one.lines]))
  return [...lines].map(([text, many]) => ({ code, text, lines: many }))
}
