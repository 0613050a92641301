import type { Feature, FeatureCollection, LineString, Point, Polygon } from 'geojson'
import type { GeoJSONSource, LayerSpecification, MapLayerMouseEvent, MapLayerTouchEvent, Map as MapLibre } from 'maplibre-gl'
import { destination, distanceM, type Position } from '#domain/geodesy.ts'
import { type GeofenceShape, type GeoPosition, unwrapped } from '#domain/geofences.ts'
import { metresPerPixel } from '#domain/web-mercator.ts'
import type { Geofence } from '#web/shared/geofences/geofences.api.ts'
import { circleRing, fromMapLibreZoom } from '../detail/map/geometry.ts'
import type { MapColors } from '../detail/map/map-colors.ts'
import type { Draft } from './geofence-values.ts'

const AREAS = 'geofences'
const NAMES = 'geofence-names'
const DRAFT = 'geofence-draft'
const HANDLES = 'geofence-handles'
const SOURCES = [AREAS, NAMES, DRAFT, HANDLES] as const

/** A circle that is drawn by a click, px; people then drag its edge. */
const FIRST_RADIUS_PX = 80
/** Longest side that is drawn straight, degrees: it is straight in degrees, and on the map a curve. */
const STRAIGHT_DEGREES = 1

/** What is drawn on a map beside its SIMs. */
export interface GeofenceLayer {
  show(geofences: readonly Geofence[], shown: string | undefined): void
  /** draws what is being edited, and reports what pointers make of it; undefined ends it */
  edit(draft: Draft | undefined, onDraft: (draft: Draft) => void): void
  paint(colors: MapColors): void
  /** presses belong to what is drawn, not to the SIMs */
  isDrawing(): boolean
}

function pieces(from: Position, to: Position): Position[] {
  const count = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / STRAIGHT_DEGREES))
  return Array.from({ length: count }, (_, n) => [
    from[0] + ((to[0] - from[0]) * n) / count,
    from[1] + ((to[1] - from[1]) * n) / count,
  ])
}

const positionOf = ({ longitude, latitude }: GeoPosition): Position => [longitude, latitude]

/** The outline of a shape, closed. */
function ringOf(shape: GeofenceShape): Position[] {
  if (shape.kind === 'circle') return circleRing(positionOf(shape.centre), shape.radiusM)
  const points = unwrapped(shape.corners)
  const ring = points.flatMap((from, n) => pieces(from, points[(n + 1) % points.length] ?? from))
  return ring[0] ? [...ring, ring[0]] : []
}

/** The box around a shape, for a map that moves to it. */
export function boxOfShape(shape: GeofenceShape) {
  const ring = ringOf(shape)
  const [longitudes, latitudes] = [ring.map(([longitude]) => longitude), ring.map(([, latitude]) => latitude)]
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  }
}

const mutable = (line: readonly Position[]): [number, number][] => line as [number, number][]
const polygon = (ring: readonly Position[], properties: object): Feature<Polygon> => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates: [mutable(ring)] },
})
const point = (at: Position, properties: object): Feature<Point> => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [at[0], at[1]] },
})
const all = <G extends Point | Polygon | LineString>(features: Feature<G>[]): FeatureCollection<G> => ({
  type: 'FeatureCollection',
  features,
})

function middleOf(shape: GeofenceShape): Position {
  const { west, south, east, north } = boxOfShape(shape)
  return [(west + east) / 2, (south + north) / 2]
}

/** The corners, the points between them, and the edge of a circle: what can be dragged. */
function handlesOf(draft: Draft): Feature<Point>[] {
  if (draft.kind === 'circle') {
    if (!draft.centre) return []
    const at = positionOf(draft.centre)
    const edge = draft.radiusM ? [point(destination(at, draft.radiusM, 90), { handle: 'edge' })] : []
    return [point(at, { handle: 'centre' }), ...edge]
  }
  const points = unwrapped(draft.corners)
  const between = points.length < 2 ? [] : points.length === 2 ? points.slice(0, 1) : points
  return [
    ...between.map((from, n) => {
      const to = points[(n + 1) % points.length] ?? from
      return point([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], { handle: 'between', n })
    }),
    ...points.map((at, n) => point(at, { handle: 'corner', n })),
  ]
}

function draftFeatures(draft: Draft): Feature<Polygon | LineString>[] {
  if (draft.kind === 'circle')
    return draft.centre && draft.radiusM ? [polygon(circleRing(positionOf(draft.centre), draft.radiusM), {})] : []
  const points = unwrapped(draft.corners)
  if (points.length === 2) {
    return [{ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: mutable(points) } }]
  }
  return points.length > 2 ? [polygon(ringOf({ kind: 'polygon', corners: draft.corners }), {})] : []
}

const layersOf = (colors: MapColors): LayerSpecification[] => [
  {
    id: `${AREAS}-fill`,
    type: 'fill',
    source: AREAS,
    paint: { 'fill-color': colors.mark, 'fill-opacity': ['case', ['get', 'isShown'], 0.14, 0.07] },
  },
  {
    id: `${AREAS}-edge`,
    type: 'line',
    source: AREAS,
    paint: { 'line-color': colors.mark, 'line-width': ['case', ['get', 'isShown'], 2.5, 1.5] },
  },
  { id: `${DRAFT}-fill`, type: 'fill', source: DRAFT, paint: { 'fill-color': colors.open, 'fill-opacity': 0.14 } },
  {
    id: `${DRAFT}-edge`,
    type: 'line',
    source: DRAFT,
    paint: { 'line-color': colors.open, 'line-width': 2 },
  },
  {
    id: NAMES,
    type: 'symbol',
    source: NAMES,
    layout: { 'text-field': ['get', 'name'], 'text-font': ['Inter Variable'], 'text-size': 12, 'text-max-width': 10 },
    paint: { 'text-color': colors.townName, 'text-halo-color': colors.land, 'text-halo-width': 1.5 },
  },
]

/** On top of the SIMs: what is dragged. */
const handleLayer = (colors: MapColors): LayerSpecification => ({
  id: HANDLES,
  type: 'circle',
  source: HANDLES,
  paint: {
    'circle-radius': ['case', ['==', ['get', 'handle'], 'between'], 5, 8],
    'circle-color': ['case', ['==', ['get', 'handle'], 'between'], colors.open, colors.markEdge],
    'circle-stroke-color': colors.open,
    'circle-stroke-width': ['case', ['==', ['get', 'handle'], 'between'], 0, 3],
    'circle-opacity': ['case', ['==', ['get', 'handle'], 'between'], 0.6, 1],
  },
})

const wrapped = ({ lng, lat }: { readonly lng: number; readonly lat: number }): GeoPosition => ({
  latitude: Math.min(85, Math.max(-85, lat)),
  longitude: ((((lng + 180) % 360) + 360) % 360) - 180,
})

/** What was taken hold of. */
interface Handle {
  readonly handle: 'centre' | 'edge' | 'corner' | 'between'
  readonly n: number
}

/** The draft with a handle at another place. */
function dragged(draft: Draft, { handle, n }: Handle, to: GeoPosition): Draft {
  if (draft.kind === 'polygon') return { ...draft, corners: draft.corners.map((corner, at) => (at === n ? to : corner)) }
  if (handle === 'centre') return { ...draft, centre: to }
  return { ...draft, radiusM: draft.centre ? Math.max(10, distanceM(positionOf(draft.centre), positionOf(to))) : draft.radiusM }
}

/** The draft with another corner, or with its centre, where a pointer pressed. */
function pressed(draft: Draft, at: GeoPosition, zoom: number): Draft {
  if (draft.kind === 'polygon') return { ...draft, corners: [...draft.corners, at] }
  const radiusM = draft.radiusM ?? Math.max(10, Number((FIRST_RADIUS_PX * metresPerPixel(at.latitude, zoom)).toPrecision(1)))
  return { ...draft, centre: at, radiusM: Math.min(1_000_000, radiusM) }
}

/** Lays geofences on a map, below its SIMs. @param above the layer of the SIMs */
export function layGeofences(map: MapLibre, colors: MapColors, above: string): GeofenceLayer {
  for (const source of SOURCES) map.addSource(source, { type: 'geojson', data: all([]), tolerance: 0 })
  for (const layer of layersOf(colors)) map.addLayer(layer, above)
  map.addLayer(handleLayer(colors))
  const put = (source: (typeof SOURCES)[number], features: Feature<Point | Polygon | LineString>[]) =>
    void map.getSource<GeoJSONSource>(source)?.setData(all(features))

  let draft: Draft | undefined
  let report: (draft: Draft) => void = () => undefined
  let held: Handle | undefined
  const change = (next: Draft): void => {
    draft = next
    drawDraft()
    report(next)
  }
  const drawDraft = (): void => {
    put(DRAFT, draft ? draftFeatures(draft) : [])
    put(HANDLES, draft ? handlesOf(draft) : [])
  }
  const canvas = map.getCanvasContainer()
  const isOnHandle = (at: { x: number; y: number }): boolean =>
    map.queryRenderedFeatures([at.x, at.y], { layers: [HANDLES] }).length > 0

  const take = (event: MapLayerMouseEvent | MapLayerTouchEvent): void => {
    const properties = event.features?.[0]?.properties
    if (!draft || !properties) return
    event.preventDefault()
    held = { handle: properties.handle, n: Number(properties.n ?? 0) }
    if (held.handle === 'between' && draft.kind === 'polygon') {
      held = { handle: 'corner', n: held.n + 1 }
      change({ ...draft, corners: draft.corners.toSpliced(held.n, 0, wrapped(event.lngLat)) })
    }
  }
  map.on('mousedown', HANDLES, take)
  map.on('touchstart', HANDLES, take)
  const move = ({ lngLat }: { lngLat: { lng: number; lat: number } }): void => {
    if (draft && held) change(dragged(draft, held, wrapped(lngLat)))
  }
  map.on('mousemove', move)
  map.on('touchmove', move)
  const leave = (): void => {
    held = undefined
  }
  map.on('mouseup', leave)
  map.on('touchend', leave)
  map.on('click', ({ lngLat, point: at, originalEvent }) => {
    // the second press of a double one is at the same place
    if (draft && originalEvent.detail <= 1 && !isOnHandle(at))
      change(pressed(draft, wrapped(lngLat), fromMapLibreZoom(map.getZoom())))
  })
  map.on('dblclick', (event) => {
    if (draft) event.preventDefault()
  })
  map.on('dblclick', HANDLES, ({ features = [] }: MapLayerMouseEvent) => {
    const properties = features[0]?.properties
    if (draft?.kind === 'polygon' && properties?.handle === 'corner')
      change({ ...draft, corners: draft.corners.toSpliced(Number(properties.n), 1) })
  })
  return {
    isDrawing: () => draft !== undefined,
    show: (geofences, shown) => {
      put(
        AREAS,
        geofences.map(({ geofenceId, shape }) => polygon(ringOf(shape), { isShown: geofenceId === shown })),
      )
      put(
        NAMES,
        geofences.map(({ name, shape }) => point(middleOf(shape), { name })),
      )
    },
    edit: (next, onDraft) => {
      const isNew = JSON.stringify(next) !== JSON.stringify(draft)
      draft = next
      report = onDraft
      canvas.style.cursor = next ? 'crosshair' : ''
      if (isNew) drawDraft()
    },
    paint: (next) => {
      for (const layer of [...layersOf(next), handleLayer(next)]) {
        for (const [name, value] of Object.entries(layer.paint ?? {}))
          map.setPaintProperty(layer.id, name as never, value as never)
      }
    },
  }
}
