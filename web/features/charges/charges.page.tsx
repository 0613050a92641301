import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CHARGE_WORDS } from '#contract/charges/charge-messages.ts'
import type { ChargeState } from '#contract/filter-values.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useCompanyFilter } from '#web/shared/companies/company-filter.ts'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { List, PageHead } from '#web/ui/list/list.tsx'
import { type ListFilter, withValue } from '#web/ui/list/list-filter.ts'
import { usePages } from '#web/ui/list/list-rows.ts'
import { useBeside } from '#web/ui/side-panel/use-beside.ts'
import { chargeRowClass, useChargeColumns } from './charge-columns.tsx'
import { ChargeDetail } from './charge-detail.tsx'
import { ChargePanel } from './charge-panel.tsx'
import { CHARGE_STATE_STYLE } from './charge-status.tsx'
import { fullMonth } from './charge-words.ts'
import { type ChargeFacets, type ChargeRow, chargeFacetsQuery, chargesListQuery, fetchCharges } from './charges.api.ts'
import { type ChargesSearch, chargeFilterOf, type Opened, openedOf, readChargesSearch, withOpened } from './charges-search.ts'
import styles from './charges-table.module.css'
import { DebtFigures } from './company-debt.tsx'
import { useDrillKeys } from './drill-keys.ts'

/** Charges by cycle, with a drill-down from an invoice to its usage. */
export function ChargesPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/report-charges', select: readChargesSearch })
  const navigate = useNavigate()
  const show = (next: ChargesSearch, replace = true) =>
    void navigate({ to: '/report-charges', search: next, replace, resetScroll: false })
  const open = (opened: Opened) => show(withOpened(search, opened))
  const opened = openedOf(search)
  const { documentId } = opened
  const data = usePages(chargesListQuery(chargeFilterOf(search)))
  const facets = useQuery(chargeFacetsQuery(chargeFilterOf(search)))
  const { state, company, subsidiaries, period } = search
  const beside = useBeside({
    opened: search.open,
    data,
    keyOf: (row: ChargeRow) => row.documentId,
    show: (key, isReplaced) => show({ state, company, subsidiaries, period, open: key }, isReplaced),
  })
  // below the list the columns of another document follow those that are open
  const onOpen = (id: number) => (documentId === undefined ? beside.open(id) : open({ documentId: id }))
  return (
    <div className="page">
      <PageHead title={t('charges.title')} lead={t('charges.lead')}>
        <FileMenu ask={(format) => fetchCharges(chargeFilterOf(search), format)} />
      </PageHead>
      <DebtFigures debts={facets.data?.debts} whose={{ company, subsidiaries }} />
      <div ref={useDrillKeys<HTMLDivElement>()}>
        <div data-drill-column>
          <List
            id="charges"
            label={t('charges.list')}
            minWidth={1040}
            scrollClass={documentId === undefined ? undefined : styles.short}
            data={data}
            beside={beside}
            rowKey={(row) => row.documentId}
            rowClass={(row) => chargeRowClass(row, row.documentId === documentId)}
            search={{ state, company, period }}
            // a new filter closes the open columns
            onSearch={(next: ChargesSearch) => show(next)}
            filters={useFilters(search, facets.data)}
            none={{ Icon: IconReceipt, title: t('charges.none'), hint: t('charges.noneHint') }}
            columns={useChargeColumns({ rows: data.rows, documentId, onOpen })}
          />
        </div>
        {documentId === undefined ? null : (
          <ChargeDetail key={documentId} documentId={documentId} opened={opened} onOpen={open} />
        )}
      </div>
      {search.open === undefined ? null : <ChargePanel documentId={search.open} search={search} beside={beside} />}
    </div>
  )
}

/** States whose chip is shown without any charge, too. */
const ALWAYS: readonly ChargeState[] = ['issued', 'overdue', 'paid']
/** What is to be paid comes first: chips at the end fold away where there is little room. */
const CHIP_ORDER: readonly ChargeState[] = ['overdue', 'issued', 'open', 'closing', 'paid', 'void']

/** By state with counts, client, month or year. */
function useFilters(search: ChargesSearch, data: ChargeFacets | undefined): (ListFilter | undefined)[] {
  const { t } = useTranslation()
  const shown = (data?.states ?? [])
    .filter(({ state, count }) => count > 0 || ALWAYS.includes(state) || search.state === state)
    .toSorted((a, b) => CHIP_ORDER.indexOf(a.state) - CHIP_ORDER.indexOf(b.state))
  const months = data?.months ?? []
  const years = [...new Set(months.map((month) => month.slice(0, 4)))]
  const periods = years.flatMap((year) => [
    { value: year, name: t('charges.wholeYear', { year }) },
    ...months.filter((month) => month.startsWith(year)).map((value) => ({ value, name: fullMonth(value) })),
  ])
  return [
    {
      kind: 'choice',
      key: 'state',
      label: sentence(CHARGE_WORDS.state),
      isFront: true,
      all: t('list.allFeminine'),
      count: data?.states.reduce((sum, { count }) => sum + count, 0),
      options: shown.map(({ state, count }) => ({
        value: state,
        name: t(`charges.chip.${state}`),
        count,
        ...CHARGE_STATE_STYLE[state],
      })),
    },
    useCompanyFilter(search.company, { label: sentence(CHARGE_WORDS.client), subsidiaries: search.subsidiaries }),
    {
      kind: 'choice',
      key: 'period',
      label: sentence(CHARGE_WORDS.month),
      isPinned: true,
      options: withValue(periods, search.period, search.period ?? ''),
    },
  ]
}
