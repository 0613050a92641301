import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import i18next from 'i18next'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ACTION_WORDS } from '#contract/operations/operation-messages.ts'
import type { OperationData } from '#contract/operations/operations.calls.ts'
import { openLines } from '#domain/operations.ts'
import type { SilenceCause } from '#domain/silence-cause.ts'
import { formatDate } from '#web/lib/format.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { operationQuery } from '#web/shared/operations/operation.api.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import cardStyles from '#web/ui/card.module.css'
import { Loaded } from '#web/ui/loaded.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { CauseGroups } from './cause-groups.tsx'
import { useLiveOperations } from './live-operations.ts'
import { MassPreview } from './mass-preview.tsx'
import { OperationLines } from './operation-lines.tsx'
import { discardDraft, draftPreviewQuery, type MassDetails } from './operations.api.ts'
import styles from './operations.module.css'
import { ReversibleProgress } from './reversible-progress.tsx'
import { useOperationDetails } from './use-operation-details.ts'

/** The lines of a draft are not counted yet. */
const titleOf = ({ state, kind, total }: OperationData): string =>
  state === 'draft' ? sentence(ACTION_WORDS[kind]) : i18next.t(`operations.name.${kind}`, { count: total })

/** One operation with its lines, live. */
export function OperationPage() {
  const { t } = useTranslation()
  const { operationId: given } = useParams({ from: '/app/operations/$operationId' })
  const operationId = Number(given)
  useLiveOperations(operationId)
  const { data, error, refetch } = useQuery(operationQuery(operationId))
  return (
    <div className={`page ${styles.page}`}>
      <div className="page-head">
        <div className="grow">
          <Breadcrumb
            label={t('operations.crumbs')}
            back={[
              <Link key="list" to="/operations">
                {t('operations.title')}
              </Link>,
            ]}
            here={t('operations.number', { id: operationId })}
          />
          <h1>{data ? titleOf(data) : t('operations.operation')}</h1>
          {data ? <About data={data} /> : null}
        </div>
      </div>
      {error && !data ? (
        <div className={cardStyles.card}>
          <ErrorState title={t('operations.failedOne')} error={error} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {data ? <Parts data={data} /> : null}
    </div>
  )
}

function Parts({ data }: { data: OperationData }) {
  if (data.state === 'draft') return <OperationDraft data={data} />
  if (data.kind === 'diagnose') return <DiagnosisParts data={data} />
  return (
    <>
      <Progress data={data} />
      <OperationLines {...linesOf(data)} />
    </>
  )
}

const linesOf = ({ operationId, kind, counts, fileName, createdAt, finishedAt }: OperationData) => ({
  operationId,
  kind,
  counts,
  isFromFile: fileName !== null && fileName !== '',
  isOfOneDay: finishedAt !== null && formatDate(createdAt) === formatDate(finishedAt),
})

function Progress({ data }: { data: OperationData }) {
  const { t } = useTranslation()
  return (
    <section className={`${cardStyles.card} ${styles.body}`} aria-label={t('operations.progress')}>
      <ReversibleProgress data={data} />
    </section>
  )
}

/** The causes that a diagnosis found, first once it is over, and its lines, all or those of one cause. */
function DiagnosisParts({ data }: { data: OperationData }) {
  const [cause, setCause] = useState<SilenceCause>()
  const lines = useRef<HTMLDivElement>(null)
  const show = (next: SilenceCause) => {
    setCause(next)
    lines.current?.focus({ preventScroll: true })
    lines.current?.scrollIntoView({ block: 'start' })
  }
  const isOver = openLines(data.counts) === 0
  return (
    <>
      {isOver ? null : <Progress data={data} />}
      <CauseGroups data={data} onCause={show} />
      {isOver ? <Progress data={data} /> : null}
      <div ref={lines} className={styles.lines} tabIndex={-1}>
        <OperationLines {...linesOf(data)} cause={{ cause, onCause: setCause }} />
      </div>
    </>
  )
}

/** Reason and parameters. */
function About({ data }: { data: OperationData }) {
  const details = useOperationDetails(data).map(({ name, value }) => `${name}: ${value}`)
  return details.length > 0 ? <p className="text-secondary">{details.join(' · ')}</p> : null
}

/** Locks and advice are no drafts of agents. */
function detailsOf({ parameters: { lock: _lock, advice: _advice, ...parameters }, reason }: OperationData): MassDetails {
  return { ...parameters, reason, ...(parameters.group === '' && { leavesGroup: true }) } as MassDetails
}

/** A draft that an agent prepared: what it would do, and the two things that a person can do with it. */
function OperationDraft({ data }: { data: OperationData }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { operationId, kind, user } = data
  const discard = async () => {
    await discardDraft(operationId)
    toasts.success(t('operations.draft.discarded'))
    await navigate({ to: '/operations' })
  }
  return (
    <section className={`${cardStyles.card} ${styles.body}`} aria-label={t('operations.draft.title')}>
      <h2 className={styles.draftTitle}>{t('operations.draft.by', { name: user.replace(/^agent:/, '') })}</h2>
      <p className={`text-secondary ${styles.draftLead}`}>{t('operations.draft.lead')}</p>
      <Loaded query={useQuery(draftPreviewQuery(operationId))} failed={t('operations.draft.failed')}>
        {(draft) => (
          <MassPreview
            kind={kind}
            details={detailsOf(data)}
            draft={draft}
            backLabel={t('operations.draft.discard')}
            onBack={() => void discard()}
            onStarted={({ message }) => {
              toasts.success(message)
              void client.invalidateQueries({ queryKey: ['operations'] })
            }}
          />
        )}
      </Loaded>
    </section>
  )
}
