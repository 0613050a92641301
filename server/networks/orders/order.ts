import type { ReconcileProblem } from '#domain/network-alignment.ts'
import type { NetworkSimState } from '#domain/sim-lifecycle.ts'

/** What is to become of one SIM and its network; see the table network_orders. */
export type OrderGoal = 'settle' | 'adopt' | 'push' | 'restoreData' | 'cutData'

/** An order in this process's hands, with its SIM as it is now. */
export interface Order {
  readonly companyId: number
  readonly iccid: string
  readonly orderId: string
  readonly goal: OrderGoal
  readonly actor: string
  readonly reason: string
  readonly requestedAt: Date
  readonly expiresAt: Date
  readonly sends: number
  readonly run: number
  readonly reference: string | null
  /** null: the company has no such SIM any more */
  readonly sim: { readonly imsi: string; readonly msisdn: string; readonly status: number } | null
  readonly networkId: string | null
  /** an operation is under way for it */
  readonly isBusy: boolean
}

/** What the order comes to for now. */
export type Verdict =
  | {
      readonly kind: 'later'
      readonly dueAt: Date
      readonly sends: number
      readonly run: number
      readonly reference: string | null
    }
  | {
      readonly kind: 'over'
      /** what becomes of the SIM; undefined: nothing */
      readonly move?: { readonly status: number; readonly state: NetworkSimState | null }
      /** a row of its timeline */
      readonly event?: { readonly kind: string; readonly detail: Readonly<Record<string, unknown>> }
      readonly drift: DriftVerdict
    }

/** What becomes of the SIM's place in the list of differences. */
export type DriftVerdict =
  | { readonly kind: 'none' }
  | { readonly kind: 'agrees' }
  | { readonly kind: 'differs'; readonly state: string; readonly problem: ReconcileProblem | ''; readonly text: string }

/** An order that nobody could fulfil fails after this. */
export const ORDER_HOURS = 24
/** Commands sent for one order before it counts as failed. */
export const MAX_SENDS = 6
