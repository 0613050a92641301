import type { FeatureCollection, Point } from 'geojson'
import type { ExpressionSpecification } from 'maplibre-gl'
import { formatCompact, formatNumber } from '#web/lib/format.ts'
import type { Overlay } from '../detail/map/map-style.ts'
import type { Place } from './fleet-map.api.ts'
import { ARC_RADIUS, shareArc, shareImage } from './share-arc.ts'

export const PLACES_SOURCE = 'places'
export const PLACES_LAYER = 'places'

/** Properties of a mark. */
interface PlaceProperties {
  /** its number among the places */
  readonly place: number
  readonly sims: number
  readonly connected: number
  readonly label: string
  /** image of the share that is connected; '' where none is */
  readonly share: string
  readonly isOpen: boolean
}

/** Above this a number has no room in its mark. */
const EXACT_UP_TO = 99_999

const shortNumber = (count: number): string => (count <= EXACT_UP_TO ? formatNumber(count) : formatCompact(count))

export const placesData = (places: readonly Place[], openIcc?: string): FeatureCollection<Point, PlaceProperties> => ({
  type: 'FeatureCollection',
  features: places.map(({ latitude, longitude, sims, connected, iccs }, place) => ({
    type: 'Feature',
    properties: {
      place,
      sims,
      connected,
      label: sims > 1 ? shortNumber(sims) : '',
      share: sims > 1 ? shareImage(connected, sims) : '',
      isOpen: openIcc !== undefined && iccs.includes(openIcc),
    },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
})

const IS_LONE: ExpressionSpecification = ['==', ['get', 'sims'], 1]
/** px, by the logarithm of the number; two of the largest touch where they are as near as places can be (PLACE_GAP_PX). */
const RADIUS: ExpressionSpecification = [
  'case',
  IS_LONE,
  6,
  ['interpolate', ['linear'], ['log10', ['get', 'sims']], 0.3, 11, 2, 15, 4, 24, 5, 28],
]

/** A mark for each place: a dot for one SIM, in the colour of its session; for several a number, and on its rim the share connected. */
export function fleetOverlay(places: readonly Place[]): Overlay {
  return {
    sources: { [PLACES_SOURCE]: { type: 'geojson', data: placesData(places) } },
    layers: (colors) => [
      {
        id: PLACES_LAYER,
        type: 'circle',
        source: PLACES_SOURCE,
        paint: {
          'circle-radius': RADIUS,
          'circle-color': [
            'case',
            IS_LONE,
            ['case', ['>', ['get', 'connected'], 0], colors.connected, colors.notConnected],
            colors.mark,
          ],
          'circle-stroke-color': ['case', ['get', 'isOpen'], colors.open, colors.markEdge],
          'circle-stroke-width': ['case', ['get', 'isOpen'], 3, 2],
        },
      },
      {
        id: 'place-shares',
        type: 'symbol',
        source: PLACES_SOURCE,
        filter: ['!=', ['get', 'share'], ''],
        layout: {
          'icon-image': ['get', 'share'],
          'icon-size': ['/', RADIUS, ARC_RADIUS],
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
        },
        paint: { 'icon-color': colors.connected },
      },
      {
        id: 'place-numbers',
        type: 'symbol',
        source: PLACES_SOURCE,
        layout: {
          'text-field': ['get', 'label'],
          'text-font': ['Inter Variable'],
          'text-size': 11,
          'text-allow-overlap': true,
          // names of towns keep clear of the marks
          'text-padding': 8,
        },
        paint: { 'text-color': colors.markEdge },
      },
    ],
    image: shareArc,
  }
}
