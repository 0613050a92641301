import type { Feature, FeatureCollection, Geometry, LineString, Point, Polygon } from 'geojson'
import type { LayerSpecification } from 'maplibre-gl'
import type { Position } from '#domain/geodesy.ts'
import { CIRCLE_RADIUS_M, circleRing, gridLines, type Line } from './geometry.ts'
import type { MapColors } from './map-colors.ts'
import type { Overlay } from './map-style.ts'

/** The circle's layer; its rendered size is measured. */
export const CIRCLE_LAYER = 'circle'

/** The places of a SIM; empty until they are known. */
export const PATH_SOURCE = 'path'

/** A line through places, and a dot for each. */
export const pathData = (path: readonly Position[]): FeatureCollection<LineString | Point> => ({
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
export function positionOverlay(at: Position): Overlay {
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
  id: 'grid',
  type: 'line',
  source: 'grid',
  minzoom: GRID.minZoom,
  paint: { 'line-color': colors.grid, 'line-width': 1 },
})
