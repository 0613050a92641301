import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { PageTab } from '#domain/editability.ts'
import type { ActionName } from '#web/features/sims/actions/action-names.ts'
import { ActionRow } from '#web/features/sims/actions/action-row.tsx'
import { SimActionsHost } from '#web/features/sims/actions/actions-host.tsx'
import { simDialog } from '#web/features/sims/actions/sim-dialog.ts'
import { useAskedForm } from '#web/lib/asked-form.ts'
import { AsOf } from '#web/ui/as-of.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import cardStyles from '#web/ui/card.module.css'
import { Icc } from '#web/ui/icc.tsx'
import { listSearch, listStateOf } from '../list-state.ts'
import { History } from './history.tsx'
import { Notes } from './notes.tsx'
import { SimAlarms } from './sim-alarms.tsx'
import { SimPageBody, useSim } from './sim-body.tsx'
import { SimFacts, SimStatuses, SimTags, SimTitle } from './sim-head.tsx'
import styles from './sim-page.module.css'

/** One SIM by its own address. */
export function SimPage() {
  const { t } = useTranslation()
  const { icc } = useParams({ from: '/app/sims/$icc' })
  const search = useSearch({ from: '/app/sims/$icc' })
  const navigate = useNavigate()
  const { sim, errorState, busy, refresh } = useSim(icc)
  // the list's filter and order, which are in the page's own address
  const list = listStateOf(search)
  useAskedForm('simAction', (asked) => {
    const [about = '', name = ''] = asked.split(' ')
    simDialog.open(about, name as ActionName)
  })
  const choose = (chosen: PageTab) => {
    const next = { ...search, tab: chosen === 'summary' ? undefined : chosen }
    void navigate({ to: '/sims/$icc', params: { icc }, search: next, replace: true, resetScroll: false })
  }
  return (
    <div className={`page ${styles.page}`}>
      <Breadcrumb
        label={t('simDetail.breadcrumb')}
        back={[
          <Link key="list" to="/sims" search={listSearch({ ...list, open: undefined, tab: undefined })}>
            {t('sims.detail.back')}
          </Link>,
        ]}
        here={sim?.customField1 || <Icc value={icc} />}
      />
      <div className="page-head">
        <div className="grow">
          <SimTitle icc={icc} sim={sim} isFailed={Boolean(errorState)} level={1} />
        </div>
        {errorState ? null : <AsOf at={sim?.asOf} onRefresh={refresh} busy={busy} />}
      </div>
      {errorState ? (
        <div className={cardStyles.card}>{errorState}</div>
      ) : (
        <div className={styles.columns} key={icc}>
          <div className={`${cardStyles.card} ${styles.main}`}>
            <div className={styles.headStatuses}>
              <SimStatuses sim={sim} />
              <SimTags sim={sim} />
            </div>
            <SimFacts sim={sim} />
            <ActionRow icc={icc} sim={sim} />
            <SimPageBody sim={sim} tab={list.tab} onTab={choose} />
          </div>
          <div className={cardStyles.card}>
            <History icc={icc} level={2} />
            <SimAlarms icc={icc} companyId={sim?.companyId} level={2} />
            <Notes icc={icc} level={2} />
          </div>
        </div>
      )}
      <SimActionsHost />
    </div>
  )
}
