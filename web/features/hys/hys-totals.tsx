import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { HysTotals } from '#contract/hys/hys.calls.ts'
import { formatNumber, formatPercent, percentOf } from '#web/lib/format.ts'
import { Stat, StatLink, StatRow, Stats } from '#web/ui/stats.tsx'
import { hysTotalsQuery } from './hys.api.ts'

/** How many devices there are, and how many of them are in use. Nothing where there are none, or too many to count. */
export function HysFigures({ company }: { company: number | undefined }) {
  const { t } = useTranslation()
  const { data, error } = useQuery(hysTotalsQuery(company))
  const totals = data?.totals
  if (error || totals === null || (totals && totals.devices + totals.services === 0)) return null
  return (
    <Stats label={t('hys.totals')}>
      {totals ? (
        <StatRow label={t('hys.totals')}>
          <Figures company={company} {...totals} />
        </StatRow>
      ) : undefined}
    </Stats>
  )
}

function Figures({ company, devices, services, withSim, withImei }: HysTotals & { company: number | undefined }) {
  const { t } = useTranslation()
  const withoutSim = devices - withSim
  const withoutImei = devices - withImei
  const share = (count: number): string => t('hys.ofDevices', { percent: formatPercent(percentOf(count, devices)) })
  return (
    <>
      <Stat label={t('hys.devices')} note={t('hys.services', { count: services })} isNone={devices === 0}>
        {formatNumber(devices)}
      </Stat>
      <Stat label={t('hys.withSim')} note={share(withSim)} isNone={withSim === 0}>
        {formatNumber(withSim)}
      </Stat>
      <Stat label={t('hys.withoutSim')} note={share(withoutSim)} isNone={withoutSim === 0}>
        {formatNumber(withoutSim)}
      </Stat>
      {withoutImei > 0 ? (
        <StatLink to="/hys" search={{ company, withoutImei: 'true' }} label={t('hys.withoutImei')} note={t('hys.addImei')}>
          {formatNumber(withoutImei)}
        </StatLink>
      ) : (
        <Stat label={t('hys.withoutImei')} note={t('hys.allImei')} isNone>
          {formatNumber(0)}
        </Stat>
      )}
    </>
  )
}
