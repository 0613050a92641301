import { type CommandAnswer, NetworkFault, type UnknownReason } from '../network.ts'
import type { RejectCause } from '../network-types.ts'

/** What is known of a request after it. */
export type Outcome<T> =
  /** `next`: the key of the page behind this one, '' for the last */
  | { readonly kind: 'ok'; readonly body: T; readonly next: string }
  /** the API says no, and did nothing; `code` is its own, such as SEM0016 */
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly text: string }
  /** too many requests, nothing was done */
  | { readonly kind: 'limited'; readonly text: string }
  /** it never left, or our key is not taken */
  | { readonly kind: 'unsent'; readonly text: string }
  /** it left, and what came of it is not known */
  | { readonly kind: 'unclear'; readonly why: UnknownReason; readonly text: string }

export type Failed = Exclude<Outcome<never>, { kind: 'ok' }>

/** A command that had no effect. @param retryable the same may go through later */
export const reject = (cause: RejectCause, text: string, retryable = false): CommandAnswer => ({
  kind: 'rejected',
  cause,
  text,
  retryable,
})

/** The device is not connected: there is no session to end (document, deleteSimSession). */
const OFFLINE = 'SEM0016'

const CAUSES: Readonly<Record<number, RejectCause>> = {
  401: 'not_allowed',
  402: 'not_allowed',
  403: 'not_allowed',
  404: 'unknown_sim',
  405: 'not_supported',
  409: 'change_pending',
}

/** What a command answers whose request failed. */
export function answerOf(failed: Failed): CommandAnswer {
  if (failed.kind === 'limited') return reject('rate_limited', failed.text, true)
  if (failed.kind === 'unsent') return reject('unreachable', failed.text, true)
  if (failed.kind === 'unclear') return { kind: 'unknown', why: failed.why }
  if (failed.code === OFFLINE) return reject('wrong_state', failed.text)
  return reject(CAUSES[failed.status] ?? 'invalid', failed.text, failed.status === 409)
}

/** What a command answers whose look before it failed: nothing that changes anything was sent. */
export function answerBefore(failed: Failed): CommandAnswer {
  return failed.kind === 'unclear' ? reject('unreachable', failed.text, true) : answerOf(failed)
}

/** What a read throws whose request failed. */
export function faultOf(failed: Failed): NetworkFault {
  if (failed.kind === 'limited') return new NetworkFault('rate_limited', failed.text)
  if (failed.kind === 'unsent') return new NetworkFault('unreachable', failed.text)
  if (failed.kind === 'unclear') return new NetworkFault(failed.why, failed.text)
  if (failed.status === 404) return new NetworkFault('unknown_sim', failed.text)
  if (failed.status === 401 || failed.status === 402 || failed.status === 403) {
    return new NetworkFault('not_allowed', failed.text)
  }
  return new NetworkFault('half_answer', failed.text)
}
