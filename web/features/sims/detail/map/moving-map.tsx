import { useTranslation } from 'react-i18next'
import { MapFrame } from './map-frame.tsx'
import { GRID, type MapContent } from './map-style.ts'
import { useMovingMap } from './use-moving-map.ts'

interface MovingMapProps {
  content: MapContent
  outlineFailed: boolean
  onUnavailable: (error: unknown) => void
}

/** The map by maplibre-gl: tiles where they are configured and come, the outline of the world below them. */
export function MovingMap({ content, outlineFailed, onUnavailable }: MovingMapProps) {
  const { t } = useTranslation()
  const { place, handle, view, tilesFailed } = useMovingMap(content, onUnavailable)
  const { tiles } = content
  const note = (): string | undefined => {
    if (tiles && tilesFailed) return t('simMap.tilesFailed', { host: tiles.host })
    if (outlineFailed) return t('simMap.outlineFailed')
    if (tiles) return undefined
    return view && view.zoom >= GRID.minZoom ? `${t('simMap.noTiles')} ${t('simMap.grid')}` : t('simMap.noTiles')
  }
  return (
    <MapFrame
      kind="webgl"
      view={view}
      attribution={tiles && !tilesFailed ? t('simMap.mapSource', { name: tiles.attribution }) : t('simMap.outlineSource')}
      note={note()}
      zoomBy={(steps) => handle.current?.zoomBy(steps)}
      recenter={() => handle.current?.recenter()}
    >
      <div ref={place} className="map-place" />
    </MapFrame>
  )
}
