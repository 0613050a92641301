import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PLAN_SENTENCES, PLAN_WORDS } from '#contract/plans/plan-messages.ts'
import type { Sentence } from '#contract/sentence.ts'
import { originLabel } from '#web/lib/origin-word.ts'
import { sentence } from '#web/lib/sentence.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import styles from './plan-cascade.module.css'
import { type PlanChoice, planChoicesQuery, planTypesQuery, providersQuery } from './plan-choices.api.ts'
import { planText } from './plan-text.ts'

/** The chosen origin, type and plan. */
export interface PlanCascadeValue {
  readonly providerId?: number | undefined
  readonly planTypeId?: number | undefined
  readonly plan?: PlanChoice | undefined
}

/** A question that is open and has a single answer is answered. */
function useOnlyAnswer<Answer>(isOpen: boolean, answers: readonly Answer[] | undefined, choose: (answer: Answer) => void) {
  useEffect(() => {
    const [only] = answers ?? []
    if (isOpen && only !== undefined && answers?.length === 1) choose(only)
  })
}

/** Chooses an offered plan: the origin, then the type, then the plan. A step that failed to load can be retried. */
export function PlanCascade({ value, onChange }: { value: PlanCascadeValue; onChange(value: PlanCascadeValue): void }) {
  const { providerId, planTypeId, plan } = value
  const providers = useQuery(providersQuery)
  const types = useQuery(planTypesQuery(providerId))
  const plans = useQuery(planChoicesQuery(providerId, planTypeId))
  useOnlyAnswer(planTypeId === undefined, types.data, (only) => onChange({ providerId, planTypeId: only.planTypeId }))
  useOnlyAnswer(plan === undefined, plans.data, (only) => onChange({ ...value, plan: only }))
  return (
    <div className={styles.cascade}>
      <Step
        word="provider"
        query={providers}
        failed={PLAN_SENTENCES.providersFailed}
        value={providerId}
        options={providers.data?.map((one) => [one.providerId, originLabel(one.providerName)])}
        onChoose={(id) => onChange({ providerId: id })}
      />
      <Step
        word="simType"
        query={types}
        failed={PLAN_SENTENCES.planTypesFailed}
        value={planTypeId}
        first={providerId === undefined ? 'originFirst' : undefined}
        options={types.data?.map((one) => [one.planTypeId, one.planTypeName])}
        onChoose={(id) => onChange({ providerId, planTypeId: id })}
      />
      <Step
        word="plan"
        query={plans}
        failed={PLAN_SENTENCES.plansFailed}
        value={plan?.planId}
        first={planTypeId === undefined ? 'typeFirst' : undefined}
        options={plans.data?.map((one) => [one.planId, planText(one)])}
        onChoose={(id) => onChange({ ...value, plan: plans.data?.find(({ planId }) => planId === id) })}
      />
    </div>
  )
}

interface StepProps {
  readonly word: 'provider' | 'simType' | 'plan'
  readonly query: UseQueryResult
  /** message when the options failed to load */
  readonly failed: Sentence
  readonly value: number | undefined
  /** the step that comes before it and is not done */
  readonly first?: 'originFirst' | 'typeFirst' | undefined
  /** ids and texts, once they are loaded */
  readonly options: readonly (readonly [number, string])[] | undefined
  onChoose(id: number | undefined): void
}

function Step({ word, query, failed, value, first, options = [], onChoose }: StepProps) {
  const { t } = useTranslation()
  const retry = (
    <button type="button" className="underlined" onClick={() => void query.refetch()}>
      {t('common.retry')}
    </button>
  )
  return (
    <ChoiceField
      label={sentence(PLAN_WORDS[word])}
      value={String(value ?? '')}
      problem={query.error ? sentence(failed) : undefined}
      wayOut={query.error ? retry : undefined}
      disabled={first !== undefined || query.error !== null}
      onChoose={(id) => onChoose(id === '' ? undefined : Number(id))}
    >
      <option value="">{t(query.isLoading ? 'common.loading' : `plans.${first ?? 'choose'}`)}</option>
      {options.map(([id, text]) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </ChoiceField>
  )
}
