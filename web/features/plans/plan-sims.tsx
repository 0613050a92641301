import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { SimFilter } from '#contract/sims/sims.calls.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { formatNumber } from '#web/lib/format.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { simsSearch } from '#web/lib/sims-address.ts'
import type { PlanRow } from './plans.api.ts'

interface PlanSimsProps {
  readonly plan: Pick<PlanRow, 'planCode' | 'planName' | 'totalActive' | 'totalSims'>
  readonly company?: number | undefined
  readonly isActive?: boolean
}

/** The number of a plan's SIMs, as a link for those who may see the list. */
export function PlanSims({ plan: { planCode, planName, totalActive, totalSims }, company, isActive = false }: PlanSimsProps) {
  const { t } = useTranslation()
  const canSee = holds(useSession(), 'sims')
  const count = isActive ? totalActive : totalSims
  if (!canSee || count === 0) return formatNumber(count)
  const filter: SimFilter = {
    planCodes: [planCode],
    ...(isActive ? { administrativeStatusIds: [ADMINISTRATIVE_STATUS.active] } : {}),
    ...(company === undefined ? {} : { companyIds: [company] }),
  }
  const label = t(isActive ? 'plans.seeActive' : 'plans.seeSims', { count, plan: planName })
  return (
    <Link to="/sims" search={simsSearch(filter)} className="underlined" aria-label={label}>
      {formatNumber(count)}
    </Link>
  )
}
