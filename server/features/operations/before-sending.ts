import { exclusionOf, type OperationKind, planExclusion, type TargetPlan } from '#domain/eligibility.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import type { Services } from '#server/context.ts'
import type { GuardedNetwork } from '#server/networks/guarded-network.ts'
import { isIdempotent } from '#server/networks/network.ts'
import type { NetworkAsker } from './operation-kinds.ts'
import type { OperationKey } from './operation-row.ts'
import { type ClaimedLine, doneOutcome, failedOutcome, type LineOutcome, type NetworkContext } from './outcomes.ts'

/** The services for processing lines; all of them live as long as the process. */
export type WorkServices = Pick<Services, 'config' | 'pool' | 'db' | 'clock' | 'networks'>

export interface WorkOptions {
  readonly workerId: number
  /** a request waits for the result */
  readonly isUrgent: boolean
}

/** What a line's outcome depends on besides the network's answer. */
export const networkContextOf = (
  services: WorkServices,
  { kind, parameters }: NetworkAsker,
  network: GuardedNetwork,
): NetworkContext => ({
  kind,
  parameters,
  now: services.clock(),
  isIdempotent: kind === 'diagnose' || isIdempotent(network.capabilities, kind === 'sms' ? 'sendSms' : kind),
  askAfterMs: network.lookupAfterMs,
})

/** Identifies a line's request to the network: the same for each repetition, a new one for each run. */
export const requestIdOf = ({ companyId, operationId }: OperationKey, { line, run }: ClaimedLine): string =>
  `${companyId}-${operationId}-${line}-${run}`

export const failLine = (
  kind: OperationKind,
  claimed: ClaimedLine,
  now: Date,
  code: Parameters<typeof failedOutcome>[2]['code'],
  { text = '', retryable }: { text?: string; retryable: boolean },
): LineOutcome => failedOutcome(claimed, { kind, now }, { code, text, retryable })

/** Checks eligibility again with the SIM's present row: it may have changed since the line was judged. */
export function recheckEligibility(kind: OperationKind, claimed: ClaimedLine, now: Date): LineOutcome | undefined {
  const { sim } = claimed
  if (!sim) return failLine(kind, claimed, now, 'status_changed', { retryable: false })
  if (claimed.phase === 'cooling') {
    const isAsked = sim.administrativeStatus === ADMINISTRATIVE_STATUS.terminationRequested
    return isAsked || claimed.attempts > 2 ? undefined : failLine(kind, claimed, now, 'status_changed', { retryable: false })
  }
  // a line that was sent before is settled by what the network reports
  if (claimed.attempts > 1 || claimed.run > 1) return undefined
  const why = exclusionOf(kind, { ...sim, openChange: null }, { canHibernate: true, permits: ['alarmas', 'plans'] })
  if (why === undefined) return undefined
  if (why !== 'already_in_target') return failLine(kind, claimed, now, 'status_changed', { retryable: false })
  const done = doneOutcome(claimed, { kind, now }, 'already_in_target')
  return { ...done, change: null, event: null }
}

/**
 * Checks again that the line's SIM can have the plan. A plan that was taken off the offer since is still given: it was promised.
 */
export function recheckPlan(target: TargetPlan, claimed: ClaimedLine, now: Date): LineOutcome | undefined {
  const why = claimed.sim && planExclusion(claimed.sim, target, { canHibernate: true, isAdmin: true })
  if (!why) return undefined
  if (why !== 'same_plan') return failLine('plan', claimed, now, 'status_changed', { retryable: false })
  return { ...doneOutcome(claimed, { kind: 'plan', now }, why), event: null }
}
