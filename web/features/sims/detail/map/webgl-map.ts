import { Map as MapLibre, type MapLibreEvent, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { distanceM, MAP_ZOOM, type Position } from './geometry.ts'
import { CIRCLE_LAYER, type MapColors, type MapContent, mapLayers, mapStyle, TILES_SOURCE } from './map-style.ts'

// A file of our own origin instead of a script made in memory: a strict content security policy lets it run.
setWorkerUrl(workerUrl)

/** What the map shows now, read from it. */
export interface MapView {
  readonly zoom: number
  readonly latitude: number
  /** of the circle as drawn, metres; undefined until it has been */
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

/** Farthest corner of the circle that stands on the screen, from its centre. */
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

/** Draws the map into an element. Throws when the browser has no WebGL 2. */
export function openMap(
  container: HTMLElement,
  content: MapContent,
  { colors, locale, onView, onTiles }: MapEvents & { colors: MapColors; locale: MapLocale },
): MapHandle {
  const center: [number, number] = [content.at[0], content.at[1]]
  const map = new MapLibre({
    container,
    style: mapStyle(content, colors),
    center,
    zoom: MAP_ZOOM,
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
  const tell = (_: MapLibreEvent): void =>
    onView({ zoom: map.getZoom(), latitude: map.getCenter().lat, radiusM: drawnRadiusM(map, content.at) })
  map.on('idle', tell)
  map.on('move', tell)
  watchTiles(map, onTiles)
  return {
    zoomBy: (steps) => map.easeTo({ zoom: Math.round(map.getZoom()) + steps }),
    recenter: () => map.easeTo({ center, zoom: MAP_ZOOM }),
    paint: (next) => (map.isStyleLoaded() ? repaint(map, content, next) : map.once('idle', () => repaint(map, content, next))),
    remove: () => map.remove(),
  }
}
