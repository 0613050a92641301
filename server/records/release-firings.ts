import { sql } from 'kysely'
import type { DatabaseTransaction } from '../db/database.ts'
import { HOLDS, releaseHold } from './data-holds.ts'

interface HeldSim {
  readonly companyId: number | null
  readonly iccid: string
}

/**
 * Releases SIMs whose data rules keep cut, because it is restored, or because they leave their companies.
 * @param by who restores it; '' when they leave
 * @returns the ICCs of those that were held
 */
export async function releaseFirings(
  trx: DatabaseTransaction,
  sims: readonly HeldSim[],
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ iccid: string }>`
    UPDATE rule_firings f SET released_by = ${by}, ${releaseHold(now)}
    FROM unnest(${sims.map(({ companyId }) => companyId)}::int[], ${sims.map(({ iccid }) => iccid)}::text[]) AS m(company_id, held)
    WHERE f.company_id = m.company_id AND f.iccid = m.held COLLATE "C" AND f.${HOLDS} RETURNING f.iccid`.execute(trx)
  return [...new Set(rows.map(({ iccid }) => iccid))]
}
