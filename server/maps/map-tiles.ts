import { fileURLToPath } from 'node:url'

/** MAP_TILES_URL: a tile server, or a PMTiles archive on disk. */
export type MapTiles =
  | { readonly kind: 'server'; readonly template: string }
  | { readonly kind: 'file'; readonly path: string; readonly attribution: string }

/** Most archives are made of OpenStreetMap's data, which requires attribution. */
const ATTRIBUTION = '© OpenStreetMap contributors'

/** @param configured MAP_TILES_URL; the text after # is the attribution */
export function readMapTiles(configured: string): MapTiles {
  const [address = '', fragment] = configured.split('#', 2)
  if (!address.endsWith('.pmtiles') || /^https?:/.test(address)) return { kind: 'server', template: configured }
  const path = address.startsWith('file:') ? fileURLToPath(address) : address
  return { kind: 'file', path, attribution: fragment ? decodeURIComponent(fragment.replaceAll('+', ' ')) : ATTRIBUTION }
}
