import {
  IconArchive,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconPackage,
  IconPackageExport,
  IconTruckDelivery,
} from '@tabler/icons-react'
import { REQUEST_STATE_WORDS } from '#contract/requests/request-messages.ts'
import { REQUEST_PATH, type RequestState } from '#domain/requests.ts'
import { KnownStatus, type StatusStyle } from '#web/ui/status.tsx'
import styles from './request.module.css'

/** Tone and icon of each state of a request. */
export const REQUEST_STYLE: Readonly<Record<RequestState, StatusStyle>> = {
  draft: { tone: 'ended', Icon: IconCircleDashed },
  submitted: { tone: 'warning', Icon: IconClock },
  approved: { tone: 'ready', Icon: IconCircleCheck },
  rejected: { tone: 'stop', Icon: IconCircleX },
  preparing: { tone: 'ready', Icon: IconPackage },
  shipped: { tone: 'ready', Icon: IconTruckDelivery },
  delivered: { tone: 'active', Icon: IconPackageExport },
  closed: { tone: 'ended', Icon: IconArchive },
  cancelled: { tone: 'ended', Icon: IconBan },
}

/** The state of a request as icon and text. */
export const RequestStatus = ({ state, filled = false }: { state: string; filled?: boolean }) => (
  <KnownStatus state={state} styles={REQUEST_STYLE} words={REQUEST_STATE_WORDS} filled={filled} />
)

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
