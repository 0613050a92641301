import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TownAround } from '#contract/sims/sims.calls.ts'
import type { Position } from '#domain/geodesy.ts'
import { clientConfigQuery } from '../../../../lib/session.ts'
import { MAP_ZOOM, metresPerPixel } from './geometry.ts'
import { MapFrame } from './map-frame.tsx'
import type { Outline } from './outline.ts'
import { OutlineDrawing } from './outline-drawing.tsx'
import { PointerLabels } from './pointer-labels.tsx'
import { readMaps } from './tiles.ts'
import { useMovingMap } from './use-moving-map.ts'
import { useSize } from './use-size.ts'

/** The zooms of the drawing: the moving map has its own. */
const ZOOMS = { min: 3, max: 18 } as const
const WORLD_SOURCE = 'Natural Earth'

interface SimMapProps {
  at: Position
  towns: readonly TownAround[]
  /** in words, for those who do not see it */
  place: string
  outline: Outline | undefined
  /** letters of the country; empty at sea */
  country: string | undefined
}

/**
 * The map around a position. What needs nothing is drawn at once, by the page itself: circle, grid, the ways to the towns around. The
 * moving map comes over it when its code and its WebGL are there, and where they never are the drawing stays.
 */
export function SimMap({ at, towns, place, outline, country }: SimMapProps) {
  const { t } = useTranslation()
  const config = useQuery(clientConfigQuery).data
  const maps = useMemo(() => config && readMaps(config.map, window.location.origin), [config])
  const moving = useMovingMap(at, maps)
  const [ref, size] = useSize<HTMLDivElement>()
  const [zoom, setZoom] = useState<number>(MAP_ZOOM)
  const [radiusM, setRadiusM] = useState<number>()
  useLayoutEffect(() => {
    const circle = size && ref.current?.querySelector<SVGGraphicsElement>('[data-circle]')
    setRadiusM(circle ? (circle.getBBox().height / 2) * metresPerPixel(at[1], zoom) : undefined)
  }, [at, zoom, size, ref])
  const view = moving.view ?? { zoom, center: at, radiusM }
  const tiles = moving.tilesFailed ? undefined : maps?.tiles
  const note = (): string | undefined => {
    if (moving.isUnavailable) return t('simMap.noWebgl')
    return moving.tilesFailed && maps?.tiles ? t('simMap.tilesFailed', { host: maps.tiles.name }) : undefined
  }
  const zoomBy = (steps: number): void => {
    if (moving.view) moving.handle.current?.zoomBy(steps)
    else setZoom((now) => Math.min(ZOOMS.max, Math.max(ZOOMS.min, now + steps)))
  }
  return (
    <MapFrame
      kind={moving.view ? 'webgl' : 'drawing'}
      view={view}
      attribution={`${t('simMap.mapSource', { name: tiles?.attribution ?? WORLD_SOURCE })} · ${t('simMap.townsSource')}`}
      note={note()}
      zoomBy={zoomBy}
      recenter={() => (moving.view ? moving.handle.current?.recenter() : setZoom(MAP_ZOOM))}
    >
      <div ref={ref} className="map-ground">
        {size && !moving.view ? (
          <OutlineDrawing {...{ at, outline, zoom, size }} highlight={country} label={t('simMap.drawingLabel', { place })} />
        ) : null}
      </div>
      <div ref={moving.place} className="map-place" />
      {size ? <PointerLabels {...{ at, towns, view, size }} /> : null}
    </MapFrame>
  )
}
