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
            names={one.state === 'current' ? TERM_NAMES : differing(one, terms[one.state === 'coming' ? index + 1 : index - 1])}
            currency={currency}
          />
        </li>
      ))}
    </ol>
  )
}

type Terms = Omit<AgreedTerms, 'from' | 'state'>

const differing = (terms: Terms, nearer: Terms | undefined): readonly TermName[] =>
  TERM_NAMES.filter((name) => nearer?.[name] !== terms[name])

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
  const shown = (name: TermName): ReactNode => {
    const value = words.value(name, terms[name])
    if (!before || before[name] === terms[name]) return value
    return (
      <>
        <span className="semibold">{value}</span>
        <span className="text-tertiary text-small">{t('plans.terms.before', { value: words.value(name, before[name]) })}</span>
      </>
    )
  }
  return (
    <Facts
      className={styles.pairs}
      names="above"
      facts={names.map((name) => ({ name: words.name(name), value: shown(name) }))}
    />
  )
}
