import { z } from 'zod'
import { defineCall } from '../call.ts'

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
