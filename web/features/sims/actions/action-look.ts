import {
  IconAntenna,
  IconArchive,
  IconArrowBackUp,
  IconBan,
  IconBolt,
  IconMessage,
  IconMessages,
  IconMoon,
  IconPencil,
  IconPlayerPlay,
  IconPlugConnected,
  IconRotateClockwise,
  IconShieldCheck,
  IconStethoscope,
} from '@tabler/icons-react'
import type { SimAction } from '#domain/eligibility.ts'

/** What is done to one SIM from its menu; moving it to another company is for many at once. */
export type ActionName = Exclude<SimAction, 'assign'> | 'apn'

/** Everything that the menu can offer, in its order: finding out, talking, describing, and what changes the status. */
export const MENU_ORDER: readonly ActionName[] = [
  'diagnose',
  'restart',
  'sms',
  'chat',
  'custom',
  'apn',
  'activate',
  'hibernate',
  'reactivate',
  'restoreData',
  'withdrawTermination',
  'unblock',
  'block',
  'terminate',
]

/** What is asked for most, in the order in which it stands beside a SIM. */
export const QUICK_ORDER: readonly Exclude<ActionName, 'apn'>[] = [
  'activate',
  'withdrawTermination',
  'restoreData',
  'unblock',
  'diagnose',
  'restart',
  'hibernate',
  'reactivate',
  'sms',
  'chat',
]

export const ACTION_ICON: Readonly<Record<ActionName, typeof IconMoon>> = {
  diagnose: IconStethoscope,
  restart: IconRotateClockwise,
  sms: IconMessage,
  chat: IconMessages,
  custom: IconPencil,
  apn: IconAntenna,
  activate: IconBolt,
  hibernate: IconMoon,
  reactivate: IconPlayerPlay,
  restoreData: IconPlugConnected,
  block: IconBan,
  unblock: IconShieldCheck,
  withdrawTermination: IconArrowBackUp,
  terminate: IconArchive,
}
