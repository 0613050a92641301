import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/ui/dialog.tsx'
import { EditForm, useEditForm } from '#web/ui/edit-form.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { PopupFields } from './popup-fields.tsx'
import { PopupPreview } from './popup-preview.tsx'
import { popupBodyOf, popupProblemsOf, popupValuesOf, typedMoment } from './popup-values.ts'
import { type PopupDetail, popupQuery, useSavePopup } from './popups.api.ts'
import styles from './popups.module.css'

interface FormProps {
  /** undefined for a new one */
  readonly name: string | undefined
  /** a new one with the words and the readers of this one */
  readonly isCopy?: boolean | undefined
  onClose(): void
}

/** Creates, copies or edits a popup, beside its preview. An ended one is read-only. */
export function PopupForm({ name, isCopy = false, onClose }: FormProps) {
  const { t } = useTranslation()
  const { data: popup, error, refetch } = useQuery({ ...popupQuery(name ?? ''), enabled: name !== undefined })
  const isNew = name === undefined || isCopy
  const isEnded = !isNew && popup?.state === 'ended'
  const title = isNew ? 'newTitle' : isEnded ? 'readTitle' : 'changeTitle'
  return (
    <Dialog opened onClose={onClose} title={t(`popups.form.${title}`)} fullOnPhone>
      {name === undefined || popup ? (
        <PopupEditor key={name ?? ''} popup={popup} isNew={isNew} isEnded={isEnded} onClose={onClose} />
      ) : error ? (
        <ErrorState title={t('popups.failedOne')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="60%" />
      )}
    </Dialog>
  )
}

interface PopupEditorProps {
  readonly popup: PopupDetail | undefined
  readonly isNew: boolean
  readonly isEnded: boolean
  onClose(): void
}

function PopupEditor({ popup, isNew, isEnded, onClose }: PopupEditorProps) {
  const { t } = useTranslation()
  const [words, setWords] = useState<'es' | 'en'>('es')
  const form = useEditForm({
    initial: () => {
      const now = new Date().toISOString()
      const values = popupValuesOf(popup, now)
      return isNew ? { ...values, from: typedMoment(now), to: '' } : values
    },
    problemsOf: popupProblemsOf,
    bodyOf: popupBodyOf,
    save: useSavePopup(isNew ? undefined : popup?.name),
    // a missing field may be in the other language
    onAttempt: (values) => {
      const missing = Object.keys(popupProblemsOf(values))
      const suffix = words === 'es' ? 'Es' : 'En'
      const isHere = missing.some((field) => field.endsWith(suffix) || field === 'startsAt')
      if (missing.length > 0 && !isHere) setWords(words === 'es' ? 'en' : 'es')
    },
    onClose,
  })
  const verb = form.values.from > typedMoment(new Date().toISOString()) ? 'schedule' : 'publish'
  return (
    <EditForm form={form} isReadOnly={isEnded} startsFocused={isNew} verb={isNew ? t(`popups.form.${verb}`) : t('common.save')}>
      <div className={styles.form}>
        <fieldset className={styles.fields} disabled={isEnded}>
          <PopupFields {...form} words={words} onWords={setWords} />
        </fieldset>
        <PopupPreview values={form.values} words={words} isChanged={!isNew && !isEnded} />
      </div>
    </EditForm>
  )
}
