import { formatNumber } from '../lib/format.ts'
import { useCountUp } from './use-count-up.ts'

/** A count that rises for the eye; screen readers get the value itself. */
export function CountUp({ value }: { value: number }) {
  return (
    <>
      <span aria-hidden="true" className="tn">
        {formatNumber(useCountUp(value))}
      </span>
      <span className="vh">{formatNumber(value)}</span>
    </>
  )
}
