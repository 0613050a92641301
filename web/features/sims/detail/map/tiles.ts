import type { CallData } from '#contract/call.ts'
import type { getClientConfig } from '#contract/identity/identity.calls.ts'

const OPEN_STREET_MAP = /(^|\.)(openstreetmap\.org|osm\.org)$/

/** The layer over the world: tiles of a server, or an archive of this portal. */
export type Tiles = {
  /** attribution on the map */
  readonly attribution: string
  /** its name in the error message */
  readonly name: string
} & (
  | { readonly kind: 'server'; readonly addresses: readonly string[] }
  | { readonly kind: 'archive'; readonly address: string }
)

/** The maps of this installation, their addresses absolute. */
export interface Maps {
  readonly world: string
  readonly tiles: Tiles | undefined
}

function attributionOf(host: string, fragment: string | undefined): string {
  if (fragment) return decodeURIComponent(fragment.replaceAll('+', ' '))
  return OPEN_STREET_MAP.test(host) ? '© OpenStreetMap contributors' : host
}

/**
 * Parses the template of a tile server: {z}/{x}/{y} stay, {s} becomes one address for each of a, b, c, {r} is removed,
 * a path gets this page's origin.
 * @param origin of the page, such as https://enlace.example
 */
export function readTiles(configured: string, origin: string): Tiles {
  const [address = '', fragment] = configured.split('#', 2)
  const plain = address.replaceAll('{r}', '')
  const absolute = plain.startsWith('/') ? `${origin}${plain}` : plain
  const addresses = absolute.includes('{s}') ? ['a', 'b', 'c'].map((name) => absolute.replaceAll('{s}', name)) : [absolute]
  const { host, hostname } = new URL(addresses[0] ?? origin)
  return { kind: 'server', addresses, name: host, attribution: attributionOf(fragment ? host : hostname, fragment) }
}

type Settings = CallData<typeof getClientConfig>['map']

/** The server's map settings; no tiles when their address is invalid, which is logged to the console. */
export function readMaps({ worldUrl, archiveUrl, archiveAttribution, tilesUrl }: Settings, origin: string): Maps {
  const world = `${origin}${worldUrl}`
  if (archiveUrl) {
    const attribution = archiveAttribution
    return { world, tiles: { kind: 'archive', address: `${origin}${archiveUrl}`, name: new URL(origin).host, attribution } }
  }
  if (!tilesUrl) return { world, tiles: undefined }
  try {
    return { world, tiles: readTiles(tilesUrl, origin) }
  } catch (error) {
    console.error(`map tiles: ${tilesUrl}`, error)
    return { world, tiles: undefined }
  }
}
