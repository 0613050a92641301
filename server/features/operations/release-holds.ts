import { muteAlarms } from '../../alarm-engine/revise-notices.ts'
import { inTransaction, type Services } from '../../context.ts'
import { releaseBreaches } from '../../lock-engine/release-breaches.ts'
import type { OperationRow } from './operation-row.ts'
import type { ClaimedLine } from './outcomes.ts'

/** Before their data is restored: the alarms and locks that cut it would cut it again. */
export async function releaseHoldsOf(
  services: Pick<Services, 'db' | 'clock'>,
  { actor }: OperationRow,
  claimed: readonly ClaimedLine[],
): Promise<void> {
  const byCompany = Map.groupBy(claimed, ({ simCompanyId }) => simCompanyId)
  await inTransaction(services, async (trx) => {
    for (const [companyId, lines] of byCompany) {
      if (companyId === null) continue
      const iccids = lines.map(({ iccid }) => iccid)
      await muteAlarms(trx, { companyId, iccids, by: actor }, services.clock())
      await releaseBreaches(trx, { companyId, iccids, by: actor }, services.clock())
    }
  })
}
