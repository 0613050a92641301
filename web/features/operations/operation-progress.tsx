import {
  type Icon,
  IconArrowBackUp,
  IconCalendar,
  IconClock,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnectedX,
  IconRefresh,
  IconX,
} from '@tabler/icons-react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { ITEM_STATE_WORDS, OPERATION_STATE_WORDS } from '#contract/operation-messages.ts'
import { type ItemCounts, type ItemState, isCoolingOff, openLines, outcomeOf } from '#domain/operations.ts'
import { formatMinute, formatMoment, formatNumber, formatPercent } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { Button } from '#web/ui/button.tsx'
import { Status } from '#web/ui/status.tsx'
import { DownloadButtons } from './download-buttons.tsx'
import { ITEM_LOOK, ITEM_ORDER, STATE_LOOK } from './operation-look.ts'
import { OperationStack } from './operation-stack.tsx'
import { type OperationData, type Steering, useSteer } from './operations.api.ts'

/** How an operation goes: its state, how far it is, the counts, why lines failed, and what can be done with it now. */
export function OperationProgress({ data }: { data: OperationData }) {
  return (
    <div className="op-progress">
      <StateLine data={data} />
      <ProgressBar data={data} />
      <Counts data={data} />
      <Summary data={data} />
      <Reasons data={data} />
      <Controls data={data} />
    </div>
  )
}

interface OperationStateProps {
  readonly state: OperationData['state']
  readonly kind: string
  readonly counts: ItemCounts
  readonly filled?: boolean
}

export function OperationState({ state, kind, counts, filled = false }: OperationStateProps) {
  const { t } = useTranslation()
  if (state === 'running' && isCoolingOff(kind, counts)) {
    return (
      <Status tone="warning" Icon={IconClock} filled={filled}>
        {t('operations.coolingOff')}
      </Status>
    )
  }
  return (
    <Status {...STATE_LOOK[state]} filled={filled}>
      {sentence(OPERATION_STATE_WORDS[state])}
    </Status>
  )
}

/** Time that is left, in the unit that says most. */
function timeLeft(expectedAt: string): string {
  const seconds = Math.max(1, Math.round((Date.parse(expectedAt) - Date.now()) / 1000))
  if (seconds < 90) return i18next.t('operations.seconds', { count: seconds })
  if (seconds < 5400) return i18next.t('operations.minutes', { count: Math.round(seconds / 60) })
  return i18next.t('operations.hours', { count: Math.round(seconds / 3600) })
}

function speedOf({ rate, expectedAt }: OperationData): string {
  if (rate === null || rate <= 0) return ''
  const speed =
    rate >= 2
      ? i18next.t('operations.ratePerSecond', { rate: Math.round(rate) })
      : i18next.t('operations.ratePerMinute', { rate: Math.round(rate * 60) })
  return expectedAt ? `${speed}, ${i18next.t('operations.left', { time: timeLeft(expectedAt) })}` : speed
}

function StateLine({ data }: { data: OperationData }) {
  const { t } = useTranslation()
  const { operationId, state, user, createdAt } = data
  return (
    <div className="op-state">
      <OperationState {...data} filled />
      <span className="s12 t3 grow">
        {t('operations.number', { id: operationId })}, {user}, {formatMinute(createdAt)}
      </span>
      {state === 'running' ? <span className="s12 t2 tn">{speedOf(data)}</span> : null}
    </div>
  )
}

function ProgressBar({ data }: { data: OperationData }) {
  const { t } = useTranslation()
  const { counts, total, percent } = data
  const done = total - openLines(counts)
  return (
    <>
      <div className="row op-far">
        <span className="grow">
          <b className="sb tn">{t('operations.of_done', { done, count: total })}</b>{' '}
          <span className="t3">{t('operations.finished')}</span>
        </span>
        <b className="sb tn">{formatPercent(percent)}</b>
      </div>
      <OperationStack
        counts={counts}
        role="progressbar"
        aria-label={t('operations.progress')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      />
    </>
  )
}

function Counts({ data }: { data: OperationData }) {
  return (
    <dl className="op-counts">
      {ITEM_ORDER.map((state) => (
        <div key={state}>
          <dt className="s12 t2">
            <Status {...ITEM_LOOK[state]}>{sentence(ITEM_STATE_WORDS[state])}</Status>
          </dt>
          <dd className={data.counts[state] === 0 ? 'tn t3' : 'tn'}>{formatNumber(data.counts[state])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** How many lines succeeded, failed and were left out, in words. */
function endedAs({ counts }: OperationData): string {
  const parts = (['succeeded', 'failed', 'skipped', 'cancelled'] as const)
    .filter((state) => state === 'succeeded' || counts[state] > 0)
    .map((state) => i18next.t(`operations.ended.${state}`, { count: counts[state] }))
  return `${parts.join(', ')}.`
}

/** The server's sentence once all lines are final; the counts in words when not each one succeeded. */
function Summary({ data }: { data: OperationData }) {
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

function Reasons({ data }: { data: OperationData }) {
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

const STEERING: Readonly<Record<Steering, { Icon: Icon; counts: 'pending' | 'failed' | undefined; isDanger?: boolean }>> = {
  pause: { Icon: IconPlayerPause, counts: undefined },
  resume: { Icon: IconPlayerPlay, counts: undefined },
  retry: { Icon: IconRefresh, counts: 'failed' },
  withdraw: { Icon: IconArrowBackUp, counts: 'pending' },
  cancel: { Icon: IconX, counts: 'pending', isDanger: true },
}
const STEERING_ORDER: readonly Steering[] = ['pause', 'resume', 'retry', 'withdraw', 'cancel']

function Controls({ data }: { data: OperationData }) {
  const { t } = useTranslation()
  const { operationId, actions, counts } = data
  const steer = useSteer(operationId)
  const open = STEERING_ORDER.filter((verb) => actions.includes(verb))
  return (
    <div className="op-controls">
      {open.map((verb) => {
        const { Icon: VerbIcon, counts: counted, isDanger } = STEERING[verb]
        return (
          <Button
            key={verb}
            size="sm"
            className="tn"
            variant={isDanger ? 'danger' : 'default'}
            blocked={steer.isPending}
            onClick={() => steer.mutate(verb)}
          >
            <VerbIcon className="i i-14" aria-hidden="true" />
            {t(`operations.${verb}`, { count: counted ? counts[counted] : 0 })}
          </Button>
        )
      })}
      <span className="grow" />
      <DownloadButtons operationId={operationId} name="resultsAs" />
    </div>
  )
}
