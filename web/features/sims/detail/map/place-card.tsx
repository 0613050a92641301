import { IconArrowUp, IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TownAround } from '#contract/sims/sims.calls.ts'
import { bearing, compassPoint, distanceM, type Position } from '#domain/geodesy.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import buttonStyles from '#web/ui/button.module.css'
import { Coordinates, OutsideLink } from './location-facts.tsx'
import styles from './map.module.css'
import { kmText, placeOf } from './place-words.ts'

/** Replaces the map without WebGL: coordinates, a link to an external map, and the towns around. */
export function PlaceCard({ at, towns }: { at: Position; towns: readonly TownAround[] }) {
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
