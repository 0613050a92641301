import type { Language } from './languages.ts'

/** Payment term of an invoice, days from its issue. */
export const PAYMENT_DAYS = 30

/** Countries, ISO 3166-1, whose official or common business language is Spanish. */
const SPANISH: ReadonlySet<string> = new Set('AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE'.split(' '))

/** The language of a company's documents: that of its country; Spanish, the default, where the country is not known. */
export function documentLanguage(countryIso2: string | null): Language {
  return countryIso2 === null || SPANISH.has(countryIso2) ? 'es' : 'en'
}
