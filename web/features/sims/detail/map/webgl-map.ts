import { type GeoJSONSource, LngLatBounds, type Map as MapLibre } from 'maplibre-gl'
import { distanceM, type Position } from '#domain/geodesy.ts'
import { continuousLine, fromMapLibreZoom, MAP_ZOOM, toMapLibreZoom } from './geometry.ts'
import { type GroundChoices, openGround } from './ground.ts'
import type { MapColors } from './map-colors.ts'
import { CIRCLE_LAYER, PATH_SOURCE, pathData, positionOverlay } from './position-overlay.ts'

/** Free space around a path, px: the buttons lie there. */
const PATH_PADDING_PX = 56

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
  /** shows the places of a SIM, oldest first, as a line */
  showPath(path: readonly Position[]): void
  /** brings the whole line into view */
  fitPath(): void
  goTo(at: Position): void
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
  let path: readonly Position[] = []
  const reportView = (): void => {
    const { lng, lat } = map.getCenter()
    onView({ zoom: fromMapLibreZoom(map.getZoom()), center: [lng, lat], radiusM: drawnRadiusM(map, at) })
  }
  map.on('idle', reportView)
  map.on('move', reportView)
  return {
    zoomBy: (steps) => map.easeTo({ zoom: Math.round(map.getZoom()) + steps }),
    showPath: (next) => {
      path = continuousLine(next)
      map.getSource<GeoJSONSource>(PATH_SOURCE)?.setData(pathData(path))
    },
    fitPath: () => {
      const bounds = new LngLatBounds()
      for (const [longitude, latitude] of path) bounds.extend([longitude, latitude])
      map.fitBounds(bounds, { padding: PATH_PADDING_PX, maxZoom: toMapLibreZoom(MAP_ZOOM) })
    },
    goTo: ([longitude, latitude]) => map.easeTo({ center: [longitude, latitude] }),
    recenter: () => map.easeTo({ center: [at[0], at[1]], zoom: toMapLibreZoom(MAP_ZOOM) }),
    paint,
    remove: () => map.remove(),
  }
}
