import { useSyncExternalStore } from 'react'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import type { OperationKind } from '#domain/eligibility.ts'
import type { PlanStart } from '#domain/operations.ts'

/** The SIMs that an advice on plans moves to one of them. */
export interface AdvisedMove {
  readonly company: number
  readonly adviceId: string
  readonly planCode: string
}

/** An operation that a part of the page asks for; the frame of the page has its dialog. */
export interface OperationRequest {
  readonly kind: OperationKind
  readonly source: { readonly icc: string[] } | { readonly filter: SimFilter } | { readonly advice: AdvisedMove }
  /** SIMs, as far as they are known */
  readonly count: number
  /** what is chosen beforehand */
  readonly details?: { readonly planCode: string; readonly from: PlanStart } | { readonly message: string }
}

interface Requested {
  /** undefined: the dialog is closed */
  readonly request: OperationRequest | undefined
  /** how many there have been */
  readonly requests: number
}

let current: Requested = { request: undefined, requests: 0 }
const listeners = new Set<() => void>()

function change(next: Requested): void {
  current = next
  for (const listener of listeners) listener()
}

export const operationRequest = {
  open: (request: OperationRequest): void => change({ request, requests: current.requests + 1 }),
  close: (): void => change({ ...current, request: undefined }),
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOperationRequest = (): Requested => useSyncExternalStore(subscribe, () => current)
