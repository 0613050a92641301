import { useTranslation } from 'react-i18next'
import { ActionRow } from '#web/features/sims/actions/action-row.tsx'
import simTabsStyles from '#web/features/sims/detail/sim-tabs.module.css'
import { AsOf } from '#web/ui/as-of.tsx'
import { type Neighbours, PanelHead, SidePanel } from '#web/ui/side-panel/side-panel.tsx'
import { History } from './detail/history.tsx'
import { Notes } from './detail/notes.tsx'
import styles from './detail/panel.module.css'
import { SimAlarms } from './detail/sim-alarms.tsx'
import { SimBody, useSim } from './detail/sim-body.tsx'
import { SimFacts, SimStatuses, SimTags, SimTitle } from './detail/sim-head.tsx'
import { type ListState, listSearch } from './list-state.ts'
import type { ChangeList } from './use-list-state.ts'

interface SimPanelProps {
  readonly icc: string
  readonly state: ListState
  readonly change: ChangeList
  readonly neighbours: Neighbours
}

/** A SIM beside the list or the map, or over it on narrow screens. */
export function SimPanel({ icc, state, change, neighbours }: SimPanelProps) {
  const { t } = useTranslation()
  const { sim, errorState, busy, refresh } = useSim(icc)
  const close = () => {
    document.querySelector<HTMLElement>('[role="grid"], [data-map] canvas')?.focus({ preventScroll: true })
    change({ open: undefined, tab: undefined })
  }
  return (
    <SidePanel label={t('sims.detail.label', { icc })} neighbours={neighbours} onClose={close}>
      <PanelHead
        neighbours={neighbours}
        page={{ to: '/sims/$icc', params: { icc }, search: listSearch({ ...state, open: undefined }) }}
        onClose={close}
        below={
          errorState ? null : (
            <div key={icc}>
              <SimStatuses sim={sim} />
              <SimTags sim={sim} />
            </div>
          )
        }
      >
        <SimTitle icc={icc} sim={sim} isFailed={Boolean(errorState)} level={2} />
      </PanelHead>
      {errorState ?? (
        <>
          <SimFacts key={icc} sim={sim} />
          <ActionRow key={`${icc} actions`} icc={icc} sim={sim} />
          <div className={simTabsStyles.scroll} key={`${icc} content`}>
            <SimBody sim={sim} tab={state.tab} onTab={(tab) => change({ tab }, { replace: true })} level={3} />
            <History icc={icc} level={3} />
            <SimAlarms icc={icc} companyId={sim?.companyId} level={3} />
            <Notes icc={icc} level={3} />
            <div className={styles.asof}>
              <AsOf at={sim?.asOf} onRefresh={refresh} busy={busy} />
            </div>
          </div>
        </>
      )}
    </SidePanel>
  )
}
