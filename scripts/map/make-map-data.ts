import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { Compression, TileType } from 'pmtiles'
import { type Drawn, makeLayers } from './layers.ts'
import { readSources } from './sources.ts'
import { makeTowns, townsFile } from './towns.ts'
import { type PackedTile, pmtilesArchive } from './write-pmtiles.ts'

/**
 * Writes the data of the world that the portal brings along: the towns it names places by, and the map that is shown where none
 * is configured. Run it again after a change here: `node scripts/map/make-map-data.ts [folder to keep the sources in]`.
 * Countries and regions: Natural Earth, public domain. Towns: GeoNames, CC BY 4.0.
 */
const root = join(import.meta.dirname, '../..')
const TOWNS = join(root, 'server/places/towns.bin.gz')
const MAP = join(root, 'server/maps/world.pmtiles')

/** Closer ones are drawn larger from these: a step of the tile's grid is 153 m there, finer than the data. */
const MAX_ZOOM = 6
const EXTENT = 4096

function* tilesOf(z: number, layers: Record<string, readonly Drawn[]>): Generator<PackedTile> {
  const indices = Object.entries(layers).map(([name, all]) => {
    const features = all.filter(({ minZoom }) => minZoom <= z).map(({ feature }) => feature)
    const options = {
      maxZoom: z + 1,
      indexMaxZoom: z,
      indexMaxPoints: 0,
      extent: EXTENT,
      buffer: 64,
      tolerance: z === MAX_ZOOM ? 1.5 : 4,
    }
    return [name, new GeoJSONVT({ type: 'FeatureCollection', features }, options)] as const
  })
  for (let x = 0; x < 2 ** z; x++) {
    for (let y = 0; y < 2 ** z; y++) {
      const found = indices.flatMap(([name, index]) => {
        const tile = index.getTile(z, x, y)
        return tile && tile.features.length > 0 ? [[name, tile] as const] : []
      })
      if (found.length === 0) continue
      const content = fromGeojsonVt(Object.fromEntries(found), { version: 2, extent: EXTENT })
      yield { z, x, y, content: gzipSync(content, { level: 9 }) }
    }
  }
}

const sources = readSources(process.argv[2])
const towns = makeTowns(sources)
writeFileSync(TOWNS, gzipSync(townsFile(towns), { level: 9 }))

const layers = makeLayers(sources, towns)
const tiles = Array.from({ length: MAX_ZOOM + 1 }, (_, z) => [...tilesOf(z, layers)]).flat()
const metadata = {
  name: 'Enlace',
  attribution: 'Natural Earth · GeoNames',
  vector_layers: Object.keys(layers).map((id) => ({ id, fields: {} })),
}
const archive = pmtilesArchive({ tiles, type: TileType.Mvt, compression: Compression.Gzip, metadata })
writeFileSync(MAP, archive)
console.log(`${towns.length} towns, ${tiles.length} tiles, ${Math.round(archive.length / 1024)} KiB`)
