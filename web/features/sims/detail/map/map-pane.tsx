import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clientConfigQuery } from '../../../../lib/session.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { DrawnMap } from './drawn-map.tsx'
import type { Position } from './geometry.ts'
import { outlineQuery } from './map.api.ts'
import type { MapContent } from './map-style.ts'
import { MovingMap } from './moving-map.tsx'
import { readTiles, type Tiles } from './tiles.ts'

function hasWebgl2(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  // Browsers keep few contexts at once; this one has said what it could.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

/** The configured tiles; none when the address can't be read, which the console says. */
function tilesOf(configured: string | null | undefined): Tiles | undefined {
  if (!configured) return undefined
  try {
    return readTiles(configured, window.location.origin)
  } catch (error) {
    console.error(`map tiles: ${configured}`, error)
    return undefined
  }
}

/** The map around a position, of the kind that this browser can draw. */
export function MapPane({ at, place }: { at: Position; place: string }) {
  const { t } = useTranslation()
  const outline = useQuery(outlineQuery)
  const config = useQuery(clientConfigQuery)
  const [isAvailable, setIsAvailable] = useState(hasWebgl2)
  const giveUp = useCallback((error: unknown) => {
    console.error('map', error)
    setIsAvailable(false)
  }, [])
  const tilesUrl = config.data?.mapTilesUrl
  const content = useMemo<MapContent>(
    () => ({ at, outline: outline.data, tiles: tilesOf(tilesUrl) }),
    [at, outline.data, tilesUrl],
  )
  if (outline.isPending || config.isPending) {
    return (
      <div className="map-frame" aria-busy="true">
        <Skeleton width="100%" height={320} />
      </div>
    )
  }
  if (!isAvailable) {
    return <DrawnMap at={at} outline={outline.data} label={t('simMap.drawingLabel', { place })} note={t('simMap.noWebgl')} />
  }
  return <MovingMap content={content} outlineFailed={outline.isError} onUnavailable={giveUp} />
}
