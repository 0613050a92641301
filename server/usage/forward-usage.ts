import { withinCell } from '../cells/cell-context.ts'
import { elsewhere } from '../cells/sim-places.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import { storeUsageMessages } from './intake.ts'
import type { UnmatchedRecord } from './unknown-subscribers.ts'
import type { UsageRecord } from './usage-record.ts'

/**
 * Hands records of SIMs that are in another cell, because they moved since, to that cell, which counts them.
 * @returns the records that were handed on
 */
export async function forwardToOtherCells(
  trx: DatabaseTransaction,
  unmatched: readonly UnmatchedRecord[],
): Promise<ReadonlySet<UsageRecord>> {
  const forwarded = new Set<UsageRecord>()
  for (const [schema, own] of await elsewhere(trx, unmatched, ({ record }) => record)) {
    for (const { record } of own) forwarded.add(record)
    await withinCell(trx, { schema }, async (inside) => {
      for (const [receivedAt, messages] of Map.groupBy(own, (one) => one.receivedAt)) {
        const records = messages.map(({ record }) => record)
        await storeUsageMessages(inside, records, receivedAt)
      }
    })
  }
  return forwarded
}
