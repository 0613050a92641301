interface SparklineProps {
  readonly values: readonly number[]
  /** the values in a sentence */
  readonly summary: string
}

/** px: from one bar to the next, between them, the height of the greatest and the least of one that is not zero */
const [STEP, GAP, HEIGHT, LEAST] = [5, 1, 18, 3] as const

/** Values side by side as small bars in the colour of the text; a zero is a hair on the base line. */
export function Sparkline({ values, summary }: SparklineProps) {
  const most = Math.max(...values)
  const width = STEP * values.length - GAP
  const heightOf = (value: number): number => (value === 0 ? 1 : Math.max(LEAST, Math.round((HEIGHT * value) / most)))
  const bars = values.map((value, index) => `M${STEP * index} ${HEIGHT}v-${heightOf(value)}h${STEP - GAP}V${HEIGHT}z`)
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} width={width} height={HEIGHT} role="img" aria-label={summary}>
      <path d={bars.join('')} fill="currentColor" />
    </svg>
  )
}
