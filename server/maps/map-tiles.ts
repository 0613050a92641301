import { fileURLToPath } from 'node:url'

/** What MAP_TILES_URL says: a tile server, or a PMTiles archive on disk. */
export type MapTiles =
  | { readonly kind: 'server'; readonly template: string }
  | { readonly kind: 'file'; readonly path: string; readonly attribution: string }

/** Most archives are made of OpenStreetMap's data, which wants to be named. */
const ATTRIBUTION = '© OpenStreetMap contributors'

/** @param configured MAP_TILES_URL; what follows # is whom to name on the map */
export function readMapTiles(configured: string): MapTiles {
  const [address = '', fragment] = configured.split('#', 2)
  if (!address.endsWith('.pmtiles') || /^https?:/.test(address)) return { kind: 'server', template: configured }
  const path = address.startsWith('file:') ? fileURLToPath(address) : address
  return { kind: 'file', path, attribution: fragment ? decodeURIComponent(fragment.replaceAll('+', ' ')) : ATTRIBUTION }
}
