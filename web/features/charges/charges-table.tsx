import { useTranslation } from 'react-i18next'
import { CHARGE_WORDS } from '#contract/charges/charge-messages.ts'
import { classes } from '#web/lib/classes.ts'
import { formatMoney, formatNumber } from '#web/lib/format.ts'
import { formatDays } from '#web/lib/format-moments.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Button } from '#web/ui/button.tsx'
import { saveExport } from '#web/ui/file-menu.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import { ChargeStatus, isEstimate } from './charge-status.tsx'
import { shortMonth } from './charge-words.ts'
import { type ChargeRow, fetchCsv, fetchPdf } from './charges.api.ts'
import styles from './charges-table.module.css'

interface TableProps {
  /** undefined while they load */
  readonly rows: readonly ChargeRow[] | undefined
  readonly documentId: number | undefined
  onOpen(documentId: number): void
}

const label = (name: keyof typeof CHARGE_WORDS) => sentence(CHARGE_WORDS[name])

function styleOf({ state }: ChargeRow): string | undefined {
  if (state === 'void') return styles.isVoid
  return isEstimate(state) ? styles.isOpen : ''
}

/** Documents, one a row; the open one is marked. */
export function ChargesTable({ rows, documentId, onOpen }: TableProps) {
  const { t } = useTranslation()
  const isChosen = (row: ChargeRow) => row.documentId === documentId
  const first = rows?.some(isChosen) ? documentId : rows?.[0]?.documentId
  return (
    <Table
      label={t('charges.list')}
      className={styles.list}
      rows={rows}
      rowKey={(row) => row.documentId}
      rowClass={(row) => classes(styleOf(row), isChosen(row) && styles.selected)}
      columns={[
        {
          id: 'document',
          head: label('document'),
          className: styles.document,
          isRowHead: true,
          cell: (row) => <OpenButton row={row} isChosen={isChosen(row)} isFirst={row.documentId === first} onOpen={onOpen} />,
        },
        ...FACTS,
        {
          id: 'download',
          head: label('download'),
          className: `${styles.download} numeric`,
          cell: (row) =>
            isEstimate(row.state) ? (
              <span className="text-tertiary text-small">{t('charges.atClose')}</span>
            ) : (
              <Downloads row={row} />
            ),
        },
      ]}
    />
  )
}

const FACTS: readonly TableColumn<ChargeRow>[] = [
  { id: 'month', head: <Head name="month" />, className: styles.month, cell: ({ billingMonth }) => shortMonth(billingMonth) },
  {
    id: 'cycle',
    head: <Head name="cycle" />,
    className: `${styles.cycle} text-secondary tabular-numbers`,
    cell: ({ cycleStart, cycleEnd }) => formatDays(cycleStart, cycleEnd),
  },
  {
    id: 'client',
    head: <Head name="client" />,
    className: styles.client,
    title: ({ client }) => client,
    cell: ({ client }) => client,
  },
  {
    id: 'sims',
    head: <Head name="sims" />,
    className: `${styles.sims} text-secondary`,
    isNumber: true,
    cell: ({ sims }) => formatNumber(sims),
  },
  {
    id: 'total',
    head: <Head name="total" />,
    className: styles.total,
    isNumber: true,
    cell: ({ total, currency }) => formatMoney(total, currency),
  },
  {
    id: 'currency',
    head: (
      <span className="visually-hidden">
        <Head name="currency" />
      </span>
    ),
    className: `${styles.currency} text-tertiary`,
    cell: ({ currency }) => currency,
  },
  { id: 'state', head: <Head name="state" />, className: styles.state, cell: (row) => <ChargeStatus charge={row} /> },
]

/** A component, so that it renders again when the language changes. */
function Head({ name }: { name: keyof typeof CHARGE_WORDS }) {
  useTranslation()
  return label(name)
}

/** Scrolls the button into the visible part of the list, without scrolling the page. */
function scrollIntoList(button: HTMLElement | null): void {
  const list = button?.closest<HTMLElement>(`.${styles.short}`)
  const row = button?.closest('tr')?.getBoundingClientRect()
  if (!list || !row) return
  const shown = list.getBoundingClientRect()
  const above = row.top - shown.top - (list.querySelector('thead')?.offsetHeight ?? 0)
  const below = row.bottom - shown.bottom
  if (above < 0) list.scrollTop += above
  else if (below > 0) list.scrollTop += below
}

/** After the rows above have their heights. */
const scrollIntoListSoon = (button: HTMLElement | null): void => void requestAnimationFrame(() => scrollIntoList(button))

interface OpenProps {
  readonly row: ChargeRow
  readonly isChosen: boolean
  readonly isFirst: boolean
  onOpen(documentId: number): void
}

/** Covers its row, so that a click anywhere opens it. */
function OpenButton({ row, isChosen, isFirst, onOpen }: OpenProps) {
  const { t } = useTranslation()
  const { documentId, documentNumber, billingMonth, client } = row
  return (
    <button
      type="button"
      className={styles.open}
      data-drill-row
      aria-current={isChosen ? 'true' : undefined}
      ref={isChosen ? scrollIntoListSoon : undefined}
      aria-label={documentNumber ? undefined : t('charges.estimateOf', { month: shortMonth(billingMonth), client })}
      tabIndex={isFirst ? 0 : -1}
      onClick={() => onOpen(documentId)}
    >
      {documentNumber || '—'}
    </button>
  )
}

function Downloads({ row: { documentId, documentNumber } }: { row: ChargeRow }) {
  const { t } = useTranslation()
  const button = (format: 'PDF' | 'CSV', ask: typeof fetchPdf) => (
    <Button
      variant="ghost"
      size="sm"
      className="text-small"
      aria-label={t('charges.download', { format, number: documentNumber })}
      onClick={() => void saveExport(() => ask(documentId))}
    >
      {format}
    </Button>
  )
  return (
    <span className={styles.files}>
      {button('PDF', fetchPdf)}
      {button('CSV', fetchCsv)}
    </span>
  )
}
