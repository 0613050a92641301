import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CallData } from '#contract/call.ts'
import type { getClientConfig } from '#contract/identity/identity.calls.ts'
import type { Config } from '../config.ts'
import { StartFailure } from '../start-failure.ts'
import { readMapTiles } from './map-tiles.ts'

/** Borders, regions and towns of the world: written by scripts/map/make-map-data.ts. */
const WORLD = join(import.meta.dirname, 'world.pmtiles')

export interface MapFile {
  readonly path: string
  /** changes with the file, which invalidates caches */
  readonly version: string
}

export interface MapFiles {
  readonly world: MapFile
  readonly own?: MapFile
  /** as the page gets them */
  readonly settings: CallData<typeof getClientConfig>['map']
}

function mapFile(path: string): MapFile {
  const { size, mtimeMs } = statSync(path)
  return { path, version: `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}` }
}

/** @throws StartFailure when the file of MAP_TILES_URL is not PMTiles */
function ownFile(path: string): MapFile {
  const begin = Buffer.alloc(8)
  try {
    const file = openSync(path, 'r')
    readSync(file, begin)
    closeSync(file)
  } catch (error) {
    throw new StartFailure(`MAP_TILES_URL names ${path}, which cannot be read.`, { cause: error })
  }
  if (begin.toString('latin1') !== 'PMTiles\x03') {
    throw new StartFailure(`MAP_TILES_URL names ${path}, which is no PMTiles archive of version 3.`)
  }
  return mapFile(path)
}

const addressOf = (name: 'world' | 'own', { version }: MapFile): string => `/api/map/${name}?v=${version}`

/** The maps of this installation. */
export function openMapFiles({ MAP_TILES_URL }: Pick<Config, 'MAP_TILES_URL'>): MapFiles {
  const world = mapFile(WORLD)
  const worldUrl = addressOf('world', world)
  const tiles = MAP_TILES_URL === undefined ? undefined : readMapTiles(MAP_TILES_URL)
  if (tiles?.kind !== 'file') {
    return { world, settings: { worldUrl, archiveUrl: null, archiveAttribution: '', tilesUrl: tiles?.template ?? null } }
  }
  const own = ownFile(resolve(tiles.path))
  const settings = { worldUrl, archiveUrl: addressOf('own', own), archiveAttribution: tiles.attribution, tilesUrl: null }
  return { world, own, settings }
}
