import { IconMapPinOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallData } from '#contract/call.ts'
import type { getSim } from '#contract/sims/sims.calls.ts'
import type { Position } from '#domain/geodesy.ts'
import { language, usePreference } from '../../../../lib/preferences.ts'
import { EmptyState } from '../../../../ui/states.tsx'
import { Inset } from './inset.tsx'
import { coordinateText, LocationFacts } from './location-facts.tsx'
import { outlineQuery } from './map.api.ts'
import { countryAt } from './outline.ts'
import { countryName, placeWords } from './place-words.ts'
import { SimMap } from './sim-map.tsx'
import './map.css'

type Sim = CallData<typeof getSim>

function Located({ sim, at }: { sim: Sim; at: Position }) {
  const { t } = useTranslation()
  const shown = usePreference(language)
  const outline = useQuery(outlineQuery).data
  const country = useMemo(() => outline && (countryAt(outline, at)?.code ?? ''), [outline, at])
  const towns = sim.townsAround
  const words = placeWords(t, shown, at, { towns, country }) ?? coordinateText(at)
  return (
    <div className="sim-map">
      <h2 className="map-title">{words}</h2>
      <div className="map-layout">
        <SimMap {...{ at, towns, outline, country }} place={words} />
        <div className="map-side">
          <Inset at={at} outline={outline} />
          <LocationFacts sim={sim} at={at} country={country ? countryName(country, shown) : undefined} />
        </div>
      </div>
    </div>
  )
}

/** Where a SIM was last: a map, and the same in words. */
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
