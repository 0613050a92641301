import {
  type Icon,
  IconAntennaBars1,
  IconArchive,
  IconBan,
  IconBellX,
  IconBuildingOff,
  IconCircleCheck,
  IconCircleDashed,
  IconCloudOff,
  IconDevices,
  IconFileAlert,
  IconGauge,
  IconHelpCircle,
  IconHistory,
  IconMoon,
  IconPlugConnectedX,
  IconPower,
  IconRouteOff,
  IconSettingsExclamation,
  IconUserQuestion,
} from '@tabler/icons-react'
import type { SilenceCause } from '#domain/silence-cause.ts'
import type { Tone } from '#web/ui/status.tsx'

interface CauseStyle {
  readonly tone: Tone
  readonly Icon: Icon
}

/** Red: no service until a person acts; amber: device or network; grey: as it was ordered. */
export const CAUSE_STYLE: Readonly<Record<SilenceCause, CauseStyle>> = {
  not_activated: { tone: 'ready', Icon: IconCircleDashed },
  hibernated: { tone: 'warning', Icon: IconMoon },
  data_cut: { tone: 'stop', Icon: IconBellX },
  stopped: { tone: 'stop', Icon: IconBan },
  ended: { tone: 'ended', Icon: IconArchive },
  company_blocked: { tone: 'stop', Icon: IconBuildingOff },
  contract_incomplete: { tone: 'stop', Icon: IconFileAlert },
  limit_reached: { tone: 'stop', Icon: IconGauge },
  not_asked: { tone: 'ended', Icon: IconHelpCircle },
  network_down: { tone: 'stop', Icon: IconCloudOff },
  unknown_sim: { tone: 'stop', Icon: IconUserQuestion },
  network_differs: { tone: 'stop', Icon: IconRouteOff },
  other_device: { tone: 'warning', Icon: IconDevices },
  never_registered: { tone: 'warning', Icon: IconAntennaBars1 },
  not_registered: { tone: 'warning', Icon: IconPower },
  stale_registration: { tone: 'warning', Icon: IconHistory },
  apn: { tone: 'warning', Icon: IconSettingsExclamation },
  no_session: { tone: 'warning', Icon: IconPlugConnectedX },
  working: { tone: 'active', Icon: IconCircleCheck },
}
