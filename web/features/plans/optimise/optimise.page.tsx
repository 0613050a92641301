import { IconCircleCheck, IconFileInvoice, IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PLAN_ADVICE_MAX_SIMS } from '#contract/plans/plan-advice.calls.ts'
import { dayAfter } from '#domain/rating/cycle-span.ts'
import { formatDay } from '#web/lib/format.ts'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import cardStyles from '#web/ui/card.module.css'
import { ListFilters } from '#web/ui/list/list-filters.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { type PlanAdvice, planAdviceQuery } from '../plans.api.ts'
import { adviceOptionsOf, USUAL_OPTIONS } from './advice-options.ts'
import { AdviceTotals } from './advice-totals.tsx'
import { AdvisedMoves } from './advised-moves.tsx'
import { AdvisedPlans } from './advised-plans.tsx'
import styles from './optimise.module.css'
import { OptionsForm } from './options-form.tsx'
import { UsePicture } from './use-picture.tsx'

/** The cheapest plans for a company's SIMs. The address: /plans/optimise?company=4 */
export function OptimisePage() {
  const { t } = useTranslation()
  const { company } = useSearch({ from: '/app/plans/optimise' })
  const navigate = useNavigate()
  const filter = useCompanyFilter(company)
  const [options, setOptions] = useState(adviceOptionsOf(USUAL_OPTIONS))
  const { data: advice, error, refetch, isFetching } = useQuery(planAdviceQuery({ ...options, company }))
  return (
    <div className="page">
      <div className="page-head">
        <div className="grow">
          <Breadcrumb
            label={t('plans.optimise.crumbs')}
            back={[
              <Link key="plans" to="/plans" search={{ company }}>
                {t('plans.title')}
              </Link>,
            ]}
            here={t('plans.optimise.title')}
          />
          <h1>{t('plans.optimise.title')}</h1>
          <p>{t('plans.optimise.lead')}</p>
        </div>
        {filter ? (
          <div className={styles.company}>
            <ListFilters
              filters={[filter]}
              search={{ company }}
              onSet={(change) => void navigate({ to: '/plans/optimise', search: { company, ...change }, replace: true })}
            />
          </div>
        ) : null}
      </div>
      <OptionsForm isBusy={isFetching} plans={advice?.plans ?? []} onAsk={setOptions} />
      {error && !isFetching ? (
        <div className={cardStyles.card}>
          <ErrorState isWhole title={t('plans.optimise.failed')} error={error} onRetry={() => void refetch()} />
        </div>
      ) : advice ? (
        <div aria-busy={isFetching} className={isFetching ? styles.stale : undefined}>
          <Advice advice={advice} />
        </div>
      ) : (
        <Waiting />
      )}
    </div>
  )
}

/** While the first advice is computed, which may take seconds. */
function Waiting() {
  return (
    <div aria-busy="true">
      <div className={`${cardStyles.card} ${styles.waiting}`}>
        {[90, 70, 80].map((width) => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </div>
      <AdviceTotals advice={undefined} />
    </div>
  )
}

function Advice({ advice }: { advice: PlanAdvice }) {
  const { t } = useTranslation()
  const { sims, isTooMany, cycles, plans, moves, companyName } = advice
  if (isTooMany) {
    return (
      <Empty title={t('plans.optimise.tooMany')} Icon={IconStack2}>
        {t('plans.optimise.tooManyHint', { count: PLAN_ADVICE_MAX_SIMS, sims })}
      </Empty>
    )
  }
  if (sims === 0) {
    return (
      <Empty title={t('plans.optimise.none')} Icon={IconFileInvoice}>
        {t('plans.optimise.noneHint')}
      </Empty>
    )
  }
  const [first, last] = [cycles.at(0), cycles.at(-1)]
  return (
    <>
      <p className={`${styles.about} text-secondary`}>
        {companyName} · {t('plans.optimise.sims', { count: sims })}
        {first && last
          ? ` · ${t('plans.optimise.between', { from: formatDay(first.start), to: formatDay(dayAfter(last.end, -1)) })}`
          : ''}
      </p>
      <UsePicture plans={plans} />
      <AdviceTotals advice={advice} />
      {moves.length === 0 ? (
        <Empty title={t('plans.optimise.best')} Icon={IconCircleCheck}>
          {t('plans.optimise.bestHint')}
        </Empty>
      ) : (
        <>
          <AdvisedPlans plans={plans} />
          {moves.map((one) => (
            <AdvisedMoves key={one.planCode} moves={one} plans={plans} />
          ))}
        </>
      )}
    </>
  )
}

function Empty({ title, Icon, children }: { title: string; Icon: typeof IconStack2; children: string }) {
  return (
    <div className={cardStyles.card}>
      <EmptyState Icon={Icon} title={title}>
        {children}
      </EmptyState>
    </div>
  )
}
