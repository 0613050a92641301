import type { Feature, FeatureCollection, Geometry, LineString, Polygon } from 'geojson'
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { Position } from '#domain/geodesy.ts'
import { CIRCLE_RADIUS_M, circleRing, gridLines, type Line } from './geometry.ts'
import type { MapColors } from './map-colors.ts'
import type { Tiles } from './tiles.ts'
import { archiveLayers, type Schema, worldLayers } from './vector-layers.ts'

/** The circle's layer; its rendered size is measured. */
export const CIRCLE_LAYER = 'circle'
export const TILES_SOURCE = 'tiles'
const WORLD_SOURCE = 'world'

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

const pointAt = ([longitude, latitude]: Position) => feature({ type: 'Point', coordinates: [longitude, latitude] } as const)

/** Bright tiles in the dark theme: lightness is inverted and the hues are restored. */
function pictureLayer({ isDark }: MapColors): LayerSpecification {
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

/** Rendering of an archive: its streets as lines, or its raster tiles. */
export type ArchiveKind = Schema | 'pictures'

export interface MapContent {
  readonly at: Position
  /** address of the world's archive */
  readonly world: string
  readonly tiles: Tiles | undefined
  /** of a tile archive; undefined for an unsupported one */
  readonly archive: ArchiveKind | undefined
  readonly language: 'es' | 'en'
}

const isVector = (kind: ArchiveKind | undefined): kind is Schema => kind === 'protomaps' || kind === 'openmaptiles'

function tilesSource({ tiles, archive }: MapContent): SourceSpecification | undefined {
  if (tiles?.kind === 'server') return { type: 'raster', tiles: [...tiles.addresses], tileSize: 256, maxzoom: 19 }
  if (!tiles || !archive) return undefined
  const url = `pmtiles://${tiles.address}`
  return isVector(archive) ? { type: 'vector', url } : { type: 'raster', url, tileSize: 256 }
}

/** The layers from the bottom up: sea, world, a grid where there are no tiles, streets or tiles, the circle on top. */
export function mapLayers(content: MapContent, colors: MapColors): LayerSpecification[] {
  const { archive, language } = content
  const hasTiles = tilesSource(content) !== undefined
  const grid: LayerSpecification = {
    ...{ id: 'grid', type: 'line', source: 'grid', minzoom: GRID.minZoom },
    paint: { 'line-color': colors.grid, 'line-width': 1 },
  }
  const tilesLayers = isVector(archive)
    ? archiveLayers(archive, { source: TILES_SOURCE, language }, colors)
    : [pictureLayer(colors)]
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': colors.sea } },
    ...worldLayers({ source: WORLD_SOURCE, language }, colors, !hasTiles),
    ...(hasTiles ? tilesLayers : [grid]),
    ...positionLayers(colors),
  ]
}

/** The whole style. It has no glyphs and no sprites, so that only tiles are fetched. */
export function mapStyle(content: MapContent, colors: MapColors): StyleSpecification {
  const tiles = tilesSource(content)
  return {
    version: 8,
    sources: {
      [WORLD_SOURCE]: { type: 'vector', url: `pmtiles://${content.world}` },
      ...(tiles && { [TILES_SOURCE]: tiles }),
      grid: { type: 'geojson', data: lines(gridLines(content.at, GRID.step, GRID.reach)), tolerance: 0 },
      circle: { type: 'geojson', data: circlePolygon(content.at), tolerance: 0 },
      position: { type: 'geojson', data: pointAt(content.at) },
    },
    layers: mapLayers(content, colors),
  }
}
