import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { OperationData } from '#contract/operations/operations.calls.ts'
import { toasts } from '#web/lib/toast-store.ts'
import cardStyles from '#web/ui/card.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { MassPreview } from './mass-preview.tsx'
import { discardDraft, draftPreviewQuery, type MassDetails } from './operations.api.ts'
import styles from './operations.module.css'

/** Locks and advice are no drafts of agents. */
function detailsOf({ parameters: { lock: _lock, advice: _advice, ...parameters }, reason }: OperationData): MassDetails {
  return { ...parameters, reason, ...(parameters.group === '' && { leavesGroup: true }) } as MassDetails
}

/** A draft that an agent prepared: what it would do, and the two things that a person can do with it. */
export function OperationDraft({ data }: { data: OperationData }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { operationId, kind, user } = data
  const { data: draft, error, refetch } = useQuery(draftPreviewQuery(operationId))
  const discard = async () => {
    await discardDraft(operationId)
    toasts.success(t('operations.draft.discarded'))
    await navigate({ to: '/operations' })
  }
  return (
    <section className={`${cardStyles.card} ${styles.body}`} aria-label={t('operations.draft.title')}>
      <h2 className={styles.draftTitle}>{t('operations.draft.by', { name: user.replace(/^agent:/, '') })}</h2>
      <p className={`text-secondary ${styles.draftLead}`}>{t('operations.draft.lead')}</p>
      {error && !draft ? (
        <ErrorState title={t('operations.draft.failed')} error={error} onRetry={() => void refetch()} />
      ) : draft ? (
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
      ) : (
        <Skeleton width="60%" />
      )}
    </section>
  )
}
