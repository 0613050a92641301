import type { Feature, FeatureCollection, Geometry, LineString, MultiPolygon, Polygon } from 'geojson'
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import { CIRCLE_RADIUS_M, circleRing, gridLines, type Line, type Position } from './geometry.ts'
import type { Outline } from './outline.ts'
import type { Tiles } from './tiles.ts'

/** The circle's layer; what is drawn there is measured. */
export const CIRCLE_LAYER = 'circle'
export const TILES_SOURCE = 'tiles'

/** Data goes no finer than this zoom; it is drawn larger beyond it. */
const OUTLINE_MAX_ZOOM = 12
/** Degrees; closer than `minZoom` only, where it does not blacken the map. */
export const GRID = { step: 0.01, reach: 40, minZoom: 11 } as const

const TOKENS = {
  sea: '--surface-sunken',
  land: '--surface-1',
  coast: '--ink-3',
  border: '--ink-4',
  grid: '--border-1',
  mark: '--ink-1',
  markEdge: '--surface-1',
} as const

export type MapColors = Record<keyof typeof TOKENS, string> & { isDark: boolean }

/** The tokens' present values: the map is painted outside of style sheets. */
export function readColors(theme: 'light' | 'dark'): MapColors {
  const style = getComputedStyle(document.documentElement)
  const values = Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim()])
  return { ...(Object.fromEntries(values) as Record<keyof typeof TOKENS, string>), isDark: theme === 'dark' }
}

/** GeoJSON's types want arrays that can be changed; nothing changes them. */
const coordinates = (line: Line): [number, number][] => line as [number, number][]

const feature = <G extends Geometry>(geometry: G): Feature<G> => ({ type: 'Feature', properties: {}, geometry })
const collection = <G extends Geometry>(geometries: G[]): FeatureCollection<G> => ({
  type: 'FeatureCollection',
  features: geometries.map(feature),
})
const lines = (all: readonly Line[]): FeatureCollection<LineString> =>
  collection(all.map((line) => ({ type: 'LineString', coordinates: coordinates(line) })))

const landPolygons = ({ countries }: Outline): FeatureCollection<MultiPolygon> =>
  collection(
    countries.map(({ lands }) => ({ type: 'MultiPolygon', coordinates: lands.map(({ rings }) => rings.map(coordinates)) })),
  )

const circlePolygon = (at: Position): Feature<Polygon> =>
  feature({ type: 'Polygon', coordinates: [coordinates(circleRing(at, CIRCLE_RADIUS_M))] })

const pointAt = ([longitude, latitude]: Position) => feature({ type: 'Point', coordinates: [longitude, latitude] } as const)

function outlineSources(outline: Outline): Record<string, SourceSpecification> {
  const shared = { type: 'geojson', maxzoom: OUTLINE_MAX_ZOOM } as const
  return {
    land: { ...shared, data: landPolygons(outline) },
    coasts: { ...shared, data: lines(outline.coasts) },
    borders: { ...shared, data: lines(outline.borders) },
  }
}

function outlineLayers(colors: MapColors): LayerSpecification[] {
  return [
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colors.land, 'fill-antialias': false } },
    { id: 'coasts', type: 'line', source: 'coasts', paint: { 'line-color': colors.coast, 'line-width': 1.25 } },
    {
      id: 'borders',
      type: 'line',
      source: 'borders',
      paint: { 'line-color': colors.border, 'line-width': 1.25, 'line-dasharray': [3, 2] },
    },
  ]
}

/** Bright maps turn dark with the page: lightness is inverted and the hues are put back. */
function tilesLayer({ isDark }: MapColors): LayerSpecification {
  const paint = isDark
    ? ({
        'raster-brightness-min': 0.9,
        'raster-brightness-max': 0.08,
        'raster-hue-rotate': 180,
        'raster-saturation': -0.3,
      } as const)
    : ({ 'raster-brightness-min': 0, 'raster-brightness-max': 1, 'raster-hue-rotate': 0, 'raster-saturation': 0 } as const)
  return { id: 'tiles', type: 'raster', source: TILES_SOURCE, paint: { ...paint, 'raster-fade-duration': 0 } }
}

function positionLayers(colors: MapColors): LayerSpecification[] {
  return [
    { id: CIRCLE_LAYER, type: 'fill', source: 'circle', paint: { 'fill-color': colors.mark, 'fill-opacity': 0.08 } },
    { id: 'circle-edge', type: 'line', source: 'circle', paint: { 'line-color': colors.mark, 'line-width': 1.75 } },
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

export interface MapContent {
  readonly at: Position
  readonly outline: Outline | undefined
  readonly tiles: Tiles | undefined
}

/** The layers from the bottom up: sea, land, lines, tiles over all of these, the circle on top. */
export function mapLayers({ outline, tiles }: MapContent, colors: MapColors): LayerSpecification[] {
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': outline ? colors.sea : colors.land } },
    ...(outline ? outlineLayers(colors).slice(0, 1) : []),
    { id: 'grid', type: 'line', source: 'grid', minzoom: GRID.minZoom, paint: { 'line-color': colors.grid, 'line-width': 1 } },
    ...(outline ? outlineLayers(colors).slice(1) : []),
    ...(tiles ? [tilesLayer(colors)] : []),
    ...positionLayers(colors),
  ]
}

/** Everything that the map draws. It names no fonts and no pictures, so that nothing but tiles is fetched. */
export function mapStyle(content: MapContent, colors: MapColors): StyleSpecification {
  const { at, outline, tiles } = content
  return {
    version: 8,
    sources: {
      ...(outline ? outlineSources(outline) : {}),
      ...(tiles ? { [TILES_SOURCE]: { type: 'raster', tiles: [...tiles.addresses], tileSize: 256, maxzoom: 19 } } : {}),
      grid: { type: 'geojson', data: lines(gridLines(at, GRID.step, GRID.reach)), tolerance: 0 },
      circle: { type: 'geojson', data: circlePolygon(at), tolerance: 0 },
      position: { type: 'geojson', data: pointAt(at) },
    },
    layers: mapLayers(content, colors),
  }
}
