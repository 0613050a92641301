import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import {
  coordinatesText,
  type GeofenceShape,
  type GeoPosition,
  isGeofenceName,
  keptShape,
  readCoordinates,
  readCorners,
  type ShapeProblem,
  shapeProblem,
} from '#domain/geofences.ts'
import { sentence } from '#web/lib/sentence.ts'
import type { Geofence } from '#web/shared/geofences/geofences.api.ts'

/** A geofence as it is edited: what is drawn changes the same texts. */
export interface GeofenceValues {
  readonly name: string
  readonly company: number
  readonly kind: GeofenceShape['kind']
  readonly centre: string
  readonly radius: string
  /** one in a line */
  readonly corners: string
}

/** A shape that is being drawn. */
export type Draft =
  | { readonly kind: 'circle'; readonly centre: GeoPosition | undefined; readonly radiusM: number | undefined }
  | { readonly kind: 'polygon'; readonly corners: readonly GeoPosition[] }

export function valuesOf(geofence: Geofence | undefined, ownCompany: number): GeofenceValues {
  const empty = { name: '', company: ownCompany, kind: 'circle', centre: '', radius: '', corners: '' } as const
  if (!geofence) return empty
  const { name, companyId: company, shape } = geofence
  return { ...empty, name, company, ...textsOf(shape) }
}

const textsOf = (draft: Draft) =>
  draft.kind === 'circle'
    ? {
        kind: 'circle' as const,
        centre: draft.centre ? coordinatesText(draft.centre) : '',
        radius: draft.radiusM === undefined ? '' : String(Math.round(draft.radiusM)),
      }
    : { kind: 'polygon' as const, corners: draft.corners.map(coordinatesText).join('\n') }

/** The values with what was drawn. */
export const withDraft = (values: GeofenceValues, draft: Draft): GeofenceValues => ({ ...values, ...textsOf(draft) })

const radiusOf = (text: string): number | undefined => {
  const digits = text.replaceAll(/[\s.,](?=\d{3}\b)/g, '').trim()
  return /^\d+$/.test(digits) ? Number(digits) : undefined
}

/** What can be drawn of the values. */
export function draftOf({ kind, centre, radius, corners }: GeofenceValues): Draft {
  if (kind === 'circle') return { kind, centre: readCoordinates(centre), radiusM: radiusOf(radius) }
  return { kind, corners: readCorners(corners).filter((corner) => corner !== undefined) }
}

/** The shape of values that have no problem. */
export function shapeOfValues(values: GeofenceValues): GeofenceShape {
  const draft = draftOf(values)
  if (draft.kind === 'polygon') return keptShape(draft)
  return keptShape({ kind: 'circle', centre: draft.centre ?? { latitude: 0, longitude: 0 }, radiusM: draft.radiusM ?? 0 })
}

const WORDS = {
  coordinates: ALL_FIELD_SENTENCES.coordinates,
  radius: ALL_FIELD_SENTENCES.geofenceRadius,
  corners: ALL_FIELD_SENTENCES.geofenceCorners,
  width: ALL_FIELD_SENTENCES.geofenceWidth,
  crossing: ALL_FIELD_SENTENCES.geofenceCrossing,
} as const satisfies Record<ShapeProblem, unknown>

function shapeProblems(values: GeofenceValues): Partial<Record<'centre' | 'radius' | 'corners', string>> {
  const { required, coordinates, geofenceRadius } = ALL_FIELD_SENTENCES
  const problem = shapeProblem(shapeOfValues(values))
  if (values.kind === 'polygon') {
    if (values.corners.trim() === '') return { corners: sentence(required) }
    if (readCorners(values.corners).includes(undefined)) return { corners: sentence(coordinates) }
    return problem ? { corners: sentence(WORDS[problem]) } : {}
  }
  const draft = draftOf(values)
  const isPlace = draft.kind === 'circle' && draft.centre && problem !== 'coordinates'
  const isRadius = draft.kind === 'circle' && draft.radiusM !== undefined && problem !== 'radius'
  return {
    ...(isPlace ? {} : { centre: sentence(values.centre.trim() === '' ? required : coordinates) }),
    ...(isRadius ? {} : { radius: sentence(values.radius.trim() === '' ? required : geofenceRadius) }),
  }
}

/** What is wrong, at the field of it. */
export function geofenceProblems(values: GeofenceValues): Partial<Record<keyof GeofenceValues, string>> {
  const name = values.name.trim()
  return {
    ...(isGeofenceName(name) ? {} : { name: sentence(ALL_FIELD_SENTENCES[name === '' ? 'required' : 'geofenceName']) }),
    ...shapeProblems(values),
  }
}
