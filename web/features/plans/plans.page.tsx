import { IconFileInvoice, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PLAN_WORDS } from '#contract/plans/plan-messages.ts'
import { PLAN_SORTS, type PlanSort } from '#contract/plans/plans.calls.ts'
import { sentence } from '#web/lib/sentence.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { CompanyFilter } from '#web/shared/companies/company-finder.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Order } from '#web/ui/sort-head.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { CatalogueDialog } from './catalogue-dialog.tsx'
import { NewPlanDialog } from './new-plan.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { idOf, isUnfiltered, orderOf, PLAN_SORT_LOOKS, type PlanSearch, queryOf, searchOfOrder } from './plan-search.ts'
import { PlanTotals } from './plan-totals.tsx'
import { fetchPlans, plansQuery } from './plans.api.ts'
import { PlansTable } from './plans-table.tsx'
import { PoolsCard } from './pools-card.tsx'
import './plans.css'

/** Changes the address; what is '' leaves it. */
function useChangeSearch(search: PlanSearch): (change: PlanSearch) => void {
  const navigate = useNavigate()
  return (change) => {
    const next = Object.fromEntries(Object.entries({ ...search, ...change }).filter(([, value]) => value !== ''))
    void navigate({ to: '/plans', search: next, replace: true })
  }
}

/** What the reader's SIMs cost, plan by plan. The address: /plans?company=4&search=telemetria&sort=planPrice&plan=12 */
export function PlansPage() {
  const { t } = useTranslation()
  const search: PlanSearch = useSearch({ strict: false })
  const change = useChangeSearch(search)
  const isAdmin = holds(useSession(), 'admin')
  const [open, setOpen] = useState<'catalogue' | 'new'>()
  const close = () => setOpen(undefined)
  const planId = idOf(search.plan)
  return (
    <div className="page">
      <div className="page-head">
        <div className="grow">
          <h1>{t('plans.title')}</h1>
          <p className="text-secondary">{t('plans.lead')}</p>
        </div>
        <div className="pl-tools row">
          <FileMenu ask={(format) => fetchPlans(queryOf(search), format)} />
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
      <PoolsCard company={idOf(search.company)} onPlan={(plan) => change({ plan: String(plan) })} />
      {planId === undefined ? null : <PlanDialog planId={planId} onClose={() => change({ plan: '' })} />}
      {open === 'catalogue' ? <CatalogueDialog onClose={close} /> : null}
      {open === 'new' ? <NewPlanDialog onClose={close} /> : null}
    </div>
  )
}

function Plans({ search, onChange }: { search: PlanSearch; onChange: (change: PlanSearch) => void }) {
  const { t } = useTranslation()
  const { data: plans, error, refetch } = useQuery(plansQuery(queryOf(search)))
  return (
    <>
      <PlanTotals plans={plans} isFailed={error !== null} />
      <Card title={t('plans.list')} line className="pl-card">
        <FilterBar>
          <CompanyFilter company={idOf(search.company)} onCompany={(company) => onChange({ company })} />
          <OrderChoice order={orderOf(search)} onOrder={(order) => onChange(searchOfOrder(order))} />
          <SearchField
            text={search.search ?? ''}
            label={t('plans.search')}
            hint={t('plans.searchHint')}
            onText={(text) => onChange({ search: text })}
          />
        </FilterBar>
        {error && !plans ? (
          <ErrorState title={t('plans.failed')} error={error} onRetry={() => void refetch()} />
        ) : plans?.length === 0 ? (
          <NoPlans search={search} onClear={() => onChange({ company: '', search: '' })} />
        ) : (
          <PlansTable
            plans={plans}
            company={idOf(search.company)}
            order={orderOf(search)}
            onOrder={(order) => onChange(searchOfOrder(order))}
            onPlan={(plan) => onChange({ plan: String(plan) })}
          />
        )}
      </Card>
    </>
  )
}

/** What the heads of the columns do, where there are none: on a phone. */
function OrderChoice({ order, onOrder }: { order: Order<PlanSort>; onOrder: (order: Order<PlanSort>) => void }) {
  const { t } = useTranslation()
  const choose = (chosen: string) => {
    const sort = PLAN_SORTS.find((one) => one === chosen)
    if (sort) onOrder({ sort, descending: !PLAN_SORT_LOOKS[sort].isText })
  }
  return (
    <Select
      className="pl-order"
      aria-label={t('plans.orderBy')}
      value={order.sort}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {PLAN_SORTS.map((sort) => (
        <option key={sort} value={sort}>
          {t('plans.by', { what: sentence(PLAN_WORDS[PLAN_SORT_LOOKS[sort].word]) })}
        </option>
      ))}
    </Select>
  )
}

function NoPlans({ search, onClear }: { search: PlanSearch; onClear: () => void }) {
  const { t } = useTranslation()
  if (isUnfiltered(search)) {
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
