import { REQUEST_PATH } from '#domain/requests.ts'
import styles from './request.module.css'
import { REQUEST_STYLE, RequestStatus } from './request-style.tsx'

/** Each step until its delivery: closing it changes nothing for who waits for it. */
const PARTS = REQUEST_PATH.slice(0, -1)

/** The state of a request, and how far it is on its way: a part of the bar for each step. One that was ended early has none. */
export function RequestWay({ state }: { state: string }) {
  const at = (REQUEST_PATH as readonly string[]).indexOf(state)
  const current = REQUEST_PATH[at]
  return (
    <div className={styles.way}>
      <RequestStatus state={state} />
      {current ? (
        <span className={`${styles.parts} icon-${REQUEST_STYLE[current].tone}`} aria-hidden="true">
          {PARTS.map((step, index) => (
            <i key={step} className={index <= at ? styles.past : undefined} />
          ))}
        </span>
      ) : null}
    </div>
  )
}
