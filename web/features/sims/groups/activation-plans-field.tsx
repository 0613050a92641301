import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { GROUP_PLANS_MAX } from '#domain/groups.ts'
import { originLabel } from '#web/lib/origin-word.ts'
import { offeredPlansQuery, type PlanChoice } from '#web/shared/plans/plan-choices.api.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { RowAction } from '#web/ui/row-action.tsx'
import { useNames } from '../names.ts'
import styles from './manage-groups.module.css'

interface ActivationPlansFieldProps {
  /** codes */
  readonly plans: readonly string[]
  readonly problem: string | undefined
  onPlans(plans: readonly string[]): void
}

/** SIMs of a plan's kind: only one plan of a group is for them. */
const kindOf = ({ providerId, planTypeId }: PlanChoice): string => `${providerId} ${planTypeId}`
const kindText = ({ provider, planTypeName }: PlanChoice): string => `${originLabel(provider)} · ${planTypeName}`

/** The plans that SIMs of a group get when they are activated: chosen ones as lines, and a field that adds one. */
export function ActivationPlansField({ plans, problem, onPlans }: ActivationPlansFieldProps) {
  const { t } = useTranslation()
  const names = useNames()
  const { data: offered = [] } = useQuery(offeredPlansQuery)
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const remove = (code: string) => {
    onPlans(plans.filter((one) => one !== code))
    // the button goes with its line
    field.current?.querySelector('select')?.focus()
  }
  const chosen = plans.map((code) => offered.find(({ planCode }) => planCode === code))
  const taken = new Set(chosen.flatMap((plan) => (plan ? [kindOf(plan)] : [])))
  const free = plans.length < GROUP_PLANS_MAX ? offered.filter((plan) => !taken.has(kindOf(plan))) : []
  return (
    <div ref={field} className={styles.plans}>
      {plans.length > 0 ? (
        <>
          <p className="medium" id={id}>
            {t('groups.activationPlans')}
          </p>
          <ul aria-labelledby={id}>
            {plans.map((code, index) => {
              const plan = chosen[index]
              const name = plan?.planName ?? names.plan(code)
              return (
                <li key={code}>
                  <span className="ellipsis">{name}</span>
                  <span className="text-tertiary text-small ellipsis">{plan ? kindText(plan) : t('groups.offOffer')}</span>
                  <RowAction Icon={IconX} label={t('groups.withoutPlan', { plan: name })} onAct={() => remove(code)} />
                </li>
              )
            })}
          </ul>
        </>
      ) : null}
      <ChoiceField
        label={t(plans.length > 0 ? 'groups.anotherPlan' : 'groups.activationPlan')}
        value=""
        problem={problem}
        disabled={free.length === 0}
        data-mantine-stop-propagation="true"
        onChoose={(code) => onPlans([...plans, code])}
      >
        <option value="">{t(plans.length > 0 ? 'groups.addPlan' : 'groups.ownPlan')}</option>
        {[...Map.groupBy(free, kindText)].map(([kind, ofKind]) => (
          <optgroup key={kind} label={kind}>
            {ofKind.map(({ planCode, planName }) => (
              <option key={planCode} value={planCode}>
                {planName}
              </option>
            ))}
          </optgroup>
        ))}
      </ChoiceField>
    </div>
  )
}
