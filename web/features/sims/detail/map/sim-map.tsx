import { IconArrowUp } from '@tabler/icons-react'
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TownAround } from '#contract/sims/sims.calls.ts'
import type { Position } from '#domain/geodesy.ts'
import { metresPerPixel } from '#domain/web-mercator.ts'
import { loadChunk } from '#web/lib/chunk.ts'
import { language, usePreference } from '#web/lib/preferences.ts'
import { CIRCLE_RADIUS_M, MAP_ZOOM } from './geometry.ts'
import styles from './map.module.css'
import { MapControls } from './map-controls.tsx'
import { kmText, placeOf } from './place-words.ts'
import { placePointers, type Size } from './pointers.ts'
import { ScaleBar } from './scale-bar.tsx'
import { type OpenMap, useWebglMap, type WebglMap } from './use-webgl-map.ts'
import type { MapHandle, MapView } from './webgl-map.ts'

export type InteractiveMap = WebglMap<MapView, MapHandle>

/** The map around a position. */
export function useInteractiveMap(at: Position): InteractiveMap {
  const { t } = useTranslation()
  const open = useCallback<OpenMap<MapView, MapHandle>>(
    async (container, choices, isOver) => {
      const { openWebglMap } = await loadChunk(() => import('./webgl-map.ts'))
      return isOver() ? undefined : openWebglMap(container, { ...choices, at }, isOver)
    },
    [at],
  )
  return useWebglMap(t('simMap.label'), open)
}

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

/** The observed size of an element in px, measured before the first paint. */
function useSize(): [RefObject<HTMLDivElement | null>, Size | undefined] {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>()
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size]
}

interface PointerLabelsProps {
  at: Position
  towns: readonly TownAround[]
  view: { readonly center: Position; readonly zoom: number }
  size: Size
}

/** Pointers at the edge of the map to towns beyond it, with direction and distance from the SIM. */
function PointerLabels({ at, towns, view, size }: PointerLabelsProps) {
  const { t } = useTranslation()
  const shown = usePreference(language)
  const targets = towns.map((town) => ({ name: town.name[shown], place: placeOf(town) }))
  return (
    <ul className={styles.pointers} data-pointers="">
      {placePointers(targets, view, size, at).map(({ name, distanceM, x, y, degrees }) => (
        <li key={`${name} ${distanceM}`} style={{ left: x, top: y }}>
          <IconArrowUp className="icon icon-14" style={{ rotate: `${degrees}deg` }} aria-hidden="true" />
          <span aria-hidden="true">
            {name} <span className="text-tertiary tabular-numbers">{kmText(distanceM)}</span>
          </span>
          <span className="visually-hidden">{t('simMap.pointer', { name, distance: kmText(distanceM) })}</span>
        </li>
      ))}
    </ul>
  )
}

const WORLD_SOURCE = 'Natural Earth'

interface SimMapProps {
  at: Position
  towns: readonly TownAround[]
  /** in words, for screen readers */
  place: string
  moving: InteractiveMap
}

/**
 * The map around a position, with buttons, scale, attribution and a note about missing tiles. Until its code and tiles have loaded,
 * circle, scale and pointers are in the same positions.
 */
export function SimMap({ at, towns, place, moving }: SimMapProps) {
  const { t } = useTranslation()
  const [ref, size] = useSize()
  const { handle, tilesFailed } = moving
  const isLoading = !moving.view
  const view = moving.view ?? { zoom: MAP_ZOOM, center: at, radiusM: undefined }
  const tiles = tilesFailed ? undefined : moving.tiles
  const source = isLoading ? t('simMap.loading') : t('simMap.mapSource', { name: tiles?.attribution ?? WORLD_SOURCE })
  return (
    <figure className={styles.figure}>
      <div
        className={styles.frame}
        data-map={isLoading ? 'loading' : 'webgl'}
        aria-busy={isLoading}
        data-zoom={view.zoom}
        data-radius-m={view.radiusM}
      >
        <div ref={ref} className={styles.ground}>
          {isLoading ? <Placeholder at={at} place={place} /> : null}
        </div>
        <div ref={moving.container} className={styles.place} />
        {size ? <PointerLabels {...{ at, towns, view, size }} /> : null}
        {isLoading ? null : (
          <MapControls
            zoomBy={(steps) => handle.current?.zoomBy(steps)}
            homeLabel={t('simMap.recenter')}
            goHome={() => handle.current?.recenter()}
          />
        )}
        <ScaleBar zoom={view.zoom} latitude={view.center[1]} />
        <p className={styles.source}>
          {source} · {t('simMap.townsSource')}
        </p>
      </div>
      {tilesFailed && moving.tiles ? (
        <figcaption className="text-small text-tertiary">{t('simMap.tilesFailed', { host: moving.tiles.name })}</figcaption>
      ) : null}
    </figure>
  )
}
