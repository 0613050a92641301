import { muteAlarms } from '#server/alarm-engine/revise-notices.ts'
import { inTransaction, type Services } from '#server/context.ts'
import { releaseBreaches } from '#server/lock-engine/release-breaches.ts'
import { releaseFirings } from '#server/records/release-firings.ts'
import type { OperationRow } from './operation-row.ts'
import type { ClaimedLine } from './outcomes.ts'

/** Before their data is restored: the alarms, locks and rules that cut it would keep it cut. */
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
      const sims = iccids.map((iccid) => ({ companyId, iccid }))
      await releaseFirings(trx, sims, { by: actor, now: services.clock() })
    }
  })
}
