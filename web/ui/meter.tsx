import './meter.css'

export type MeterTone = 'ink' | 'active' | 'primary' | 'warning' | 'stop'

/** Amber from 80 % of a plan, red from 100 %. */
export function usageTone(percent: number): MeterTone {
  if (percent >= 100) return 'stop'
  return percent >= 80 ? 'warning' : 'ink'
}

/** A thin bar beside a figure that says the same, so it is hidden from screen readers. 4 px high, or 6. */
export function Meter({ percent, tone = 'ink', thick = false }: { percent: number; tone?: MeterTone; thick?: boolean }) {
  const width = Math.min(100, Math.max(0, percent))
  return (
    <span className={`meter ${tone}${thick ? ' h6' : ''}`} aria-hidden="true">
      <i style={{ width: `${width}%` }} />
    </span>
  )
}
