import { z } from 'zod'
import { MAP_ZOOM_MAX } from '#domain/map-places.ts'
import { defineCall } from '../call.ts'
import { countField, timeField } from '../fields.ts'
import { simFilter, townAround } from './sims.calls.ts'

/** The map of the world that comes with the portal, and the archive that MAP_TILES_URL names. */
export const mapFileName = z.enum(['world', 'own'])

export const getMapFile = defineCall({
  method: 'GET',
  path: '/map/{file}',
  access: 'login',
  summary: 'Get the map as a PMTiles archive, read in ranges: the built-in world map, or the configured one',
  params: z.strictObject({ file: mapFileName }),
  /** names the state of the file, so that it can be kept; anything goes */
  query: z.strictObject({ v: z.string().max(64).optional() }),
  file: ['application/vnd.pmtiles'],
})

/** degrees of WGS 84 */
const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)

/** A part of the world, in degrees; west of more than east is a box across the 180th meridian. */
const box = z.strictObject({ west: longitude, south: latitude, east: longitude, north: latitude })

export const mapSims = defineCall({
  method: 'POST',
  path: '/sim/map',
  access: 'sims',
  changes: false,
  summary: 'Gather SIMs by where they were last located, for a map',
  body: z.strictObject({
    filter: simFilter.optional(),
    box: box
      .refine(({ south, north }) => south <= north, { path: ['north'], error: 'mapBoxUpsideDown' })
      .describe('The part of the world, in degrees; west of more than east is a box across the 180th meridian; without it, all')
      .optional(),
    zoom: z
      .number()
      .int()
      .min(0)
      .max(MAP_ZOOM_MAX)
      .describe('Zoom of the map, as of OpenStreetMap: SIMs within some 64 pixels of each other are one place'),
  }),
  data: z.object({
    /** the largest first */
    places: z.array(
      z.object({
        /** the middle of its SIMs */
        latitude,
        longitude,
        sims: countField,
        /** those of them with a data session */
        connected: countField,
        /** its SIM, or from zoom 16 on its first 50 in the order of the ICCs */
        iccs: z.array(z.string()),
        /** the nearest; null far from all */
        town: townAround.nullable(),
      }),
    ),
    /** SIMs of all these places */
    located: countField,
    /** around all of them; null without any */
    extent: box.nullable(),
    /** there are more that hold the searched text than the list shows, and these are gathered */
    isCapped: z.boolean(),
    asOf: timeField,
  }),
})
