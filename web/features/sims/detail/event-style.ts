import {
  IconAlertTriangle,
  IconArchive,
  IconArrowsExchange,
  IconBan,
  IconBellRinging,
  IconBellX,
  IconBuilding,
  IconCalendar,
  IconCalendarOff,
  IconCircleCheck,
  IconCircleDot,
  IconCirclePlus,
  IconCpu,
  IconFolderSymlink,
  IconHourglass,
  IconLock,
  IconLockOpen,
  IconMapPin,
  IconMessage,
  IconMoon,
  IconPencil,
  IconPlugConnected,
  IconPlugConnectedX,
  IconReplace,
  IconRobot,
  IconRotateClockwise,
  IconTag,
  IconTags,
} from '@tabler/icons-react'
import { administrativeStatusName } from '#domain/sim-status.ts'
import { STATUS_STYLE, type Tone } from '#web/ui/status.tsx'
import type { SimEvent } from '../sims.api.ts'

type Icon = typeof IconCircleCheck

/** Tone and icon of each kind of event. A kind that is a change of status has those of the status. */
const EVENT_STYLES = {
  created: { Icon: IconCirclePlus, tone: undefined },
  imported: { Icon: IconCirclePlus, tone: undefined },
  edited: { Icon: IconPencil, tone: undefined },
  activated: { Icon: IconCircleCheck, tone: 'active' },
  hibernated: { Icon: IconMoon, tone: 'warning' },
  hibernation_requested: { Icon: IconHourglass, tone: 'ready' },
  reactivated: { Icon: IconCircleCheck, tone: 'active' },
  session_started: { Icon: IconPlugConnected, tone: 'active' },
  session_stopped: { Icon: IconPlugConnectedX, tone: undefined },
  restarted: { Icon: IconRotateClockwise, tone: 'ready' },
  imei_changed: { Icon: IconCpu, tone: undefined },
  plan_changed: { Icon: IconReplace, tone: undefined },
  plan_scheduled: { Icon: IconCalendar, tone: 'ready' },
  plan_withdrawn: { Icon: IconCalendarOff, tone: undefined },
  apn_changed: { Icon: IconReplace, tone: undefined },
  company_changed: { Icon: IconBuilding, tone: undefined },
  custom_fields_changed: { Icon: IconTag, tone: undefined },
  tags_changed: { Icon: IconTags, tone: undefined },
  group_changed: { Icon: IconFolderSymlink, tone: undefined },
  alarm_warned: { Icon: IconBellRinging, tone: 'warning' },
  alarm_fired: { Icon: IconBellX, tone: 'stop' },
  sms_sent: { Icon: IconMessage, tone: undefined },
  sms_received: { Icon: IconMessage, tone: undefined },
  sms_delivered: { Icon: IconMessage, tone: 'active' },
  sms_unanswered: { Icon: IconMessage, tone: 'warning' },
  sms_unknown: { Icon: IconMessage, tone: 'warning' },
  sms_failed: { Icon: IconAlertTriangle, tone: 'stop' },
  termination_requested: { Icon: IconHourglass, tone: 'warning' },
  termination_withdrawn: { Icon: IconCircleCheck, tone: undefined },
  termination_sent: { Icon: IconHourglass, tone: 'warning' },
  terminated: { Icon: IconCircleDot, tone: 'stop' },
  activation_failed: { Icon: IconAlertTriangle, tone: 'stop' },
  hibernation_failed: { Icon: IconAlertTriangle, tone: 'stop' },
  reactivation_failed: { Icon: IconAlertTriangle, tone: 'stop' },
  termination_failed: { Icon: IconAlertTriangle, tone: 'stop' },
  restart_failed: { Icon: IconAlertTriangle, tone: 'stop' },
  custom_fields_failed: { Icon: IconAlertTriangle, tone: 'stop' },
  group_failed: { Icon: IconAlertTriangle, tone: 'stop' },
  tags_failed: { Icon: IconAlertTriangle, tone: 'stop' },
  plan_change_failed: { Icon: IconAlertTriangle, tone: 'stop' },
  assignment_failed: { Icon: IconAlertTriangle, tone: 'stop' },
  restart_requested: { Icon: IconRotateClockwise, tone: undefined },
  data_cut: { Icon: IconPlugConnectedX, tone: 'stop' },
  data_cut_failed: { Icon: IconAlertTriangle, tone: 'stop' },
  data_restored: { Icon: IconPlugConnected, tone: 'active' },
  data_restore_failed: { Icon: IconAlertTriangle, tone: 'stop' },
  network_adopted: { Icon: IconArrowsExchange, tone: undefined },
  network_pushed: { Icon: IconArrowsExchange, tone: undefined },
  network_push_failed: { Icon: IconAlertTriangle, tone: 'stop' },
  blocked: { Icon: IconBan, tone: 'stop' },
  unblocked: { Icon: IconCircleCheck, tone: undefined },
  retired: { Icon: IconArchive, tone: undefined },
  rule_fired: { Icon: IconRobot, tone: 'warning' },
  lock_set: { Icon: IconLock, tone: undefined },
  lock_bound: { Icon: IconLock, tone: 'ready' },
  lock_broken: { Icon: IconAlertTriangle, tone: 'stop' },
  lock_mended: { Icon: IconCpu, tone: 'active' },
  area_left: { Icon: IconAlertTriangle, tone: 'stop' },
  area_back: { Icon: IconMapPin, tone: 'active' },
  geofence_left: { Icon: IconAlertTriangle, tone: 'stop' },
  geofence_back: { Icon: IconMapPin, tone: 'active' },
  imei_locked: { Icon: IconLock, tone: undefined },
  imei_unlocked: { Icon: IconLockOpen, tone: undefined },
} as const satisfies Record<string, { Icon: Icon; tone: Tone | undefined }>

type KnownKind = keyof typeof EVENT_STYLES
export const isKnownKind = (kind: string): kind is KnownKind => Object.hasOwn(EVENT_STYLES, kind)

interface EventStyle {
  readonly Icon: Icon
  readonly tone: Tone | undefined
}

export function eventStyle({ kind, toStatus }: SimEvent): EventStyle {
  if (isKnownKind(kind)) return EVENT_STYLES[kind]
  const status = toStatus === null ? undefined : administrativeStatusName(toStatus)
  return status ? STATUS_STYLE[status] : { Icon: kind.endsWith('failed') ? IconAlertTriangle : IconCircleDot, tone: undefined }
}
