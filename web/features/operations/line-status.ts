import i18next from 'i18next'
import { type OperationKind, TRIGGER_OF } from '#domain/eligibility.ts'
import { targetStatus } from '#domain/sim-lifecycle.ts'
import { administrativeStatusName } from '#domain/sim-status.ts'
import type { OperationItem } from './operations.api.ts'

/** 'Active → Hibernated', of a line that succeeded; '' where the action changes no status. */
export function statusChange({ state, fromStatus }: OperationItem, kind: OperationKind): string {
  // its lines are sent once the termination was requested
  const trigger = kind === 'terminate' ? kind : TRIGGER_OF[kind]
  const to = trigger && targetStatus(trigger)
  if (state !== 'succeeded' || !fromStatus || !to || fromStatus === to) return ''
  return `${word(fromStatus)} → ${word(to)}`
}

function word(status: number): string {
  const name = administrativeStatusName(status)
  return name ? i18next.t(`status.${name}`) : String(status)
}
