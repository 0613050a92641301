import { IconArchive, IconArrowBackUp, IconBolt, IconMoon, IconPlayerPlay, IconRotateClockwise } from '@tabler/icons-react'

export type ActionName = 'activate' | 'hibernate' | 'reactivate' | 'terminate' | 'withdrawTermination' | 'restart'

/** Everything that the menu can offer, in its order: finding out, talking, describing, and what changes the status. */
export const MENU_ORDER: readonly ActionName[] = [
  'restart',
  'activate',
  'hibernate',
  'reactivate',
  'withdrawTermination',
  'terminate',
]

/** What is asked for most, in the order in which it stands beside a SIM. */
export const QUICK_ORDER: readonly ActionName[] = ['activate', 'withdrawTermination', 'restart', 'hibernate', 'reactivate']

export const ACTION_ICON: Readonly<Record<ActionName, typeof IconMoon>> = {
  restart: IconRotateClockwise,
  activate: IconBolt,
  hibernate: IconMoon,
  reactivate: IconPlayerPlay,
  withdrawTermination: IconArrowBackUp,
  terminate: IconArchive,
}
