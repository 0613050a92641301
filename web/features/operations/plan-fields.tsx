import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { localDay } from '#domain/billing-cycle.ts'
import { stayEnd } from '#domain/minimum-stay.ts'
import type { PlanStart } from '#domain/operations.ts'
import { zoneOfReader } from '#web/lib/day-range.ts'
import { formatDate } from '#web/lib/format.ts'
import { originLabel } from '#web/lib/origin-word.ts'
import { useSession } from '#web/lib/session.ts'
import { type PlanChoice, plansToChangeToQuery } from '#web/shared/plans/plan-choices.api.ts'
import { planText } from '#web/shared/plans/plan-text.ts'
import { type SimDetail, simQuery } from '#web/shared/sims/sim.api.ts'
import { Choice } from '#web/ui/choice.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import styles from './mass-dialog.module.css'
import type { MassDetails, MassSource } from './operations.api.ts'

interface PlanFieldsProps {
  readonly details: MassDetails
  readonly problem: string | undefined
  readonly source: MassSource | undefined
  onDetails(details: MassDetails): void
}

/** The only SIM of an operation. */
const onlySim = (source: MassSource | undefined): string | undefined =>
  source && 'icc' in source && source.icc.length === 1 ? source.icc[0] : undefined

/** The plan, of those that the chosen SIM can have, and when it begins. */
export function PlanFields({ details, problem, source, onDetails }: PlanFieldsProps) {
  const { t } = useTranslation()
  const { admin } = useSession()
  const icc = onlySim(source)
  const plans = useQuery(plansToChangeToQuery(admin === '1'))
  const sim = useQuery({ ...simQuery(icc ?? ''), refetchInterval: false, enabled: icc !== undefined })
  const isLoading = plans.isLoading || sim.isLoading
  const retry = (
    <button type="button" className="underlined" onClick={() => void plans.refetch()}>
      {t('common.retry')}
    </button>
  )
  const present = presentPlan(plans.data, source, sim.data)
  // until the SIM is known, any plan might be one that it can't have
  const choices = isLoading ? [] : (plans.data ?? []).filter((plan) => !present || isAlternative(plan, present))
  const chosen = choices.find(({ planCode }) => planCode === details.planCode)
  const groups = Map.groupBy(choices, ({ provider, planTypeName }) => `${originLabel(provider)} · ${planTypeName}`)
  return (
    <>
      {present ? (
        <p className={`${styles.will} text-secondary`}>
          {t('operations.presentPlan', { plan: present.planName })}
          {sim.data?.planBoundUntil
            ? `. ${t('operations.presentStay', { day: formatDate(sim.data.planBoundUntil, 'UTC') })}`
            : null}
        </p>
      ) : null}
      <ChoiceField
        label={t('operations.newPlan')}
        value={details.planCode ?? ''}
        problem={plans.error ? t('operations.plansFailed') : problem}
        wayOut={plans.error ? retry : undefined}
        isAutoFocused
        onChoose={(planCode) => onDetails({ ...details, planCode })}
      >
        <option value="">{t(isLoading ? 'common.loading' : 'plans.choose')}</option>
        {[...groups].map(([group, ofGroup]) => (
          <optgroup key={group} label={group}>
            {ofGroup.map((plan) => (
              <option key={plan.planCode} value={plan.planCode}>
                {planText(plan, plan.offered ? '' : t('operations.offOffer'))}
              </option>
            ))}
          </optgroup>
        ))}
      </ChoiceField>
      {choices.length === 0 && !isLoading && !plans.error ? (
        <p className={`text-secondary text-small ${styles.line}`}>{t('operations.noOtherPlan')}</p>
      ) : null}
      <StayNote months={chosen?.minimumStay ?? 0} from={details.from ?? 'now'} />
      <div className={styles.when}>
        <span className="medium" aria-hidden="true">
          {t('operations.planFrom')}
        </span>
        <Choice<PlanStart>
          label={t('operations.planFrom')}
          value={details.from ?? 'now'}
          onChange={(from) => onDetails({ ...details, from })}
          options={[
            { value: 'now', text: t('operations.fromToday') },
            { value: 'nextCycle', text: t('operations.fromNextCycle') },
          ]}
        />
      </div>
    </>
  )
}

/** How long the SIMs stay on the chosen plan at least. */
function StayNote({ months, from }: { months: number; from: PlanStart }) {
  const { t } = useTranslation()
  const end = stayEnd(localDay(new Date(), zoneOfReader()), months)
  if (end === undefined) return null
  return (
    <p className={`text-secondary text-small ${styles.line}`}>
      {t(`operations.minimumStay.${from}`, { count: months, day: formatDate(end, 'UTC') })}
    </p>
  )
}

type PresentPlan = Pick<PlanChoice, 'planCode' | 'planName' | 'providerId' | 'planTypeId'>

/** The plan that all SIMs of the operation have now, as far as that is known. */
function presentPlan(
  plans: readonly PlanChoice[] | undefined,
  source: MassSource | undefined,
  sim: SimDetail | undefined,
): PresentPlan | undefined {
  if (sim) return { ...sim, planTypeId: sim.simTypeId }
  const codes = source && 'filter' in source ? source.filter.planCodes : undefined
  return codes?.length === 1 ? plans?.find(({ planCode }) => planCode === codes[0]) : undefined
}

const isAlternative = ({ planCode, providerId, planTypeId }: PresentPlan, present: PresentPlan): boolean =>
  planCode !== present.planCode && providerId === present.providerId && planTypeId === present.planTypeId
