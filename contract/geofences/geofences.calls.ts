import { z } from 'zod'
import {
  COMPANY_GEOFENCES_MAX,
  CORNERS,
  GEOFENCE_LATITUDE_MAX,
  GEOFENCE_NAME_MAX,
  isGeofenceName,
  keptShape,
  RADIUS_M,
  shapeProblem,
} from '#domain/geofences.ts'
import { defineCall } from '../call.ts'
import { countField, idField, idParam } from '../fields.ts'

const nameField = z
  .string({ error: 'required' })
  .trim()
  .min(1, { error: 'required' })
  .max(GEOFENCE_NAME_MAX, { error: 'geofenceName' })
  .refine(isGeofenceName, { error: 'geofenceName' })
  .describe('What people call it')

/** degrees of WGS 84 */
const place = z.strictObject({
  latitude: z.number({ error: 'coordinates' }).min(-90).max(90),
  longitude: z.number({ error: 'coordinates' }).min(-180).max(180),
})

const shape = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('circle'), centre: place, radiusM: z.number({ error: 'geofenceRadius' }) }),
  z.strictObject({ kind: z.literal('polygon'), corners: z.array(place).max(CORNERS.max + 1, { error: 'geofenceCorners' }) }),
])

/** The field at which a shape is refused, and why. */
const PROBLEMS = {
  coordinates: ['centre', 'coordinates'],
  radius: ['radiusM', 'geofenceRadius'],
  corners: ['corners', 'geofenceCorners'],
  width: ['corners', 'geofenceWidth'],
  crossing: ['corners', 'geofenceCrossing'],
} as const

const shapeField = shape
  .transform(keptShape)
  .superRefine((kept, check) => {
    const problem = shapeProblem(kept)
    if (!problem) return
    const [field, message] = PROBLEMS[problem]
    check.addIssue({ code: 'custom', message, path: [kept.kind === 'polygon' ? 'corners' : field] })
  })
  .describe(
    `A circle of ${RADIUS_M.min} to ${RADIUS_M.max} metres around a centre, or a polygon of ${CORNERS.min} to ${CORNERS.max} corners whose sides do not cross and which is less than half the world wide; degrees of WGS 84, up to ${GEOFENCE_LATITUDE_MAX} of latitude`,
  )

export const geofenceIdField = z.uuid()

const geofence = z.object({
  geofenceId: geofenceIdField,
  companyId: z.number().int(),
  name: z.string(),
  shape,
})

const geofenceParams = z.strictObject({ geofenceId: geofenceIdField })

/** Geofences that a list has at most, those of all companies that one sees. */
export const LISTED_GEOFENCES_MAX = 1000

export const listGeofences = defineCall({
  method: 'GET',
  path: '/geofences',
  access: 'sims',
  summary: `List the geofences of your company and its subsidiaries by name, the first ${LISTED_GEOFENCES_MAX}`,
  query: z.strictObject({ company: idParam.describe('Number of the company').optional() }),
  data: z.array(geofence),
})

export const getGeofence = defineCall({
  method: 'GET',
  path: '/geofences/{geofenceId}',
  access: 'sims',
  summary: 'Get a geofence, with how many SIMs’ locks name it',
  params: geofenceParams,
  data: geofence.extend({ locks: countField }),
})

export const createGeofence = defineCall({
  method: 'POST',
  path: '/geofences',
  access: 'sims',
  summary: `Create a geofence: a place of a company, up to ${COMPANY_GEOFENCES_MAX} in all, that locks of its SIMs can name`,
  body: z.strictObject({ company: idField.describe('Number of the company'), name: nameField, shape: shapeField }),
  data: geofence,
})

export const editGeofence = defineCall({
  method: 'PUT',
  path: '/geofences/{geofenceId}',
  access: 'sims',
  summary: 'Rename a geofence or give it another shape; SIMs that it holds again have their data back',
  params: geofenceParams,
  body: z.strictObject({ name: nameField, shape: shapeField }),
  data: geofence,
})

export const deleteGeofence = defineCall({
  method: 'DELETE',
  path: '/geofences/{geofenceId}',
  access: 'sims',
  summary: 'Delete a geofence. One that locks name is refused, unless they are to lose it',
  params: geofenceParams,
  query: z.strictObject({
    free: z.enum(['true', 'false']).describe('Takes it out of the locks that name it, too').optional(),
  }),
  data: z.null(),
})
