import { sql } from 'kysely'
import { ANOMALY_KINDS, type AnomalyFigures, anomalyText, isMeasure } from '#domain/anomalies.ts'
import type { AnomalyFact } from '#domain/rule-evaluation.ts'
import { type AnomalyTrigger, ruleSubject } from '#domain/rules.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Database } from '../db/database.ts'
import { spannedHour } from '../usage/local-hours.ts'
import type { ReadCompany } from './readings.ts'

/** A SIM, or a model: the ICC or the device, the other one ''. */
export interface AnomalySubject {
  readonly iccid: string
  readonly device: string
  /** in order */
  readonly facts: readonly AnomalyFact[]
}

interface AnomalyRow extends AnomalyFigures {
  readonly iccid: string
  readonly beganMs: number
  readonly lastMs: number
  readonly seenMs: readonly number[]
}

/** An anomaly of an hour counts in the last minute of it, which is of the same day and cycle. */
const momentOf = (beginsMs: number, { calendar }: ReadCompany): number => spannedHour(beginsMs, calendar).endsMs - MINUTE_MS

/**
 * The anomalies of a company that a trigger waits for and that lasted beyond a moment: each from its beginning on, hour by hour, with the
 * figures of its strongest hour so far.
 */
export async function anomalyFacts(
  db: Database,
  company: ReadCompany,
  trigger: AnomalyTrigger,
  since: Date,
): Promise<AnomalySubject[]> {
  const isOfSims = ruleSubject(trigger.kind) === 'sim'
  const kinds = ANOMALY_KINDS.filter((kind) => isMeasure(kind) === isOfSims && (trigger.of === 'any' || trigger.of === kind))
  const { rows } = await sql<AnomalyRow>`
    SELECT n.kind, n.measure, n.device, n.iccid, n.peers, n.sims, n.observed, n.expected,
      (extract(epoch FROM n.began_at) * 1000)::float8 AS "beganMs", (extract(epoch FROM n.last_at) * 1000)::float8 AS "lastMs",
      ARRAY(SELECT (extract(epoch FROM s) * 1000)::float8 FROM unnest(n.seen_at) s ORDER BY 1) AS "seenMs"
    FROM anomalies n WHERE n.company_id = ${company.companyId} AND n.last_at >= ${since} AND n.kind = ANY(${kinds}::text[])
    ORDER BY n.began_at, n.kind`.execute(db)
  return [...Map.groupBy(rows, ({ iccid, device }) => (isOfSims ? iccid : device))].map(([subject, own]) => ({
    ...{ iccid: isOfSims ? subject : '', device: isOfSims ? '' : subject },
    facts: own.flatMap((row) => factsOf(row, company)).sort((a, b) => a.at - b.at),
  }))
}

function factsOf(row: AnomalyRow, company: ReadCompany): AnomalyFact[] {
  const { kind, beganMs, lastMs, seenMs } = row
  // anomalies from before their hours were kept
  const hours = seenMs.length > 0 ? seenMs : new Set([beganMs, lastMs])
  const began = new Date(beganMs).toISOString()
  const value = anomalyText(row)
  return [...hours].map((beginsMs) => ({ kind: 'anomaly', at: momentOf(beginsMs, company), of: kind, began, value }))
}
