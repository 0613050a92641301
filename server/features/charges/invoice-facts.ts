import type { ChargeState } from '#contract/filter-values.ts'
import type { Day } from '#domain/billing-cycle.ts'
import { documentLanguage } from '#domain/invoices.ts'
import type { Language } from '#domain/languages.ts'
import type { Ctx } from '#server/context.ts'
import { type ChargeConcept, chargeHead, conceptsOf, daysOf } from './charge.queries.ts'

export interface InvoiceParty {
  readonly businessName: string
  readonly tin: string
  readonly country: string
}

/** The content of a document, independent of its layout. */
export interface InvoiceFacts {
  readonly language: Language
  readonly document: 'invoice' | 'credit_note'
  readonly state: ChargeState
  /** null until it is issued */
  readonly number: string | null
  /** the invoice of a credit note, the credit note of a void invoice; null otherwise */
  readonly otherNumber: string | null
  /** the reason of a credit note */
  readonly reason: string
  readonly issuedOn: Day | null
  readonly dueOn: Day | null
  readonly cycle: { readonly first: Day; readonly last: Day }
  readonly issuer: InvoiceParty
  readonly customer: InvoiceParty
  readonly currency: string
  readonly totalMinor: number
  readonly sims: number
  readonly concepts: readonly ChargeConcept[]
}

/** Reads the content of a document: of an issued one it never changes. */
export async function invoiceFacts(ctx: Ctx, documentId: number): Promise<InvoiceFacts> {
  const head = await chargeHead(ctx, documentId)
  const language = documentLanguage(head.country)
  const [concepts, country, issuerCountry] = await Promise.all([
    conceptsOf(ctx, head),
    countryName(ctx, head.country, language),
    countryName(ctx, head.issuerCountry, language),
  ])
  return {
    language,
    document: head.document,
    state: head.state,
    number: head.documentNumber,
    otherNumber: head.otherNumber,
    reason: head.reason,
    issuedOn: head.issuedOn,
    dueOn: head.issuedOn ? head.dueOn : null,
    cycle: daysOf(head),
    issuer: { businessName: head.issuer, tin: head.issuerTin, country: issuerCountry },
    customer: { businessName: head.client, tin: head.tin, country },
    currency: head.currency,
    totalMinor: head.totalMinor,
    sims: head.sims,
    concepts,
  }
}

async function countryName(ctx: Ctx, iso2: string | null, language: Language): Promise<string> {
  if (iso2 === null) return ''
  const { name_es, name_en } = await ctx.db
    .selectFrom('countries')
    .select(['name_es', 'name_en'])
    .where('iso2', '=', iso2)
    .executeTakeFirstOrThrow()
  return language === 'es' ? name_es : name_en
}
