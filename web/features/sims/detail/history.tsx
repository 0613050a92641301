import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePersonName } from '#web/shared/people/person-names.api.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import timelineStyles from '#web/ui/timeline.module.css'
import { type SimNames, useNames } from '../names.ts'
import { type SimEvent, simHistoryQuery } from '../sims.api.ts'
import { eventStyle } from './event-style.ts'
import { eventDetail, eventOperation, eventSentence } from './event-words.ts'
import styles from './history.module.css'
import { Section } from './section.tsx'
import sectionsStyles from './sections.module.css'
import type { Level } from './sim-head.tsx'
import { When } from './when.tsx'

/** Events that are shown before the full history is requested. */
const LATEST = 7

function Event({ event, names }: { event: SimEvent; names: SimNames }) {
  const { t } = useTranslation()
  const { Icon, tone } = eventStyle(event)
  const operationId = eventOperation(event)
  return (
    <li>
      <Icon className={tone ? `icon icon-${tone}` : 'icon text-tertiary'} aria-hidden="true" />
      <span className={styles.what}>{eventSentence(event, usePersonName(event.actor), names, t)}</span>
      <When at={event.at} />
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
  const query = useQuery(simHistoryQuery(icc))
  const [isWhole, setWhole] = useState(false)
  const names = useNames()
  const { data, error } = query
  const more =
    data && data.length > LATEST ? (
      <button
        type="button"
        className={`${sectionsStyles.more} text-small text-secondary underlined`}
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {t(isWhole ? 'sims.detail.lessHistory' : 'sims.detail.allHistory')}
      </button>
    ) : null
  return (
    <Section
      className={sectionsStyles.section}
      title={t('sims.detail.history')}
      level={level}
      actions={more}
      isBusy={!data && !error}
    >
      <Loaded query={query} failed={t('sims.detail.historyFailed')} waiting={<HistorySkeleton />}>
        {(events) =>
          events.length === 0 ? (
            <p className="text-tertiary">{t('sims.detail.historyNone')}</p>
          ) : (
            <ol className={`${timelineStyles.timeline} ${styles.history}`}>
              {events.slice(0, isWhole ? undefined : LATEST).map((event) => (
                <Event key={`${event.at} ${event.kind}`} event={event} names={names} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Section>
  )
}
