const OPEN_STREET_MAP = /(^|\.)(openstreetmap\.org|osm\.org)$/

/** Where map pictures come from: MAP_TILES_URL as configured, made fit for MapLibre. */
export interface Tiles {
  /** absolute addresses with {z}, {x} and {y} */
  readonly addresses: readonly string[]
  readonly host: string
  /** whom to name on the map: what follows # in the address, else what the host is known by */
  readonly attribution: string
}

function attributionOf(host: string, fragment: string | undefined): string {
  if (fragment) return decodeURIComponent(fragment.replaceAll('+', ' '))
  return OPEN_STREET_MAP.test(host) ? '© OpenStreetMap contributors' : host
}

/**
 * Reads a tile address: {z}/{x}/{y} stay, {s} becomes one address for each of a, b, c, {r} goes, a path gets this page's origin.
 * @param origin of the page, such as https://enlace.example
 */
export function readTiles(configured: string, origin: string): Tiles {
  const [address = '', fragment] = configured.split('#', 2)
  const plain = address.replaceAll('{r}', '')
  const absolute = plain.startsWith('/') ? `${origin}${plain}` : plain
  const addresses = absolute.includes('{s}') ? ['a', 'b', 'c'].map((name) => absolute.replaceAll('{s}', name)) : [absolute]
  const { host, hostname } = new URL(addresses[0] ?? origin)
  return { addresses, host, attribution: attributionOf(fragment ? host : hostname, fragment) }
}
