import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPercent } from '#web/lib/format.ts'
import { offeredPlansQuery } from '#web/shared/plans/plan-choices.api.ts'
import { AreaField } from '#web/ui/area-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import type { AdviceOptions, LastAdvice, PlanAdvice } from '../plans.api.ts'
import {
  adviceOptionsOf,
  CYCLE_CHOICES,
  MARGIN_CHOICES,
  optionProblemsOf,
  type TypedOptions,
  typedOf,
} from './advice-options.ts'
import styles from './optimise.module.css'

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

interface OptionsFormProps {
  readonly id: string
  readonly isBusy: boolean
  readonly typed: TypedOptions
  onType(change: Partial<TypedOptions>): void
  /** of the advice that is shown */
  readonly plans: LastAdvice['result']['plans']
  /** not filled beside an advice that has moves: its filled button leads to them; undefined while the button is elsewhere */
  readonly button: 'primary' | 'default' | undefined
  onAsk(options: AdviceOptions): void
  /** an option has a problem */
  onRefuse(): void
}

/** What a person asks for; the advice is computed when it is submitted. */
function OptionsForm({ id, isBusy, typed, onType: set, plans, button, onAsk, onRefuse }: OptionsFormProps) {
  const { t } = useTranslation()
  const [isSubmitted, setSubmitted] = useState(false)
  const problems = isSubmitted ? optionProblemsOf(typed) : {}
  const submit = () => {
    setSubmitted(true)
    if (isBusy) return
    if (Object.keys(optionProblemsOf(typed)).length > 0) onRefuse()
    else onAsk(adviceOptionsOf(typed))
  }
  return (
    <Form id={id} isPending={isBusy} onAttempt={submit}>
      <div className={styles.fields}>
        <ChoiceField
          label={t('plans.optimise.cycles')}
          value={typed.cycles}
          problem={undefined}
          onChoose={(cycles) => set({ cycles })}
        >
          {CYCLE_CHOICES.map((count) => (
            <option key={count} value={count}>
              {t('plans.optimise.lastCycles', { count })}
            </option>
          ))}
        </ChoiceField>
        <ChoiceField
          label={t('plans.optimise.margin')}
          value={typed.marginPercent}
          problem={undefined}
          onChoose={(marginPercent) => set({ marginPercent })}
        >
          {MARGIN_CHOICES.map((percent) => (
            <option key={percent} value={percent}>
              {percent === 0 ? t('plans.optimise.noMargin') : formatPercent(percent)}
            </option>
          ))}
        </ChoiceField>
        <Field
          label={t('plans.optimise.moves')}
          placeholder={t('plans.optimise.movesHint')}
          value={typed.maxMoves}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          problem={problems.maxMoves}
          onChange={(event) => set({ maxMoves: event.currentTarget.value })}
        />
        {button ? (
          <Button variant={button} size="lg" type="submit" blocked={isBusy} aria-busy={isBusy}>
            {t(isBusy ? 'plans.optimise.calculating' : 'plans.optimise.calculate')}
          </Button>
        ) : null}
      </div>
      <Disclosure summary={t('plans.optimise.left')} className={styles.left}>
        <PlansLeftOut plans={plans} chosen={typed.exceptPlans} onChoose={(exceptPlans) => set({ exceptPlans })} />
        <AreaField
          label={t('plans.optimise.leftSims')}
          hint={t('plans.optimise.leftSimsHint')}
          value={typed.exceptSims}
          rows={3}
          autoComplete="off"
          spellCheck={false}
          problem={problems.exceptSims}
          onChange={(event) => set({ exceptSims: event.currentTarget.value })}
        />
      </Disclosure>
    </Form>
  )
}

interface PlansLeftOutProps {
  readonly plans: LastAdvice['result']['plans']
  readonly chosen: readonly string[]
  onChoose(chosen: readonly string[]): void
}

/** Plans on offer of the currencies in use. */
function PlansLeftOut({ plans, chosen, onChoose }: PlansLeftOutProps) {
  const { t } = useTranslation()
  const { data: offered = [] } = useQuery(offeredPlansQuery)
  const currencies = new Set(plans.map(({ currency }) => currency))
  const choices = offered.filter(({ currency }) => currencies.has(currency))
  if (choices.length === 0) return null
  return (
    <fieldset className={styles.plans}>
      <legend className="medium">{t('plans.optimise.leftPlans')}</legend>
      {choices.map(({ planCode, planName }) => (
        <CheckLine
          key={planCode}
          labelClass={styles.check}
          checked={chosen.includes(planCode)}
          onChange={({ currentTarget: { checked } }) =>
            onChoose(checked ? [...chosen, planCode] : chosen.filter((one) => one !== planCode))
          }
        >
          <span>
            {planName} <span className="text-tertiary text-small">{planCode}</span>
          </span>
        </CheckLine>
      ))}
    </fieldset>
  )
}
