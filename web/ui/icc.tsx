import { groupsOfFour } from '../lib/format.ts'
import './icc.css'

/** Groups that say issuer and country, told apart from the telling ones: the first eight digits. */
const HEAD_GROUPS = 2

/** An ICC, IMEI or other long identifier in groups of four for the eye; copied and read out whole. */
export function Icc({ value }: { value: string }) {
  const groups = groupsOfFour(value).map((digits, place) => ({ digits, place }))
  return (
    <span className="icc">
      {groups.map(({ digits, place }) => (
        <span key={place} className={place < HEAD_GROUPS ? 'h' : undefined}>
          {digits}
        </span>
      ))}
    </span>
  )
}
