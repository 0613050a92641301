import type { DatabaseTransaction } from '../../db/database.ts'
import { setLocks } from '../../lock-engine/set-locks.ts'
import type { OperationRow } from './operation-row.ts'
import type { ClaimedLine } from './outcomes.ts'

/** Sets the locks of the lines' SIMs, with their timelines. A SIM that holds a device already keeps it when it is to hold one. */
export async function lockLines(
  trx: DatabaseTransaction,
  { operationId, reason, actor, parameters: { lock } }: OperationRow,
  claimed: readonly ClaimedLine[],
  now: Date,
): Promise<void> {
  if (!lock) return
  const { device, area, emails, language } = lock
  const changes = claimed.flatMap(({ simCompanyId, iccid }) =>
    simCompanyId === null ? [] : [{ companyId: simCompanyId, iccid, device, area, emails, keepsHeld: true }],
  )
  const detail = { operationId, ...(reason === '' ? {} : { reason }) }
  await setLocks(trx, changes, { actor, detail, language }, now)
}
