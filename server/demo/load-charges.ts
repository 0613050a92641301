import { sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { type BillingCycle, billingCycleAt } from '#domain/billing-cycle.ts'
import { addDays } from '#domain/days.ts'
import { chargeLine } from '#domain/rating/charge-line.ts'
import type { RatedLines } from '#domain/rating/cycle-rater.ts'
import { closesAt, spanOf } from '#domain/rating/cycle-span.ts'
import { allowanceBytes } from '#domain/rating/overage.ts'
import type { PlanTerms } from '#domain/rating/plan-terms.ts'
import { ratePool } from '#domain/rating/rate-pool.ts'
import { copyOn } from '#server/db/copy-into.ts'
import type { Database } from '#server/db/database.ts'
import { companyBooks } from '#server/features/charges/company-books.queries.ts'
import { documentsFor, issueDocuments } from '#server/features/charges/documents.commands.ts'
import { estimateCycles } from '#server/features/charges/estimate-cycles.ts'
import { issueDueCycles } from '#server/features/charges/issue-cycle.ts'
import { CHARGE_LINES, LineWriter } from '#server/features/charges/line-writer.ts'
import { termsOfCycle } from '#server/records/terms.queries.ts'
import { inClientTransaction } from '../db/client-transaction.ts'
import { DEMO_COMPANIES, type DemoCompany } from './companies.ts'
import { createRandom, type SeededNumbers } from './random.ts'
import { type Calendar, USAGE_DAYS } from './usage.ts'

/** Cycles before the running one. */
const PAST_CYCLES = 11

interface ChargesOptions {
  readonly pool: Pool
  readonly db: Database
  readonly now: Date
  readonly seed: number
  readonly calendars: ReadonlyMap<number, Calendar>
}

interface PastCycle {
  readonly company: DemoCompany
  readonly cycle: BillingCycle
  readonly issuedAt: Date
  /** its usage is there, day by day */
  readonly hasUsage: boolean
}

/**
 * A year of invoices. Cycles of which there is usage are rated and issued as the portal does it; of the older ones there is a line for
 * each plan, from how many SIMs were in use then. In the order in which they were issued, so that their numbers follow.
 */
export async function loadCharges(options: ChargesOptions): Promise<void> {
  const { pool, db, now } = options
  const past = DEMO_COMPANIES.flatMap((company) => pastCycles(company, options)).sort(
    (a, b) => a.issuedAt.getTime() - b.issuedAt.getTime() || a.company.id - b.company.id,
  )
  await beginBooks(db, past, now)
  const issued = past.filter(({ issuedAt }) => issuedAt <= now)
  const old = issued.filter(({ hasUsage }) => !hasUsage)
  await issueOld(options, old)
  for (const { company, issuedAt, hasUsage } of issued) {
    if (hasUsage) await issueDueCycles({ pool, db, clock: () => issuedAt }, company.id)
  }
  await payMost(db, now)
  await creditOne(db)
  for (const books of await companyBooks(db, now)) await estimateCycles({ pool, db, clock: () => now }, books)
}

const keyOf = ({ company, cycle }: Pick<PastCycle, 'company' | 'cycle'>): string => `${company.id} ${cycle.start}`

/** The cycles of a company before the running one. */
function pastCycles(company: DemoCompany, { now, calendars }: ChargesOptions): PastCycle[] {
  const { cycleAnchorDay, timeZone } = company
  const firstDay = calendars.get(company.id)?.days[0] ?? addDays(now.toISOString().slice(0, 10), -USAGE_DAYS)
  const cycles: PastCycle[] = []
  for (let { start } = billingCycleAt(now, cycleAnchorDay, timeZone); cycles.length < PAST_CYCLES; ) {
    const cycle = billingCycleAt(new Date(`${addDays(start, -1)}T12:00:00Z`), cycleAnchorDay, 'UTC')
    cycles.push({ company, cycle, issuedAt: closesAt(cycle, timeZone), hasUsage: cycle.start >= firstDay })
    start = cycle.start
  }
  return cycles
}

/** Each company's books begin with the first cycle that is left to the portal itself. */
async function beginBooks(db: Database, past: readonly PastCycle[], now: Date): Promise<void> {
  const books = DEMO_COMPANIES.map(({ id, cycleAnchorDay, timeZone }) => {
    const left = past.filter(({ company, hasUsage, issuedAt }) => company.id === id && (hasUsage || issuedAt > now))
    const next = left.map(({ cycle }) => cycle.start).sort()[0] ?? billingCycleAt(now, cycleAnchorDay, timeZone).start
    return { company_id: id, next_cycle: next, late_before: next }
  })
  await db.insertInto('billing_calendars').values(books).execute()
}

interface PlanCount {
  readonly companyId: number
  readonly cycleStart: string
  readonly planCode: string
  readonly sims: number
}

/** How many SIMs were in use, by company, cycle and plan. */
async function countSims(db: Database, past: readonly PastCycle[]): Promise<Map<string, PlanCount[]>> {
  const cycles = past.map(({ company, cycle }) => {
    const { fromMs, toMs } = spanOf(cycle, company.timeZone)
    return { companyId: company.id, start: cycle.start, since: new Date(fromMs), until: new Date(toMs) }
  })
  const { rows } = await sql<PlanCount>`
    SELECT c."companyId", c.start AS "cycleStart", s.plan_code AS "planCode", count(*)::int AS sims
    FROM json_to_recordset(${JSON.stringify(cycles)}) AS c("companyId" int, start date, since timestamptz, until timestamptz)
    JOIN sims s ON s.company_id = c."companyId" AND s.activated_at < c.until
      AND (s.administrative_status IN (2, 10) OR s.status_since > c.since)
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(db)
  return Map.groupBy(rows, ({ companyId, cycleStart }) => `${companyId} ${cycleStart}`)
}

/** Those that are older than all usage come before all others. In one transaction: each by itself would wait for the disk. */
async function issueOld({ pool, db, seed }: ChargesOptions, old: readonly PastCycle[]): Promise<void> {
  const random = createRandom(seed)
  const counts = await countSims(db, old)
  const terms = new Map<string, Awaited<ReturnType<typeof termsOfCycle>>>()
  for (const { cycle } of old) if (!terms.has(cycle.start)) terms.set(cycle.start, await termsOfCycle(db, cycle.start))
  await inClientTransaction(pool, async (client) => {
    for (const one of old) {
      const termsOf = terms.get(one.cycle.start)
      const lines = (counts.get(keyOf(one)) ?? []).flatMap(({ planCode, sims }) =>
        termsOf ? [{ sims, rated: planLines(termsOf(planCode), sims, one.cycle, random) }] : [],
      )
      if (lines.length > 0) await issueByPlan(client, one, lines)
    }
  })
}

interface PlanLines {
  readonly sims: number
  readonly rated: RatedLines
}

async function issueByPlan(
  client: PoolClient,
  { company, cycle, issuedAt }: PastCycle,
  plans: readonly PlanLines[],
): Promise<void> {
  const of = { companyId: company.id, timeZone: company.timeZone, cycle }
  const documents = await documentsFor(client, of)
  const copy = copyOn(client, CHARGE_LINES)
  const sink = new LineWriter({ companyId: company.id, documents, write: copy.write })
  let lineNo = 1
  for (const { sims, rated } of plans) {
    sink.add('', rated, lineNo)
    lineNo += rated.lines.length
    const tally = sink.tallies.byCurrency.get(rated.terms.currency)
    if (tally) tally.sims += sims
  }
  await sink.flush()
  await copy.end()
  await issueDocuments(client, of, { documents, tallies: sink.tallies, now: issuedAt })
}

/** Lines of all SIMs of a plan: some in a thousand used more than it includes. */
function planLines(terms: PlanTerms, sims: number, { start }: BillingCycle, random: SeededNumbers): RatedLines {
  const allowance = BigInt(allowanceBytes(terms)) * BigInt(sims)
  const used = (allowance * BigInt(random.whole(35, 80))) / 100n
  const what = { planCode: terms.planCode, usageCycle: start, used, included: allowance }
  const price = chargeLine({ ...what, kind: 'price', quantity: sims, unitMinor: terms.priceMinor })
  if (terms.pooled) return { terms, lines: [price, ratePool({ terms, allowanceBytes: allowance, usedBytes: used }, start)] }
  const quantity = Math.round((sims * random.whole(1, 6) * terms.dataMb) / terms.overageUnitMb / 1_000)
  const over = chargeLine({ ...what, kind: 'data_overage', quantity, unitMinor: terms.overagePriceMinor })
  return { terms, lines: over.amountMinor > 0 ? [price, over] : [price] }
}

/** Customers pay after some weeks. The last invoice of each is open, and the one before it of two that pay late. */
const PAY_LATE = [10, 11]

async function payMost(db: Database, now: Date): Promise<void> {
  await sql`
    WITH n AS MATERIALIZED (
      SELECT document_id, issued_at + interval '18 days' AS paid_at,
        row_number() OVER (PARTITION BY company_id ORDER BY cycle_start DESC) AS nth
      FROM charges WHERE state = 'issued'
    )
    UPDATE charges c SET state = 'paid', paid_at = least(n.paid_at, ${now}::timestamptz),
      payment_reference = 'Transferencia ' || (480000 + c.document_id * 37)
    FROM n
    WHERE n.document_id = c.document_id
      AND n.nth > CASE WHEN c.company_id = ANY(${PAY_LATE}::int[]) THEN 2 ELSE 1 END`.execute(db)
}

/** An invoice that was taken back: of Pacífico Puertos, some months ago. */
async function creditOne(db: Database): Promise<void> {
  const { rows } = await sql<{ lastNumber: number }>`
    UPDATE document_series SET last_number = last_number + 1
    WHERE series = 'NC' RETURNING last_number AS "lastNumber"`.execute(db)
  const number = `NC-${String(rows[0]?.lastNumber).padStart(8, '0')}`
  await sql`
    WITH taken AS (
      UPDATE charges SET state = 'void' WHERE document_id = (
        SELECT document_id FROM charges WHERE company_id = 13 AND state = 'paid' ORDER BY cycle_start DESC OFFSET 3 LIMIT 1)
      RETURNING *
    )
    INSERT INTO charges (company_id, cycle_start, cycle_end, state, total_minor, currency, issued_at, totalled_at, kind,
      credited_document_id, document_number, lines, sims, reason, customer_name, customer_tin, customer_country, issuer_name, issuer_tin,
      issuer_country, issued_on)
    SELECT company_id, cycle_start, cycle_end, 'issued', -total_minor, currency, paid_at, paid_at, 'credit_note', document_id,
      ${number}, lines, sims, 'Facturada a la empresa equivocada', customer_name, customer_tin,
      customer_country, issuer_name, issuer_tin, issuer_country, (paid_at AT TIME ZONE 'America/Santiago')::date
    FROM taken`.execute(db)
}
