import type { GeoJSONSource, MapLayerMouseEvent, Map as MapLibre } from 'maplibre-gl'
import { MAP_ZOOM_MAX } from '#domain/map-places.ts'
import { fromMapLibreZoom, toMapLibreZoom } from '../detail/map/geometry.ts'
import { type GroundChoices, openGround } from '../detail/map/ground.ts'
import type { MapColors } from '../detail/map/map-colors.ts'
import type { GeofenceLayer } from '../geofences/geofence-layer.ts'
import type { Place } from './fleet-map.api.ts'
import { fleetOverlay, PLACES_LAYER, PLACES_SOURCE, placesData } from './fleet-overlay.ts'
import { type Box, type FleetView, OPEN_STEPS } from './view-box.ts'

/** Free room around what is shown, px. */
const EDGE_PX = 64
/** The nearest at which a filter opens. */
const FIT_ZOOM = 13

type LayGeofences = (map: MapLibre, colors: MapColors, above: string) => GeofenceLayer

export interface FleetMapHandle {
  /** @param openIcc of the SIM whose place is marked */
  show(places: readonly Place[], openIcc: string | undefined): void
  /** @param animate without it, at once */
  moveTo(box: Box, animate?: boolean): void
  /** moves to a place, so near that its SIMs come apart */
  open(place: Pick<Place, 'latitude' | 'longitude'>): void
  zoomBy(steps: number): void
  /** lays geofences below the SIMs, once; their code comes after the first picture */
  lay(make: LayGeofences): GeofenceLayer
  paint(colors: MapColors): void
  remove(): void
}

interface FleetChoices extends GroundChoices {
  /** shown first */
  readonly box: Box
  readonly onView: (view: FleetView) => void
  /** the first picture is complete */
  readonly onDrawn: () => void
  readonly onPlace: (place: Place) => void
}

/** Renders the map of the fleet. */
export async function openFleetMap(
  container: HTMLElement,
  choices: FleetChoices,
  isOver: () => boolean,
): Promise<FleetMapHandle | undefined> {
  const { box, colors, onView, onDrawn, onPlace } = choices
  let places: readonly Place[] = []
  let geofences: GeofenceLayer | undefined
  const center = [(box.west + box.east) / 2, (box.south + box.north) / 2] as const
  const ground = await openGround(
    container,
    choices,
    { overlay: fleetOverlay(places), center, zoom: 3, isInPage: false },
    isOver,
  )
  if (!ground) return undefined
  const { map, paint } = ground
  const moveTo = ({ west, south, east, north }: Box, animate = true): void => {
    map.fitBounds([west, south, east, north], { padding: EDGE_PX, maxZoom: toMapLibreZoom(FIT_ZOOM), animate })
  }
  moveTo(box, false)
  const reportView = (): void => {
    const bounds = map.getBounds()
    onView({
      zoom: fromMapLibreZoom(map.getZoom()),
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
    })
  }
  // as soon as the page has the handle: what is in the view is asked for while the ground is drawn
  setTimeout(reportView)
  map.on('moveend', reportView)
  map.once('idle', onDrawn)
  map.on('click', PLACES_LAYER, ({ features = [] }: MapLayerMouseEvent) => {
    const place = places[Number(features[0]?.properties.place)]
    if (place && !geofences?.isDrawing()) onPlace(place)
  })
  const canvas = map.getCanvas()
  map.on('mouseenter', PLACES_LAYER, () => canvas.style.setProperty('cursor', 'pointer'))
  map.on('mouseleave', PLACES_LAYER, () => canvas.style.removeProperty('cursor'))
  return {
    show: (next, openIcc) => {
      places = next
      const show = () => void map.getSource<GeoJSONSource>(PLACES_SOURCE)?.setData(placesData(places, openIcc))
      if (map.getSource(PLACES_SOURCE)) show()
      else map.once('load', show)
    },
    moveTo,
    open: ({ latitude, longitude }) => {
      const zoom = Math.min(toMapLibreZoom(MAP_ZOOM_MAX), Math.floor(map.getZoom()) + OPEN_STEPS)
      map.easeTo({ center: [longitude, latitude], zoom })
    },
    zoomBy: (steps) => map.easeTo({ zoom: Math.round(map.getZoom()) + steps }),
    lay: (make) => {
      geofences ??= make(map, colors(), PLACES_LAYER)
      return geofences
    },
    paint: (next) => {
      paint(next)
      geofences?.paint(next)
    },
    remove: () => map.remove(),
  }
}
