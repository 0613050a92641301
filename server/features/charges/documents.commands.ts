import type { PoolClient } from 'pg'
import { documentNumber, SERIES } from '#domain/rating/documents.ts'
import { DOCUMENT_PARTIES, keepParties } from '#server/records/document-parties.ts'
import type { CurrencyTallies, DocumentTally } from './document-tally.ts'
import type { CompanyCycle } from './rate-company.ts'

/** A document with its totals. */
interface TalliedDocument {
  readonly companyId: number
  readonly documentId: number
  readonly tally: DocumentTally
}

/**
 * The documents of a cycle, one per currency of its plans, created where missing; those that stay empty are deleted again.
 * @throws Error when one of them was issued: nothing may be added to it
 */
export async function documentsFor(client: PoolClient, { companyId, cycle }: CompanyCycle): Promise<Map<string, number>> {
  await client.query(
    `WITH used AS (SELECT DISTINCT currency FROM plans ORDER BY 1)
     INSERT INTO charges (company_id, cycle_start, cycle_end, state, total_minor, currency)
     SELECT $1, $2, $3, 'closing', 0, currency FROM used
     ON CONFLICT (company_id, cycle_start, currency) WHERE kind = 'invoice' DO NOTHING`,
    [companyId, cycle.start, cycle.end],
  )
  const { rows } = await client.query<{ currency: string; document_id: number; document_number: string | null }>(
    `SELECT currency, document_id, document_number FROM charges WHERE company_id = $1 AND cycle_start = $2 AND kind = 'invoice'
     FOR UPDATE`,
    [companyId, cycle.start],
  )
  for (const { document_number } of rows)
    if (document_number !== null) throw new Error(`document ${document_number} was issued`)
  return new Map(rows.map((row) => [row.currency, row.document_id]))
}

/** Deletes the documents of a cycle in whose currency nothing is charged. */
export async function deleteEmptyDocuments(
  client: PoolClient,
  { companyId, cycle }: CompanyCycle,
  { byCurrency }: CurrencyTallies,
): Promise<void> {
  const values = [companyId, cycle.start, [...byCurrency.keys()]]
  const empty = `SELECT document_id FROM charges WHERE company_id = $1 AND cycle_start = $2 AND kind = 'invoice'
    AND document_number IS NULL AND NOT currency = ANY($3::text[])`
  for (const table of ['charge_terms', 'charge_sums', 'charges'])
    await client.query(`DELETE FROM ${table} WHERE company_id = $1 AND document_id IN (${empty})`, values)
}

/** Writes the terms and sums of a document that is not issued, replacing those of an estimate. The caller has locked it. */
export async function writeTermsAndSums(client: PoolClient, { companyId, documentId, tally }: TalliedDocument): Promise<void> {
  for (const table of ['charge_terms', 'charge_sums'])
    await client.query(`DELETE FROM ${table} WHERE company_id = $1 AND document_id = $2`, [companyId, documentId])
  await client.query(
    `INSERT INTO charge_terms (company_id, document_id, plan_code, usage_cycle, plan_name, pooled, data_mb, included_sms,
       included_voice_seconds, price_minor, hibernation_fee_minor, overage_unit_mb, overage_price_minor, sms_price_minor, voice_price_minor)
     SELECT $1, $2, "planCode", "usageCycle", "planName", pooled, "dataMb", "includedSms", "includedVoiceSeconds", "priceMinor",
       "hibernationFeeMinor", "overageUnitMb", "overagePriceMinor", "smsPriceMinor", "voicePriceMinor"
     FROM json_to_recordset($3) AS t("planCode" text, "usageCycle" date, "planName" text, pooled boolean, "dataMb" int,
       "includedSms" int, "includedVoiceSeconds" int, "priceMinor" bigint, "hibernationFeeMinor" bigint, "overageUnitMb" int,
       "overagePriceMinor" bigint, "smsPriceMinor" bigint, "voicePriceMinor" bigint)`,
    [companyId, documentId, JSON.stringify(tally.terms.map(({ terms, usageCycle }) => ({ ...terms, usageCycle })))],
  )
  await client.query(
    `INSERT INTO charge_sums (company_id, document_id, plan_code, kind, lines, quantity, amount_minor)
     SELECT $1, $2, "planCode", kind, lines, quantity, "amountMinor"
     FROM json_to_recordset($3) AS s("planCode" text, kind text, lines int, quantity bigint, "amountMinor" bigint)`,
    [companyId, documentId, JSON.stringify(tally.totals.sums)],
  )
}

interface RatedCycle {
  readonly documents: ReadonlyMap<string, number>
  readonly tallies: CurrencyTallies
  readonly now: Date
}

/**
 * Numbers the documents that have lines and stores their totals. The series row is locked only from here to the end of the
 * transaction: that keeps numbers without gaps.
 * @throws Error when the stored lines differ from the rated ones
 */
export async function issueDocuments(
  client: PoolClient,
  of: CompanyCycle,
  { documents, tallies, now }: RatedCycle,
): Promise<void> {
  const { companyId, cycle } = of
  await deleteEmptyDocuments(client, of, tallies)
  for (const [currency, tally] of [...tallies.byCurrency].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const counted = { companyId, documentId: documents.get(currency) ?? 0, tally }
    await writeTermsAndSums(client, counted)
    await checkLines(client, counted)
    const { amountMinor, lines } = tally.totals
    const number = await nextNumber(client)
    await client.query(
      `UPDATE charges c SET state = 'issued', cycle_end = $3, total_minor = $4, lines = $5, sims = $6, issued_at = $7,
         totalled_at = $7, below_minor = NULL, above_minor = NULL, document_number = $8, ${keepParties('$7')}
       FROM (${DOCUMENT_PARTIES}) p WHERE c.company_id = $1 AND c.document_id = $2 AND p.company_id = c.company_id`,
      [companyId, counted.documentId, cycle.end, amountMinor, lines, tally.sims, now, number],
    )
  }
}

async function checkLines(client: PoolClient, { companyId, documentId, tally: { totals } }: TalliedDocument): Promise<void> {
  const { rows } = await client.query<{ lines: number; amount: string }>(
    'SELECT count(*) AS lines, coalesce(sum(amount_minor), 0) AS amount FROM charge_lines WHERE company_id = $1 AND document_id = $2',
    [companyId, documentId],
  )
  const [found] = rows
  if (found?.lines === totals.lines && Number(found.amount) === totals.amountMinor) return
  const rated = `${totals.lines} lines of ${totals.amountMinor} were rated`
  throw new Error(`document ${documentId} has ${found?.lines} lines of ${found?.amount}; ${rated}`)
}

/** The next invoice number, in the caller's transaction: a rollback returns it. */
async function nextNumber(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ last_number: number }>(
    'UPDATE document_series SET last_number = last_number + 1 WHERE series = $1 RETURNING last_number',
    [SERIES.invoice],
  )
  if (!rows[0]) throw new Error(`there is no series ${SERIES.invoice}`)
  return documentNumber('invoice', rows[0].last_number)
}
