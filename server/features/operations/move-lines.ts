import type { DatabaseTransaction } from '#server/db/database.ts'
import { moveSims } from '#server/records/move-sims.ts'
import { noteOf, type OperationRow } from './operation-row.ts'
import type { ClaimedLine } from './outcomes.ts'

/** Moves the SIMs of an operation's lines to its target company. */
export async function moveLines(
  trx: DatabaseTransaction,
  operation: OperationRow,
  claimed: readonly ClaimedLine[],
  now: Date,
): Promise<void> {
  const target = operation.parameters.companyId
  if (target === undefined) throw new Error('a move without a target company')
  const sims = claimed.map(({ simCompanyId, iccid }) => ({ companyId: simCompanyId, iccid }))
  await moveSims(trx, { target, sims, ...noteOf(operation) }, now)
}
