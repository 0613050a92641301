import { IconReceipt, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { classes } from '#web/lib/classes.ts'
import { isEmptySearch } from '#web/lib/define-search.ts'
import { Button } from '#web/ui/button.tsx'
import cardStyles from '#web/ui/card.module.css'
import { FileMenu } from '#web/ui/file-menu.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { ChargeDetail } from './charge-detail.tsx'
import { ChargeFilters } from './charge-filters.tsx'
import { chargesListQuery, fetchCharges } from './charges.api.ts'
import styles from './charges.module.css'
import { type ChargesSearch, chargeFilterOf, type Opened, openedOf, readChargesSearch, withOpened } from './charges-search.ts'
import chargesTableStyles from './charges-table.module.css'
import { ChargesTable } from './charges-table.tsx'
import { useDrillKeys } from './drill-keys.ts'

/** Charges by cycle, with a drill-down from an invoice to its usage. */
export function ChargesPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/app/report-charges', select: readChargesSearch })
  const navigate = useNavigate()
  const show = (next: ChargesSearch) =>
    void navigate({ to: '/report-charges', search: next, replace: true, resetScroll: false })
  const open = (opened: Opened) => show(withOpened(search, opened))
  const opened = openedOf(search)
  const columns = useDrillKeys<HTMLDivElement>()
  return (
    <div className="page">
      <div className={`page-head ${styles.head}`}>
        <h1 className="grow">{t('charges.title')}</h1>
        <ChargeFilters search={search} onChange={show} />
        <FileMenu ask={(format) => fetchCharges(chargeFilterOf(search), format)} />
      </div>
      <div ref={columns}>
        <Documents search={search} documentId={opened.documentId} onShow={show} onOpen={open} />
        {opened.documentId === undefined ? null : (
          <ChargeDetail key={opened.documentId} documentId={opened.documentId} opened={opened} onOpen={open} />
        )}
      </div>
    </div>
  )
}

interface DocumentsProps {
  readonly search: ChargesSearch
  readonly documentId: number | undefined
  onShow(search: ChargesSearch): void
  onOpen(opened: Opened): void
}

function Documents({ search, documentId, onShow, onOpen }: DocumentsProps) {
  const { t } = useTranslation()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    chargesListQuery(chargeFilterOf(search)),
  )
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <section
      className={classes(cardStyles.card, documentId !== undefined && chargesTableStyles.short)}
      aria-label={t('charges.list')}
      data-drill-column
    >
      {error && !rows ? (
        <ErrorState title={t('charges.failed')} error={error} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <NoCharges search={search} onClear={() => onShow({})} />
      ) : (
        <ChargesTable rows={rows} documentId={documentId} onOpen={(id) => onOpen({ documentId: id })} />
      )}
      {hasNextPage ? <LoadMore isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </section>
  )
}

function NoCharges({ search, onClear }: { search: ChargesSearch; onClear: () => void }) {
  const { t } = useTranslation()
  if (isEmptySearch(chargeFilterOf(search))) {
    return (
      <EmptyState Icon={IconReceipt} title={t('charges.none')}>
        {t('charges.noneHint')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      Icon={IconSearch}
      title={t('charges.noneFound')}
      actions={
        <Button size="sm" onClick={onClear}>
          {t('charges.clear')}
        </Button>
      }
    />
  )
}
