import type { OverlayImage } from '../detail/map/map-style.ts'

/** Outer radius, px: the image is scaled to the mark that it is drawn on. */
export const ARC_RADIUS = 30
const ARC_WIDTH = 5
const SIZE = 2 * (ARC_RADIUS + 2)
/** Parts of a whole ring: as many images at most. */
const PARTS = 24
const NAME = /^share-(\d+)$/

/** Name of the image of a share. Few are some and not none, and nearly all are not all. */
export function shareImage(some: number, all: number): string {
  if (some === 0) return ''
  const parts = Math.round((some / all) * PARTS)
  return `share-${some === all ? PARTS : Math.min(PARTS - 1, Math.max(1, parts))}`
}

/** px from the edge of a part of the ring, which begins at the top and goes clockwise; negative inside. */
function distance(x: number, y: number, sweep: number): number {
  const away = Math.hypot(x, y)
  const across = Math.abs(away - (ARC_RADIUS - ARC_WIDTH / 2)) - ARC_WIDTH / 2
  if (sweep >= 2 * Math.PI) return across
  const angle = (Math.atan2(x, -y) + 2 * Math.PI) % (2 * Math.PI)
  const beyond = angle <= sweep ? -Math.min(angle, sweep - angle) : Math.min(angle - sweep, 2 * Math.PI - angle)
  return Math.max(across, away * Math.sin(Math.max(-Math.PI / 2, Math.min(Math.PI / 2, beyond))))
}

/** The image of that name as a signed distance field, which the style colours: 3/4 at the edge, 1/8 less for each px outside. */
export function shareArc(name: string): OverlayImage | undefined {
  const [, parts] = NAME.exec(name) ?? []
  if (parts === undefined) return undefined
  const data = new Uint8ClampedArray(4 * SIZE * SIZE)
  const middle = (SIZE - 1) / 2
  for (let n = 0; n < SIZE * SIZE; n++) {
    const away = distance((n % SIZE) - middle, Math.floor(n / SIZE) - middle, (2 * Math.PI * Number(parts)) / PARTS)
    data[4 * n + 3] = 255 * (0.75 - away / 8)
  }
  return { width: SIZE, height: SIZE, data }
}
