import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPercent } from '#web/lib/format.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import type { AdviceOptions, LastAdvice, PlanAdvice } from '../plans.api.ts'
import { adviceOptionsOf, optionProblemsOf, typedOf } from './advice-options.ts'
import styles from './optimise.module.css'
import { OptionsForm } from './options-form.tsx'

interface OptionsProps {
  readonly formId: string
  readonly advice: PlanAdvice
  readonly isAsking: boolean
  onAsk(options: AdviceOptions): void
}

/** One line: what the shown advice was asked with, or the first will be; it opens the form. The first has its button where the advice will be. */
export function Options({ formId, advice: { last, running }, isAsking, onAsk }: OptionsProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(() => typedOf(last?.options))
  // a field with a problem is shown
  const [wasRefused, setRefused] = useState(false)
  const isValid = Object.keys(optionProblemsOf(typed)).length === 0
  const asked = last?.options ?? (isValid ? adviceOptionsOf(typed) : undefined)
  const { plans = [], moves = [] } = last?.result ?? {}
  return (
    <Disclosure
      summary={
        <span>
          {t(last ? 'plans.optimise.otherOptions' : 'plans.optimise.firstOptions')}{' '}
          {asked ? <span className={styles.asked}>{optionTexts(asked).join(' · ')}</span> : null}
        </span>
      }
      open={wasRefused}
      className={styles.folded}
    >
      <OptionsForm
        id={formId}
        isBusy={running !== null || isAsking}
        typed={typed}
        onType={(change) => setTyped({ ...typed, ...change })}
        plans={plans}
        button={last ? (moves.length > 0 ? 'default' : 'primary') : running ? 'primary' : undefined}
        onAsk={onAsk}
        onRefuse={() => setRefused(true)}
      />
    </Disclosure>
  )
}

function optionTexts({ cycles, marginPercent, maxMoves, exceptPlans, exceptSims }: LastAdvice['options']): string[] {
  const { t } = i18next
  const margin = formatPercent(marginPercent)
  return [
    t('plans.optimise.withCycles', { count: cycles }),
    t(marginPercent === 0 ? 'plans.optimise.withoutMargin' : 'plans.optimise.withMargin', { margin }),
    maxMoves === undefined ? t('plans.optimise.noLimit') : t('plans.optimise.atMost', { count: maxMoves }),
    exceptPlans.length === 0 ? '' : t('plans.optimise.exceptPlans', { plans: exceptPlans.join(', ') }),
    exceptSims.length === 0 ? '' : t('plans.optimise.exceptSims', { count: exceptSims.length }),
  ].filter(Boolean)
}
