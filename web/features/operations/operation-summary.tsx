import { type Icon, IconCalendar, IconClock, IconPlugConnectedX } from '@tabler/icons-react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { type ItemState, outcomeOf } from '#domain/operations.ts'
import { formatMoment, formatNumber } from '#web/lib/format.ts'
import { Status } from '#web/ui/status.tsx'
import { ITEM_LOOK } from './operation-look.ts'
import type { OperationData } from './operations.api.ts'

/** How many lines succeeded, failed and were left out, in words. */
function endedAs({ counts }: OperationData): string {
  const parts = (['succeeded', 'failed', 'skipped', 'cancelled'] as const)
    .filter((state) => state === 'succeeded' || counts[state] > 0)
    .map((state) => i18next.t(`operations.ended.${state}`, { count: counts[state] }))
  return `${parts.join(', ')}.`
}

/** The server's sentence once all lines are final; the counts in words when not each one succeeded. */
export function OperationSummary({ data }: { data: OperationData }) {
  const { t } = useTranslation()
  const { summary, counts, scheduledAt, coolingUntil, state } = data
  const outcome = outcomeOf(counts)
  return (
    <div role="status" className="op-summary">
      {outcome ? <p className={outcome === 'all' ? 'c-active sb' : 'sb'}>{summary || endedAs(data)}</p> : null}
      {state === 'scheduled' && scheduledAt ? (
        <Note Icon={IconCalendar}>{t('operations.scheduledFor', { moment: formatMoment(scheduledAt) })}</Note>
      ) : null}
      {state === 'running' ? <Waits data={data} /> : null}
      {coolingUntil && counts.pending > 0 ? (
        <Note Icon={IconClock}>{t('operations.cooling', { moment: formatMoment(coolingUntil) })}</Note>
      ) : null}
    </div>
  )
}

/** What keeps the lines that are still open. */
function Waits({ data }: { data: OperationData }) {
  const { t } = useTranslation()
  const [first] = data.reasons.filter(({ state, text }) => isOpen(state) && text !== '')
  if (!first) return null
  // once a network does not answer, the lines behind are not sent there in vain
  if (first.code === 'unreachable') return <Note Icon={IconPlugConnectedX}>{t('operations.networkDown')}</Note>
  return <Note Icon={IconClock}>{t('operations.waits', { count: first.lines, why: first.text })}</Note>
}

function Note({ Icon: NoteIcon, children }: { Icon: Icon; children: string }) {
  return (
    <p className="row t2">
      <NoteIcon className="i" aria-hidden="true" />
      {children}
    </p>
  )
}

const isOpen = (state: ItemState): boolean => state === 'pending' || state === 'running'

/** Why lines failed or did not run. */
export function OperationReasons({ data }: { data: OperationData }) {
  const { t } = useTranslation()
  const reasons = data.reasons.filter(({ state }) => !isOpen(state))
  if (reasons.length === 0) return null
  return (
    <ul className="op-reasons" aria-label={t('operations.whyReasons')}>
      {reasons.map(({ state, code, text, lines }) => (
        <li key={`${state} ${code}`}>
          <Status {...ITEM_LOOK[state]}>{text || code}</Status>
          <span className="tn">{formatNumber(lines)}</span>
        </li>
      ))}
    </ul>
  )
}
