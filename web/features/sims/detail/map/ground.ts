import { addProtocol, Map as MapLibre, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { FetchSource, PMTiles, Protocol, TileType } from 'pmtiles'
import type { Position } from '#domain/geodesy.ts'
import { clientKey } from '#web/lib/call.ts'
import { toMapLibreZoom } from './geometry.ts'
import type { MapColors } from './map-colors.ts'
import { type ArchiveKind, type MapContent, mapLayers, mapStyle, type Overlay, TILES_SOURCE } from './map-style.ts'
import type { Maps } from './tiles.ts'
import { schemaOf } from './vector-layers.ts'

// A worker file of our own origin in place of a blob URL: a strict content security policy allows it.
setWorkerUrl(workerUrl)

const archives = new Protocol()
addProtocol('pmtiles', archives.tile)

/** Names of maplibre-gl's own texts. */
export type MapLocale = Record<string, string>

/** The ground of a map, as the page has it. */
export interface GroundChoices {
  readonly maps: Maps
  readonly language: 'es' | 'en'
  readonly colors: () => MapColors
  readonly locale: MapLocale
  readonly onTiles: (state: 'shown' | 'failed') => void
}

interface GroundOptions {
  readonly overlay: Overlay
  readonly center: Position
  /** as other maps count */
  readonly zoom: number
  /** whether the wheel scrolls the page, and zooms only with a key */
  readonly isInPage: boolean
}

export interface Ground {
  readonly map: MapLibre
  paint(colors: MapColors): void
}

/** An archive of this portal, cached by address with its header. */
function archiveAt(address: string): PMTiles {
  const known = archives.get(address)
  if (known) return known
  const archive = new PMTiles(new FetchSource(address, new Headers({ 'x-api-key': clientKey() })))
  archives.add(archive)
  return archive
}

/** Kind of an archive; undefined when it fails to load or is unsupported. */
async function archiveKind(address: string): Promise<ArchiveKind | undefined> {
  try {
    const archive = archiveAt(address)
    const { tileType } = await archive.getHeader()
    if (tileType !== TileType.Mvt) return tileType === TileType.Unknown ? undefined : 'pictures'
    const { vector_layers: layers = [] } = (await archive.getMetadata()) as { vector_layers?: { id: string }[] }
    return schemaOf(layers.map(({ id }) => id))
  } catch (error) {
    console.error('map archive', error)
    return undefined
  }
}

function watchTiles(map: MapLibre, onTiles: GroundChoices['onTiles']): void {
  map.on('error', (event) => {
    if ('sourceId' in event && event.sourceId === TILES_SOURCE) onTiles('failed')
    else console.error('map', event.error)
  })
  map.on('data', (event) => {
    if (event.dataType === 'source' && event.sourceId === TILES_SOURCE && event.tile) onTiles('shown')
  })
}

const repaint = (map: MapLibre, content: MapContent, colors: MapColors): void => {
  for (const layer of mapLayers(content, colors)) {
    for (const [name, value] of Object.entries(layer.paint ?? {})) map.setPaintProperty(layer.id, name as never, value as never)
  }
}

/** px; a dot that is visible on light and dark land. */
const DOT = { size: 7, color: [132, 144, 161] } as const

/** The dot of a town, generated: a sprite would have to be fetched. */
function dot(): ImageData {
  const { size, color } = DOT
  const picture = new ImageData(size, size)
  for (let n = 0; n < size * size; n++) {
    const away = Math.hypot((n % size) - (size - 1) / 2, Math.floor(n / size) - (size - 1) / 2)
    picture.data.set([...color, 255 * Math.min(1, Math.max(0, size / 2 - away))], 4 * n)
  }
  return picture
}

/** Draws the ground with an overlay into an element, once its archives are loaded. Throws without WebGL 2. */
export async function openGround(
  container: HTMLElement,
  { maps, language, colors, locale, onTiles }: GroundChoices,
  { overlay, center, zoom, isInPage }: GroundOptions,
  isOver: () => boolean,
): Promise<Ground | undefined> {
  archiveAt(maps.world)
  const archive = maps.tiles?.kind === 'archive' ? await archiveKind(maps.tiles.address) : undefined
  if (isOver()) return undefined
  if (maps.tiles?.kind === 'archive' && !archive) onTiles('failed')
  const content: MapContent = { overlay, world: maps.world, tiles: maps.tiles, archive, language }
  const map = new MapLibre({
    container,
    style: mapStyle(content, colors()),
    center: [center[0], center[1]],
    zoom: toMapLibreZoom(zoom),
    maxZoom: 19,
    attributionControl: false,
    cooperativeGestures: isInPage,
    dragRotate: false,
    touchPitch: false,
    fadeDuration: 0,
    locale,
  })
  map.keyboard.disableRotation()
  map.touchZoomRotate.disableRotation()
  map.setMissingStyleImageResolver((id) => {
    const own = overlay.image?.(id)
    map.addImage(id, own ?? dot(), { sdf: own !== undefined })
  })
  watchTiles(map, onTiles)
  return {
    map,
    paint: (next) => (map.isStyleLoaded() ? repaint(map, content, next) : map.once('idle', () => repaint(map, content, next))),
  }
}
