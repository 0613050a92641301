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
import type { RequestState } from '#domain/requests.ts'
import { KnownStatus, type StatusStyle } from '#web/ui/status.tsx'

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
