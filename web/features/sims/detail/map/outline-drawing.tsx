import { useMemo } from 'react'
import { CIRCLE_RADIUS_M, circleRing, type Line, metresPerPixel, type Position, toPixels } from './geometry.ts'
import { type Outline, touches } from './outline.ts'

interface OutlineDrawingProps {
  at: Position
  outline: Outline | undefined
  zoom: number
  /** px */
  width: number
  height: number
  /** letters of the country to set off */
  highlight?: string | undefined
  label?: string | undefined
}

/** A line in pixels from the middle of the drawing. */
function pathOf(line: Line, zoom: number, [x0, y0]: readonly [number, number]): string {
  const points = line.map((position) => {
    const [x, y] = toPixels(position, zoom)
    return `${(x - x0).toFixed(1)} ${(y - y0).toFixed(1)}`
  })
  return `M${points.join('L')}`
}

/** Half as large again as the view, in degrees: neighbouring edges stay out of sight. */
function viewBox([longitude, latitude]: Position, zoom: number, width: number, height: number) {
  const perDegree = toPixels([1, 0], zoom)[0] - toPixels([0, 0], zoom)[0]
  const [dx, dy] = [(0.75 * width) / perDegree, (0.75 * height) / perDegree]
  return [longitude - dx, latitude - dy, longitude + dx, latitude + dy] as const
}

/** The outline around a place as a fixed picture: small beside the map, or in its stead where there is no WebGL. */
export function OutlineDrawing({ at, outline, zoom, width, height, highlight, label }: OutlineDrawingProps) {
  const lands = useMemo(() => {
    if (!outline) return []
    const middle = toPixels(at, zoom)
    const box = viewBox(at, zoom, width, height)
    return outline.countries.flatMap(({ code, lands }) =>
      lands
        .filter((land) => touches(land, box))
        .map(({ rings, box: own }) => ({
          key: own.join(),
          isHighlight: code !== '' && code === highlight,
          path: `${rings.map((ring) => pathOf(ring, zoom, middle)).join('Z')}Z`,
        })),
    )
  }, [outline, at, zoom, width, height, highlight])
  const circle = pathOf(circleRing(at, CIRCLE_RADIUS_M), zoom, toPixels(at, zoom))
  const isCircleSeen = CIRCLE_RADIUS_M / metresPerPixel(at[1], zoom) > 8
  return (
    <svg
      className="outline"
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
      {isCircleSeen ? <path d={`${circle}Z`} className="circle" data-circle="" /> : null}
      <circle className="dot" r={isCircleSeen ? 6 : 4} />
    </svg>
  )
}
