import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseTransaction } from '#server/db/database.ts'
import type { SimKey } from './claim-orders.ts'
import type { HoldStep } from './next-hold-step.ts'
import { BATCH_SIZE, type OrderServices, processDueOrders } from './orders-worker.ts'
import { type NewOrder, replaceOrders } from './replace-orders.ts'

/** A network that does not answer delays the SIMs of others no longer than this. */
const COMMAND_TIMEOUT_MS = 2_000

export interface DecidedHold extends SimKey {
  readonly step: HoldStep
  /** who cuts or restores, in the SIM's timeline */
  readonly actor: string
}

/** Places the orders of holds that were decided: one for each SIM, as several holds may require the same. */
export async function placeHoldOrders(trx: DatabaseTransaction, decided: readonly DecidedHold[], now: Date): Promise<void> {
  const bySim = new Map<string, NewOrder>()
  for (const { companyId, iccid, actor, step } of decided) {
    if (step.order) bySim.set(`${companyId} ${iccid}`, { companyId, iccid, goal: step.order, actor, reason: '' })
  }
  await replaceOrders(trx, [...bySim.values()], now)
}

/** Processes placed orders at once, for a short time: their own worker takes what remains or fails. */
export async function processHoldOrders(services: OrderServices, decided: readonly DecidedHold[]): Promise<void> {
  if (!decided.some(({ step }) => step.order)) return
  const processAll = async (): Promise<void> => {
    while ((await processDueOrders(services)) >= BATCH_SIZE);
  }
  await Promise.race([processAll(), sleep(COMMAND_TIMEOUT_MS, undefined, { ref: false })])
}
