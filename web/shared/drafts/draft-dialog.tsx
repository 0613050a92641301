import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'
import { formatMinute } from '#web/lib/format.ts'
import { toastThen } from '#web/lib/toast-store.ts'
import { usePersonName } from '#web/shared/people/person-names.api.ts'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type DraftData, draftQuery, programName, useAnswerDraft } from './drafts.api.ts'
import styles from './drafts.module.css'

interface DraftDialogProps {
  readonly draftId: number
  readonly title: string
  onClose(): void
  /** what it would make, and the answers; only while it waits */
  children(draft: DraftData): ReactNode
}

/** A draft that a program prepared: who and why, what it would make, or what became of it. */
export function DraftDialog({ draftId, title, onClose, children }: DraftDialogProps) {
  const { t } = useTranslation()
  const waiting = (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton width="60%" />
    </div>
  )
  return (
    <Dialog opened onClose={onClose} title={title} fullOnPhone>
      <Loaded query={useQuery(draftQuery(draftId))} failed={t('drafts.failed')} waiting={waiting}>
        {(draft) => (
          <>
            <Origin draft={draft} />
            {draft.state === 'waiting' ? children(draft) : <Outcome draft={draft} onClose={onClose} />}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

function Origin({ draft: { draftedBy, reason, expiresAt, state } }: { draft: DraftData }) {
  const { t } = useTranslation()
  return (
    <div className={styles.origin}>
      <p className="medium">{t('drafts.by', { program: programName(draftedBy) })}</p>
      {state === 'waiting' ? <p className="text-secondary">{t('drafts.lead', { at: formatMinute(expiresAt) })}</p> : null}
      <p className={styles.foreign}>
        <span className="text-tertiary text-small">{t('drafts.foreign')}</span>
        <br />
        <q>{reason}</q>
      </p>
    </div>
  )
}

function Outcome({ draft, onClose }: { draft: DraftData; onClose: () => void }) {
  const { t } = useTranslation()
  const { state, changed, answeredBy, answeredAt, expiresAt } = draft
  const person = usePersonName(answeredBy)
  const at = formatMinute(answeredAt ?? expiresAt)
  const text =
    state === 'confirmed'
      ? t(changed ? 'drafts.confirmedChanged' : 'drafts.confirmed', { person, at })
      : state === 'discarded'
        ? t('drafts.wasDiscarded', { person, at })
        : t('drafts.expired', { at })
  return (
    <>
      <p>{text}</p>
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </>
  )
}

interface DraftAnswersProps {
  readonly draftId: number
  /** verb and object */
  readonly confirmLabel: string
  /** until what it would do is shown */
  readonly isBlocked: boolean
  /** opens the form of what it would make */
  onEdit(): void
  onDone(): void
}

/** The answers to a draft, and the way to another one. What it is refused with stands at the draft, and it goes on waiting. */
export function DraftAnswers({ draftId, confirmLabel, isBlocked, onEdit, onDone }: DraftAnswersProps) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useAnswerDraft(draftId)
  const answer = (given: 'confirm' | 'discard') => () => {
    if (!isPending) mutate(given, { onSuccess: toastThen(onDone) })
  }
  return (
    <>
      {error ? (
        <div className={styles.refused}>
          <Problem isAlert>
            {t('drafts.refused')} {reasonsOf(error).join('. ')}
          </Problem>
        </div>
      ) : null}
      <div className={dialogStyles.actions}>
        <Button blocked={isPending} onClick={answer('discard')}>
          {t('drafts.discard')}
        </Button>
        <Button blocked={isPending} aria-haspopup="dialog" onClick={onEdit}>
          {t('drafts.edit')}
        </Button>
        <Button variant="primary" blocked={isPending || isBlocked} aria-busy={isPending} onClick={answer('confirm')}>
          {confirmLabel}
        </Button>
      </div>
    </>
  )
}

/** The sentences of the fields, which say more than that of the whole. */
function reasonsOf(error: Error): readonly string[] {
  const fields = error instanceof CallError ? [...new Set(Object.values(error.fields))] : []
  return fields.length > 0 ? fields : [error.message]
}
