import { type CommandAnswer, NetworkFault, type UnknownReason } from '../network.ts'
import type { RejectCause } from '../network-types.ts'

/** The outcome of a request. */
export type SoracomOutcome<T> =
  /** `next`: the key of the next page, '' for the last */
  | { readonly kind: 'ok'; readonly body: T; readonly next: string }
  /** rejected by the API without effect; `code` is its own, such as SEM0016 */
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly text: string }
  /** too many requests, without effect */
  | { readonly kind: 'limited'; readonly text: string }
  /** not sent, or the key was not accepted */
  | { readonly kind: 'unsent'; readonly text: string }
  /** sent, outcome unknown */
  | { readonly kind: 'unclear'; readonly why: UnknownReason; readonly text: string }

export type FailedRequest = Exclude<SoracomOutcome<never>, { kind: 'ok' }>

/** A command without effect. @param retryable a later attempt may succeed */
export const rejected = (cause: RejectCause, text: string, retryable = false): CommandAnswer => ({
  kind: 'rejected',
  cause,
  text,
  retryable,
})

/** The device is offline: there is no session to delete (document, deleteSimSession). */
const OFFLINE = 'SEM0016'

const CAUSES: Readonly<Record<number, RejectCause>> = {
  401: 'not_allowed',
  402: 'not_allowed',
  403: 'not_allowed',
  404: 'unknown_sim',
  405: 'not_supported',
  409: 'change_pending',
}

/** The command answer for a failed request. */
export function answerOfFailure(failed: FailedRequest): CommandAnswer {
  if (failed.kind === 'limited') return rejected('rate_limited', failed.text, true)
  if (failed.kind === 'unsent') return rejected('unreachable', failed.text, true)
  if (failed.kind === 'unclear') return { kind: 'unknown', why: failed.why }
  if (failed.code === OFFLINE) return rejected('wrong_state', failed.text)
  return rejected(CAUSES[failed.status] ?? 'invalid', failed.text, failed.status === 409)
}

/** The command answer when the read before it failed: nothing was sent. */
export function answerBeforeSending(failed: FailedRequest): CommandAnswer {
  return failed.kind === 'unclear' ? rejected('unreachable', failed.text, true) : answerOfFailure(failed)
}

/** The fault thrown by a read whose request failed. */
export function networkFaultOf(failed: FailedRequest): NetworkFault {
  if (failed.kind === 'limited') return new NetworkFault('rate_limited', failed.text)
  if (failed.kind === 'unsent') return new NetworkFault('unreachable', failed.text)
  if (failed.kind === 'unclear') return new NetworkFault(failed.why, failed.text)
  if (failed.status === 404) return new NetworkFault('unknown_sim', failed.text)
  if (failed.status === 401 || failed.status === 402 || failed.status === 403) {
    return new NetworkFault('not_allowed', failed.text)
  }
  return new NetworkFault('half_answer', failed.text)
}
