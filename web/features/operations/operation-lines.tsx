import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ITEM_STATE_WORDS } from '#contract/operations/operation-messages.ts'
import { ITEM_STATES, type ItemCounts, type ItemState } from '#domain/operations.ts'
import { formatMinute, formatNumber } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Card } from '#web/ui/card.tsx'
import { Icc } from '#web/ui/icc.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Select } from '#web/ui/select.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { Status } from '#web/ui/status.tsx'
import { Table } from '#web/ui/table.tsx'
import { isWholeIcc } from './line-icc.ts'
import { ITEM_STYLE } from './operation-style.ts'
import { itemsQuery, type OperationItem } from './operations.api.ts'
import styles from './operations.module.css'

interface LinesProps {
  readonly operationId: number
  readonly counts: ItemCounts
}

/** The lines of an operation in their order, by page, all or those of one state. */
export function OperationLines({ operationId, counts }: LinesProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<ItemState>()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    itemsQuery(operationId, state),
  )
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <Card title={t('operations.lines')} line actions={<StateChoice state={state} counts={counts} onState={setState} />}>
      {error && !rows ? (
        <ErrorState title={t('operations.failedLines')} error={error} onRetry={() => void refetch()} />
      ) : rows?.length === 0 ? (
        <p className={`text-secondary ${styles.body}`}>{t('operations.noLines')}</p>
      ) : (
        <LineTable rows={rows} />
      )}
      {hasNextPage ? <LoadMore isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </Card>
  )
}

interface StateChoiceProps {
  readonly state: ItemState | undefined
  readonly counts: ItemCounts
  onState(state: ItemState | undefined): void
}

function StateChoice({ state, counts, onState }: StateChoiceProps) {
  const { t } = useTranslation()
  return (
    <Select
      aria-label={t('operations.showLines')}
      value={state ?? ''}
      onChange={(event) => onState(ITEM_STATES.find((one) => one === event.currentTarget.value))}
    >
      <option value="">{t('operations.allLines')}</option>
      {ITEM_STATES.map((one) => (
        <option key={one} value={one}>
          {sentence(ITEM_STATE_WORDS[one])} ({formatNumber(counts[one])})
        </option>
      ))}
    </Select>
  )
}

function LineTable({ rows }: { rows: readonly OperationItem[] | undefined }) {
  const { t } = useTranslation()
  return (
    <Table
      label={t('operations.lines')}
      className={styles.lines}
      rows={rows}
      rowKey={({ line }) => line}
      columns={[
        {
          id: 'line',
          head: t('operations.line'),
          className: `${styles.line} hide-on-phone text-tertiary tabular-numbers`,
          cell: ({ line }) => formatNumber(line),
        },
        {
          id: 'icc',
          head: t('operations.icc'),
          className: styles.iccColumn,
          isRowHead: true,
          cell: (row) => <SimCell row={row} />,
        },
        {
          id: 'label',
          head: t('sims.field.customField1'),
          className: `${styles.label} hide-on-phone`,
          title: ({ customField1 }) => customField1,
          cell: ({ customField1 }) => customField1,
        },
        { id: 'result', head: t('operations.result'), className: styles.result, cell: (row) => <LineState row={row} /> },
        {
          id: 'detail',
          head: t('operations.detail'),
          className: 'hide-on-phone text-secondary',
          title: (row) => detailOf(row),
          cell: (row) => detailOf(row),
        },
        {
          id: 'time',
          head: t('operations.time'),
          className: `${styles.when} hide-on-phone text-tertiary`,
          cell: ({ updatedAt }) => formatMinute(updatedAt),
        },
      ]}
    />
  )
}

/** The message of a line; for one at the network also since when. */
function detailOf({ state, text, updatedAt }: OperationItem): string {
  const waiting = state === 'running' ? i18next.t('operations.asked', { when: formatMinute(updatedAt) }) : ''
  return [text, waiting].filter((part) => part !== '').join('. ')
}

/** The SIM; on a phone, which has no column for the message, with it below. */
function SimCell({ row }: { row: OperationItem }) {
  const { icc } = row
  const detail = detailOf(row)
  return (
    <>
      {isWholeIcc(icc) ? (
        <Link to="/sims/$icc" params={{ icc }}>
          <Icc value={icc} />
        </Link>
      ) : (
        icc
      )}
      {detail ? <span className={`${styles.whyOnPhone} text-secondary text-small`}>{detail}</span> : null}
    </>
  )
}

function LineState({ row }: { row: OperationItem }) {
  const state = ITEM_STATES.find((one) => one === row.state)
  return state ? <Status {...ITEM_STYLE[state]}>{sentence(ITEM_STATE_WORDS[state])}</Status> : row.state
}
