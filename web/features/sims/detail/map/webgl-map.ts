import type { Map as MapLibre, MapLibreEvent } from 'maplibre-gl'
import { distanceM, type Position } from '#domain/geodesy.ts'
import { fromMapLibreZoom, MAP_ZOOM, toMapLibreZoom } from './geometry.ts'
import { type GroundChoices, openGround } from './ground.ts'
import type { MapColors } from './map-colors.ts'
import { CIRCLE_LAYER, positionOverlay } from './position-overlay.ts'

/** The map's current view, read from it. */
export interface MapView {
  /** as other maps count */
  readonly zoom: number
  readonly center: Position
  /** radius of the rendered circle, metres; undefined until rendered */
  readonly radiusM: number | undefined
}

export interface MapHandle {
  zoomBy(steps: number): void
  recenter(): void
  paint(colors: MapColors): void
  remove(): void
}

/** Largest distance from the centre to a visible corner of the circle. */
function drawnRadiusM(map: MapLibre, at: Position): number | undefined {
  const corners = map.queryRenderedFeatures({ layers: [CIRCLE_LAYER] }).flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates.flat()
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat(2) : []
  })
  if (corners.length === 0) return undefined
  return Math.max(...corners.map(([longitude = 0, latitude = 0]) => distanceM(at, [longitude, latitude])))
}

/** Renders the map around a position. */
export async function openWebglMap(
  container: HTMLElement,
  choices: GroundChoices & { readonly at: Position; readonly onView: (view: MapView) => void },
  isOver: () => boolean,
): Promise<MapHandle | undefined> {
  const { at, onView } = choices
  const overlay = positionOverlay(at)
  const ground = await openGround(container, choices, { overlay, center: at, zoom: MAP_ZOOM, isInPage: true }, isOver)
  if (!ground) return undefined
  const { map, paint } = ground
  const reportView = (_: MapLibreEvent): void => {
    const { lng, lat } = map.getCenter()
    onView({ zoom: fromMapLibreZoom(map.getZoom()), center: [lng, lat], radiusM: drawnRadiusM(map, at) })
  }
  map.on('idle', reportView)
  map.on('move', reportView)
  return {
    zoomBy: (steps) => map.easeTo({ zoom: Math.round(map.getZoom()) + steps }),
    recenter: () => map.easeTo({ center: [at[0], at[1]], zoom: toMapLibreZoom(MAP_ZOOM) }),
    paint,
    remove: () => map.remove(),
  }
}
