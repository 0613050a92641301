import type { ChargeState } from '#contract/charge-messages.ts'
import type { Day } from '#domain/billing-cycle.ts'
import { documentLanguage } from '#domain/invoices.ts'
import type { Language } from '#domain/languages.ts'
import type { Ctx } from '../../context.ts'
import { type ChargeConcept, chargeHead, conceptsOf, daysOf } from './charge.queries.ts'

export interface InvoiceParty {
  readonly businessName: string
  readonly tin: string
  readonly country: string
}

/** All that a document says, whatever it looks like. */
export interface InvoiceFacts {
  readonly language: Language
  readonly document: 'invoice' | 'credit_note'
  readonly state: ChargeState
  /** null until it is issued */
  readonly number: string | null
  /** of a credit note the invoice that it takes back, of a void invoice the credit note; null otherwise */
  readonly otherNumber: string | null
  /** of a credit note why it was written */
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

/** What a document says, read anew: of an issued one always the same. */
export async function invoiceFacts(ctx: Ctx, documentId: number): Promise<InvoiceFacts> {
  const head = await chargeHead(ctx, documentId)
  const language = documentLanguage(head.country)
  const [concepts, issuer, country] = await Promise.all([
    conceptsOf(ctx, head),
    partyOf(ctx, head.operatorId, language),
    countryName(ctx, head.country, language),
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
    issuer,
    customer: { businessName: head.client, tin: head.tin, country },
    currency: head.currency,
    totalMinor: head.totalMinor,
    sims: head.sims,
    concepts,
  }
}

async function partyOf(ctx: Ctx, companyId: number, language: Language): Promise<InvoiceParty> {
  const { business_name, tin, iso2 } = await ctx.db
    .selectFrom('companies as c')
    .leftJoin('countries as n', 'n.country_id', 'c.country_id')
    .select(['c.business_name', 'c.tin', 'n.iso2'])
    .where('c.company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return { businessName: business_name, tin, country: await countryName(ctx, iso2, language) }
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
