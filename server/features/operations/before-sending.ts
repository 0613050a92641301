import { exclusionOf, type OperationKind } from '#domain/eligibility.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import type { Services } from '../../context.ts'
import type { GuardedNetwork } from '../../networks/guarded-network.ts'
import { isIdempotent } from '../../networks/network.ts'
import type { OperationKey } from './operation-row.ts'
import { doneOutcome, failedOutcome, type NetworkContext, type Outcome, type TakenLine } from './outcomes.ts'

/** What work on lines needs; all of it lives as long as the process. */
export type WorkServices = Pick<Services, 'config' | 'pool' | 'db' | 'clock' | 'networks'>

export interface WorkOptions {
  readonly workerId: number
  /** a person waits for it */
  readonly isUrgent: boolean
}

/** What a line's outcome depends on besides the network's word. */
export const contextOf = (services: WorkServices, kind: OperationKind, network: GuardedNetwork): NetworkContext => ({
  kind,
  now: services.clock(),
  remembersRequests: isIdempotent(network.capabilities, kind === 'sms' ? 'sendSms' : kind),
  askAfterMs: network.lookupAfterMs,
})

/** Names a line's intent to the network: the same for each repetition, another one when it is asked for anew. */
export const requestIdOf = ({ companyId, operationId }: OperationKey, { line, run }: TakenLine): string =>
  `${companyId}-${operationId}-${line}-${run}`

export const failed = (
  kind: OperationKind,
  taken: TakenLine,
  now: Date,
  code: Parameters<typeof failedOutcome>[2]['code'],
  { text = '', retryable }: { text?: string; retryable: boolean },
): Outcome => failedOutcome(taken, { kind, now }, { code, text, retryable })

/** The rule once more, with the SIM as it is now: time has passed since the line was judged, and others change SIMs too. */
export function judgeAgain(kind: OperationKind, taken: TakenLine, now: Date): Outcome | undefined {
  const { sim } = taken
  if (!sim) return failed(kind, taken, now, 'status_changed', { retryable: false })
  if (taken.phase === 'cooling') {
    const isAsked = sim.administrativeStatus === ADMINISTRATIVE_STATUS.terminationRequested
    return isAsked || taken.attempts > 2 ? undefined : failed(kind, taken, now, 'status_changed', { retryable: false })
  }
  // what was sent before is judged by what the network says of it
  if (taken.attempts > 1 || taken.run > 1) return undefined
  const why = exclusionOf(kind, { ...sim, openChange: null }, { canHibernate: true })
  if (why === undefined) return undefined
  if (why !== 'already_in_target') return failed(kind, taken, now, 'status_changed', { retryable: false })
  const done = doneOutcome(taken, { kind, now }, 'already_in_target')
  return { ...done, change: null, event: null }
}
