import { type Icon, IconActivity, IconMoon, IconReceipt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './login-face.module.css'

interface Mast {
  readonly x: number
  readonly y: number
  /** SIMs around it */
  readonly sims: number
}

/** Of a drawing of 640 × 460. */
const MASTS: readonly Mast[] = [
  { x: 120, y: 120, sims: 9 },
  { x: 380, y: 92, sims: 13 },
  { x: 256, y: 262, sims: 15 },
  { x: 520, y: 268, sims: 11 },
  { x: 98, y: 352, sims: 8 },
  { x: 400, y: 384, sims: 7 },
]
const LINKS = [
  [0, 1],
  [0, 2],
  [1, 2],
  [1, 3],
  [2, 3],
  [2, 4],
  [2, 5],
  [3, 5],
] as const

/** Radians: each SIM is turned by it against the one before, so that they spread evenly. */
const GOLDEN_ANGLE = 2.4

const simsOf = ({ x, y, sims }: Mast, place: number) =>
  Array.from({ length: sims }, (_, index) => {
    const angle = index * GOLDEN_ANGLE + place
    const distance = 34 + ((index * 29 + place * 13) % 52)
    return { x: x + distance * Math.cos(angle), y: y + distance * 0.82 * Math.sin(angle), key: `${place}.${index}` }
  })

/** What this is, beside the form. */
export function LoginFace() {
  const { t } = useTranslation()
  return (
    <Face
      headline={t('login.face.headline')}
      facts={[
        [IconActivity, t('login.face.live')],
        [IconMoon, t('login.face.many')],
        [IconReceipt, t('login.face.cost')],
      ]}
    />
  )
}

interface FaceProps {
  readonly headline: string
  readonly facts: readonly (readonly [Icon, string])[]
}

/** Sentences under a drawing of masts with the SIMs that speak with them. */
export function Face({ headline, facts }: FaceProps) {
  return (
    <>
      <Network />
      <div className={styles.text}>
        <p className={styles.headline}>{headline}</p>
        <ul>
          {facts.map(([FactIcon, fact]) => (
            <li key={fact}>
              <FactIcon className="icon" aria-hidden="true" />
              {fact}
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

function Network() {
  return (
    <svg className={styles.network} viewBox="0 0 640 460" aria-hidden="true">
      {LINKS.map(([from, to]) => {
        const [a, b] = [MASTS[from], MASTS[to]]
        return a && b ? <path key={`${from}-${to}`} className={styles.link} d={`M${a.x} ${a.y}L${b.x} ${b.y}`} /> : null
      })}
      {MASTS.map((mast, place) =>
        simsOf(mast, place).map(({ x, y, key }, index) => (
          <g key={key}>
            <path className={styles.line} d={`M${mast.x} ${mast.y}L${x} ${y}`} />
            {index % 3 === 0 ? (
              <path
                className={styles.pulse}
                pathLength="100"
                d={`M${x} ${y}L${mast.x} ${mast.y}`}
                style={{ animationDelay: `${(index * 7 + place * 5) % 12}s` }}
              />
            ) : null}
            <circle className={styles.sim} data-kind={index % 7 === 5 ? 'asleep' : undefined} cx={x} cy={y} r="3.5" />
          </g>
        )),
      )}
      {MASTS.map(({ x, y }) => (
        <g key={`${x}.${y}`}>
          <circle className={styles.mast} cx={x} cy={y} r="9" />
          <circle className={styles.core} cx={x} cy={y} r="3.5" />
        </g>
      ))}
    </svg>
  )
}
