import { IconAlertTriangle } from '@tabler/icons-react'
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
  return (
    <>
      <Stat
        label={t('hys.devices')}
        note={withoutSim > 0 || devices === 0 ? t('hys.withSim', { count: withSim }) : t('hys.allWithSim')}
        isNone={devices === 0}
      >
        {formatNumber(devices)}
      </Stat>
      {withoutImei > 0 ? (
        <StatLink
          to="/hys"
          search={{ company, withoutImei: 'true' }}
          label={
            <span className="row">
              {t('hys.withoutImei')}
              <IconAlertTriangle className="icon icon-14 icon-warning" aria-hidden="true" />
            </span>
          }
          note={t('hys.ofDevices', { percent: formatPercent(percentOf(withoutImei, devices), 1) })}
        >
          {formatNumber(withoutImei)}
        </StatLink>
      ) : (
        <Stat label={t('hys.withoutImei')} note={t('hys.allImei')} isNone>
          {formatNumber(0)}
        </Stat>
      )}
      {withoutSim > 0 ? (
        <Stat
          label={t('hys.withoutSim')}
          note={t('hys.ofDevices', { percent: formatPercent(percentOf(withoutSim, devices), 1) })}
        >
          {formatNumber(withoutSim)}
        </Stat>
      ) : null}
      <Stat label={t('hys.services')} note={null} isNone={services === 0}>
        {formatNumber(services)}
      </Stat>
    </>
  )
}
