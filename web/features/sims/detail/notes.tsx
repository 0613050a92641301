import { IconNote, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NOTE_MAX_LENGTH } from '#contract/sims/notes.calls.ts'
import { formatMoment } from '#web/lib/format.ts'
import { formatWhen } from '#web/lib/format-moments.ts'
import { useNow } from '#web/lib/use-now.ts'
import { usePersonName } from '#web/shared/people/person-names.api.ts'
import { AreaField } from '#web/ui/area-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EditForm, type ProblemsByField, typedField, useEditForm } from '#web/ui/edit-form.tsx'
import { RowAction } from '#web/ui/row-action.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { notesQuery, type SimNote, useAddNote, useDeleteNote } from './notes.api.ts'
import styles from './notes.module.css'
import sectionsStyles from './sections.module.css'
import type { Level } from './sim-head.tsx'

function Note({ note, onDelete }: { note: SimNote; onDelete: () => void }) {
  const { t } = useTranslation()
  const author = usePersonName(note.author)
  const when = formatWhen(note.at, useNow(), { today: t('sims.detail.today'), yesterday: t('simDetail.yesterday') })
  return (
    <li>
      <IconNote className="icon text-tertiary" aria-hidden="true" />
      <div>
        <p className={styles.text}>{note.text}</p>
        <p className="text-tertiary text-small">
          <span title={note.author}>{author}</span>
          {' · '}
          <time className="tabular-numbers" dateTime={note.at} title={formatMoment(note.at)}>
            {when}
          </time>
        </p>
      </div>
      {note.canDelete ? (
        <RowAction Icon={IconTrash} opensDialog label={t('simDetail.notes.deleteOf', { author })} onAct={onDelete} />
      ) : null}
    </li>
  )
}

interface NoteDraft {
  readonly text: string
}

function AddDialog({ icc, onClose }: { icc: string; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useEditForm({
    initial: { text: '' },
    problemsOf: ({ text }: NoteDraft): ProblemsByField<'text'> =>
      text.trim() === '' ? { text: t('simDetail.notes.missing') } : {},
    bodyOf: ({ text }: NoteDraft) => text,
    save: useAddNote(icc),
    onClose,
  })
  return (
    <Dialog opened onClose={onClose} title={t('simDetail.notes.add')}>
      <EditForm form={form} verb={t('simDetail.notes.save')}>
        <AreaField
          label={t('simDetail.notes.text')}
          hint={t('simDetail.notes.hint')}
          rows={4}
          maxLength={NOTE_MAX_LENGTH}
          data-autofocus
          {...typedField<NoteDraft, 'text'>(form, 'text')}
        />
      </EditForm>
    </Dialog>
  )
}

function DeleteDialog({ icc, note, onClose }: { icc: string; note: SimNote; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('simDetail.notes.delete')}
      button={t('simDetail.notes.delete')}
      mutation={useDeleteNote(icc)}
      variables={note.noteId}
      onClose={onClose}
    >
      <p className={styles.text}>{note.text}</p>
    </ConfirmDialog>
  )
}

/** What people wrote about a SIM, newest first. */
export function Notes({ icc, level }: { icc: string; level: Level }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(notesQuery(icc))
  const [isAdding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<SimNote>()
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section className={sectionsStyles.section} aria-labelledby={id} aria-busy={!data && !error}>
      <div className={`row ${sectionsStyles.sectionHead}`}>
        <Heading id={id}>{t('simDetail.notes.title')}</Heading>
        <p className="grow text-tertiary">{data?.length === 0 ? t('simDetail.notes.none') : null}</p>
        <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setAdding(true)}>
          <IconPlus className="icon" aria-hidden="true" />
          {t('simDetail.notes.add')}
        </Button>
      </div>
      {error && !data ? <ErrorState title={t('simDetail.notes.failed')} error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Skeleton width="60%" />}
      {data && data.length > 0 ? (
        <ul className={styles.notes}>
          {data.map((note) => (
            <Note key={note.noteId} note={note} onDelete={() => setDeleting(note)} />
          ))}
        </ul>
      ) : null}
      {isAdding ? <AddDialog icc={icc} onClose={() => setAdding(false)} /> : null}
      {deleting ? <DeleteDialog icc={icc} note={deleting} onClose={() => setDeleting(undefined)} /> : null}
    </section>
  )
}
