import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { localDay } from '#domain/billing-cycle.ts'
import { formatDay, formatTime, formatUsedMb, zoneName } from '#web/lib/format.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type ChargeDay, chargeDayQuery } from './charges.api.ts'
import styles from './drill.module.css'

/** The data sessions of one day, in the time zone of the SIM's company. */
export function DayUsage({ documentId, icc, day }: { documentId: number; icc: string; day: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(chargeDayQuery(documentId, icc, day))
  if (error && !data) return <ErrorState title={t('charges.dayFailed')} error={error} onRetry={() => void refetch()} />
  const zone = data ? zoneName(`${day}T12:00:00Z`, data.timeZone) : ''
  return (
    <div className={styles.day}>
      <h4 className="row">
        <span className="grow">{formatDay(day)}</span>
        <span className={`text-tertiary text-small ${styles.plain}`}>
          {data ? t('charges.sessions', { count: data.sessions.length, zone }) : ''}
        </span>
      </h4>
      {data?.sessions.length === 0 ? (
        <p className="text-small text-tertiary">{t('charges.noSessions')}</p>
      ) : data ? (
        <ul>
          {data.sessions.map((session) => (
            <SessionLine key={session.startedAt} session={session} day={day} timeZone={data.timeZone} />
          ))}
        </ul>
      ) : (
        <div aria-busy="true">
          <Skeleton width="80%" />
        </div>
      )}
    </div>
  )
}

function SessionLine({ session, day, timeZone }: { session: ChargeDay['sessions'][number]; day: string; timeZone: string }) {
  const { t } = useTranslation()
  const { startedAt, stoppedAt, dayBytes, sessionBytes, records, apn, radioTechnology } = session
  const clock = (iso: string) => {
    const own = localDay(new Date(iso), timeZone)
    return own === day ? formatTime(iso, timeZone) : `${formatDay(own)} ${formatTime(iso, timeZone)}`
  }
  const facts = [radioTechnology, apn, records > 0 ? t('charges.records', { count: records }) : '']
  return (
    <li className={styles.session}>
      <span className="grow tabular-numbers">
        {clock(startedAt)}–{stoppedAt ? clock(stoppedAt) : t('charges.stillOpen')}
        <span className="block text-tertiary text-small ellipsis">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <span className="tabular-numbers no-wrap">
        {dayBytes === null ? (
          <span className="text-tertiary">{t('charges.ofSession', { all: formatUsedMb(sessionBytes) })}</span>
        ) : (
          formatUsedMb(dayBytes)
        )}
      </span>
    </li>
  )
}
