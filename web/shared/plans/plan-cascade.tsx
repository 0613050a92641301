import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
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

interface PlanCascadeProps {
  readonly value: PlanCascadeValue
  onChange(value: PlanCascadeValue): void
}

/** Chooses an offered plan: the origin, then the type, then the plan. A step that failed to load can be retried. */
export function PlanCascade({ value, onChange }: PlanCascadeProps) {
  const { providerId, planTypeId, plan } = value
  const providers = useQuery(providersQuery)
  const types = useQuery(planTypesQuery(providerId))
  const plans = useQuery(planChoicesQuery(providerId, planTypeId))
  const chosen = (id: string): number | undefined => (id === '' ? undefined : Number(id))
  return (
    <div className={styles.cascade}>
      <Step
        word="provider"
        query={providers}
        failed={PLAN_SENTENCES.providersFailed}
        value={providerId}
        onChoose={(id) => onChange({ providerId: chosen(id) })}
      >
        {providers.data?.map((one) => (
          <option key={one.providerId} value={one.providerId}>
            {originLabel(one.providerName)}
          </option>
        ))}
      </Step>
      <Step
        word="simType"
        query={types}
        failed={PLAN_SENTENCES.planTypesFailed}
        value={planTypeId}
        first={providerId === undefined ? 'originFirst' : undefined}
        onChoose={(id) => onChange({ providerId, planTypeId: chosen(id) })}
      >
        {types.data?.map((one) => (
          <option key={one.planTypeId} value={one.planTypeId}>
            {one.planTypeName}
          </option>
        ))}
      </Step>
      <Step
        word="plan"
        query={plans}
        failed={PLAN_SENTENCES.plansFailed}
        value={plan?.planId}
        first={providerId === undefined ? 'originFirst' : planTypeId === undefined ? 'typeFirst' : undefined}
        onChoose={(id) => onChange({ ...value, plan: plans.data?.find(({ planId }) => planId === chosen(id)) })}
      >
        {plans.data?.map((one) => (
          <option key={one.planId} value={one.planId}>
            {planText(one)}
          </option>
        ))}
      </Step>
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
  onChoose(id: string): void
  readonly children: ReactNode
}

function Step({ word, query, failed, value, first, onChoose, children }: StepProps) {
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
      onChoose={onChoose}
    >
      <option value="">{t(query.isLoading ? 'common.loading' : `plans.${first ?? 'choose'}`)}</option>
      {children}
    </ChoiceField>
  )
}
