import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Position } from '#domain/geodesy.ts'
import { toPixels } from './geometry.ts'
import { countryAt, landOf, type Outline } from './outline.ts'
import { OutlineDrawing } from './outline-drawing.tsx'
import type { Size } from './pointers.ts'

const SIZE = { width: 144, height: 176 } as const
const EDGE_PX = 10
/** From half the world to where an island still has neighbours. */
const ZOOMS = { least: 0.5, most: 6.5, atSea: 0.6 } as const

/** What shows a whole piece of land: its middle, and the closest zoom that it fits in at. */
function fitting([west, south, east, north]: readonly [number, number, number, number], { width, height }: Size) {
  const [x0, y0] = toPixels([west, north], 0)
  const [x1, y1] = toPixels([east, south], 0)
  const room = Math.min((width - 2 * EDGE_PX) / (x1 - x0), (height - 2 * EDGE_PX) / (y1 - y0))
  const zoom = Math.min(ZOOMS.most, Math.max(ZOOMS.least, Math.log2(room)))
  return { center: [(west + east) / 2, (south + north) / 2] as const, zoom, isWhole: zoom === Math.log2(room) }
}

/** The country around a place, whole, with a dot; at sea the shores around. */
export function Inset({ at, outline }: { at: Position; outline: Outline | undefined }) {
  const { t } = useTranslation()
  const { country, center, zoom } = useMemo(() => {
    const country = outline && countryAt(outline, at)
    const land = country && landOf(country, at)
    if (!land) return { country, center: at, zoom: ZOOMS.atSea }
    const fit = fitting(land.box, SIZE)
    return { country, zoom: fit.zoom, center: fit.isWhole ? fit.center : at }
  }, [outline, at])
  return (
    <OutlineDrawing
      at={at}
      center={center}
      outline={outline}
      zoom={zoom}
      size={SIZE}
      highlight={country?.code}
      label={t('simMap.insetLabel')}
    />
  )
}
