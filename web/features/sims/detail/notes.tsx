import { IconNote, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NOTE_MAX_LENGTH } from '#contract/sims/notes.calls.ts'
import { usePersonName } from '#web/shared/people/person-names.api.ts'
import { AreaField } from '#web/ui/area-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EditForm, type ProblemsByField, typedField, useEditForm } from '#web/ui/edit-form.tsx'
import { RowAction } from '#web/ui/row-action.tsx'
import { notesQuery, type SimNote, useAddNote, useDeleteNote } from './notes.api.ts'
import { LinesSection } from './section.tsx'
import styles from './sections.module.css'
import type { Level } from './sim-head.tsx'
import { When } from './when.tsx'

function Note({ note, onDelete }: { note: SimNote; onDelete: () => void }) {
  const { t } = useTranslation()
  const author = usePersonName(note.author)
  return (
    <li>
      <IconNote className="icon text-tertiary" aria-hidden="true" />
      <div>
        <p className={styles.text}>{note.text}</p>
        <p className="text-tertiary text-small">
          <span title={note.author}>{author}</span>
          {' · '}
          <When at={note.at} />
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
  const [isAdding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<SimNote>()
  return (
    <>
      <LinesSection
        title={t('simDetail.notes.title')}
        level={level}
        query={useQuery(notesQuery(icc))}
        failed={t('simDetail.notes.failed')}
        none={t('simDetail.notes.none')}
        actions={
          <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setAdding(true)}>
            <IconPlus className="icon" aria-hidden="true" />
            {t('simDetail.notes.add')}
          </Button>
        }
      >
        {(note) => <Note key={note.noteId} note={note} onDelete={() => setDeleting(note)} />}
      </LinesSection>
      {isAdding ? <AddDialog icc={icc} onClose={() => setAdding(false)} /> : null}
      {deleting ? <DeleteDialog icc={icc} note={deleting} onClose={() => setDeleting(undefined)} /> : null}
    </>
  )
}
