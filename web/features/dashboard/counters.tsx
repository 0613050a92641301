import { IconArrowRight, IconCircleCheck, IconCircleDashed, IconDeviceSim, IconPlugConnected } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DashboardData } from '#contract/dashboard/dashboard.calls.ts'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { ADMINISTRATIVE_STATUS, GPRS_STATUS } from '#domain/sim-status.ts'
import { classes } from '#web/lib/classes.ts'
import { formatPercent, percentOf } from '#web/lib/format.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import cardStyles from '#web/ui/card.module.css'
import { CountUp } from '#web/ui/count-up.tsx'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './counters.module.css'
import { SimsLink } from './sims-link.tsx'

/** Active without a data session. */
const DISCONNECTED: SimFilter = {
  administrativeStatusIds: [ADMINISTRATIVE_STATUS.active],
  gprsStatuses: [GPRS_STATUS.notAvailable, GPRS_STATUS.deactivated],
}

interface CounterProps {
  label: string
  Icon: typeof IconDeviceSim
  tone?: string
  value: number | undefined
  caption: ReactNode
  /** the caption takes two lines in a small window */
  isLong?: boolean
  filter: SimFilter
  /** a part of the figure, with its own SIMs */
  part?: { readonly text: string; readonly filter: SimFilter } | undefined
}

/** A figure with its caption. */
function Counter({ label, Icon, tone = '', value, caption, isLong = false, filter, part }: CounterProps) {
  return (
    <div>
      <SimsLink search={simsSearch(filter)} className={styles.whole}>
        <span className={styles.label}>
          <Icon className={`icon ${tone}`} aria-hidden="true" />
          {label}
        </span>
        <span className={styles.value} data-figure="">
          {value === undefined ? <Skeleton width={96} height={24} /> : <CountedUp value={value} />}
        </span>
        <IconArrowRight className={`icon ${styles.arrow}`} aria-hidden="true" />
      </SimsLink>
      <span className={classes(styles.delta, isLong && styles.long)}>
        {value === undefined ? <Skeleton width={140} /> : caption}
        {part ? (
          <SimsLink search={simsSearch(part.filter)} className={styles.part}>
            {part.text}
          </SimsLink>
        ) : null}
      </span>
    </div>
  )
}

function CountedUp({ value }: { value: number }) {
  return (
    <HighlightOnChange value={value}>
      <CountUp value={value} />
    </HighlightOnChange>
  )
}

function useCaptions(data: DashboardData | undefined) {
  const { t } = useTranslation()
  if (!data?.totalSims) return { total: t('dashboard.noSims'), active: '', connected: '' }
  const operators = t('dashboard.operators', { count: data.operatorSims.labels.length })
  const plans = t('dashboard.plans', { count: data.planCount })
  return {
    total: t('dashboard.spread', { operators, plans }),
    active: t('dashboard.ofTotal', { percent: formatPercent(percentOf(data.totalActive, data.totalSims)) }),
    connected: t('dashboard.ofActive', {
      percent: formatPercent(percentOf(data.totalConnected, data.totalActive)),
    }),
  }
}

export function Counters({ data }: { data: DashboardData | undefined }) {
  const { t } = useTranslation()
  const senses = useCaptions(data)
  return (
    <section className={`${cardStyles.card} ${styles.strip}`} aria-label={t('dashboard.totals')} aria-busy={!data}>
      <Counter
        label={t('dashboard.totalSims')}
        Icon={IconDeviceSim}
        value={data?.totalSims}
        caption={senses.total}
        isLong
        filter={{}}
      />
      <Counter
        label={t('dashboard.active')}
        Icon={IconCircleCheck}
        tone="icon-active"
        value={data?.totalActive}
        caption={senses.active}
        filter={{ administrativeStatusIds: [ADMINISTRATIVE_STATUS.active] }}
      />
      <Counter
        label={t('dashboard.notUsed')}
        Icon={IconCircleDashed}
        tone="icon-ready"
        value={data?.totalNotUsed}
        caption={t('dashboard.unusedYet')}
        filter={{ administrativeStatusIds: [ADMINISTRATIVE_STATUS.readyToUse] }}
      />
      <Counter
        label={t('dashboard.connected')}
        Icon={IconPlugConnected}
        tone="icon-active"
        value={data?.totalConnected}
        caption={senses.connected}
        isLong
        filter={{ administrativeStatusIds: [ADMINISTRATIVE_STATUS.active], gprsStatuses: [GPRS_STATUS.activated] }}
        part={data && { text: t('dashboard.disconnected', { count: data.totalDisconnected }), filter: DISCONNECTED }}
      />
    </section>
  )
}
