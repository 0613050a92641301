import {
  type Icon,
  IconAlertTriangle,
  IconArchive,
  IconArrowsExchange,
  IconBan,
  IconBolt,
  IconCalendar,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconClock,
  IconEdit,
  IconFileText,
  IconFolderSymlink,
  IconLock,
  IconMessage,
  IconMoon,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnected,
  IconProgress,
  IconReplace,
  IconRotateClockwise,
  IconStethoscope,
  IconTags,
} from '@tabler/icons-react'
import type { OperationKind } from '#domain/eligibility.ts'
import type { ItemState, OperationState } from '#domain/operations.ts'
import type { StatusStyle } from '#web/ui/status.tsx'

/** In the order of a menu: what changes nothing first, then reversible ones, terminating ones last. */
export const KIND_ICON: Readonly<Record<OperationKind, Icon>> = {
  diagnose: IconStethoscope,
  hibernate: IconMoon,
  reactivate: IconPlayerPlay,
  restoreData: IconPlugConnected,
  restart: IconRotateClockwise,
  sms: IconMessage,
  custom: IconEdit,
  tag: IconTags,
  group: IconFolderSymlink,
  lock: IconLock,
  plan: IconReplace,
  assign: IconArrowsExchange,
  activate: IconBolt,
  terminate: IconArchive,
}
export const KIND_ORDER = Object.keys(KIND_ICON) as OperationKind[]

export const STATE_STYLE: Readonly<Record<OperationState, StatusStyle>> = {
  draft: { tone: 'ended', Icon: IconFileText },
  scheduled: { tone: 'ready', Icon: IconCalendar },
  running: { tone: 'ready', Icon: IconProgress },
  paused: { tone: 'warning', Icon: IconPlayerPause },
  finished: { tone: 'active', Icon: IconCircleCheck },
  cancelled: { tone: 'ended', Icon: IconBan },
}
/** Finished, with lines that failed. */
export const FAILED_STYLE: StatusStyle = { tone: 'warning', Icon: IconAlertTriangle }

export const ITEM_STYLE: Readonly<Record<ItemState, StatusStyle>> = {
  succeeded: { tone: 'active', Icon: IconCircleCheck },
  failed: { tone: 'stop', Icon: IconCircleX },
  running: { tone: 'ready', Icon: IconProgress },
  pending: { tone: 'ended', Icon: IconClock },
  skipped: { tone: 'ended', Icon: IconCircleMinus },
  cancelled: { tone: 'ended', Icon: IconBan },
}

/** Order of the counts. */
export const ITEM_ORDER = ['succeeded', 'failed', 'running', 'pending', 'skipped', 'cancelled'] as const
