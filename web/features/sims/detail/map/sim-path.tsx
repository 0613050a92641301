import { IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallData } from '#contract/call.ts'
import type { getSimPositions } from '#contract/sims/sim-history.calls.ts'
import { distanceM, type Position } from '#domain/geodesy.ts'
import { LOCATION_UNCERTAINTY_M } from '#domain/geofences.ts'
import { simPositionsQuery } from '#web/features/sims/sims.api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { When } from '../when.tsx'
import styles from './map.module.css'
import { kmText, placeText } from './place-words.ts'
import type { InteractiveMap } from './sim-map.tsx'

/** Days that the path is shown for. */
const SPAN_DAYS = { day: 1, week: 7, month: 30 } as const
type Span = keyof typeof SPAN_DAYS
const SPANS = ['day', 'week', 'month'] as const satisfies readonly Span[]

/** Places that are listed before all are asked for. */
const LATEST = 8

type Visit = CallData<typeof getSimPositions>['positions'][number]

const placeOfVisit = ({ longitude, latitude }: Visit): Position => [longitude, latitude]

const lengthM = (path: readonly Position[]): number =>
  path.slice(1).reduce((sum, at, index) => sum + distanceM(path[index] ?? at, at), 0)

interface SimPathProps {
  readonly icc: string
  /** where it is now: the end of its path */
  readonly at: Position
  readonly moving: InteractiveMap
}

/** Where a SIM was in the last days: a line on the map, and its places as a list, the latest first. */
export function SimPath({ icc, at, moving }: SimPathProps) {
  const { t } = useTranslation()
  const [span, setSpan] = useState<Span>('week')
  const { data, error, refetch } = useQuery(simPositionsQuery(icc, SPAN_DAYS[span]))
  const visits = data?.positions
  const path = useMemo(() => [...(visits ?? []).map(placeOfVisit), at], [visits, at])
  const isDrawn = moving.view !== undefined
  useEffect(() => {
    if (isDrawn) moving.handle.current?.showPath(path)
  }, [isDrawn, path, moving.handle])
  const hasMoved = lengthM(path) > LOCATION_UNCERTAINTY_M
  return (
    <section className={styles.path} aria-labelledby="sim-path" aria-busy={!data && !error}>
      <div className={`row ${styles.pathHead}`}>
        <h3 id="sim-path" className="grow">
          {t('simMap.path')}
        </h3>
        {hasMoved && isDrawn ? (
          <Button size="sm" variant="ghost" onClick={() => moving.handle.current?.fitPath()}>
            <IconRoute className="icon icon-14" aria-hidden="true" />
            {t('simMap.wholePath')}
          </Button>
        ) : null}
        <Choice
          label={t('simMap.pathSpan')}
          value={span}
          onChange={setSpan}
          options={SPANS.map((value) => ({ value, text: t(`simMap.span.${value}`), label: t(`simMap.spanLabel.${value}`) }))}
        />
      </div>
      {error && !data ? <ErrorState title={t('simMap.pathFailed')} error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Skeleton width="60%" />}
      {visits ? (
        <p className="text-secondary text-small" role="status">
          {hasMoved
            ? t('simMap.pathSum', {
                count: visits.length,
                places: formatNumber(visits.length),
                distance: kmText(lengthM(path)),
              })
            : t('simMap.notMoved')}
        </p>
      ) : null}
      {visits && hasMoved ? (
        <Visits visits={visits} onShow={moving.isUnavailable ? undefined : (to) => moving.handle.current?.goTo(to)} />
      ) : null}
    </section>
  )
}

interface VisitsProps {
  readonly visits: readonly Visit[]
  /** moves the map there; undefined without a map */
  readonly onShow: ((at: Position) => void) | undefined
}

function Visits({ visits, onShow }: VisitsProps) {
  const { t } = useTranslation()
  const [areAll, setAreAll] = useState(false)
  const shown = usePreference(language)
  const latest = visits.toReversed()
  return (
    <>
      <ol className={styles.visits}>
        {latest.slice(0, areAll ? undefined : LATEST).map((visit) => {
          const at = placeOfVisit(visit)
          const place = placeText(t, shown, at, visit.town)
          return (
            <li key={visit.at}>
              <When at={visit.at} />
              {onShow ? (
                <button type="button" className="underlined" onClick={() => onShow(at)}>
                  {place}
                </button>
              ) : (
                <span>{place}</span>
              )}
            </li>
          )
        })}
      </ol>
      {visits.length > LATEST ? (
        <button
          type="button"
          className={`${styles.allVisits} underlined`}
          aria-expanded={areAll}
          onClick={() => setAreAll(!areAll)}
        >
          {areAll ? t('simMap.fewerPlaces') : t('simMap.allPlaces', { places: formatNumber(visits.length) })}
        </button>
      ) : null}
    </>
  )
}
