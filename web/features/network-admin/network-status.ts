import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconPower } from '@tabler/icons-react'
import type { Tone } from '#web/ui/status.tsx'
import type { NetworkData } from './networks.api.ts'

export type NetworkStatus = 'closed' | 'ok' | 'warning' | 'off' | 'unreadable'

/** 0 red, 1 green, 2 yellow (specification section 4). */
const WORDS = ['closed', 'ok', 'warning'] as const

/** The name of a status of 0 to 2. */
export function networkStatusName(status: number): (typeof WORDS)[number] {
  return WORDS[status] ?? 'warning'
}

/** The status of a network: one set by an administrator precedes the computed one. */
export function networkStatus({ enabled, capabilities, overrideStatus, health }: NetworkData): NetworkStatus {
  if (!capabilities) return 'unreadable'
  if (!enabled) return 'off'
  return networkStatusName(overrideStatus ?? health.status)
}

/** Whether its status comes from its calls, not from a person or from settings that can't be read. */
export const isMeasured = ({ enabled, capabilities, overrideStatus }: NetworkData): boolean =>
  enabled && capabilities !== null && overrideStatus === null

export const NETWORK_STYLE: Readonly<Record<NetworkStatus, { tone: Tone; Icon: typeof IconCircleX }>> = {
  closed: { tone: 'stop', Icon: IconCircleX },
  ok: { tone: 'active', Icon: IconCircleCheck },
  warning: { tone: 'warning', Icon: IconAlertTriangle },
  off: { tone: 'ended', Icon: IconPower },
  unreadable: { tone: 'stop', Icon: IconCircleX },
}

/** Worst first. */
const BY_TROUBLE: readonly NetworkStatus[] = ['unreadable', 'closed', 'warning', 'ok', 'off']

/** Whether a person should check it. */
export const hasTrouble = (network: NetworkData): boolean =>
  BY_TROUBLE.indexOf(networkStatus(network)) < BY_TROUBLE.indexOf('ok')

/** Order of networks: those in trouble first, then those that carry most. */
export function byTrouble(a: NetworkData, b: NetworkData): number {
  const rank = (network: NetworkData): number => BY_TROUBLE.indexOf(networkStatus(network))
  return rank(a) - rank(b) || b.sims - a.sims
}
