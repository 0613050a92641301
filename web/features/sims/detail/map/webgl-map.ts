import { addProtocol, Map as MapLibre, type MapLibreEvent, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { FetchSource, PMTiles, Protocol, TileType } from 'pmtiles'
import { distanceM, type Position } from '#domain/geodesy.ts'
import { clientKey } from '../../../../lib/call.ts'
import { fromMapLibreZoom, MAP_ZOOM, toMapLibreZoom } from './geometry.ts'
import type { MapColors } from './map-colors.ts'
import { type ArchiveKind, CIRCLE_LAYER, type MapContent, mapLayers, mapStyle, TILES_SOURCE } from './map-style.ts'
import type { Maps } from './tiles.ts'
import { schemaOf } from './vector-layers.ts'

// A worker file of our own origin in place of a blob URL: a strict content security policy allows it.
setWorkerUrl(workerUrl)

const archives = new Protocol()
addProtocol('pmtiles', archives.tile)

/** The map's current view, read from it. */
export interface MapView {
  /** as other maps count */
  readonly zoom: number
  readonly center: Position
  /** radius of the rendered circle, metres; undefined until rendered */
  readonly radiusM: number | undefined
}

export interface MapEvents {
  readonly onView: (view: MapView) => void
  readonly onTiles: (state: 'shown' | 'failed') => void
}

export interface MapHandle {
  zoomBy(steps: number): void
  recenter(): void
  paint(colors: MapColors): void
  remove(): void
}

/** Names of maplibre-gl's own texts. */
export type MapLocale = Record<string, string>

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

/** Largest distance from the centre to a visible corner of the circle. */
function drawnRadiusM(map: MapLibre, at: Position): number | undefined {
  const corners = map.queryRenderedFeatures({ layers: [CIRCLE_LAYER] }).flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates.flat()
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat(2) : []
  })
  if (corners.length === 0) return undefined
  return Math.max(...corners.map(([longitude = 0, latitude = 0]) => distanceM(at, [longitude, latitude])))
}

function watchTiles(map: MapLibre, onTiles: MapEvents['onTiles']): void {
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

interface MapChoices extends MapEvents {
  readonly at: Position
  readonly maps: Maps
  readonly language: 'es' | 'en'
  readonly zoom: number
  readonly colors: () => MapColors
  readonly locale: MapLocale
}

/** Renders the map into an element, once its archives are loaded. Throws without WebGL 2. */
export async function openWebglMap(
  container: HTMLElement,
  choices: MapChoices,
  isOver: () => boolean,
): Promise<MapHandle | undefined> {
  const { at, maps, language, zoom, colors, locale, onView, onTiles } = choices
  archiveAt(maps.world)
  const archive = maps.tiles?.kind === 'archive' ? await archiveKind(maps.tiles.address) : undefined
  if (isOver()) return undefined
  if (maps.tiles?.kind === 'archive' && !archive) onTiles('failed')
  const content: MapContent = { at, world: maps.world, tiles: maps.tiles, archive, language }
  const center: [number, number] = [at[0], at[1]]
  const map = new MapLibre({
    container,
    style: mapStyle(content, colors()),
    center,
    zoom: toMapLibreZoom(zoom),
    maxZoom: 19,
    attributionControl: false,
    cooperativeGestures: true,
    dragRotate: false,
    touchPitch: false,
    fadeDuration: 0,
    locale,
  })
  map.keyboard.disableRotation()
  map.touchZoomRotate.disableRotation()
  map.setMissingStyleImageResolver((id) => void map.addImage(id, dot()))
  const reportView = (_: MapLibreEvent): void => {
    const { lng, lat } = map.getCenter()
    onView({ zoom: fromMapLibreZoom(map.getZoom()), center: [lng, lat], radiusM: drawnRadiusM(map, at) })
  }
  map.on('idle', reportView)
  map.on('move', reportView)
  watchTiles(map, onTiles)
  return {
    zoomBy: (steps) => map.easeTo({ zoom: Math.round(map.getZoom()) + steps }),
    recenter: () => map.easeTo({ center, zoom: toMapLibreZoom(MAP_ZOOM) }),
    paint: (next) => (map.isStyleLoaded() ? repaint(map, content, next) : map.once('idle', () => repaint(map, content, next))),
    remove: () => map.remove(),
  }
}
