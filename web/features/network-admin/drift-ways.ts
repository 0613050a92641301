import { IconArrowBarToDown, IconArrowBarUp } from '@tabler/icons-react'
import type { DriftKind } from '#domain/network-alignment.ts'
import type { DriftGoal } from './networks.api.ts'

/** The ways out of a difference. A profile is the plan's and a lock to a device the company's: the network's is not adopted. */
export const WAYS_OF: Readonly<Record<DriftKind, readonly DriftGoal[]>> = {
  state: ['network', 'ours'],
  profile: ['ours'],
  device: ['ours'],
}

export const WAY_ICONS = { network: IconArrowBarToDown, ours: IconArrowBarUp } as const
