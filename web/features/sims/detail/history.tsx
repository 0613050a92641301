import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '#web/lib/format.ts'
import { formatWhen } from '#web/lib/format-moments.ts'
import { useNow } from '#web/lib/use-now.ts'
import { usePersonName } from '#web/shared/people/person-names.api.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import timelineStyles from '#web/ui/timeline.module.css'
import { type SimNames, useNames } from '../names.ts'
import { type SimEvent, simHistoryQuery } from '../sims.api.ts'
import { eventStyle } from './event-style.ts'
import { eventDetail, eventOperation, eventSentence } from './event-words.ts'
import styles from './history.module.css'
import sectionsStyles from './sections.module.css'
import type { Level } from './sim-head.tsx'

/** Events that are shown before the full history is requested. */
const LATEST = 7

function Event({ event, names, now }: { event: SimEvent; names: SimNames; now: number }) {
  const { t } = useTranslation()
  const { Icon, tone } = eventStyle(event)
  const operationId = eventOperation(event)
  const when = formatWhen(event.at, now, { today: t('sims.detail.today'), yesterday: t('simDetail.yesterday') })
  return (
    <li>
      <Icon className={tone ? `icon icon-${tone}` : 'icon text-tertiary'} aria-hidden="true" />
      <span className={styles.what}>{eventSentence(event, usePersonName(event.actor), names, t)}</span>
      <time className="tabular-numbers text-tertiary text-small" dateTime={event.at} title={formatMoment(event.at)}>
        {when}
      </time>
      {eventDetail(event, names, t).map((line) => (
        <p key={line} className="text-tertiary text-small">
          {line}
        </p>
      ))}
      {operationId === undefined ? null : (
        <p className="text-tertiary text-small">
          <Link className="underlined" to="/operations/$operationId" params={{ operationId: String(operationId) }}>
            {t('simDetail.operationNumber', { id: operationId })}
          </Link>
        </p>
      )}
    </li>
  )
}

function HistorySkeleton() {
  return (
    <ol className={`${timelineStyles.timeline} ${styles.history}`} aria-hidden="true">
      {[62, 48, 71, 55].map((width) => (
        <li key={width}>
          <i className={styles.skeletonDot} />
          <span className={styles.what}>
            <Skeleton width={`${width}%`} />
          </span>
        </li>
      ))}
    </ol>
  )
}

/** The timeline of a SIM, newest first: the latest events, and the rest on request. */
export function History({ icc, level }: { icc: string; level: Level }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(simHistoryQuery(icc))
  const [isWhole, setWhole] = useState(false)
  const names = useNames()
  const now = useNow()
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section className={sectionsStyles.section} aria-labelledby={id} aria-busy={!data && !error}>
      <div className={`row ${sectionsStyles.sectionHead}`}>
        <Heading className="grow" id={id}>
          {t('sims.detail.history')}
        </Heading>
        {data && data.length > LATEST ? (
          <button
            type="button"
            className={`${sectionsStyles.more} text-small text-secondary underlined`}
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {t(isWhole ? 'sims.detail.lessHistory' : 'sims.detail.allHistory')}
          </button>
        ) : null}
      </div>
      {error && !data ? (
        <ErrorState title={t('sims.detail.historyFailed')} error={error} onRetry={() => void refetch()} />
      ) : null}
      {data || error ? null : <HistorySkeleton />}
      {data?.length === 0 ? <p className="text-tertiary">{t('sims.detail.historyNone')}</p> : null}
      {data && data.length > 0 ? (
        <ol className={`${timelineStyles.timeline} ${styles.history}`}>
          {data.slice(0, isWhole ? undefined : LATEST).map((event) => (
            <Event key={`${event.at} ${event.kind}`} event={event} names={names} now={now} />
          ))}
        </ol>
      ) : null}
    </section>
  )
}
