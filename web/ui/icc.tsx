import { groupsOfFour } from '../lib/format.ts'
import styles from './icc.module.css'

/** The first eight digits are issuer and country: two groups, dimmed. */
const HEAD_GROUPS = 2

/** An ICC, IMEI or other long identifier in visual groups of four; copied and announced without spaces. */
export function Icc({ value }: { value: string }) {
  const groups = groupsOfFour(value).map((digits, index) => ({ digits, index }))
  return (
    <span className={styles.icc} data-icc="">
      {groups.map(({ digits, index }) => (
        <span key={index} className={index < HEAD_GROUPS ? styles.heading : undefined}>
          {digits}
        </span>
      ))}
    </span>
  )
}
