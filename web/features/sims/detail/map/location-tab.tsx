import { IconMapPinOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallData } from '#contract/call.ts'
import type { getSim } from '#contract/sims.calls.ts'
import { language, usePreference } from '../../../../lib/preferences.ts'
import { EmptyState } from '../../../../ui/states.tsx'
import type { Position } from './geometry.ts'
import { coordinateText, LocationFacts } from './location-facts.tsx'
import { outlineQuery } from './map.api.ts'
import { MapPane } from './map-pane.tsx'
import { countryAt } from './outline.ts'
import { OutlineDrawing } from './outline-drawing.tsx'
import './map.css'

/** Wide enough that coasts and neighbours tell where it is. */
const OVERVIEW = { zoom: 2.75, width: 144, height: 176 } as const

type Sim = CallData<typeof getSim>

/** The name of the country around a place in the page's language, with its letters, from the outline. */
function useCountry(at: Position): { code: string | undefined; name: string | undefined } {
  const { t } = useTranslation()
  const shown = usePreference(language)
  const outline = useQuery(outlineQuery).data
  return useMemo(() => {
    if (!outline) return { code: undefined, name: undefined }
    const code = countryAt(outline, at)?.code
    return { code, name: code ? new Intl.DisplayNames([shown], { type: 'region' }).of(code) : t('simMap.atSea') }
  }, [outline, at, shown, t])
}

function Located({ sim, at }: { sim: Sim; at: Position }) {
  const outline = useQuery(outlineQuery).data
  const country = useCountry(at)
  return (
    <div className="sim-map">
      <div className="map-layout">
        <MapPane at={at} place={country.name ?? coordinateText(at)} />
        <div className="map-side">
          <OutlineDrawing at={at} outline={outline} highlight={country.code} {...OVERVIEW} />
          <LocationFacts sim={sim} at={at} country={country.name} />
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
