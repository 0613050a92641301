import type { InconclusiveReason } from '#domain/diagnosis.ts'
import type { FaultCause, NetworkFault } from './network.ts'

const REASONS: Readonly<Record<FaultCause, InconclusiveReason>> = {
  timeout: 'timeout',
  connection: 'unreachable',
  half_answer: 'unreachable',
  unreachable: 'unreachable',
  rate_limited: 'unreachable',
  unknown_sim: 'unknown_sim',
  not_supported: 'not_supported',
  not_allowed: 'not_supported',
}

/** Why a diagnosis has no answer of the network, after a read that failed. */
export const inconclusiveReason = ({ reason }: NetworkFault): InconclusiveReason => REASONS[reason]
