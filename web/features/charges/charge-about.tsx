import { formatDays } from '#web/lib/format-moments.ts'
import { CompanyName } from '#web/shared/companies/company-name.tsx'
import { fullMonth } from './charge-words.ts'
import type { Charge } from './charges.api.ts'

/** Whose a document is, and of which cycle: 'Andes Sur · octubre 2026 · 1–31 oct'. The name of an estimate has its month. */
export const ChargeAbout = ({ charge }: { charge: Charge }) => (
  <>
    <CompanyName companyId={charge.companyId} name={charge.client} />
    {charge.documentNumber ? ` · ${fullMonth(charge.billingMonth)}` : null}
    {` · ${formatDays(charge.cycleStart, charge.cycleEnd)}`}
  </>
)
