import { IconFileInvoice, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PLAN_SORTS, type PlanSort } from '#contract/filter-values.ts'
import { PLAN_WORDS } from '#contract/plans/plan-messages.ts'
import type { Order } from '#web/lib/define-search.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { CompanyFilterField } from '#web/shared/companies/company-finder.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { ListSearchField } from '#web/ui/list-search-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { CatalogueDialog } from './catalogue-dialog.tsx'
import { NewPlanDialog } from './new-plan.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { PLAN_SORT_HEADS, type PlansSearch, planOrderOf, planQueryOf, planSortOf, readPlansSearch } from './plan-search.ts'
import { PlanTotals } from './plan-totals.tsx'
import { fetchPlans, plansQuery } from './plans.api.ts'
import styles from './plans.module.css'
import { PlansTable } from './plans-table.tsx'
import { PoolsCard } from './pools-card.tsx'

/** Changes a part of the address. */
function useChangeSearch(search: PlansSearch): (change: PlansSearch) => void {
  const navigate = useNavigate()
  return (change) => void navigate({ to: '/plans', search: { ...search, ...change }, replace: true })
}

/** The user's plans with cost and SIMs. The address: /plans?company=4&search=telemetria&sort=planPrice&plan=12 */
export function PlansPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/plans', select: readPlansSearch })
  const change = useChangeSearch(search)
  const isAdmin = holds(useSession(), 'admin')
  const [open, setOpen] = useState<'catalogue' | 'new'>()
  const close = () => setOpen(undefined)
  return (
    <div className="page">
      <div className="page-head">
        <div className="grow">
          <h1>{t('plans.title')}</h1>
          <p className="text-secondary">{t('plans.lead')}</p>
        </div>
        <div className={`${styles.tools} row`}>
          <FileMenu ask={(format) => fetchPlans(planQueryOf(search), format)} />
          <Button aria-haspopup="dialog" onClick={() => setOpen('catalogue')}>
            {t('plans.catalogue.open')}
          </Button>
          {isAdmin ? (
            <Button variant="primary" aria-haspopup="dialog" onClick={() => setOpen('new')}>
              <IconPlus className="icon" aria-hidden="true" />
              {t('plans.new.open')}
            </Button>
          ) : null}
        </div>
      </div>
      <Plans search={search} onChange={change} />
      <PoolsCard company={search.company} onPlan={(plan) => change({ plan })} />
      {search.plan === undefined ? null : <PlanDialog planId={search.plan} onClose={() => change({ plan: undefined })} />}
      {open === 'catalogue' ? <CatalogueDialog onClose={close} /> : null}
      {open === 'new' ? <NewPlanDialog onClose={close} /> : null}
    </div>
  )
}

function Plans({ search, onChange }: { search: PlansSearch; onChange: (change: PlansSearch) => void }) {
  const { t } = useTranslation()
  const { data: plans, error, refetch } = useQuery(plansQuery(planQueryOf(search)))
  return (
    <>
      <PlanTotals plans={plans} isFailed={error !== null} />
      <Card title={t('plans.list')} line className={styles.card}>
        <FilterBar>
          <CompanyFilterField company={search.company} onCompany={(company) => onChange({ company })} />
          <OrderChoice order={planOrderOf(search)} onOrder={(order) => onChange(planSortOf(order))} />
          <ListSearchField
            text={search.search ?? ''}
            label={t('plans.search')}
            hint={t('plans.searchHint')}
            onText={(text) => onChange({ search: text })}
          />
        </FilterBar>
        {error && !plans ? (
          <ErrorState title={t('plans.failed')} error={error} onRetry={() => void refetch()} />
        ) : plans?.length === 0 ? (
          <NoPlans search={search} onClear={() => onChange({ company: undefined, search: undefined })} />
        ) : (
          <PlansTable
            plans={plans}
            company={search.company}
            order={planOrderOf(search)}
            onOrder={(order) => onChange(planSortOf(order))}
            onPlan={(plan) => onChange({ plan })}
          />
        )}
      </Card>
    </>
  )
}

/** Sort order on a phone, which has no column heads. */
function OrderChoice({ order, onOrder }: { order: Order<PlanSort>; onOrder: (order: Order<PlanSort>) => void }) {
  const { t } = useTranslation()
  const choose = (chosen: string) => {
    const sort = PLAN_SORTS.find((one) => one === chosen)
    if (sort) onOrder({ sort, descending: !PLAN_SORT_HEADS[sort].isText })
  }
  return (
    <Select
      className={styles.order}
      aria-label={t('plans.orderBy')}
      value={order.sort}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {PLAN_SORTS.map((sort) => (
        <option key={sort} value={sort}>
          {t('plans.by', { what: sentence(PLAN_WORDS[PLAN_SORT_HEADS[sort].word]) })}
        </option>
      ))}
    </Select>
  )
}

function NoPlans({ search, onClear }: { search: PlansSearch; onClear: () => void }) {
  const { t } = useTranslation()
  if (!search.company && !search.search) {
    return (
      <EmptyState Icon={IconFileInvoice} title={t('plans.none')}>
        {t('plans.noneHint')}
      </EmptyState>
    )
  }
  const clear = (
    <Button size="sm" onClick={onClear}>
      {t('plans.clear')}
    </Button>
  )
  const title = search.search ? t('plans.noneFound', { text: search.search }) : t('plans.noneOfCompany')
  return <EmptyState Icon={IconSearch} title={title} actions={clear} />
}
