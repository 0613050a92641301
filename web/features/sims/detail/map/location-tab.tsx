import { IconArrowUp, IconExternalLink, IconMapPin, IconMapPinOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TownAround } from '#contract/sims/sims.calls.ts'
import { bearing, compassPoint, distanceM, type Position } from '#domain/geodesy.ts'
import { formatMoment } from '#web/lib/format.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import type { SimDetail } from '#web/shared/sims/sim.api.ts'
import buttonStyles from '#web/ui/button.module.css'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { CIRCLE_RADIUS_M, MAP_ZOOM } from './geometry.ts'
import styles from './map.module.css'
import { coordinateText, kmText, placeOf, placeText } from './place-words.ts'
import { SimMap, useInteractiveMap } from './sim-map.tsx'
import { SimPath } from './sim-path.tsx'

const outsideAddress = ([longitude, latitude]: Position): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=${MAP_ZOOM}/${latitude}/${longitude}`

function Coordinates({ at }: { at: Position }) {
  const { t } = useTranslation()
  return (
    <span className="row">
      <span className="no-wrap tabular-numbers">{coordinateText(at)}</span>
      <CopyButton text={coordinateText(at)} what={t('simMap.coordinatesName')} />
    </span>
  )
}

/** Link to the position on an external map. */
function OutsideLink({ at, className }: { at: Position; className: string | undefined }) {
  const { t } = useTranslation()
  return (
    <a className={className} href={outsideAddress(at)} target="_blank" rel="noopener noreferrer">
      {t('simMap.openOutside')}
      <span className="visually-hidden">{t('simMap.opensTab')}</span>
      <IconExternalLink className="icon icon-14" aria-hidden="true" />
    </a>
  )
}

interface LocationFactsProps {
  sim: SimDetail
  at: Position
  /** without a map its card has the coordinates */
  hasMap: boolean
}

/** The map's content in words: position, precision, time. */
function LocationFacts({ sim, at, hasMap }: LocationFactsProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.words}>
      <Facts
        names="above"
        facts={[
          { name: t('simMap.coordinates'), value: hasMap && <Coordinates at={at} /> },
          { name: t('simMap.located'), value: sim.locatedAt ? formatMoment(sim.locatedAt) : t('simMap.locatedUnknown') },
          { name: t('simMap.readAt'), value: formatMoment(sim.asOf) },
          { name: t('simMap.circle'), value: hasMap && t('simMap.circleText', { metres: CIRCLE_RADIUS_M }) },
        ]}
      />
    </div>
  )
}

/** Replaces the map without WebGL: coordinates, a link to an external map, and the towns around. */
function PlaceCard({ at, towns }: { at: Position; towns: readonly TownAround[] }) {
  const { t } = useTranslation()
  const shown = usePreference(language)
  return (
    <section className={styles.placeCard} aria-label={t('simMap.coordinates')}>
      <IconMapPin className={styles.placeCardPin} aria-hidden="true" />
      <div className={styles.placeCardCoordinates}>
        <Coordinates at={at} />
      </div>
      <OutsideLink at={at} className={buttonStyles.button} />
      {towns.length > 0 ? (
        <div className={styles.placeCardTowns}>
          <h3 className="text-small text-tertiary">{t('simMap.around')}</h3>
          <ul>
            {towns.map((town) => {
              const metres = distanceM(at, placeOf(town))
              return (
                <li key={`${town.name.es} ${metres}`}>
                  <IconArrowUp
                    className="icon icon-14"
                    style={{ rotate: `${bearing(at, placeOf(town))}deg` }}
                    role="img"
                    aria-label={t(`simMap.toward.${compassPoint(bearing(at, placeOf(town)))}`)}
                  />
                  <span>{town.name[shown]}</span>
                  <span className="text-tertiary tabular-numbers no-wrap">{kmText(metres)}</span>
                </li>
              )
            })}
          </ul>
        </div>
      ) : null}
      <p className="text-small text-tertiary">
        {t('simMap.unavailable')} {t('simMap.townsSource')}
      </p>
    </section>
  )
}

function Located({ sim, at }: { sim: SimDetail; at: Position }) {
  const { t } = useTranslation()
  const shown = usePreference(language)
  const moving = useInteractiveMap(at)
  const words = placeText(t, shown, at, sim.townsAround[0])
  const parts = { at, towns: sim.townsAround }
  return (
    <div className={styles.map}>
      <div className={`row ${styles.head}`}>
        <h2 className={styles.title}>{words}</h2>
        {moving.isUnavailable ? null : (
          <OutsideLink at={at} className={`${buttonStyles.ghost} ${buttonStyles.small} text-small`} />
        )}
      </div>
      <div className={styles.layout}>
        {moving.isUnavailable ? <PlaceCard {...parts} /> : <SimMap {...parts} moving={moving} place={words} />}
        <div className={styles.beside}>
          <LocationFacts sim={sim} at={at} hasMap={!moving.isUnavailable} />
          <SimPath icc={sim.icc} at={at} moving={moving} />
        </div>
      </div>
    </div>
  )
}

/** The last position of a SIM and where it was before: a map, and the same in words. */
export function LocationTab({ sim }: { sim: SimDetail }) {
  const { t } = useTranslation()
  const { latitude, longitude } = sim
  const at = useMemo<Position | null>(
    () => (latitude === null || longitude === null ? null : [longitude, latitude]),
    [latitude, longitude],
  )
  if (at) return <Located sim={sim} at={at} />
  return (
    <EmptyState Icon={IconMapPinOff} title={t('simMap.noPositionTitle')}>
      {t('simMap.noPositionText')}
    </EmptyState>
  )
}
