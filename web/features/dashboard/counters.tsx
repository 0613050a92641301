import {
  IconAntennaBars5,
  IconAntennaBarsOff,
  IconArrowRight,
  IconCircleCheck,
  IconCircleDashed,
  IconDeviceSim,
  IconPlugConnected,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DashboardData } from '#contract/dashboard/dashboard.calls.ts'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { ADMINISTRATIVE_STATUS, GPRS_STATUS } from '#domain/sim-status.ts'
import { classes } from '#web/lib/classes.ts'
import { formatNumber, formatPercent, percentOf } from '#web/lib/format.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import cardStyles from '#web/ui/card.module.css'
import { CountUp } from '#web/ui/count-up.tsx'
import { HighlightOnChange } from '#web/ui/highlight-on-change.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './counters.module.css'

/** As the chip of the list. */
const SILENT_SIMS: SimFilter = { administrativeStatusIds: [ADMINISTRATIVE_STATUS.active], silentFor: '24h' }

interface CounterProps {
  label: string
  Icon: typeof IconDeviceSim
  tone?: string
  value: number | undefined
  caption: ReactNode
  /** the caption takes two lines on a phone */
  isLong?: boolean
  filter: SimFilter
}

/** A figure with its caption; links to the SIMs that it counts, for those who may see the list. */
function Counter({ label, Icon, tone = '', value, caption, isLong = false, filter }: CounterProps) {
  const canSee = holds(useSession(), 'sims')
  const inside = (
    <>
      <span className={styles.label}>
        <Icon className={`icon ${tone}`} aria-hidden="true" />
        {label}
      </span>
      <span className={styles.value} data-figure="">
        {value === undefined ? <Skeleton width={96} height={24} /> : <CountedUp value={value} />}
      </span>
      <span className={classes(styles.delta, isLong && styles.long)}>
        {value === undefined ? <Skeleton width={140} /> : caption}
      </span>
    </>
  )
  if (!canSee) return <div>{inside}</div>
  return (
    <Link to="/sims" search={simsSearch(filter)}>
      {inside}
      <IconArrowRight className={`icon ${styles.arrow}`} aria-hidden="true" />
    </Link>
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
  if (!data) return { total: '', active: '', connected: '' }
  if (data.totalSims === 0) return { total: t('dashboard.noSims'), active: '', connected: '' }
  const operators = t('dashboard.operators', { count: data.operatorSims.labels.length })
  const plans = t('dashboard.plans', { count: data.planCount })
  return {
    total: t('dashboard.spread', { operators, plans }),
    active: t('dashboard.ofTotal', { percent: formatPercent(percentOf(data.totalActive, data.totalSims)) }),
    connected: t('dashboard.ofActive', {
      percent: formatPercent(percentOf(data.totalConnected, data.totalActive)),
      disconnected: formatNumber(data.totalDisconnected),
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
      />
      <SilentLine data={data} />
    </section>
  )
}

/** Which SIMs went silent since yesterday, and the way to them. */
function SilentLine({ data }: { data: DashboardData | undefined }) {
  const { t } = useTranslation()
  const canSee = holds(useSession(), 'sims')
  if (!data) {
    return (
      <div className={styles.silent}>
        <Skeleton width={220} />
      </div>
    )
  }
  const count = data.totalSilent
  const none = data.totalActive === 0 ? t('dashboard.noneActive') : t('dashboard.noneSilent')
  const Icon = count === 0 ? IconAntennaBars5 : IconAntennaBarsOff
  const inside = (
    <>
      <Icon className={`icon ${count === 0 ? 'icon-active' : 'icon-warning'}`} aria-hidden="true" />
      <span className="grow">{count === 0 ? none : t('dashboard.silent', { count })}</span>
    </>
  )
  if (!canSee || count === 0) return <div className={styles.silent}>{inside}</div>
  return (
    <Link to="/sims" search={{ ...simsSearch(SILENT_SIMS), sort: '-lastSeen' }} className={styles.silent}>
      {inside}
      <span className={`medium ${styles.where}`}>{t('dashboard.toSilent')}</span>
      <IconArrowRight className="icon" aria-hidden="true" />
    </Link>
  )
}
