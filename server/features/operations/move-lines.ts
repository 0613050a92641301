import type { DatabaseTransaction } from '../../db/database.ts'
import { moveSims } from '../../records/move-sims.ts'
import type { OperationRow } from './operation-row.ts'
import type { TakenLine } from './outcomes.ts'

/** Moves the SIMs of an operation's lines to the company that it names. */
export async function moveLines(
  trx: DatabaseTransaction,
  { operationId, parameters, actor, reason }: OperationRow,
  taken: readonly TakenLine[],
  now: Date,
): Promise<void> {
  const target = parameters.companyId
  if (target === undefined) throw new Error('a move names no company')
  const sims = taken.map(({ simCompanyId, iccid }) => ({ companyId: simCompanyId, iccid }))
  await moveSims(trx, { target, sims, actor, detail: { operationId, ...(reason === '' ? {} : { reason }) } }, now)
}
