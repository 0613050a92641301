import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconPower } from '@tabler/icons-react'
import type { Tone } from '#web/ui/status.tsx'
import type { NetworkData } from './networks.api.ts'

export type NetworkWord = 'closed' | 'ok' | 'warning' | 'off' | 'unreadable'

/** 0 red, 1 green, 2 yellow (specification section 4). */
const WORDS = ['closed', 'ok', 'warning'] as const

/** The name of a status of 0 to 2. */
export function statusWord(status: number): (typeof WORDS)[number] {
  return WORDS[status] ?? 'warning'
}

/** The status of a network: one set by an administrator precedes the computed one. */
export function networkWord({ enabled, capabilities, overrideStatus, health }: NetworkData): NetworkWord {
  if (!capabilities) return 'unreadable'
  if (!enabled) return 'off'
  return statusWord(overrideStatus ?? health.status)
}

export const NETWORK_LOOK: Readonly<Record<NetworkWord, { tone: Tone; Icon: typeof IconCircleX }>> = {
  closed: { tone: 'stop', Icon: IconCircleX },
  ok: { tone: 'active', Icon: IconCircleCheck },
  warning: { tone: 'warning', Icon: IconAlertTriangle },
  off: { tone: 'ended', Icon: IconPower },
  unreadable: { tone: 'stop', Icon: IconCircleX },
}
