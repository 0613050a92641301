import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import type { getCharge } from '#contract/charges/charges.calls.ts'
import type { ChargeState } from '#contract/filter-values.ts'
import type { Day } from '#domain/billing-cycle.ts'
import { lastDayOf } from '#domain/days.ts'
import { AppError } from '#server/app-error.ts'
import type { Ctx } from '#server/context.ts'
import { inScope, scopeOf } from '#server/db/scope.ts'
import { dueOn, stateAt } from '#server/records/charge-state.ts'
import { CHARGES_WITH_COMPANY, clientName, linesDocumentId, otherNumber } from './charge-rows.ts'

/** A document in the reader's scope. */
export interface ChargeHead {
  readonly documentId: number
  readonly document: 'invoice' | 'credit_note'
  readonly documentNumber: string | null
  readonly companyId: number
  readonly client: string
  readonly tin: string
  /** ISO 3166-1; null when unknown */
  readonly country: string | null
  readonly issuer: string
  readonly issuerTin: string
  readonly issuerCountry: string | null
  readonly timeZone: string
  readonly cycleStart: Day
  /** the first day of the next cycle */
  readonly cycleEnd: Day
  readonly sims: number
  readonly lines: number
  readonly totalMinor: number
  readonly currency: string
  readonly state: ChargeState
  readonly issuedAt: Date | null
  readonly issuedOn: Day | null
  readonly dueOn: Day | null
  readonly paidAt: Date | null
  /** the invoice of a credit note, the credit note of a void invoice; null otherwise */
  readonly otherNumber: string | null
  /** the reason of a credit note */
  readonly reason: string
  /** an administrator's note about the payment */
  readonly paymentReference: string
  /** the document that has the lines: for a credit note its invoice */
  readonly linesOf: number
}

/** Further facts of the parties: of an issued document as of its issue date, also when they were unknown then. */
const PARTY_COLUMNS = sql`coalesce(c.customer_tin, co.tin) AS tin, coalesce(c.issuer_name, o.business_name) AS issuer,
  coalesce(c.issuer_tin, o.tin) AS "issuerTin",
  CASE WHEN c.document_number IS NULL THEN n.iso2 ELSE c.customer_country END AS country,
  CASE WHEN c.document_number IS NULL THEN m.iso2 ELSE c.issuer_country END AS "issuerCountry"`

/** @throws AppError not_found also for a document of another company */
export async function chargeHead(ctx: Ctx, documentId: number): Promise<ChargeHead> {
  const { rows } = await sql<ChargeHead>`
    SELECT c.document_id AS "documentId", c.kind AS document, c.document_number AS "documentNumber", c.company_id AS "companyId",
      ${clientName} AS client, ${PARTY_COLUMNS}, co.time_zone AS "timeZone",
      c.cycle_start AS "cycleStart", c.cycle_end AS "cycleEnd", c.sims, c.lines, c.total_minor AS "totalMinor", c.currency,
      ${stateAt(ctx.now)} AS state, c.issued_at AS "issuedAt", c.issued_on AS "issuedOn",
      ${dueOn} AS "dueOn", c.paid_at AS "paidAt", ${otherNumber} AS "otherNumber", c.reason,
      c.payment_reference AS "paymentReference", ${linesDocumentId} AS "linesOf"
    FROM ${CHARGES_WITH_COMPANY} JOIN companies o ON o.company_id = co.lineage[1]
    LEFT JOIN countries n ON n.country_id = co.country_id LEFT JOIN countries m ON m.country_id = o.country_id
    WHERE c.document_id = ${documentId} AND ${inScope(scopeOf(ctx.actor), sql`c.company_id`)}`.execute(ctx.db)
  const [head] = rows
  if (head) return head
  throw new AppError('not_found', {
    sentence: { es: `No existe el cobro ${documentId}`, en: `Charge ${documentId} not found` },
  })
}

export type ChargeConcept = CallData<typeof getCharge>['concepts'][number]

/**
 * The sums of a document's lines by kind and plan, highest first. Lines of a kind and plan have one price, except for late usage,
 * which has that of its own cycle.
 */
export async function conceptsOf(ctx: Ctx, { companyId, linesOf: lines, document }: ChargeHead): Promise<ChargeConcept[]> {
  const sign = document === 'credit_note' ? -1 : 1
  const { rows } = await sql<ChargeConcept>`
    SELECT s.kind, s.plan_code AS "planCode", coalesce(t.plan_name, p.name, s.plan_code) AS "planName", s.lines, s.quantity,
      coalesce(t.overage_unit_mb, 1) AS "unitMb",
      CASE WHEN s.kind NOT LIKE '%adjustment' AND s.quantity > 0 AND s.amount_minor % s.quantity = 0
        THEN s.amount_minor / s.quantity END AS unit,
      s.amount_minor * ${sql.lit(sign)} AS amount
    FROM charge_sums s LEFT JOIN plans p ON p.plan_code = s.plan_code
    LEFT JOIN LATERAL (
      SELECT plan_name, overage_unit_mb FROM charge_terms t
      WHERE t.company_id = s.company_id AND t.document_id = s.document_id AND t.plan_code = s.plan_code
      ORDER BY usage_cycle DESC LIMIT 1
    ) t ON true
    WHERE s.company_id = ${companyId} AND s.document_id = ${lines}
    ORDER BY s.amount_minor DESC, s.plan_code, s.kind`.execute(ctx.db)
  return rows
}

/** The first and the last day of a document's cycle. */
export const daysOf = ({ cycleStart, cycleEnd }: Pick<ChargeHead, 'cycleStart' | 'cycleEnd'>): { first: Day; last: Day } => ({
  first: cycleStart,
  last: lastDayOf({ end: cycleEnd }),
})

export async function findCharge(ctx: Ctx, documentId: number): Promise<CallData<typeof getCharge>> {
  const head = await chargeHead(ctx, documentId)
  const { first, last } = daysOf(head)
  return {
    documentId,
    document: head.document,
    documentNumber: head.documentNumber ?? '',
    billingMonth: first.slice(0, 7),
    cycleStart: first,
    cycleEnd: last,
    companyId: head.companyId,
    client: head.client,
    sims: head.sims,
    total: head.totalMinor,
    currency: head.currency,
    state: head.state,
    issuedAt: head.issuedAt?.toISOString() ?? null,
    dueOn: head.dueOn,
    paidAt: head.paidAt?.toISOString() ?? null,
    otherNumber: head.otherNumber ?? '',
    reason: head.reason,
    paymentReference: head.paymentReference,
    previousId: await previousIdOf(ctx, head),
    concepts: await conceptsOf(ctx, head),
  }
}

/** The invoice of the cycle before, which a person may compare with. */
async function previousIdOf(ctx: Ctx, { companyId, document, cycleStart, currency }: ChargeHead): Promise<number | null> {
  if (document === 'credit_note') return null
  const previous = await ctx.db
    .selectFrom('charges')
    .select('document_id')
    .where('company_id', '=', companyId)
    .where('kind', '=', 'invoice')
    .where('currency', '=', currency)
    .where('state', '<>', 'void')
    .where('cycle_end', '=', cycleStart)
    .executeTakeFirst()
  return previous ? Number(previous.document_id) : null
}
