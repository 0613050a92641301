import { IconCalendarEvent, IconCircleCheck, IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Status } from '#web/ui/status.tsx'
import styles from './plan-dialogs.module.css'
import { TERM_NAMES } from './plan-values.ts'
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

/** Terms, the latest first; a changed one shows its value before. */
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
          <TermPairs terms={one} before={terms[index + 1]} currency={currency} />
        </li>
      ))}
    </ol>
  )
}

/**
 * Each term with its value.
 * @param before the replaced terms
 */
export function TermPairs({
  terms,
  before,
  currency,
}: {
  terms: Omit<AgreedTerms, 'from' | 'state'>
  before: AgreedTerms | undefined
  currency: string
}) {
  const { t } = useTranslation()
  const words = useTermWords(currency)
  return (
    <dl className={styles.pairs}>
      {TERM_NAMES.map((name) => {
        const isChanged = before !== undefined && before[name] !== terms[name]
        return (
          <div key={name}>
            <dt className="text-tertiary text-small">{words.name(name)}</dt>
            <dd className={isChanged ? 'tabular-numbers semibold' : 'tabular-numbers'}>
              {words.value(name, terms[name])}
              {isChanged ? (
                <span className="text-tertiary text-small">
                  {t('plans.terms.before', { value: words.value(name, before[name]) })}
                </span>
              ) : null}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
