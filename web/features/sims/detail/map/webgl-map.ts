import type { Feature, FeatureCollection, Geometry, LineString, Point, Polygon } from 'geojson'
import { type GeoJSONSource, type LayerSpecification, LngLatBounds, type Map as MapLibre } from 'maplibre-gl'
import { distanceM, type Position } from '#domain/geodesy.ts'
import {
  CIRCLE_RADIUS_M,
  circleRing,
  continuousLine,
  fromMapLibreZoom,
  gridLines,
  type Line,
  MAP_ZOOM,
  toMapLibreZoom,
} from './geometry.ts'
import { type GroundChoices, openGround } from './ground.ts'
import type { MapColors } from './map-colors.ts'
import type { Overlay } from './map-style.ts'

/** The circle's layer; its rendered size is measured. */
const CIRCLE_LAYER = 'circle'

/** The places of a SIM; empty until they are known. */
const PATH_SOURCE = 'path'

/** A line through places, and a dot for each. */
const pathData = (path: readonly Position[]): FeatureCollection<LineString | Point> => ({
  type: 'FeatureCollection',
  features: [
    ...(path.length > 1 ? [feature({ type: 'LineString', coordinates: coordinates(path) } as const)] : []),
    ...path.map(pointAt),
  ],
})

/** Degrees; only above `minZoom` (MapLibre's), where it does not cover the map. */
const GRID = { step: 0.01, reach: 40, minZoom: 11 } as const

/** GeoJSON's types require mutable arrays; nothing mutates them. */
const coordinates = (line: Line): [number, number][] => line as [number, number][]

const feature = <G extends Geometry>(geometry: G): Feature<G> => ({ type: 'Feature', properties: {}, geometry })
const lines = (all: readonly Line[]): FeatureCollection<LineString> => ({
  type: 'FeatureCollection',
  features: all.map((line) => feature({ type: 'LineString', coordinates: coordinates(line) })),
})

const circlePolygon = (at: Position): Feature<Polygon> =>
  feature({ type: 'Polygon', coordinates: [coordinates(circleRing(at, CIRCLE_RADIUS_M))] })

const pointAt = ([longitude, latitude]: Position): Feature<Point> =>
  feature({ type: 'Point', coordinates: [longitude, latitude] })

function positionLayers(colors: MapColors): LayerSpecification[] {
  return [
    { id: CIRCLE_LAYER, type: 'fill', source: 'circle', paint: { 'fill-color': colors.mark, 'fill-opacity': 0.08 } },
    { id: 'circle-edge', type: 'line', source: 'circle', paint: { 'line-color': colors.mark, 'line-width': 1.75 } },
    {
      id: 'path',
      type: 'line',
      source: PATH_SOURCE,
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': colors.path, 'line-width': 2 },
    },
    {
      id: 'path-places',
      type: 'circle',
      source: PATH_SOURCE,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 4,
        'circle-color': colors.markEdge,
        'circle-stroke-color': colors.path,
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'position',
      type: 'circle',
      source: 'position',
      paint: {
        'circle-radius': 6,
        'circle-color': colors.mark,
        'circle-stroke-color': colors.markEdge,
        'circle-stroke-width': 2,
      },
    },
  ]
}

/** A position with its circle, and a grid where there are no tiles. */
function positionOverlay(at: Position): Overlay {
  return {
    sources: {
      grid: { type: 'geojson', data: lines(gridLines(at, GRID.step, GRID.reach)), tolerance: 0 },
      circle: { type: 'geojson', data: circlePolygon(at), tolerance: 0 },
      position: { type: 'geojson', data: pointAt(at) },
      [PATH_SOURCE]: { type: 'geojson', data: pathData([]) },
    },
    layers: (colors, hasTiles) => [...(hasTiles ? [] : [gridLayer(colors)]), ...positionLayers(colors)],
  }
}

const gridLayer = (colors: MapColors): LayerSpecification => ({
  ...{ id: 'grid', type: 'line', source: 'grid', minzoom: GRID.minZoom },
  paint: { 'line-color': colors.grid, 'line-width': 1 },
})

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
