import styles from './anomalies.module.css'
import type { Departure } from './anomaly-text.ts'

/** px: the drawing, and what is free at both ends for the dot */
const [WIDTH, HEIGHT, EDGE] = [104, 16, 5] as const
const MIDDLE = HEIGHT / 2
/** Powers of ten from what is usual to the end of the scale, where all that is further away is. */
const DECADES = 3
const TICKS = [10, 100] as const

/** All rows have the same scale, a logarithmic one, so that they compare by eye. */
function placeOf(times: number): number {
  const share = Math.log10(Math.max(1, times)) / DECADES
  return Math.round(EDGE + (WIDTH - 2 * EDGE) * Math.min(1, share))
}

interface AnomalyScaleProps {
  readonly departure: Departure
  /** it in a sentence */
  readonly summary: string
}

/** What was observed as a dot, beyond a band from what is usual of others to the most that the SIM itself had done. */
export function AnomalyScale({ departure: { times, own }, summary }: AnomalyScaleProps) {
  const [usual, most, observed] = [placeOf(1), placeOf(own), placeOf(times)]
  const ticks = TICKS.map((tick) => `M${placeOf(tick)} ${MIDDLE - 3}v6`).join('')
  return (
    <svg
      className={styles.scale}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={summary}
    >
      <path className={styles.track} d={`M${usual} ${MIDDLE}H${placeOf(Number.POSITIVE_INFINITY)}`} />
      <path className={styles.ticks} d={ticks} />
      <path className={styles.beyond} d={`M${most} ${MIDDLE}H${observed}`} />
      <rect className={styles.band} x={usual} y={MIDDLE - 3} width={most - usual} height={6} />
      <rect className={styles.usual} x={usual - 1} y={MIDDLE - 6} width={2} height={12} />
      <circle className={styles.dot} cx={observed} cy={MIDDLE} r={4} />
    </svg>
  )
}
