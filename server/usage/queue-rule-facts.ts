import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import { arrayLiteral as array, numbersLiteral as numbers } from './array-literal.ts'
import type { CountedRecord } from './ledger.ts'
import { watchesReports } from './usage-events.ts'

/**
 * Queues counted reports of companies with active rules, in the transaction that counts them: rules judge exactly what was counted, once.
 * Companies without rules for what sessions report cost one read of an index.
 */
export async function queueRuleFacts(trx: DatabaseTransaction, counted: readonly CountedRecord[]): Promise<void> {
  const companies = [...new Set(counted.map(({ sim }) => sim.companyId))]
  const { rows } = await sql<{ companyId: number }>`
    SELECT w.company_id AS "companyId" FROM unnest(${numbers(companies)}::int[]) AS w(company_id)
    WHERE EXISTS (SELECT FROM rules r WHERE r.company_id = w.company_id AND r.is_active AND ${watchesReports(sql`r`)})
      AND NOT EXISTS (SELECT FROM rule_stops o WHERE o.company_id = w.company_id)`.execute(trx)
  if (rows.length === 0) return
  const ruled = new Set(rows.map(({ companyId }) => companyId))
  const facts = counted.filter(({ sim }) => ruled.has(sim.companyId))
  const factOf = ({ hasBegun, record: { facts: named } }: CountedRecord) => (hasBegun ? named : {})
  await sql`
    INSERT INTO rule_facts (company_id, iccid, received_at, used_at, bytes, begins, imei, network)
    SELECT company_id, iccid, to_timestamp(received_at), to_timestamp(used_at), bytes, begins, imei, network FROM unnest(
      ${numbers(facts.map(({ sim }) => sim.companyId))}::int[], ${array(facts.map(({ sim }) => sim.iccid))}::text[],
      ${numbers(facts.map(({ receivedAt }) => receivedAt.getTime() / 1000))}::float8[],
      ${numbers(facts.map(({ record }) => record.atMs / 1000))}::float8[],
      ${numbers(facts.map(({ usedBytes }) => usedBytes))}::bigint[], ${array(facts.map(({ hasBegun }) => String(hasBegun)))}::bool[],
      ${array(facts.map((one) => factOf(one).imei ?? ''))}::text[], ${array(facts.map((one) => factOf(one).servingNetwork ?? ''))}::text[]
    ) WITH ORDINALITY AS n(company_id, iccid, received_at, used_at, bytes, begins, imei, network, n) ORDER BY n.n`.execute(trx)
}
