import { useTranslation } from 'react-i18next'
import type { TownAround } from '#contract/sims/sims.calls.ts'
import type { Position } from '#domain/geodesy.ts'
import { metresPerPixel } from '#domain/web-mercator.ts'
import { CIRCLE_RADIUS_M, MAP_ZOOM } from './geometry.ts'
import styles from './map.module.css'
import { MapFrame } from './map-frame.tsx'
import { PointerLabels } from './pointer-labels.tsx'
import type { InteractiveMap } from './use-interactive-map.ts'
import { useSize } from './use-size.ts'

const WORLD_SOURCE = 'Natural Earth'

/** Placeholder while the map loads: the circle in its size on the map. Towns and scale are rendered by the page. */
function Placeholder({ at, place }: { at: Position; place: string }) {
  const { t } = useTranslation()
  const radius = CIRCLE_RADIUS_M / metresPerPixel(at[1], MAP_ZOOM)
  const size = 2 * radius + 4
  return (
    <div className={styles.placeholder}>
      <svg width={size} height={size} role="img" aria-label={t('simMap.positionLabel', { place })}>
        <circle className={styles.circle} cx="50%" cy="50%" r={radius} />
        <circle className={styles.dot} cx="50%" cy="50%" r={6} />
      </svg>
    </div>
  )
}

interface SimMapProps {
  at: Position
  towns: readonly TownAround[]
  /** in words, for screen readers */
  place: string
  moving: InteractiveMap
}

/**
 * The map around a position. Until its code and tiles have loaded, circle, scale and pointers are in the same
 * positions.
 */
export function SimMap({ at, towns, place, moving }: SimMapProps) {
  const { t } = useTranslation()
  const [ref, size] = useSize<HTMLDivElement>()
  const { handle, tilesFailed } = moving
  const view = moving.view ?? { zoom: MAP_ZOOM, center: at, radiusM: undefined }
  const tiles = tilesFailed ? undefined : moving.tiles
  const source = t('simMap.mapSource', { name: tiles?.attribution ?? WORLD_SOURCE })
  return (
    <MapFrame
      isLoading={!moving.view}
      view={view}
      attribution={`${moving.view ? source : t('simMap.loading')} · ${t('simMap.townsSource')}`}
      note={tilesFailed && moving.tiles ? t('simMap.tilesFailed', { host: moving.tiles.name }) : undefined}
      zoomBy={(steps) => handle.current?.zoomBy(steps)}
      recenter={() => handle.current?.recenter()}
    >
      <div ref={ref} className={styles.ground}>
        {moving.view ? null : <Placeholder at={at} place={place} />}
      </div>
      <div ref={moving.container} className={styles.place} />
      {size ? <PointerLabels {...{ at, towns, view, size }} /> : null}
    </MapFrame>
  )
}
