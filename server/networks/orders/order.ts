import type { ReconcileProblem } from '#domain/network-alignment.ts'
import type { NetworkSimState } from '#domain/sim-lifecycle.ts'
import type { SimKey } from '#server/records/sim-key.ts'

/** The goal of an order; see the table network_orders. */
export type OrderGoal = 'settle' | 'adopt' | 'push' | 'restoreData' | 'cutData' | 'compare'

/** An order claimed by this process, with its SIM's current data. */
export interface NetworkOrder extends SimKey {
  readonly orderId: string
  readonly goal: OrderGoal
  readonly actor: string
  readonly reason: string
  readonly requestedAt: Date
  readonly expiresAt: Date
  readonly sends: number
  readonly run: number
  readonly reference: string | null
  /** null: the SIM no longer belongs to the company */
  readonly sim: {
    readonly imsi: string
    readonly msisdn: string
    readonly status: number
    /** its plan's at the network, '' for none */
    readonly profile: string
    /** the IMEI to which its network has to hold it, where it can; '' for none */
    readonly deviceLock: string
  } | null
  readonly networkId: string | null
  /** an operation has an open change of the SIM */
  readonly hasOpenChange: boolean
}

/** The outcome of processing an order once. */
export type OrderOutcome =
  | {
      readonly kind: 'retry'
      readonly dueAt: Date
      readonly sends: number
      readonly run: number
      readonly reference: string | null
    }
  | {
      readonly kind: 'finished'
      /** the SIM's new status; undefined: unchanged */
      readonly move?: { readonly status: number; readonly state: NetworkSimState | null }
      /** a row of its timeline */
      readonly event?: { readonly kind: string; readonly detail: Readonly<Record<string, unknown>> }
      readonly drift: DriftOutcome
      /** the lock to its device is sent to its network again (device-locks.ts) */
      readonly sendsLock?: true
    }

/** The effect on the list of differences. */
export type DriftOutcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'agrees' }
  | { readonly kind: 'differs'; readonly state: string; readonly problem: ReconcileProblem | ''; readonly text: string }

/** An order that cannot be fulfilled fails after this. */
export const ORDER_HOURS = 24
/** Commands sent for one order before it counts as failed. */
export const MAX_SENDS = 6
