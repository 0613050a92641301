import { companyProblemSentence } from '#contract/companies/company-messages.ts'
import {
  COMPANY_TEXT_FIELDS,
  type CompanyTerms,
  type CompanyText,
  type CompanyTextField,
  companyProblems,
} from '#domain/companies.ts'
import { sentence } from '#web/lib/sentence.ts'
import type { CompanyBody, CompanyData } from './companies.api.ts'

/** Values of the form: numbers as typed, '' for no country. */
export interface CompanyValues extends CompanyText, Pick<CompanyTerms, 'timeZone' | 'currency'> {
  readonly countryId: string
  readonly cycleAnchorDay: string
  readonly secondFactorRequired: boolean
  readonly blocked: boolean
}
type CompanyProblems = Partial<Record<keyof CompanyValues, string>>

const flag = (yes: boolean): '1' | '0' => (yes ? '1' : '0')

const textsOf = (textOf: (field: CompanyTextField) => string) =>
  Object.fromEntries(COMPANY_TEXT_FIELDS.map((field) => [field, textOf(field)])) as Record<CompanyTextField, string>

/** Defaults of a new company: country and billing of its parent. */
export const newCompanyValues = (above: CompanyData): CompanyValues => ({
  ...textsOf(() => ''),
  ...termsOf(above),
  secondFactorRequired: false,
  blocked: false,
})

const termsOf = ({ countryId, timeZone, currency, cycleAnchorDay }: CompanyData) => ({
  countryId: String(countryId ?? ''),
  timeZone,
  currency,
  cycleAnchorDay: String(cycleAnchorDay),
})

export const companyValuesOf = (company: CompanyData): CompanyValues => ({
  ...textsOf((field) => company[field]),
  ...termsOf(company),
  secondFactorRequired: company.secondFactorRequired === '1',
  blocked: company.blocked === '1',
})

/** The request body of the values; an invalid day is NaN. */
export function companyBodyOf(values: CompanyValues): Required<CompanyBody> {
  const { countryId, cycleAnchorDay, secondFactorRequired, blocked, ...texts } = values
  return {
    ...texts,
    countryId: countryId === '' ? null : Number(countryId),
    cycleAnchorDay: /^\d{1,2}$/.test(cycleAnchorDay.trim()) ? Number(cycleAnchorDay) : Number.NaN,
    secondFactorRequired: flag(secondFactorRequired),
    blocked: flag(blocked),
  }
}

/**
 * Validation errors, by the server's rules.
 * @param country ISO 3166-1 alpha-2
 */
export function companyProblemsOf(values: CompanyValues, country: string): CompanyProblems {
  const problems = companyProblems(companyBodyOf(values), country)
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, sentence(companyProblemSentence(problem, country))]),
  )
}
