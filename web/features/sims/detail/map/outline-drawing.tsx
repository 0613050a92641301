import { useMemo } from 'react'
import type { Position } from '#domain/geodesy.ts'
import { CIRCLE_RADIUS_M, circleRing, gridLines, type Line, metresPerPixel, toPixels } from './geometry.ts'
import { type Outline, touches } from './outline.ts'
import type { Size } from './pointers.ts'

interface OutlineDrawingProps {
  at: Position
  /** the middle of the drawing */
  center?: Position
  outline: Outline | undefined
  zoom: number
  size: Size
  /** letters of the country to set off */
  highlight?: string | undefined
  label?: string | undefined
}

/** Closer than this the outline is coarser than what is drawn: a SIM on the coast would stand in the sea. */
const LAND_MAX_ZOOM = 11
const GRID = { step: 0.01, reach: 20, minZoom: 12 } as const
/** px; smaller circles vanish below the dot */
const LEAST_CIRCLE_PX = 8

/** A line in pixels from the middle of the drawing. */
function pathOf(line: Line, zoom: number, [x0, y0]: readonly [number, number]): string {
  const points = line.map((position) => {
    const [x, y] = toPixels(position, zoom)
    return `${(x - x0).toFixed(1)} ${(y - y0).toFixed(1)}`
  })
  return `M${points.join('L')}`
}

/** Half as large again as the view, in degrees: neighbouring edges stay out of sight. */
function viewBox([longitude, latitude]: Position, zoom: number, { width, height }: Size) {
  const perDegree = toPixels([1, 0], zoom)[0] - toPixels([0, 0], zoom)[0]
  const [dx, dy] = [(0.75 * width) / perDegree, (0.75 * height) / perDegree]
  return [longitude - dx, latitude - dy, longitude + dx, latitude + dy] as const
}

/** A place as a fixed picture: its country small beside the map, and what is seen of it before the map comes or in its stead. */
export function OutlineDrawing({ at, center = at, outline, zoom, size, highlight, label }: OutlineDrawingProps) {
  const { width, height } = size
  const middle = toPixels(center, zoom)
  const lands = useMemo(() => {
    if (!outline || zoom > LAND_MAX_ZOOM) return []
    const box = viewBox(center, zoom, { width, height })
    return outline.countries.flatMap(({ code, lands }) =>
      lands
        .filter((land) => touches(land, box))
        .map(({ rings, box: own }) => ({
          key: own.join(),
          isHighlight: code !== '' && code === highlight,
          path: `${rings.map((ring) => pathOf(ring, zoom, toPixels(center, zoom))).join('Z')}Z`,
        })),
    )
  }, [outline, center, zoom, width, height, highlight])
  const isCircleSeen = CIRCLE_RADIUS_M / metresPerPixel(at[1], zoom) > LEAST_CIRCLE_PX
  const [x, y] = toPixels(at, zoom)
  const isOnLand = !outline || (zoom > LAND_MAX_ZOOM && highlight !== '')
  return (
    <svg
      className={isOnLand ? 'outline on-land' : 'outline'}
      viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
    >
      {lands.map(({ key, path, isHighlight }) => (
        <path key={key} d={path} className={isHighlight ? 'land here' : 'land'} fillRule="evenodd" />
      ))}
      {zoom >= GRID.minZoom ? (
        <path
          className="grid"
          d={gridLines(at, GRID.step, GRID.reach)
            .map((line) => pathOf(line, zoom, middle))
            .join('')}
        />
      ) : null}
      {isCircleSeen ? (
        <path d={`${pathOf(circleRing(at, CIRCLE_RADIUS_M), zoom, middle)}Z`} className="circle" data-circle="" />
      ) : null}
      <circle className="dot" cx={x - middle[0]} cy={y - middle[1]} r={isCircleSeen ? 6 : 4} />
    </svg>
  )
}
