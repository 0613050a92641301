import { useTranslation } from 'react-i18next'
import { PLAN_TERM_WORDS } from '#contract/plans/plan-messages.ts'
import { formatDate, formatMb, formatMoney, formatNumber } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { isMoney, RULE_OF, type TermName } from './plan-values.ts'

/** Start of the first terms of a plan. */
const FIRST_DAY = '1970-01-01'

interface TermWords {
  readonly name: (term: TermName) => string
  readonly value: (term: TermName, value: number) => string
  /** start of terms in words */
  readonly since: (from: string) => string
}

/**
 * Formats terms.
 * @param currency of their money
 */
export function useTermWords(currency: string): TermWords {
  const { t } = useTranslation()
  const value = (term: TermName, amount: number): string => {
    if (isMoney(term)) return `${formatMoney(amount, currency)} ${currency}`
    if (term === 'data' || term === 'overageUnit') return formatMb(amount)
    return term === 'voice' ? t('plans.minutes', { count: Math.round(amount / 6) / 10 }) : formatNumber(amount)
  }
  return {
    name: (term) => sentence(PLAN_TERM_WORDS[RULE_OF[term]]),
    value,
    since: (from) => (from === FIRST_DAY ? t('plans.terms.always') : t('plans.terms.since', { day: formatDate(from, 'UTC') })),
  }
}
