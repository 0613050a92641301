import i18next from 'i18next'
import type { DashboardData, DashboardNeed } from '#contract/dashboard/dashboard.calls.ts'
import { localDay } from '#domain/billing-cycle.ts'
import { FAILED_OPERATION_DAYS } from '#domain/needs.ts'
import { CLOSED_SHARE } from '#domain/network-health.ts'
import { DAY_MS } from '#domain/time.ts'
import { zoneOfReader } from '#web/lib/day-range.ts'
import { formatDay, formatMb, formatMoney, formatPercent, formatTime, usedMb } from '#web/lib/format.ts'

/** What else the dashboard has of what requires attention. */
export type NeedFacts = Pick<DashboardData, 'asOf' | 'totalActive' | 'poolPlan'>

/** What stands below the title, at least one fact of each kind: SIMs, share, amounts, since when. */
export function needDetails(need: DashboardNeed, data: NeedFacts): string[] {
  const { kind, count, sims, percent, since, amounts } = need
  const { t } = i18next
  const own = ownFact(need, data)
  return [
    ...(sims > 0 ? [t('dashboard.needs.sims', { count: sims })] : []),
    ...(kind === 'operatorUnstable' ? failureFacts(percent) : []),
    ...amounts.map(({ amountMinor, currency }) => `${formatMoney(amountMinor, currency)}\u00a0${currency}`),
    ...(since ? [t(`dashboard.needs.${SINCE_WORDS[kind] ?? 'since'}`, { since: sinceText(since, data.asOf), count })] : []),
    ...(own ? [own] : []),
  ]
}

/** How an operator is intermittent. @param percent failed calls of the worst of its networks, which may be closed while another works */
export function failureFacts(percent: number): string[] {
  if (percent === 0) return []
  const { t } = i18next
  return [
    percent < CLOSED_SHARE * 100
      ? t('dashboard.needs.failing', { percent: formatPercent(percent) })
      : t('dashboard.needs.oneDown'),
  ]
}

/** What only this kind has. */
function ownFact(need: DashboardNeed, { totalActive, poolPlan }: NeedFacts): string | undefined {
  const { t } = i18next
  switch (need.kind) {
    case 'invoiceOverdue':
    case 'invoiceDue':
    case 'requestSubmitted':
    case 'requestShipped':
      return whoseFact(need)
    case 'poolOver':
      return poolFact(need, poolPlan)
    case 'dataCut':
      return t('dashboard.needs.untilCycle')
    case 'simsAtLimit':
    case 'silent':
      return t('dashboard.needs.ofActive', { count: totalActive })
    case 'operationFailed':
      return t('dashboard.needs.lastDays', { days: FAILED_OPERATION_DAYS })
    case 'companyBlocked':
      return t('dashboard.needs.readOnly')
  }
}

/** Whose they are, where that says more than 'yours'. */
export function whoseFact({ companies, companyName }: Pick<DashboardNeed, 'companies' | 'companyName'>): string | undefined {
  return companies > 1 ? i18next.t('dashboard.needs.ofCompanies', { count: companies }) : companyName || undefined
}

/** How much the only pool has used; of several the fullest. */
function poolFact({ id, companyId }: DashboardNeed, pools: NeedFacts['poolPlan']): string | undefined {
  const only = pools.find((pool) => pool.planCode === id && pool.companyId === companyId)
  if (only) return `${usedMb(only.usedBytes)} / ${formatMb(only.poolMb)}`
  const [fullest] = pools
  return fullest && i18next.t('dashboard.needs.fullest', { percent: formatPercent(fullest.total), name: fullest.planName })
}

const SINCE_WORDS: { readonly [kind in DashboardNeed['kind']]?: 'due' | 'lastCut' } = { invoiceDue: 'due', dataCut: 'lastCut' }

/** Since when, to the minute: '08:51' today, then 'ayer 23:44', '27 nov 18:10'. What has no time of day is a day: '27 nov'. */
export function sinceText(moment: string, asOf: string): string {
  if (moment.length === 10) return formatDay(moment)
  const [day = '', today, yesterday] = [Date.parse(moment), Date.parse(asOf), Date.parse(asOf) - DAY_MS].map((at) =>
    localDay(new Date(at), zoneOfReader()),
  )
  const time = formatTime(moment)
  if (day === today) return time
  return `${day === yesterday ? i18next.t('dashboard.yesterday') : formatDay(day)} ${time}`
}
