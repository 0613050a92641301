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
import type { ComponentProps } from 'react'
import type { RequestState } from '#domain/requests.ts'
import type { Status } from '#web/ui/status.tsx'

/** Tone and icon of each state of a request. */
export const REQUEST_STYLE: Readonly<Record<RequestState, Pick<ComponentProps<typeof Status>, 'tone' | 'Icon'>>> = {
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
