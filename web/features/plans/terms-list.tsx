import { IconCalendarEvent, IconCircleCheck, IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts } from '#web/ui/facts.tsx'
import { Status } from '#web/ui/status.tsx'
import styles from './plan-dialogs.module.css'
import { TERM_NAMES, type TermName } from './plan-values.ts'
import type { AgreedTerms } from './plans.api.ts'
import plansStyles from './plans.module.css'
import { useTermWords } from './use-term-words.ts'

const TERM_STYLES = {
  coming: { tone: 'ready', Icon: IconCalendarEvent },
  current: { tone: 'active', Icon: IconCircleCheck },
  past: { tone: 'ended', Icon: IconHistory },
} as const

interface TermsListProps {
  readonly terms: readonly AgreedTerms[]
  readonly currency: string
  /** action on future terms */
  readonly action?: (terms: AgreedTerms) => ReactNode
}

/** Terms, the latest first: the current ones whole, the others as far as they differ from those that are nearer to them. */
export function TermsList({ terms, currency, action }: TermsListProps) {
  const { t } = useTranslation()
  const words = useTermWords(currency)
  return (
    <ol className={styles.terms}>
      {terms.map((one, index) => (
        <li key={one.from}>
          <div className={`row ${plansStyles.apart}`}>
            <h3>{words.since(one.from)}</h3>
            <span className="row">
              {one.state === 'coming' ? action?.(one) : null}
              <Status {...TERM_STYLES[one.state]} filled>
                {t(`plans.terms.${one.state}`)}
              </Status>
            </span>
          </div>
          <TermFacts
            terms={one}
            before={terms[index + 1]}
            names={one.state === 'current' ? READ_NAMES : differing(one, terms[one.state === 'coming' ? index + 1 : index - 1])}
            currency={currency}
          />
        </li>
      ))}
    </ol>
  )
}

type Terms = Omit<AgreedTerms, 'from' | 'state'>

/** The terms as they are read: the price of data over the plan goes with its unit. */
const READ_NAMES = TERM_NAMES.filter((name) => name !== 'overageUnit')

const differs = (name: TermName, terms: Terms, other: Terms | undefined): boolean =>
  other?.[name] !== terms[name] || (name === 'overagePrice' && other.overageUnit !== terms.overageUnit)

const differing = (terms: Terms, nearer: Terms | undefined): readonly TermName[] =>
  READ_NAMES.filter((name) => differs(name, terms, nearer))

interface TermFactsProps {
  readonly terms: Terms
  /** the replaced terms: what differs from them is marked */
  readonly before: Terms | undefined
  readonly names: readonly TermName[]
  readonly currency: string
}

function TermFacts({ terms, before, names, currency }: TermFactsProps) {
  const { t } = useTranslation()
  const words = useTermWords(currency)
  const isOverage = (name: TermName): boolean => name === 'overagePrice'
  const valueIn = (of: Terms, name: TermName): string => {
    const value = words.value(name, of[name])
    return isOverage(name) ? t('plans.terms.per', { price: value, unit: words.value('overageUnit', of.overageUnit) }) : value
  }
  const shown = (name: TermName): ReactNode => {
    const value = valueIn(terms, name)
    if (!before || !differs(name, terms, before)) return value
    return (
      <>
        <span className="semibold">{value}</span>
        <span className="text-tertiary text-small">{t('plans.terms.before', { value: valueIn(before, name) })}</span>
      </>
    )
  }
  return (
    <Facts
      className={styles.pairs}
      names="above"
      facts={names.map((name) => ({
        name: isOverage(name) ? t('plans.terms.overage') : words.name(name),
        value: shown(name),
      }))}
    />
  )
}
