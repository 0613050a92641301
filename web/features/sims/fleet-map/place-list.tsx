import { useTranslation } from 'react-i18next'
import { NAMED_MAX } from '#domain/map-places.ts'
import { formatNumber } from '#web/lib/format.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import { Icc } from '#web/ui/icc.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { placeText, townText } from '../detail/map/place-words.ts'
import type { Place } from './fleet-map.api.ts'
import styles from './fleet-map.module.css'

/** Places of the list; more are seen by zooming in. */
const SHOWN = 100

/** From this zoom on a mark joins what is within some 34 km of each other, as a town does; below, it joins a region. */
const TOWN_ZOOM = 8

interface PlaceListProps {
  readonly shown: readonly Place[] | undefined
  /** that the places were gathered for */
  readonly zoom: number
  readonly openIcc: string | undefined
  onPlace(place: Place): void
  /** opens one; none to close it */
  onSim(icc: string | undefined): void
}

/** The places of the view as a list, for the keyboard, for screen readers, and for names. */
export function PlaceList({ shown, zoom, openIcc, onPlace, onSim }: PlaceListProps) {
  const { t } = useTranslation()
  const places = shown?.slice(0, SHOWN) ?? []
  const more = (shown?.length ?? 0) - places.length
  return (
    <section className={styles.beside} aria-label={t('fleetMap.places')} aria-busy={!shown}>
      {shown ? (
        <h2 className={styles.listHead}>{t('fleetMap.here', { count: shown.reduce((sum, { sims }) => sum + sims, 0) })}</h2>
      ) : (
        <p className={styles.listHead}>
          <Skeleton width={140} />
        </p>
      )}
      {shown && places.length === 0 ? (
        <p className={`${styles.note} text-small text-tertiary`}>{t('fleetMap.emptyView')}</p>
      ) : null}
      <ul className={styles.places}>
        {shown
          ? places.map((place) =>
              place.iccs.length > 0 ? (
                <PlaceSims key={keyOf(place)} {...{ place, openIcc, onSim }} />
              ) : (
                <PlaceOfMany key={keyOf(place)} isRegion={zoom < TOWN_ZOOM} {...{ place, onPlace }} />
              ),
            )
          : ['a', 'b', 'c', 'd'].map((name) => (
              <li key={name} className={styles.loading}>
                <Skeleton width="60%" />
              </li>
            ))}
      </ul>
      {more > 0 ? (
        <p className={`${styles.note} text-small text-tertiary`}>{t('fleetMap.morePlaces', { count: more })}</p>
      ) : null}
    </section>
  )
}

const keyOf = ({ latitude, longitude, sims }: Place): string => `${latitude} ${longitude} ${sims}`

interface PlaceOfManyProps extends Pick<PlaceListProps, 'onPlace'> {
  readonly place: Place
  /** named after a town that is only a part of it */
  readonly isRegion: boolean
}

function PlaceOfMany({ place, isRegion, onPlace }: PlaceOfManyProps) {
  const { t } = useTranslation()
  const shownLanguage = usePreference(language)
  const town = place.town?.name[shownLanguage]
  const isArea = isRegion && town !== undefined
  const name = town ?? t('fleetMap.nowhere')
  const around = place.town ? townText(place.town, shownLanguage).split(', ').slice(1).join(', ') : ''
  return (
    <li>
      <button
        type="button"
        className={styles.entry}
        aria-label={t(isArea ? 'fleetMap.openArea' : 'fleetMap.openPlace', { place: name, count: place.sims })}
        onClick={() => onPlace(place)}
      >
        <span className={styles.entryName}>
          <span className="ellipsis">{isArea ? t('fleetMap.area', { place: name }) : name}</span>
          <span className="tabular-numbers medium">{formatNumber(place.sims)}</span>
        </span>
        <span className={`${styles.entryDetail} text-small text-tertiary`}>
          <span className="ellipsis">{around}</span>
          <span className="no-wrap">{t('fleetMap.connected', { count: place.connected })}</span>
        </span>
      </button>
    </li>
  )
}

interface PlaceSimsProps extends Pick<PlaceListProps, 'openIcc' | 'onSim'> {
  readonly place: Place
}

/** The SIMs of a place where they are named. */
function PlaceSims({ place, openIcc, onSim }: PlaceSimsProps) {
  const { t } = useTranslation()
  const shownLanguage = usePreference(language)
  const { latitude, longitude, town, iccs, sims, connected } = place
  const where = town ? placeText(t, shownLanguage, [longitude, latitude], town) : t('fleetMap.nowhere')
  return (
    <>
      {iccs.map((icc) => (
        <li key={icc}>
          <button
            type="button"
            className={styles.entry}
            aria-label={t('fleetMap.openSim', { icc })}
            aria-pressed={icc === openIcc}
            onClick={() => onSim(icc)}
            onKeyDown={({ key }) => key === 'Escape' && onSim(undefined)}
          >
            <span className={styles.entryName}>
              <Icc value={icc} />
              {sims === 1 ? <span className={connected > 0 ? styles.connected : styles.notConnected} /> : null}
            </span>
            <span className={`${styles.entryDetail} text-small text-tertiary`}>
              <span className="ellipsis">{where}</span>
            </span>
          </button>
        </li>
      ))}
      {sims > NAMED_MAX ? (
        <li className={`${styles.note} text-small text-tertiary`}>{t('fleetMap.moreSims', { count: sims - iccs.length })}</li>
      ) : null}
    </>
  )
}
