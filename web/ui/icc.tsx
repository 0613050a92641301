import { groupsOfFour } from '../lib/format.ts'
import './icc.css'

/** The first eight digits are issuer and country: two groups, dimmed. */
const HEAD_GROUPS = 2

/** An ICC, IMEI or other long identifier in visual groups of four; copied and announced without spaces. */
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
