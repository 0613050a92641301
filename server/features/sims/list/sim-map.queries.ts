import { sql } from 'kysely'
import type { CallArguments, CallData } from '#contract/call.ts'
import type { mapSims } from '#contract/sims/map.calls.ts'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { joinNear, type MapPlace, NAMED_FROM_ZOOM, NAMED_MAX, SQUARE_PX, squaresAcross } from '#domain/map-places.ts'
import { GPRS_STATUS } from '#domain/sim-status.ts'
import { MAX_LATITUDE, metresPerPixel } from '#domain/web-mercator.ts'
import { rowsOfCells } from '#server/cells/cell-context.ts'
import { addUp, combineSame } from '#server/cells/merge.ts'
import type { Ctx } from '#server/context.ts'
import { inScope } from '#server/db/scope.ts'
import { openPlaces } from '#server/places/places.ts'
import { scopeOfCompanies } from '#server/records/company-tree.ts'
import { allOf, iccConditions, isTagged, liveConditions, simConditions } from '#server/records/sim-filter.ts'
import { foundByText, limitShown } from './found-texts.ts'
import { lookUp, type Sql } from './key-parts.ts'
import { searchCells } from './search-cells.ts'
import { foundBy, taggedSims } from './tagged-sims.ts'

type Asked = CallArguments<typeof mapSims>['body']
type Gathered = CallData<typeof mapSims>

/** Places whose nearest town is looked up: as many as a list beside the map shows. 0.1 ms each. */
const TOWNS_OF = 100

/** The located SIMs of a filter, those that are near each other at the zoom as one place. */
export async function gatherOnMap(ctx: Ctx, { filter = {}, box, zoom }: Asked): Promise<Gathered> {
  const { squares, isCapped } = await squaresOf(ctx, { filter, box, zoom })
  const places = joinNear(squares.map(middleOf), zoom)
  const towns = await openPlaces()
  return {
    places: places.map(({ latitude, longitude, sims, connected, iccs }, index) => ({
      latitude: toMetre(latitude),
      longitude: toMetre(longitude),
      ...{ sims, connected },
      iccs: zoom >= NAMED_FROM_ZOOM || sims === 1 ? [...iccs] : [],
      town: index < TOWNS_OF ? (towns.naming([longitude, latitude], reachKm(latitude, zoom)) ?? null) : null,
    })),
    located: places.reduce((sum, { sims }) => sum + sims, 0),
    extent: extentOf(squares),
    isCapped,
    asOf: ctx.now.toISOString(),
  }
}

/** Kilometres within which the largest town names a place: the side of its square. */
const reachKm = (latitude: number, zoom: number): number => (metresPerPixel(latitude, zoom) * SQUARE_PX) / 1000

/** Five decimals of a degree are a metre. */
const toMetre = (degrees: number): number => Number(degrees.toFixed(5))

type Box = NonNullable<Gathered['extent']>

/** Latitude and longitude are sums: several cells of the database may have a part each. */
interface Square extends MapPlace, Box {
  readonly column: number
  readonly row: number
}

const around = (a: Box, b: Box): Box => ({
  west: Math.min(a.west, b.west),
  south: Math.min(a.south, b.south),
  east: Math.max(a.east, b.east),
  north: Math.max(a.north, b.north),
})

function extentOf([first, ...others]: readonly Box[]): Box | null {
  if (!first) return null
  const { west, south, east, north } = others.reduce(around, first)
  return { west, south, east, north }
}

const middleOf = ({ latitude, longitude, sims, connected, iccs }: Square): MapPlace => ({
  latitude: latitude / sims,
  longitude: longitude / sims,
  ...{ sims, connected, iccs },
})

interface Squares {
  readonly squares: readonly Square[]
  readonly isCapped: boolean
}

/** SIMs by square of the world. */
async function squaresOf(ctx: Ctx, { filter, box, zoom }: Required<Pick<Asked, 'filter' | 'zoom'>> & Asked): Promise<Squares> {
  const scope = await scopeOfCompanies(ctx, filter)
  const within = [sql`l.latitude IS NOT NULL AND l.longitude IS NOT NULL`, ...boxConditions(box)]
  const matching = (others: SimFilter) => [...simConditions(others, 'live'), ...liveConditions(others, ctx.now)]
  if (filter.search) {
    const { answers, isMore } = await searchCells(ctx, { scope, text: filter.search }, async ({ db }, text) => {
      // what is shown is limited by what matches, located or not
      const matches = foundByText({ scope, filter, text }, matching(filter))
      const sims = sql`${limitShown(text)} ${lookUp('live', sql`found`, { columns: COLUMNS, conditions: within })}`
      const { rows } = await sql<Square & { found: number }>`
        WITH ${matches} SELECT ${square(zoom)}, (SELECT count(*) FROM found) AS found FROM ${sims} GROUP BY 1, 2`.execute(db)
      return { rows, found: rows[0]?.found ?? 0 }
    })
    return { squares: together(answers.map(({ rows }) => rows)), isCapped: isMore }
  }
  const conditions = [...matching(isTagged(filter) ? foundBy(filter).others : filter), ...within]
  const own = [inScope(scope, sql`l.company_id`), ...iccConditions(filter, { table: sql`l`, scope }), ...conditions]
  const from = isTagged(filter)
    ? sql`(${taggedSims(scope, filter)} OFFSET 0) tagged ${lookUp('live', sql`tagged`, { columns: COLUMNS, conditions })}`
    : sql`(SELECT ${sql.join(COLUMNS)} FROM sim_live l WHERE ${allOf(own)}) looked_up`
  const query = sql<Square>`SELECT ${square(zoom)} FROM ${from} GROUP BY 1, 2`
  return { squares: together(await rowsOfCells(ctx, (db) => query.execute(db))), isCapped: false }
}

const COLUMNS: readonly Sql[] = ['iccid', 'latitude', 'longitude', 'gprs_status'].map((name) => sql`l.${sql.id(name)}`)

const NORTHMOST = sql.lit(MAX_LATITUDE)
/** Web Mercator, from 0 to 1 (EPSG 3857). */
const EAST = sql`(looked_up.longitude + 180) / 360`
const SOUTH = sql`(1 - asinh(tan(radians(least(${NORTHMOST}, greatest(-${NORTHMOST}, looked_up.latitude))))) / pi()) / 2`

/** The columns of a square, of rows of `looked_up`; its column and row come first. */
function square(zoom: number): Sql {
  const across = sql.lit(squaresAcross(zoom))
  const names =
    zoom >= NAMED_FROM_ZOOM
      ? sql`(array_agg(looked_up.iccid ORDER BY looked_up.iccid))[1:${sql.lit(NAMED_MAX)}]`
      : sql`CASE WHEN count(*) = 1 THEN array[min(looked_up.iccid)] ELSE '{}' END`
  return sql`floor(${EAST} * ${across})::int AS "column", floor(${SOUTH} * ${across})::int AS "row",
    sum(looked_up.latitude) AS latitude, sum(looked_up.longitude) AS longitude,
    min(looked_up.longitude) AS west, min(looked_up.latitude) AS south, max(looked_up.longitude) AS east, max(looked_up.latitude) AS north, count(*)::int AS sims,
    (count(*) FILTER (WHERE looked_up.gprs_status = ${sql.lit(GPRS_STATUS.activated)}))::int AS connected, ${names} AS iccs`
}

/** A square of several cells of the database is one. */
const together = (answers: readonly (readonly Square[])[]): Square[] =>
  combineSame(
    answers,
    ({ column, row }) => `${column} ${row}`,
    (a, b) => ({
      ...a,
      ...around(a, b),
      ...addUp(['latitude', 'longitude', 'sims', 'connected'], a, b),
      iccs: [...a.iccs, ...b.iccs].sort().slice(0, NAMED_MAX),
    }),
  )

function boxConditions(box: Asked['box']): Sql[] {
  if (!box) return []
  const { west, south, east, north } = box
  const between = sql`l.longitude BETWEEN ${west}::float8 AND ${east}::float8`
  const across = sql`(l.longitude >= ${west}::float8 OR l.longitude <= ${east}::float8)`
  return [sql`l.latitude BETWEEN ${south}::float8 AND ${north}::float8`, west <= east ? between : across]
}
