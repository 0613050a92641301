import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format.ts'
import { AsOf } from '#web/ui/as-of.tsx'
import { PageHead } from '#web/ui/list/list.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { AccountingTab } from './accounting-tab.tsx'
import { AddNetworkButton } from './add-network.tsx'
import { DifferencesTab } from './differences-tab.tsx'
import { networksQuery } from './networks.api.ts'
import { NETWORK_TABS, type NetworksSearch, type NetworkTab } from './networks-search.ts'
import { type NetworkImportComponent, NetworksTab } from './networks-tab.tsx'
import { RulesTab } from './rules-tab.tsx'

/** The tabs that show the health of networks, as it was at a moment. */
const OF_HEALTH: readonly NetworkTab[] = ['networks', 'rules']

/** For administrators: networks, routes, and SIMs on which portal and network differ. */
export function NetworksPage({ NetworkImport }: { NetworkImport: NetworkImportComponent }) {
  const { t } = useTranslation()
  const { tab = 'networks', network, kind } = useSearch({ from: '/app/networks' })
  const navigate = useNavigate()
  const { data, error, refetch, isFetching } = useQuery(networksQuery)
  const go = (search: NetworksSearch) => void navigate({ to: '/networks', search, replace: true })
  const differing = data?.networks.reduce((sum, { drifts }) => sum + drifts, 0)
  const countOf = (one: NetworkTab): string | undefined =>
    one === 'differences' && differing ? formatNumber(differing) : undefined
  return (
    <div className="page">
      <PageHead title={t('networks.title')} lead={t('networks.lead')}>
        {error && !data ? null : (
          <>
            {OF_HEALTH.includes(tab) ? <AsOf at={data?.asOf} onRefresh={() => void refetch()} busy={isFetching} /> : null}
            {tab === 'networks' ? <AddNetworkButton kinds={data?.kinds} /> : null}
          </>
        )}
      </PageHead>
      <Tabs
        label={t('networks.tabs')}
        tabs={NETWORK_TABS.map((value) => ({ value, text: t(`networks.tab.${value}`), count: countOf(value) }))}
        chosen={tab}
        onChoose={(next) => go(next === 'networks' ? {} : { tab: next })}
      >
        {tab === 'networks' ? (
          <NetworksTab list={data} error={error} onRetry={() => void refetch()} NetworkImportComponent={NetworkImport} />
        ) : null}
        {tab === 'rules' ? <RulesTab networks={data?.networks} /> : null}
        {tab === 'differences' ? (
          <DifferencesTab
            networks={data?.networks}
            filter={{ networkId: network, kind }}
            onFilter={(next) => go({ tab: 'differences', network: next.networkId, kind: next.kind })}
          />
        ) : null}
        {tab === 'accounting' ? <AccountingTab /> : null}
      </Tabs>
    </div>
  )
}
