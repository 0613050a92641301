import { IconFileInvoice, IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { holds, useSession } from '#web/lib/session.ts'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { List, PageHead } from '#web/ui/list/list.tsx'
import { useRows } from '#web/ui/list/list-rows.ts'
import { CatalogueDialog } from './catalogue-dialog.tsx'
import { NewPlanDialog } from './new-plan.tsx'
import { usePlanColumns } from './plan-columns.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { DEFAULT_PLAN_ORDER, type PlansSearch, planOrderOf, planQueryOf, planSortOf, readPlansSearch } from './plan-search.ts'
import { PlanTotals } from './plan-totals.tsx'
import { fetchPlans, plansQuery } from './plans.api.ts'
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
  const data = useRows(plansQuery(planQueryOf(search)), (plans) => plans)
  const isAdmin = holds(useSession(), 'wholePortal')
  const [open, setOpen] = useState<'catalogue' | 'new'>()
  const close = () => setOpen(undefined)
  return (
    <div className="page">
      <PageHead title={t('plans.title')} lead={t('plans.lead')}>
        <FileMenu ask={(format) => fetchPlans(planQueryOf(search), format)} />
        <ButtonLink to="/plans/optimise" search={{ company: search.company }}>
          {t('plans.optimise.title')}
        </ButtonLink>
        <Button aria-haspopup="dialog" onClick={() => setOpen('catalogue')}>
          {t('plans.catalogue.title')}
        </Button>
        {isAdmin ? (
          <Button variant="primary" aria-haspopup="dialog" onClick={() => setOpen('new')}>
            <IconPlus className="icon" aria-hidden="true" />
            {t('plans.new.open')}
          </Button>
        ) : null}
      </PageHead>
      <PlanTotals plans={data.rows} search={search} isFailed={data.error !== null} />
      <List
        id="plans"
        label={t('plans.list')}
        minWidth={1080}
        waiting={6}
        data={data}
        rowKey={({ planId }) => planId}
        search={{ ...search, descending: undefined, sort: planSortOf(planOrderOf(search)).sort }}
        onSearch={(next: PlansSearch) => change(next)}
        text={{ key: 'search', hint: t('plans.searchHint') }}
        order={DEFAULT_PLAN_ORDER}
        filters={[useCompanyFilter(search.company)]}
        none={{ Icon: IconFileInvoice, title: t('plans.none'), hint: t('plans.noneHint') }}
        columns={usePlanColumns(data.rows, search.company, (plan) => change({ plan }))}
      />
      {/* not before the list has its height: it would shift */}
      <PoolsCard
        isShown={data.rows !== undefined || data.error !== null}
        company={search.company}
        onPlan={(plan) => change({ plan })}
      />
      {search.plan === undefined ? null : <PlanDialog planId={search.plan} onClose={() => change({ plan: undefined })} />}
      {open === 'catalogue' ? <CatalogueDialog onClose={close} /> : null}
      {open === 'new' ? <NewPlanDialog onClose={close} /> : null}
    </div>
  )
}
