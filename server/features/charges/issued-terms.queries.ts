import { sql } from 'kysely'
import type { Day } from '#domain/billing-cycle.ts'
import type { PoolUsage } from '#domain/rating/rate-pool.ts'
import type { Database } from '#server/db/database.ts'
import type { NamedTerms } from '#server/records/terms.queries.ts'

/** The terms frozen in an issued document. */
export interface DocumentTerms extends NamedTerms {
  readonly documentId: number
  readonly usageCycle: Day
  readonly cycleEnd: Day
}

/** The frozen terms, by document and plan, of cycles whose late usage is charged now. */
export async function issuedTerms(
  db: Database,
  companyId: number,
  billedCycle: Day,
): Promise<ReadonlyMap<string, DocumentTerms>> {
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
export async function poolBefore(db: Database, { companyId, billedCycle, terms }: PoolOf): Promise<PoolUsage> {
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
