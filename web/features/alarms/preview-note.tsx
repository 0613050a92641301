import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { lastDayOf } from '#domain/days.ts'
import { classes } from '#web/lib/classes.ts'
import { formatDay, formatNumber, percentOf } from '#web/lib/format.ts'
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { UsageBar } from '#web/ui/usage-bar.tsx'
import styles from './alarm-form.module.css'
import { type AlarmPreview, alarmPreviewQuery, type PreviewRequest } from './alarms.api.ts'

interface PreviewProps {
  readonly request: PreviewRequest | undefined
  readonly hasCompany: boolean
}

/** Preview of the alarm on the last cycles and the running one, as it is typed. */
export function PreviewNote({ request, hasCompany }: PreviewProps) {
  const { t } = useTranslation()
  const debounced = useDebouncedValue(request)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...alarmPreviewQuery(debounced),
    placeholderData: keepPreviousData,
  })
  const isOld = isPlaceholderData || JSON.stringify(request) !== JSON.stringify(debounced)
  return (
    <section className={classes(styles.trial, isOld && request && styles.old)} aria-label={t('alarms.trial.title')}>
      <h3>{t('alarms.trial.title')}</h3>
      {!request ? (
        <p className="text-secondary">{t(hasCompany ? 'alarms.trial.limitMissing' : 'alarms.trial.companyMissing')}</p>
      ) : error && !isOld ? (
        <>
          <p className="text-secondary" role="alert">
            {t('alarms.trial.failed')}: {error.message}
          </p>
          <Button size="sm" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </>
      ) : data ? (
        <PreviewResult trial={data} isOld={isOld} />
      ) : (
        <PreviewSkeleton />
      )}
    </section>
  )
}

function PreviewSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.waiting} role="status" aria-label={t('alarms.trial.busy')}>
      {[40, 92, 100, 96, 98, 70].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  )
}

function PreviewResult({ trial: { cycles, sims, watchedSims, now }, isOld }: { trial: AlarmPreview; isOld: boolean }) {
  const { t } = useTranslation()
  const inTime = cycles.toReversed()
  const most = Math.max(1, ...cycles.map((cycle) => cycle.sims))
  const counts = inTime.map((cycle) => formatNumber(cycle.sims)).join(' / ')
  return (
    <>
      <p className="visually-hidden" role="status">
        {isOld ? null : t('alarms.trial.said', { count: sims, cycles: counts })}
      </p>
      <p className={`${styles.figure} tabular-numbers`}>{formatNumber(sims)}</p>
      <p className="text-secondary">{t('alarms.trial.sims', { count: sims })}</p>
      <dl className={styles.cycles}>
        {inTime.map(({ start, end, sims: fired }) => (
          <div key={start}>
            <dt className="text-tertiary text-small">
              {t('alarms.trial.cycle', { from: formatDay(start), to: formatDay(lastDayOf({ end })) })}
            </dt>
            <dd>
              <UsageBar percent={percentOf(fired, most)} />
              <span className="numeric">{formatNumber(fired)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.now}>
        {now.overSims > 0 ? (
          <IconAlertTriangle className="icon icon-warning" aria-hidden="true" />
        ) : (
          <IconCircleCheck className="icon icon-active" aria-hidden="true" />
        )}
        <span>
          {now.overSims > 0 ? t('alarms.trial.over', { count: now.overSims }) : t('alarms.trial.overNone')}{' '}
          <span className="text-tertiary">{t('alarms.trial.watched', { count: watchedSims })}</span>
        </span>
      </p>
    </>
  )
}
