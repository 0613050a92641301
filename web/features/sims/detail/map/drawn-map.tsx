import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAP_ZOOM, metresPerPixel, type Position } from './geometry.ts'
import { MapFrame } from './map-frame.tsx'
import type { Outline } from './outline.ts'
import { OutlineDrawing } from './outline-drawing.tsx'

/** Larger than any place for it: what does not fit is cut off evenly. */
const SIZE_PX = { width: 1400, height: 640 } as const
const ZOOMS = { min: 2, max: 17 } as const

interface DrawnMapProps {
  at: Position
  outline: Outline | undefined
  label: string
  note: string
}

/** The map where the browser has no WebGL 2: the same outline, circle and scale, drawn as a picture. */
export function DrawnMap({ at, outline, label, note }: DrawnMapProps) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(MAP_ZOOM)
  const [radiusM, setRadiusM] = useState<number>()
  useLayoutEffect(() => {
    const circle = place.current?.querySelector<SVGGraphicsElement>('[data-circle]')
    setRadiusM(circle ? (circle.getBBox().height / 2) * metresPerPixel(at[1], zoom) : undefined)
  }, [at, zoom])
  return (
    <MapFrame
      kind="drawing"
      view={{ zoom, latitude: at[1], radiusM }}
      attribution={t('simMap.outlineSource')}
      note={note}
      zoomBy={(steps) => setZoom((now) => Math.min(ZOOMS.max, Math.max(ZOOMS.min, now + steps)))}
      recenter={() => setZoom(MAP_ZOOM)}
    >
      <div ref={place} className="map-place">
        <OutlineDrawing at={at} outline={outline} zoom={zoom} label={label} {...SIZE_PX} />
      </div>
    </MapFrame>
  )
}
