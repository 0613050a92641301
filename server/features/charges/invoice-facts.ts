import type { Day } from '#domain/billing-cycle.ts'
import { documentLanguage } from '#domain/invoices.ts'
import type { Language } from '#domain/languages.ts'
import type { Ctx } from '#server/context.ts'
import { type ChargeConcept, type ChargeHead, chargeHead, conceptsOf, daysOf } from './charge.queries.ts'

interface InvoiceParty {
  readonly businessName: string
  readonly tin: string
  readonly country: string
}

type OfHead = 'document' | 'state' | 'otherNumber' | 'reason' | 'issuedOn' | 'dueOn' | 'currency' | 'totalMinor' | 'sims'

/** The content of a document, independent of its layout. */
export interface InvoiceFacts extends Pick<ChargeHead, OfHead> {
  readonly language: Language
  /** null until it is issued */
  readonly number: string | null
  readonly cycle: { readonly first: Day; readonly last: Day }
  readonly issuer: InvoiceParty
  readonly customer: InvoiceParty
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
  const { document, state, documentNumber: number, otherNumber, reason, issuedOn, currency, totalMinor, sims } = head
  return {
    language,
    document,
    state,
    number,
    otherNumber,
    reason,
    issuedOn,
    currency,
    totalMinor,
    sims,
    concepts,
    dueOn: issuedOn ? head.dueOn : null,
    cycle: daysOf(head),
    issuer: { businessName: head.issuer, tin: head.issuerTin, country: issuerCountry },
    customer: { businessName: head.client, tin: head.tin, country },
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
