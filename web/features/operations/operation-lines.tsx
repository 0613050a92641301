import { IconListDetails } from '@tabler/icons-react'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CAUSE_SENTENCES } from '#contract/operations/cause-messages.ts'
import { ITEM_STATE_WORDS } from '#contract/operations/operation-messages.ts'
import { type OperationKind, TRIGGER_OF } from '#domain/eligibility.ts'
import { ITEM_STATES, type ItemCounts, type ItemState, itemTotal, openLines, operationOutcome } from '#domain/operations.ts'
import { SILENCE_CAUSES, type SilenceCause } from '#domain/silence-cause.ts'
import { targetStatus } from '#domain/sim-lifecycle.ts'
import { administrativeStatusName } from '#domain/sim-status.ts'
import { formatMinute, formatNumber, formatSecond, formatTimeToSecond } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { useMedia, WIDE } from '#web/lib/use-media.ts'
import { SimCell, simColumn } from '#web/shared/sims/sim-cell.tsx'
import { momentColumn, textColumn } from '#web/ui/list/columns.tsx'
import { List } from '#web/ui/list/list.tsx'
import { optionsOf } from '#web/ui/list/list-filter.ts'
import { usePages } from '#web/ui/list/list-rows.ts'
import { KnownStatus } from '#web/ui/status.tsx'
import { CAUSE_STYLE } from './cause-style.ts'
import { isWholeIcc } from './line-icc.ts'
import { LinesMenu } from './operation-controls.tsx'
import { ITEM_STYLE } from './operation-style.ts'
import { itemsQuery, type OperationItem } from './operations.api.ts'

interface LinesProps {
  readonly operationId: number
  readonly kind: OperationKind
  readonly counts: ItemCounts
  /** its lines have the numbers of the rows of a file */
  readonly isFromFile: boolean
  /** it ended on the day on which it was ordered, which stands above */
  readonly isOfOneDay: boolean
  /** of a diagnosis: the lines of one cause */
  readonly cause?: CauseChoice
}

export interface CauseChoice {
  readonly cause: SilenceCause | undefined
  onCause(cause: SilenceCause | undefined): void
}

/** The lines of an operation in their order, by page, all or those of one state. */
export function OperationLines({ operationId, kind, counts, isFromFile, isOfOneDay, cause: choice }: LinesProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<ItemState>()
  const data = usePages(itemsQuery(operationId, { state, code: choice?.cause }))
  const detail = (row: OperationItem) => detailOf(row, kind)
  const hasDetails = data.rows?.some((row) => detail(row) !== '') ?? true
  const isAll = operationOutcome(counts) === 'all'
  // the last column has what is left of a wide screen: the result stands beside its SIM
  const isWide = useMedia(WIDE)
  const options = optionsOf(ITEM_STATES, (one) => t(`operations.lineChip.${one}`), ITEM_STYLE)
  return (
    <List
      id="operation-lines"
      label={t('operations.lines')}
      hasTitle
      isPart
      data={data}
      rowKey={({ line }) => line}
      tools={openLines(counts) < itemTotal(counts) ? <LinesMenu operationId={operationId} /> : null}
      search={{ state, cause: choice?.cause }}
      onSearch={(next) => {
        setState(next.state as ItemState | undefined)
        choice?.onCause(next.cause as SilenceCause | undefined)
      }}
      filters={[
        {
          kind: 'choice',
          key: 'state',
          label: t('operations.showLines'),
          options: options.map((one) => ({ ...one, count: counts[one.value as ItemState] })),
          isFront: true,
          all: t('list.allFeminine'),
        },
        choice && {
          kind: 'choice',
          key: 'cause',
          label: t('operations.cause'),
          options: optionsOf(SILENCE_CAUSES, (one) => sentence(CAUSE_SENTENCES[one].title), CAUSE_STYLE),
        },
      ]}
      none={{ Icon: IconListDetails, title: t('operations.noLines') }}
      columns={[
        isFromFile
          ? {
              id: 'line',
              head: t('operations.line'),
              width: 80,
              className: 'text-tertiary tabular-numbers',
              cell: ({ line }) => formatNumber(line),
            }
          : undefined,
        momentColumn('time', t('operations.time'), ({ updatedAt }: OperationItem) => updatedAt, {
          width: isOfOneDay ? 96 : 172,
          phone: undefined,
          title: ({ updatedAt }) => formatSecond(updatedAt),
          cell: ({ updatedAt }) => (isOfOneDay ? formatTimeToSecond(updatedAt) : formatSecond(updatedAt)),
        }),
        {
          ...simColumn(({ icc, customField1 }: OperationItem) =>
            isWholeIcc(icc) ? <SimCell icc={icc} label={customField1} isOneLine={isAll} /> : icc,
          ),
          ...(isAll && { width: isWide ? 344 : '34%' }),
        },
        {
          id: 'result',
          head: t('operations.result'),
          width: isWide && isAll && !hasDetails ? 'auto' : 150,
          phone: 'mark',
          cell: ({ state: result }) => <KnownStatus state={result} styles={ITEM_STYLE} words={ITEM_STATE_WORDS} />,
        },
        hasDetails
          ? textColumn('detail', t('operations.detail'), detail, { phone: 'line', ...(isWide && isAll && { width: 'auto' }) })
          : undefined,
      ]}
    />
  )
}

/** The message of a line; for one at the network also since when. Of one that succeeded what became of the SIM. */
function detailOf(row: OperationItem, kind: OperationKind): string {
  const { state, text, updatedAt } = row
  const waiting = state === 'running' ? i18next.t('operations.asked', { when: formatMinute(updatedAt) }) : ''
  return [statusChange(row, kind), text, waiting].filter((part) => part !== '').join('. ')
}

/** 'Active → Hibernated', of a line that succeeded; '' where the action changes no status. */
function statusChange({ state, fromStatus }: OperationItem, kind: OperationKind): string {
  // its lines are sent once the termination was requested
  const trigger = kind === 'terminate' ? kind : TRIGGER_OF[kind]
  const to = trigger && targetStatus(trigger)
  if (state !== 'succeeded' || !fromStatus || !to || fromStatus === to) return ''
  return `${word(fromStatus)} → ${word(to)}`
}

function word(status: number): string {
  const name = administrativeStatusName(status)
  return name ? i18next.t(`status.${name}`) : String(status)
}
