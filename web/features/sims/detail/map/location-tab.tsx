import { IconMapPinOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallData } from '#contract/call.ts'
import type { getSim } from '#contract/sims/sims.calls.ts'
import type { Position } from '#domain/geodesy.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import buttonStyles from '#web/ui/button.module.css'
import { EmptyState } from '#web/ui/states.tsx'
import { coordinateText, LocationFacts, OutsideLink } from './location-facts.tsx'
import styles from './map.module.css'
import { PlaceCard } from './place-card.tsx'
import { placeText } from './place-words.ts'
import { SimMap } from './sim-map.tsx'
import { SimPath } from './sim-path.tsx'
import { useInteractiveMap } from './use-interactive-map.ts'

type Sim = CallData<typeof getSim>

function Located({ sim, at }: { sim: Sim; at: Position }) {
  const { t } = useTranslation()
  const shown = usePreference(language)
  const moving = useInteractiveMap(at)
  const [nearest] = sim.townsAround
  const words = nearest ? placeText(t, shown, at, nearest) : coordinateText(at)
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
export function LocationTab({ sim }: { sim: Sim }) {
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
