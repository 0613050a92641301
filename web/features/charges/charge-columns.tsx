import { useTranslation } from 'react-i18next'
import { CHARGE_WORDS } from '#contract/charges/charge-messages.ts'
import { classes } from '#web/lib/classes.ts'
import { formatDay, formatMoney, formatNumber } from '#web/lib/format.ts'
import { formatDays } from '#web/lib/format-moments.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Button } from '#web/ui/button.tsx'
import { saveExport } from '#web/ui/file-menu.tsx'
import { textColumn } from '#web/ui/list/columns.tsx'
import type { ListColumn } from '#web/ui/list/list.tsx'
import tableStyles from '#web/ui/table.module.css'
import { ChargeStatus, isEstimate } from './charge-status.tsx'
import { shortMonth } from './charge-words.ts'
import { type ChargeRow, fetchCsv, fetchPdf } from './charges.api.ts'
import styles from './charges-table.module.css'

const label = (name: keyof typeof CHARGE_WORDS) => sentence(CHARGE_WORDS[name])

/** Class of a document's row; the open one is marked. */
export const chargeRowClass = ({ state }: ChargeRow, isChosen: boolean): string =>
  classes(state === 'void' && styles.isVoid, isEstimate(state) && styles.isOpen, isChosen && styles.selected)

interface ColumnsOptions {
  readonly rows: readonly ChargeRow[] | undefined
  readonly documentId: number | undefined
  onOpen(documentId: number): void
}

/** Columns of the documents. */
export function useChargeColumns({ rows, documentId, onOpen }: ColumnsOptions): ListColumn<ChargeRow>[] {
  const { t } = useTranslation()
  const isChosen = (row: ChargeRow) => row.documentId === documentId
  const first = rows?.some(isChosen) ? documentId : rows?.[0]?.documentId
  return [
    {
      id: 'document',
      head: label('document'),
      width: 120,
      phone: 'foot',
      isRowHead: true,
      cell: (row) => <OpenButton row={row} isChosen={isChosen(row)} isFirst={row.documentId === first} onOpen={onOpen} />,
    },
    {
      id: 'month',
      head: label('month'),
      width: 96,
      phone: 'foot',
      className: 'text-secondary',
      // on a phone it opens a charge that has no number yet
      cell: ({ documentNumber, billingMonth }) => (
        <span className={documentNumber ? undefined : 'hide-on-phone'}>{shortMonth(billingMonth)}</span>
      ),
    },
    textColumn('cycle', label('cycle'), ({ cycleStart, cycleEnd }: ChargeRow) => formatDays(cycleStart, cycleEnd), {
      width: 124,
      isSpare: true,
    }),
    textColumn('client', label('client'), ({ client }: ChargeRow) => client, { phone: 'head', className: styles.client }),
    {
      id: 'sims',
      head: label('sims'),
      width: 92,
      isNumber: true,
      isSpare: true,
      className: 'text-secondary',
      cell: ({ sims }) => formatNumber(sims),
    },
    {
      id: 'total',
      head: label('total'),
      width: 152,
      phone: 'mark',
      isNumber: true,
      className: styles.total,
      cell: ({ total, currency }) => (
        <>
          {formatMoney(total, currency)} <span className="currency-code">{currency}</span>
        </>
      ),
    },
    { id: 'state', head: label('state'), width: 216, phone: 'foot', cell: (row) => <ChargeStatus charge={row} /> },
    {
      id: 'download',
      head: label('download'),
      width: 116,
      phone: 'act',
      isSpare: true,
      isNumber: true,
      cell: (row) =>
        isEstimate(row.state) ? (
          <span className="hide-on-phone text-tertiary text-small">
            {row.dueOn ? t('charges.pdfFrom', { day: formatDay(row.dueOn) }) : null}
          </span>
        ) : (
          <Downloads row={row} />
        ),
    },
  ]
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

/** Opens the document; the arrow keys reach the others. */
function OpenButton({ row, isChosen, isFirst, onOpen }: OpenProps) {
  const { t } = useTranslation()
  const { documentId, documentNumber, billingMonth, client } = row
  return (
    <button
      type="button"
      className={tableStyles.open}
      data-drill-row
      aria-current={isChosen ? 'true' : undefined}
      ref={isChosen ? scrollIntoListSoon : undefined}
      aria-label={documentNumber ? undefined : `${t('charges.estimateOf', { month: shortMonth(billingMonth) })}, ${client}`}
      tabIndex={isFirst ? 0 : -1}
      onClick={() => onOpen(documentId)}
    >
      {documentNumber || (
        <>
          <span className="hide-on-phone text-secondary">{t('charges.debt.estimate')}</span>
          <span className="only-on-phone">{shortMonth(billingMonth)}</span>
        </>
      )}
    </button>
  )
}

function Downloads({ row: { documentId, documentNumber } }: { row: ChargeRow }) {
  const { t } = useTranslation()
  const button = (format: 'PDF' | 'CSV', ask: typeof fetchPdf) => (
    <Button
      variant="ghost"
      size="sm"
      aria-label={t('charges.download', { format, number: documentNumber })}
      onClick={() => void saveExport(() => ask(documentId))}
    >
      {format}
    </Button>
  )
  return (
    <span className={tableStyles.actions}>
      {button('PDF', fetchPdf)}
      {button('CSV', fetchCsv)}
    </span>
  )
}
