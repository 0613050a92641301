import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { MapColors } from './map-colors.ts'
import type { Tiles } from './tiles.ts'
import { archiveLayers, type Schema, worldLayers } from './vector-layers.ts'

export const TILES_SOURCE = 'tiles'
const WORLD_SOURCE = 'world'

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

/** Rendering of an archive: its streets as lines, or its raster tiles. */
export type ArchiveKind = Schema | 'pictures'

/** As ImageData is; only its opacity counts, as a signed distance field. */
export interface OverlayImage {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** What is drawn over the ground. */
export interface Overlay {
  readonly sources: StyleSpecification['sources']
  layers(colors: MapColors, hasTiles: boolean): LayerSpecification[]
  /** an image that its layers name, whose colour is theirs; undefined for other names */
  image?(name: string): OverlayImage | undefined
}

export interface MapContent {
  readonly overlay: Overlay
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

/** The layers from the bottom up: sea, world, streets or tiles, the overlay on top. */
export function mapLayers(content: MapContent, colors: MapColors): LayerSpecification[] {
  const { archive, language, overlay } = content
  const hasTiles = tilesSource(content) !== undefined
  const tilesLayers = isVector(archive)
    ? archiveLayers(archive, { source: TILES_SOURCE, language }, colors)
    : [pictureLayer(colors)]
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': colors.sea } },
    ...worldLayers({ source: WORLD_SOURCE, language }, colors, !hasTiles),
    ...(hasTiles ? tilesLayers : []),
    ...overlay.layers(colors, hasTiles),
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
      ...content.overlay.sources,
    },
    layers: mapLayers(content, colors),
  }
}
