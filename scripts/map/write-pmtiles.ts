import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { Compression, type TileType, zxyToTileId } from 'pmtiles'

/** One tile by its address, its content already compressed as the archive says. */
export interface PackedTile {
  readonly z: number
  readonly x: number
  readonly y: number
  readonly content: Uint8Array
}

export interface Archive {
  readonly tiles: readonly PackedTile[]
  readonly type: TileType
  readonly compression: Compression
  readonly metadata: object
}

interface Entry {
  tileId: number
  offset: number
  length: number
  /** tiles in a row with one content; 0: a leaf directory */
  runLength: number
}

const HEADER_BYTES = 127
/** Readers fetch so much at once, and expect the root directory in it. */
const FIRST_FETCH_BYTES = 16_384
const ENTRIES_IN_LEAF = 4096

function varint(value: number, into: number[]): void {
  let rest = value
  while (rest > 127) {
    into.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  into.push(rest)
}

function directory(entries: readonly Entry[]): Buffer {
  const bytes: number[] = []
  varint(entries.length, bytes)
  for (const [n, { tileId }] of entries.entries()) varint(tileId - (entries[n - 1]?.tileId ?? 0), bytes)
  for (const { runLength } of entries) varint(runLength, bytes)
  for (const { length } of entries) varint(length, bytes)
  for (const [n, { offset }] of entries.entries()) {
    const before = entries[n - 1]
    varint(before && offset === before.offset + before.length ? 0 : offset + 1, bytes)
  }
  return gzipSync(Buffer.from(bytes), { level: 9 })
}

/** Each content once, in the order of the tiles along the curve. */
function gathered(tiles: readonly PackedTile[]): { entries: Entry[]; contents: Uint8Array[]; bytes: number } {
  const known = new Map<string, { offset: number; length: number }>()
  const entries: Entry[] = []
  const contents: Uint8Array[] = []
  let bytes = 0
  const inOrder = tiles.map((tile) => ({ ...tile, tileId: zxyToTileId(tile.z, tile.x, tile.y) }))
  for (const { tileId, content } of inOrder.sort((a, b) => a.tileId - b.tileId)) {
    const key = createHash('sha256').update(content).digest('base64')
    const place = known.get(key) ?? { offset: bytes, length: content.length }
    const last = entries.at(-1)
    if (last && last.offset === place.offset && tileId === last.tileId + last.runLength) last.runLength++
    else entries.push({ tileId, ...place, runLength: 1 })
    if (known.has(key)) continue
    known.set(key, place)
    contents.push(content)
    bytes += content.length
  }
  return { entries, contents, bytes }
}

/** The root directory, and leaves where it alone would not fit into the first fetch. */
function directories(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  const alone = directory(entries)
  if (HEADER_BYTES + alone.length <= FIRST_FETCH_BYTES) return { root: alone, leaves: Buffer.alloc(0) }
  const leaves: Buffer[] = []
  const inRoot: Entry[] = []
  let offset = 0
  for (let from = 0; from < entries.length; from += ENTRIES_IN_LEAF) {
    const leaf = directory(entries.slice(from, from + ENTRIES_IN_LEAF))
    inRoot.push({ tileId: entries[from]?.tileId ?? 0, offset, length: leaf.length, runLength: 0 })
    leaves.push(leaf)
    offset += leaf.length
  }
  return { root: directory(inRoot), leaves: Buffer.concat(leaves) }
}

/**
 * A PMTiles archive of version 3 of the whole world.
 * @see https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 */
export function pmtilesArchive({ tiles, type, compression, metadata }: Archive): Buffer {
  const { entries, contents, bytes } = gathered(tiles)
  const { root, leaves } = directories(entries)
  const about = gzipSync(JSON.stringify(metadata), { level: 9 })
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  const rootAt = HEADER_BYTES
  const aboutAt = rootAt + root.length
  const leavesAt = aboutAt + about.length
  const tilesAt = leavesAt + leaves.length
  const numbers = [rootAt, root.length, aboutAt, about.length, leavesAt, leaves.length, tilesAt, bytes]
  for (const [n, value] of [...numbers, tiles.length, entries.length, contents.length].entries()) {
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * n)
  }
  const zooms = tiles.map(({ z }) => z)
  for (const [n, value] of [1, Compression.Gzip, compression, type, Math.min(...zooms), Math.max(...zooms)].entries()) {
    header.writeUInt8(value, 96 + n)
  }
  for (const [n, degrees] of [-180, -85.05, 180, 85.05].entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * n)
  return Buffer.concat([header, root, about, leaves, ...contents])
}
