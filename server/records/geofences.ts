import { type RawBuilder, sql } from 'kysely'
import type { GeofenceShape, GeoPosition } from '#domain/geofences.ts'

/** A shape as its row has it. */
export interface ShapeRow {
  readonly radiusM: number | null
  readonly latitudes: readonly number[]
  readonly longitudes: readonly number[]
}

/** The columns of a ShapeRow. @param table their alias */
export const shapeColumns = (table: string): RawBuilder<unknown> => sql`
  ${sql.ref(`${table}.radius_m`)} AS "radiusM", ${sql.ref(`${table}.latitudes`)}, ${sql.ref(`${table}.longitudes`)}`

export function shapeOf({ radiusM, latitudes, longitudes }: ShapeRow): GeofenceShape {
  const corners = latitudes.map((latitude, n): GeoPosition => ({ latitude, longitude: longitudes[n] ?? 0 }))
  const [centre] = corners
  return radiusM !== null && centre ? { kind: 'circle', centre, radiusM } : { kind: 'polygon', corners }
}

export function rowOfShape(shape: GeofenceShape): ShapeRow {
  const corners = shape.kind === 'circle' ? [shape.centre] : shape.corners
  return {
    radiusM: shape.kind === 'circle' ? shape.radiusM : null,
    latitudes: corners.map(({ latitude }) => latitude),
    longitudes: corners.map(({ longitude }) => longitude),
  }
}
