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
import type { Tone } from '#web/ui/status.tsx'

export const KIND_ICON: Readonly<Record<OperationKind, Icon>> = {
  restart: IconRotateClockwise,
  sms: IconMessage,
  hibernate: IconMoon,
  reactivate: IconPlayerPlay,
  restoreData: IconPlugConnected,
  diagnose: IconStethoscope,
  activate: IconBolt,
  custom: IconEdit,
  tag: IconTags,
  group: IconFolderSymlink,
  lock: IconLock,
  assign: IconArrowsExchange,
  plan: IconReplace,
  terminate: IconArchive,
}

/** Order of the actions: what changes nothing first, then reversible ones, terminating ones last. */
export const KIND_ORDER: readonly OperationKind[] = [
  'diagnose',
  'hibernate',
  'reactivate',
  'restoreData',
  'restart',
  'sms',
  'custom',
  'tag',
  'group',
  'lock',
  'plan',
  'assign',
  'activate',
  'terminate',
]

interface StateStyle {
  readonly tone: Tone
  readonly Icon: typeof IconBan
}

export const STATE_STYLE: Readonly<Record<OperationState, StateStyle>> = {
  draft: { tone: 'ended', Icon: IconFileText },
  scheduled: { tone: 'ready', Icon: IconCalendar },
  running: { tone: 'ready', Icon: IconProgress },
  paused: { tone: 'warning', Icon: IconPlayerPause },
  finished: { tone: 'active', Icon: IconCircleCheck },
  cancelled: { tone: 'ended', Icon: IconBan },
}
/** Finished, with lines that failed. */
export const FAILED_STYLE: StateStyle = { tone: 'warning', Icon: IconAlertTriangle }

export const ITEM_STYLE: Readonly<Record<ItemState, StateStyle>> = {
  succeeded: { tone: 'active', Icon: IconCircleCheck },
  failed: { tone: 'stop', Icon: IconCircleX },
  running: { tone: 'ready', Icon: IconProgress },
  pending: { tone: 'ended', Icon: IconClock },
  skipped: { tone: 'ended', Icon: IconCircleMinus },
  cancelled: { tone: 'ended', Icon: IconBan },
}

/** Order of the counts. */
export const ITEM_ORDER = ['succeeded', 'failed', 'running', 'pending', 'skipped', 'cancelled'] as const
