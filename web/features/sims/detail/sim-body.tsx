import { IconDeviceSim } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type PageTab, type SimTab, visibleTabs } from '#domain/editability.ts'
import { CallError } from '#web/lib/call.ts'
import { loadChunk } from '#web/lib/chunk.ts'
import { useKeepRecent } from '#web/lib/recents.ts'
import { type SimDetail, simQuery } from '#web/shared/sims/sim.api.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ConsumptionTab } from './consumption-tab.tsx'
import { ConnectionTab, DeviceTab, IdentificationTab } from './field-tabs.tsx'
import { useLiveSim } from './live-sim.ts'
import type { Level } from './sim-head.tsx'
import styles from './sim-tabs.module.css'
import { SummaryTab } from './summary-tab.tsx'
import usageStyles from './usage.module.css'

/** The map's code is as large as the rest of the SIM page together: it loads when its tab opens. */
const LocationTab = lazy(async () => ({ default: (await loadChunk(() => import('./map/location-tab.tsx'))).LocationTab }))

/** Tabs of almost every SIM, shown while it loads. */
const USUAL_TABS = visibleTabs(2, 1)

/** One SIM, live, and its error or loading state. */
export function useSim(icc: string): { sim: SimDetail | undefined; errorState: ReactNode; busy: boolean; refresh: () => void } {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(simQuery(icc))
  useLiveSim(icc)
  useKeepRecent('sim', data && `/sims/${icc}`, data?.customField1 ?? '')
  const refresh = () => void refetch()
  const isMissing = error instanceof CallError && (error.status === 404 || error.status === 400)
  const errorState = isMissing ? (
    <EmptyState
      isWhole
      Icon={IconDeviceSim}
      title={t('sims.detail.notFound')}
      actions={
        <ButtonLink isSmall to="/sims">
          {t('sims.detail.toList')}
        </ButtonLink>
      }
    >
      {t('sims.detail.notFoundText', { icc })}
    </EmptyState>
  ) : error && !data ? (
    <ErrorState title={t('sims.detail.failed')} error={error} onRetry={refresh} />
  ) : null
  return { sim: isMissing ? undefined : data, errorState, busy: isFetching, refresh }
}

function TabContent({ sim, tab, level }: { sim: SimDetail; tab: SimTab; level: Level }) {
  if (tab === 'identification') return <IdentificationTab sim={sim} />
  if (tab === 'device') return <DeviceTab sim={sim} level={level} />
  if (tab === 'connection') return <ConnectionTab sim={sim} />
  if (tab === 'consumption') return <ConsumptionTab sim={sim} level={level} />
  return (
    <Suspense fallback={<div className={usageStyles.mapWait} aria-busy="true" />}>
      <LocationTab sim={sim} />
    </Suspense>
  )
}

function BodySkeleton({ tabs = USUAL_TABS }: { tabs?: readonly PageTab[] }) {
  const { t } = useTranslation()
  return (
    <div className={styles.waiting} role="status" aria-label={t('simDetail.waiting')}>
      <div className={styles.tabs} aria-hidden="true">
        {tabs.map((tab) => (
          <span key={tab}>{t(`sims.detail.${tab}`)}</span>
        ))}
      </div>
      <div className={styles.tab}>
        {[58, 71, 49, 66, 54, 62, 45, 68].map((width) => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </div>
    </div>
  )
}

interface SimTabsProps<Tab extends PageTab> {
  readonly tabs: readonly Tab[]
  readonly chosen: Tab
  onChoose(tab: Tab): void
  readonly children: ReactNode
}

const TABS_STYLE = { list: styles.tabs, panel: styles.tab }

/** The tabs of a SIM with the content of the chosen one. */
function SimTabs<Tab extends PageTab>({ tabs, chosen, onChoose, children }: SimTabsProps<Tab>) {
  const { t } = useTranslation()
  const named = tabs.map((value) => ({ value, text: t(`sims.detail.${value}`) }))
  return (
    <Tabs label={t('sims.detail.tabs')} tabs={named} chosen={chosen} onChoose={onChoose} classNames={TABS_STYLE}>
      {children}
    </Tabs>
  )
}

/** The tabs of the page of its own: first a summary. */
export function SimPageBody({ sim, tab, onTab }: Pick<SimBodyProps, 'sim' | 'tab'> & { onTab(tab: PageTab): void }) {
  if (!sim) return <BodySkeleton tabs={['summary', ...USUAL_TABS]} />
  const tabs: PageTab[] = ['summary', ...visibleTabs(sim.simTypeId, sim.apnId)]
  const chosen = tabs.find((one) => one === tab) ?? 'summary'
  return (
    <SimTabs tabs={tabs} chosen={chosen} onChoose={onTab}>
      {chosen === 'summary' ? (
        <SummaryTab sim={sim} tabs={tabs} onTab={onTab} />
      ) : (
        <TabContent key={chosen} sim={sim} tab={chosen} level={2} />
      )}
    </SimTabs>
  )
}

interface SimBodyProps {
  readonly sim: SimDetail | undefined
  readonly tab: SimTab | undefined
  onTab(tab: SimTab): void
  readonly level: Level
}

/** The tabs of a SIM's kind; usage is the default where there is any. */
export function SimBody({ sim, tab, onTab, level }: SimBodyProps) {
  if (!sim) return <BodySkeleton />
  const tabs = visibleTabs(sim.simTypeId, sim.apnId)
  const preferred = tab ?? 'consumption'
  const chosen = tabs.includes(preferred) ? preferred : 'identification'
  return (
    <SimTabs tabs={tabs} chosen={chosen} onChoose={onTab}>
      <TabContent key={chosen} sim={sim} tab={chosen} level={level} />
    </SimTabs>
  )
}
