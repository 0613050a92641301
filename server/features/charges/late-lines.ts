import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Day } from '#domain/billing-cycle.ts'
import { type CyclePart, wholeCycle } from '#domain/rating/cycle-part.ts'
import type { RatedLines } from '#domain/rating/cycle-rater.ts'
import type { SimCycleUsage } from '#domain/rating/overage.ts'
import { adjustPool, type PoolUsage } from '#domain/rating/rate-pool.ts'
import { adjustSim } from '#domain/rating/rate-sim.ts'
import type { Database } from '#server/db/database.ts'
import { copyRows } from '#server/db/raw-rows.ts'
import { optional, splitRows } from '#server/records/split-rows.ts'
import type { NamedTerms } from '#server/records/terms.queries.ts'

interface Source {
  readonly pool: Pool
  readonly db: Database
}

/** Adjustments of a SIM, or of a pool (ICCID ''). */
interface LateLines {
  readonly iccid: string
  readonly rated: RatedLines
}

/**
 * The charges of a cycle's invoice for late usage of earlier cycles: by their frozen terms, for SIMs that were billable in them. In
 * the order of ICCIDs and cycles, pools last.
 */
export async function* lateLines(source: Source, companyId: number, billedCycle: Day): AsyncGenerator<LateLines> {
  const termsOf = await issuedTerms(source.db, companyId, billedCycle)
  if (termsOf.size === 0) return
  const pools = new Map<string, { terms: DocumentTerms; lateBytes: bigint }>()
  for await (const rows of splitRows(await copyRows(source.pool, source.db, lateQuery(companyId, billedCycle)))) {
    for (const cells of rows) {
      const late = lateOf(cells)
      const key = `${late.documentId} ${late.planCode}`
      const terms = termsOf.get(key)
      if (!terms) throw new Error(`document ${late.documentId} has no terms of plan ${late.planCode}`)
      if (terms.pooled) {
        const pool = pools.get(key) ?? { terms, lateBytes: 0n }
        pool.lateBytes += BigInt(late.late.dataBytes)
        pools.set(key, pool)
      }
      const lines = adjustSim({ terms, part: partOf(late, terms) }, late.before, late.late)
      if (lines.length > 0) yield { iccid: late.iccid, rated: { terms, lines } }
    }
  }
  for (const [, { terms, lateBytes }] of [...pools].sort(([, a], [, b]) => byCycleAndPlan(a.terms, b.terms))) {
    const before = await poolBefore(source.db, { companyId, billedCycle, terms })
    const line = adjustPool(before, lateBytes, terms.usageCycle)
    if (line) yield { iccid: '', rated: { terms, lines: [line] } }
  }
}

const byCycleAndPlan = (a: DocumentTerms, b: DocumentTerms): number =>
  a.usageCycle === b.usageCycle ? (a.planCode < b.planCode ? -1 : 1) : a.usageCycle < b.usageCycle ? -1 : 1

/** The days of a price line. */
function partOf({ days }: LateUsage, { usageCycle, cycleEnd }: DocumentTerms): CyclePart {
  const whole = wholeCycle({ start: usageCycle, end: cycleEnd })
  return days ? { ...whole, ...days } : whole
}

interface LateUsage {
  readonly iccid: string
  readonly documentId: number
  readonly planCode: string
  /** on which the SIM had the plan, when it had several in the cycle */
  readonly days: { readonly from: Day; readonly to: Day } | undefined
  /** the earlier cycle's usage as charged so far */
  readonly before: SimCycleUsage
  /** the usage charged now */
  readonly late: SimCycleUsage
}

function lateOf(cells: string[]): LateUsage {
  const [iccid = '', documentId, planCode, daysFrom, daysTo, ...figures] = cells
  const [lateBytes = 0, lateSms = 0, lateSeconds = 0, dataBytes = 0, sms = 0, voiceSeconds = 0] = figures.map(Number)
  const [from, to] = [optional(daysFrom), optional(daysTo)]
  return {
    iccid,
    documentId: Number(documentId),
    planCode: optional(planCode) ?? '',
    days: from === undefined || to === undefined ? undefined : { from, to },
    late: { dataBytes: lateBytes, sms: lateSms, voiceSeconds: lateSeconds },
    before: { dataBytes, sms, voiceSeconds },
  }
}

/** By price line, which is a SIM, a cycle and a plan: the usage of its days that is charged now, and the other usage of its days without what came later still. */
const lateQuery = (companyId: number, billedCycle: Day) => sql`
  SELECT late.iccid, late.document_id, late.plan_code, late.days_from, late.days_to, late.data_bytes, late.sms, late.voice_seconds,
    coalesce(days.data_bytes, 0) - rest.data_bytes AS before_bytes, coalesce(days.sms, 0) - rest.sms AS before_sms,
    coalesce(days.voice_seconds, 0) - rest.voice_seconds AS before_seconds
  FROM (
    SELECT l.iccid, c.document_id, c.cycle_start, line.plan_code, line.days_from, line.days_to,
      coalesce(line.days_from, c.cycle_start) AS first_day, coalesce(line.days_to, c.cycle_end) AS day_after,
      sum(l.data_bytes) AS data_bytes, sum(l.sms) AS sms, sum(l.voice_seconds) AS voice_seconds
    FROM late_usage l JOIN charges c ON c.company_id = l.company_id AND c.kind = 'invoice' AND c.state IN ('issued', 'paid')
      AND l.day >= c.cycle_start AND l.day < c.cycle_end
    JOIN charge_lines line ON line.company_id = l.company_id AND line.document_id = c.document_id AND line.iccid = l.iccid
      AND line.kind IN ('price', 'price_days') AND l.day >= coalesce(line.days_from, l.day) AND l.day < coalesce(line.days_to, 'infinity')
    WHERE l.company_id = ${companyId} AND l.billed_cycle = ${billedCycle} AND c.cycle_start < ${billedCycle}
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
  ) late
  CROSS JOIN LATERAL (
    SELECT sum(data_bytes) AS data_bytes, sum(sms) AS sms, sum(voice_seconds) AS voice_seconds FROM usage_days u
    WHERE u.company_id = ${companyId} AND u.iccid = late.iccid AND u.day >= late.first_day AND u.day < late.day_after
  ) days
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(data_bytes), 0) AS data_bytes, coalesce(sum(sms), 0) AS sms, coalesce(sum(voice_seconds), 0) AS voice_seconds
    FROM late_usage r
    WHERE r.company_id = ${companyId} AND r.iccid = late.iccid AND r.day >= late.first_day AND r.day < late.day_after
      AND (r.billed_cycle IS NULL OR r.billed_cycle >= ${billedCycle})
  ) rest
  ORDER BY late.iccid, late.cycle_start, late.first_day`

/** The terms frozen in an issued document. */
interface DocumentTerms extends NamedTerms {
  readonly documentId: number
  readonly usageCycle: Day
  readonly cycleEnd: Day
}

/** The frozen terms, by document and plan, of cycles whose late usage is charged now. */
async function issuedTerms(db: Database, companyId: number, billedCycle: Day): Promise<ReadonlyMap<string, DocumentTerms>> {
  const { rows } = await sql<DocumentTerms>`
    SELECT t.document_id AS "documentId", t.usage_cycle AS "usageCycle", t.usage_cycle AS "validFrom", c.cycle_end AS "cycleEnd", t.plan_code AS "planCode",
      t.plan_name AS "planName", c.currency, t.pooled, t.data_mb AS "dataMb", t.included_sms AS "includedSms",
      t.included_voice_seconds AS "includedVoiceSeconds", t.price_minor AS "priceMinor",
      t.hibernation_fee_minor AS "hibernationFeeMinor", t.overage_unit_mb AS "overageUnitMb",
      t.overage_price_minor AS "overagePriceMinor", t.sms_price_minor AS "smsPriceMinor", t.voice_price_minor AS "voicePriceMinor"
    FROM charges c
    JOIN charge_terms t ON t.company_id = c.company_id AND t.document_id = c.document_id AND t.usage_cycle = c.cycle_start
    WHERE c.company_id = ${companyId} AND c.kind = 'invoice' AND c.cycle_start < ${billedCycle} AND EXISTS (
      SELECT FROM late_usage l WHERE l.company_id = c.company_id AND l.billed_cycle = ${billedCycle}
        AND l.day >= c.cycle_start AND l.day < c.cycle_end)`.execute(db)
  return new Map(rows.map((row) => [`${row.documentId} ${row.planCode}`, row]))
}

interface PoolOf {
  readonly companyId: number
  readonly billedCycle: Day
  readonly terms: DocumentTerms
}

/** A pool as charged so far: by its own document, and for late usage by the later ones. */
async function poolBefore(db: Database, { companyId, billedCycle, terms }: PoolOf): Promise<PoolUsage> {
  const { rows } = await sql<{ allowanceBytes: string; usedBytes: string }>`
    SELECT pool.included::text AS "allowanceBytes", (pool.used + coalesce((
        SELECT sum(l.data_bytes) FROM late_usage l
        JOIN charge_lines line ON line.company_id = l.company_id AND line.document_id = pool.document_id AND line.iccid = l.iccid
          AND line.kind IN ('price', 'price_days') AND line.plan_code = pool.plan_code
          AND l.day >= coalesce(line.days_from, l.day) AND l.day < coalesce(line.days_to, 'infinity')
        JOIN charges c ON c.company_id = l.company_id AND c.document_id = pool.document_id
        WHERE l.company_id = ${companyId} AND l.day >= c.cycle_start AND l.day < c.cycle_end
          AND l.billed_cycle > c.cycle_start AND l.billed_cycle < ${billedCycle}), 0))::text AS "usedBytes"
    FROM charge_lines pool
    WHERE pool.company_id = ${companyId} AND pool.document_id = ${terms.documentId} AND pool.iccid = ''
      AND pool.plan_code = ${terms.planCode} AND pool.kind = 'pool_overage'`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`document ${terms.documentId} has no pool of plan ${terms.planCode}`)
  return { terms, allowanceBytes: BigInt(row.allowanceBytes), usedBytes: BigInt(row.usedBytes) }
}
