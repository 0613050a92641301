import { IconLock, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'
import { formatUsedMb } from '#web/lib/format.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Choice } from '#web/ui/choice.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { DIALOG_WIDTH, Dialog } from '#web/ui/dialog.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { MoneyAmount } from '#web/ui/money-amount.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { SimStatus } from '#web/ui/status.tsx'
import { Table, type TableColumn } from '#web/ui/table.tsx'
import styles from './table-test.module.css'

const STATES = ['rows', 'loading', 'empty', 'error', 'forbidden'] as const
type State = (typeof STATES)[number]

interface Row {
  readonly icc: string
  readonly label: string
  readonly status: number
  readonly usedBytes: number
  readonly amountMinor: number
}

const MB = 1024 ** 2

/** Sample rows, of every length and every kind of status. */
const ROWS: readonly Row[] = [
  { icc: '89560300041827741933', label: 'Camión 214', status: 2, usedBytes: 212 * MB, amountMinor: 4_990 },
  { icc: '89560300041827741941', label: 'Camión 215', status: 1, usedBytes: 0, amountMinor: 0 },
  {
    icc: '8952020123456017456',
    label: 'Medidor de caudal del embalse norte, compuerta 7',
    status: 11,
    usedBytes: 1,
    amountMinor: 990,
  },
  { icc: '89510600144002198705', label: '', status: 10, usedBytes: 11 * 1024 * MB, amountMinor: 1_204_550 },
  { icc: '89560300077150023416', label: 'Cámara frío 07', status: 8, usedBytes: 8.4 * MB, amountMinor: 12_900 },
  { icc: '89560300041827739549', label: 'Rampla 33', status: 6, usedBytes: 96 * MB, amountMinor: 2_490 },
]

/** A test page of the components of other screens; no menu links here. */
export function TableTestPage() {
  const { t } = useTranslation()
  return (
    <div className="page">
      <div className="page-head">
        <div className="grow">
          <h1>{t('titles.tableTest')}</h1>
          <p className="text-secondary">{t('tableTest.lead')}</p>
        </div>
      </div>
      <div className={styles.tableTest}>
        <TableCard />
        <DialogsCard />
        <ToastsCard />
      </div>
    </div>
  )
}

function TableCard() {
  const { t } = useTranslation()
  const [state, setState] = useState<State>('rows')
  const choices = STATES.map((value) => ({ value, text: t(`tableTest.${value}`) }))
  return (
    <Card title={t('tableTest.table')} line>
      <div className={styles.tableTestState}>
        <Choice label={t('tableTest.state')} value={state} onChange={setState} options={choices} />
      </div>
      <TableIn state={state} onRetry={() => setState('rows')} />
    </Card>
  )
}

function useColumns(): TableColumn<Row>[] {
  const { t } = useTranslation()
  return [
    {
      id: 'icc',
      head: t('sims.field.icc'),
      isRowHead: true,
      className: styles.tableTestIcc,
      cell: ({ icc }) => <Icc value={icc} />,
    },
    {
      id: 'label',
      head: t('sims.field.customField1'),
      className: 'hide-on-phone',
      title: ({ label }) => label,
      cell: ({ label }) => label || <span className="text-tertiary">{t('sims.noLabel')}</span>,
    },
    { id: 'status', head: t('sims.detail.status'), cell: ({ status }) => <SimStatus status={status} /> },
    {
      id: 'used',
      head: t('sims.detail.data'),
      isNumber: true,
      className: 'hide-on-phone',
      cell: ({ usedBytes }) => formatUsedMb(usedBytes),
    },
    {
      id: 'amount',
      head: t('dashboard.amount'),
      isNumber: true,
      className: 'hide-on-phone',
      cell: ({ amountMinor }) => <MoneyAmount amountMinor={amountMinor} currency="CLP" />,
    },
  ]
}

function TableIn({ state, onRetry }: { state: State; onRetry: () => void }): ReactNode {
  const { t } = useTranslation()
  const columns = useColumns()
  if (state === 'empty') return <EmptyState Icon={IconSearch} title={t('tableTest.emptyText')} />
  if (state === 'forbidden') {
    return (
      <EmptyState Icon={IconLock} title={t('tableTest.forbiddenText')}>
        {t('tableTest.forbiddenHint')}
      </EmptyState>
    )
  }
  if (state === 'error') {
    const about = { code: 'unavailable', status: 503, requestId: 'req-0000000000' } as const
    const error = new CallError(t('tableTest.errorReason'), about)
    return <ErrorState title={t('tableTest.errorText')} error={error} onRetry={onRetry} />
  }
  return (
    <Table
      label={t('tableTest.table')}
      columns={columns}
      rows={state === 'loading' ? undefined : ROWS}
      rowKey={({ icc }) => icc}
    />
  )
}

const WIDTHS = ['options', 'tests', 'confirm', 'other'] as const

function DialogsCard() {
  const { t } = useTranslation()
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>('other')
  const [opened, setOpened] = useState(false)
  const open = (next: typeof width) => {
    setWidth(next)
    setOpened(true)
  }
  return (
    <Card title={t('tableTest.dialogs')}>
      <div className={styles.tableTestButtons}>
        {WIDTHS.map((one) => (
          <Button key={one} onClick={() => open(one)}>
            {t(`tableTest.${one}`)}
          </Button>
        ))}
      </div>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t(`tableTest.${width}`)} width={width}>
        <p className="text-secondary">{t('tableTest.width', { width: DIALOG_WIDTH[width] })}</p>
        <div className={dialogStyles.actions}>
          <Button variant="primary" data-autofocus onClick={() => setOpened(false)}>
            {t('common.close')}
          </Button>
        </div>
      </Dialog>
    </Card>
  )
}

function ToastsCard() {
  const { t } = useTranslation()
  return (
    <Card title={t('tableTest.toasts')}>
      <div className={styles.tableTestButtons}>
        <Button onClick={() => toasts.success(t('tableTest.success'))}>{t('tableTest.success')}</Button>
        <Button onClick={() => toasts.error(t('tableTest.error'))}>{t('tableTest.error')}</Button>
        <Button onClick={() => toasts.info(t('tableTest.info'))}>{t('tableTest.info')}</Button>
        <Button onClick={() => toasts.success(t('tableTest.undoable'), () => Promise.resolve(t('common.undone')))}>
          {t('tableTest.undoable')}
        </Button>
      </div>
    </Card>
  )
}
