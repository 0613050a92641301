import {
  IconAntenna,
  IconArchive,
  IconArrowBackUp,
  IconBan,
  IconBolt,
  IconFolderSymlink,
  IconLock,
  IconMessage,
  IconMessages,
  IconMoon,
  IconPencil,
  IconPlayerPlay,
  IconPlugConnected,
  IconPlugConnectedX,
  IconReplace,
  IconRotateClockwise,
  IconShieldCheck,
  IconStethoscope,
  IconTags,
} from '@tabler/icons-react'
import type { SimAction } from '#domain/eligibility.ts'

/** Actions of a single SIM's menu; assignment to a company is a mass operation only. */
export type ActionName = Exclude<SimAction, 'assign'> | 'apn'

/** All entries of the menu, in order: diagnosis, messages, fields, and changes of status. */
export const MENU_ORDER: readonly ActionName[] = [
  'diagnose',
  'restart',
  'sms',
  'chat',
  'custom',
  'tag',
  'group',
  'lock',
  'apn',
  'plan',
  'activate',
  'hibernate',
  'reactivate',
  'cutData',
  'restoreData',
  'withdrawTermination',
  'unblock',
  'block',
  'terminate',
]

/** The most used actions, in the order in which they are beside a SIM. */
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
  tag: IconTags,
  group: IconFolderSymlink,
  lock: IconLock,
  apn: IconAntenna,
  plan: IconReplace,
  activate: IconBolt,
  hibernate: IconMoon,
  reactivate: IconPlayerPlay,
  cutData: IconPlugConnectedX,
  restoreData: IconPlugConnected,
  block: IconBan,
  unblock: IconShieldCheck,
  withdrawTermination: IconArrowBackUp,
  terminate: IconArchive,
}
