import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl'
import type { MapColors } from './map-colors.ts'

/** Layer names of a vector archive: Protomaps' basemap, or OpenMapTiles (Planetiler, Tilemaker). */
export type Schema = 'protomaps' | 'openmaptiles'

/** The schema of an archive by the names of its layers; undefined for an unsupported one. */
export function schemaOf(layers: readonly string[]): Schema | undefined {
  if (layers.includes('transportation') || layers.includes('place')) return 'openmaptiles'
  return layers.includes('earth') || layers.includes('places') || layers.includes('roads') ? 'protomaps' : undefined
}

interface Names {
  /** id of the source in the style, and prefix of its layers' ids */
  readonly source: string
  readonly language: 'es' | 'en'
}

/** Letters are drawn from the page's own font: the style names no glyphs, so none are fetched. */
const FONT = ['Inter Variable']

const nameIn = (language: string): ExpressionSpecification => ['coalesce', ['get', `name:${language}`], ['get', 'name']]
const widths = (from: number, to: number): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.6],
  ['zoom'],
  ...[6, from, 18, to],
]
const isOneOf = (field: string, ...values: (string | number)[]): FilterSpecification =>
  ['in', ['get', field], ['literal', values]] as FilterSpecification

type Part = { id: string; layer: string; minzoom?: number; filter?: FilterSpecification | undefined }

/** A layer of the source, without its paint. */
const partOf = ({ source }: Names, { id, layer, minzoom = 0, filter }: Part) => ({
  id: `${source}-${id}`,
  source,
  'source-layer': layer,
  minzoom,
  ...(filter && { filter }),
})

const fill = (names: Names, part: Part, color: string): LayerSpecification => ({
  ...partOf(names, part),
  type: 'fill',
  paint: { 'fill-color': color, 'fill-antialias': false },
})

const line = (names: Names, part: Part, paint: object): LayerSpecification => ({
  ...partOf(names, part),
  type: 'line',
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint,
})

const label = (names: Names, part: Part, layout: object, color: string, colors: MapColors): LayerSpecification => ({
  ...partOf(names, part),
  type: 'symbol',
  layout: { 'text-field': nameIn(names.language), 'text-font': FONT, 'text-max-width': 8, 'text-padding': 4, ...layout },
  paint: { 'text-color': color, 'text-halo-color': colors.land, 'text-halo-width': 1.5 },
})

const TOWN_SIZE: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], 3, 11, 12, 14]

interface Words {
  readonly layer: string
  readonly countries: FilterSpecification
  readonly regions: FilterSpecification
  readonly towns: FilterSpecification
  /** priority of overlapping labels; small values first */
  readonly order: ExpressionSpecification
}

const WORDS: Readonly<Record<Schema, Words>> = {
  protomaps: {
    layer: 'places',
    countries: ['==', ['get', 'kind'], 'country'],
    regions: ['==', ['get', 'kind'], 'region'],
    towns: isOneOf('kind', 'locality', 'neighbourhood', 'macrohood'),
    order: ['-', 0, ['coalesce', ['get', 'population_rank'], 0]],
  },
  openmaptiles: {
    layer: 'place',
    countries: ['==', ['get', 'class'], 'country'],
    regions: isOneOf('class', 'state', 'province'),
    towns: isOneOf('class', 'city', 'town', 'village', 'suburb', 'hamlet', 'neighbourhood'),
    order: ['coalesce', ['get', 'rank'], 100],
  },
}

/** Names of countries, regions and towns; a dot for each town. */
function labelLayers(names: Names, schema: Schema, colors: MapColors): LayerSpecification[] {
  const { layer, countries, regions, towns, order } = WORDS[schema]
  const upper = { 'text-transform': 'uppercase', 'text-letter-spacing': 0.08 } as const
  return [
    label(names, { id: 'regions', layer, minzoom: 5, filter: regions }, { ...upper, 'text-size': 10 }, colors.name, colors),
    label(
      names,
      { id: 'towns', layer, minzoom: 2, filter: towns },
      {
        'text-size': TOWN_SIZE,
        'symbol-sort-key': order,
        'icon-image': 'town',
        'icon-allow-overlap': false,
        'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
        'text-radial-offset': 0.5,
        'text-justify': 'auto',
      },
      colors.townName,
      colors,
    ),
    label(
      names,
      { id: 'countries', layer, filter: countries },
      { ...upper, 'text-size': 12, 'symbol-sort-key': order },
      colors.name,
      colors,
    ),
  ]
}

/** The world: land, borders between countries and between their regions. */
export function worldLayers(names: Names, colors: MapColors, hasLabels: boolean): LayerSpecification[] {
  const border = { layer: 'boundaries' }
  return [
    fill(names, { id: 'land', layer: 'earth' }, colors.land),
    line(names, { ...border, id: 'region-borders', minzoom: 3, filter: isOneOf('kind', 'region') }, dashed(colors)),
    line(names, { ...border, id: 'borders', filter: isOneOf('kind', 'country') }, borderPaint(colors)),
    ...(hasLabels ? labelLayers(names, 'protomaps', colors) : []),
  ]
}

const road = (names: Names, part: Part, color: string, from: number, to: number): LayerSpecification =>
  line(names, part, { 'line-color': color, 'line-width': widths(from, to) })

function protomapsLayers(names: Names, colors: MapColors): LayerSpecification[] {
  const borders = { layer: 'boundaries' }
  return [
    fill(names, { id: 'earth', layer: 'earth' }, colors.land),
    fill(names, { id: 'landuse', layer: 'landuse', filter: isOneOf('kind', ...GREEN) }, colors.green),
    fill(names, { id: 'water', layer: 'water', filter: ['==', ['geometry-type'], 'Polygon'] }, colors.sea),
    line(names, { id: 'rivers', layer: 'water', filter: isOneOf('kind', 'river', 'stream', 'canal') }, riverPaint(colors)),
    fill(names, { id: 'buildings', layer: 'buildings', minzoom: 13 }, colors.building),
    road(
      names,
      { id: 'paths', layer: 'roads', minzoom: 13, filter: isOneOf('kind', 'path', 'rail', 'other') },
      colors.grid,
      0.5,
      2,
    ),
    road(names, { id: 'streets', layer: 'roads', minzoom: 11, filter: isOneOf('kind', 'minor_road') }, colors.road, 0.3, 14),
    road(names, { id: 'roads', layer: 'roads', filter: isOneOf('kind', 'major_road', 'medium_road') }, colors.road, 0.8, 18),
    road(names, { id: 'highways', layer: 'roads', filter: isOneOf('kind', 'highway') }, colors.mainRoad, 1.2, 22),
    line(names, { ...borders, id: 'region-borders', filter: isOneOf('kind', 'region') }, dashed(colors)),
    line(names, { ...borders, id: 'borders', filter: isOneOf('kind', 'country') }, borderPaint(colors)),
    roadNames(names, 'roads', colors),
    ...labelLayers(names, 'protomaps', colors),
  ]
}

const GREEN = [
  'park',
  'forest',
  'wood',
  'grass',
  'nature_reserve',
  'garden',
  'national_park',
  'scrub',
  'cemetery',
  'golf_course',
]
const riverPaint = (colors: MapColors) => ({ 'line-color': colors.sea, 'line-width': widths(0.6, 8) })
const dashed = (colors: MapColors) => ({ 'line-color': colors.region, 'line-width': 1, 'line-dasharray': [3, 3] })
/** Lighter and thinner than the marks, which they are the ground of. */
const borderPaint = (colors: MapColors) => ({ 'line-color': colors.border, 'line-width': 1 })

const roadNames = (names: Names, layer: string, colors: MapColors): LayerSpecification =>
  label(names, { id: 'road-names', layer, minzoom: 12 }, { 'symbol-placement': 'line', 'text-size': 11 }, colors.name, colors)

function openMapTilesLayers(names: Names, colors: MapColors): LayerSpecification[] {
  const roads = { layer: 'transportation' }
  const isStreet = isOneOf('class', 'minor', 'service', 'tertiary')
  return [
    // its water is drawn on land without polygons
    { id: `${names.source}-earth`, type: 'background', paint: { 'background-color': colors.land } },
    fill(names, { id: 'landcover', layer: 'landcover', filter: isOneOf('class', 'wood', 'grass') }, colors.green),
    fill(names, { id: 'parks', layer: 'park' }, colors.green),
    fill(names, { id: 'water', layer: 'water' }, colors.sea),
    line(names, { id: 'rivers', layer: 'waterway' }, riverPaint(colors)),
    fill(names, { id: 'buildings', layer: 'building', minzoom: 13 }, colors.building),
    road(names, { ...roads, id: 'paths', minzoom: 13, filter: isOneOf('class', 'path', 'track', 'rail') }, colors.grid, 0.5, 2),
    road(names, { ...roads, id: 'streets', minzoom: 11, filter: isStreet }, colors.road, 0.3, 14),
    road(names, { ...roads, id: 'roads', filter: isOneOf('class', 'primary', 'secondary') }, colors.road, 0.8, 18),
    road(names, { ...roads, id: 'highways', filter: isOneOf('class', 'motorway', 'trunk') }, colors.mainRoad, 1.2, 22),
    line(names, { id: 'region-borders', layer: 'boundary', filter: isOneOf('admin_level', 3, 4) }, dashed(colors)),
    line(names, { id: 'borders', layer: 'boundary', filter: isOneOf('admin_level', 2) }, borderPaint(colors)),
    roadNames(names, 'transportation_name', colors),
    ...labelLayers(names, 'openmaptiles', colors),
  ]
}

/** The streets of an archive of this installation. */
export const archiveLayers = (schema: Schema, names: Names, colors: MapColors): LayerSpecification[] =>
  schema === 'protomaps' ? protomapsLayers(names, colors) : openMapTilesLayers(names, colors)
