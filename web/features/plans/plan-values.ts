import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { isStay } from '#domain/minimum-stay.ts'
import { isPlanCode, isPlanTerm, type TermValues } from '#domain/plans.ts'
import { decimalsOf, formatDecimal } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { typedMb } from '#web/lib/typed-mb.ts'
import { typedCount, typedMoney } from '#web/lib/typed-money.ts'
import type { AgreedTerms, NewPlan, TermsBody } from './plans.api.ts'

/** The terms by their wire names, in reading order, and the server's rule of each. */
export const RULE_OF = {
  planPrice: 'priceMinor',
  data: 'dataMb',
  sms: 'includedSms',
  voice: 'includedVoiceSeconds',
  hibernationFee: 'hibernationFeeMinor',
  overageUnit: 'overageUnitMb',
  overagePrice: 'overagePriceMinor',
  smsPrice: 'smsPriceMinor',
  voicePrice: 'voicePriceMinor',
} as const satisfies Partial<Record<keyof TermsBody, keyof TermValues>>
export type TermName = keyof typeof RULE_OF
export const TERM_NAMES = Object.keys(RULE_OF) as TermName[]

/** Money terms; the others are MB, messages, and voice in minutes (seconds on the wire). */
const MONEY: readonly TermName[] = ['planPrice', 'hibernationFee', 'overagePrice', 'smsPrice', 'voicePrice']
export const isMoney = (name: TermName): boolean => MONEY.includes(name)

/** Terms as typed. */
export type TypedTerms = Readonly<Record<TermName, string>>
export type TermProblems = Partial<Record<TermName, string>>

const SECONDS = 60

export const NO_TERMS: TypedTerms = {
  planPrice: '',
  data: '',
  sms: '0',
  voice: '0',
  hibernationFee: '0',
  overageUnit: '1',
  overagePrice: '0',
  smsPrice: '0',
  voicePrice: '0',
}

function typedOf(name: TermName, value: number, currency: string): string {
  if (isMoney(name)) {
    const digits = decimalsOf(currency)
    return formatDecimal(value / 10 ** digits, digits)
  }
  return formatDecimal(name === 'voice' ? value / SECONDS : value, 0)
}

/** Terms formatted for typing. */
export function typedTermsOf(terms: AgreedTerms, currency: string): TypedTerms {
  return Object.fromEntries(TERM_NAMES.map((name) => [name, typedOf(name, terms[name], currency)])) as TypedTerms
}

function amountOf(name: TermName, text: string, currency: string): number {
  if (isMoney(name)) return typedMoney(text, currency)
  if (name === 'data' || name === 'overageUnit') return typedMb(text)
  return typedCount(text) * (name === 'voice' ? SECONDS : 1)
}

/** The request body of typed terms; NaN where unreadable. */
export function termsBodyOf(typed: TypedTerms, currency: string): TermsBody {
  return Object.fromEntries(TERM_NAMES.map((name) => [name, amountOf(name, typed[name], currency)])) as TermsBody
}

/** Validation errors, by the server's rules. */
export function termProblemsOf(typed: TypedTerms, currency: string): TermProblems {
  const body = termsBodyOf(typed, currency)
  return Object.fromEntries(
    TERM_NAMES.flatMap((name) => {
      if (typed[name].trim() === '') return [[name, sentence(ALL_FIELD_SENTENCES.required)]]
      if (isPlanTerm(RULE_OF[name], body[name])) return []
      return [[name, sentence(isMoney(name) ? ALL_FIELD_SENTENCES.planAmount : ALL_FIELD_SENTENCES.planCount)]]
    }),
  )
}

/** Names of the changed terms. */
export function changesOf(before: AgreedTerms, typed: TypedTerms, currency: string): TermName[] {
  const body = termsBodyOf(typed, currency)
  return TERM_NAMES.filter((name) => body[name] !== before[name])
}

type Terms = Omit<AgreedTerms, 'from' | 'state'>

/** Whether a term is another than in earlier terms: the price of data over the plan goes with its unit. */
export const differs = (name: TermName, terms: Terms, before: Terms): boolean =>
  before[name] !== terms[name] || (name === 'overagePrice' && before.overageUnit !== terms.overageUnit)

/** By how much a term went up or down, in percent; undefined where its unit changed too, and from nothing. */
export function changePercent(name: TermName, terms: Terms, before: Terms): number | undefined {
  if (before[name] === 0 || (name === 'overagePrice' && before.overageUnit !== terms.overageUnit)) return undefined
  return ((terms[name] - before[name]) / before[name]) * 100
}

/** Months as typed; nothing is none. NaN where unreadable. */
export const monthsOf = (text: string): number => (text.trim() === '' ? 0 : typedCount(text))

/** Values of the form of a new plan. */
export interface NewPlanValues {
  readonly planCode: string
  readonly planName: string
  readonly providerId: string
  readonly simTypeId: string
  readonly currency: string
  readonly pooled: boolean
  /** months, as typed */
  readonly minimumStay: string
  readonly terms: TypedTerms
}
export type NewPlanProblems = TermProblems &
  Partial<Record<'planCode' | 'planName' | 'providerId' | 'simTypeId' | 'currency' | 'minimumStay', string>>

const required = (text: string): string | undefined => (text.trim() === '' ? sentence(ALL_FIELD_SENTENCES.required) : undefined)

export function newPlanProblemsOf({ terms, ...values }: NewPlanValues): NewPlanProblems {
  const { planCode, planName, providerId, simTypeId, currency, minimumStay } = values
  const code = planCode.trim().toUpperCase()
  const problems = {
    planCode: required(code) ?? (isPlanCode(code) ? undefined : sentence(ALL_FIELD_SENTENCES.planCode)),
    planName: required(planName),
    providerId: required(providerId),
    simTypeId: required(simTypeId),
    currency: required(currency) ?? (/^[A-Z]{3}$/.test(currency) ? undefined : sentence(ALL_FIELD_SENTENCES.currency)),
    minimumStay: isStay(monthsOf(minimumStay)) ? undefined : sentence(ALL_FIELD_SENTENCES.planStay),
    ...termProblemsOf(terms, currency),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
}

/** The request body of valid values. */
export function newPlanOf({ terms, ...values }: NewPlanValues): NewPlan {
  return {
    planCode: values.planCode.trim().toUpperCase(),
    planName: values.planName.trim(),
    providerId: Number(values.providerId),
    simTypeId: Number(values.simTypeId),
    currency: values.currency,
    pooled: values.pooled,
    minimumStay: monthsOf(values.minimumStay),
    ...termsBodyOf(terms, values.currency),
  }
}
