import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Form } from '#web/ui/form.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { PopupFields } from './popup-fields.tsx'
import { PopupPreview } from './popup-preview.tsx'
import { missingOf, type PopupValues, popupBodyOf, popupValuesOf } from './popup-values.ts'
import { type PopupDetail, popupQuery, useSavePopup } from './popups.api.ts'
import styles from './popups.module.css'

interface FormProps {
  /** undefined for a new one */
  readonly name: string | undefined
  onClose(): void
}

/** Creates or edits a popup, beside its preview. An ended one is read-only. */
export function PopupForm({ name, onClose }: FormProps) {
  const { t } = useTranslation()
  const { data: popup, error, refetch } = useQuery({ ...popupQuery(name ?? ''), enabled: name !== undefined })
  const isEnded = popup?.state === 'ended'
  const title = name === undefined ? 'newTitle' : isEnded ? 'readTitle' : 'changeTitle'
  return (
    <Dialog opened onClose={onClose} title={t(`popups.form.${title}`)} fullOnPhone>
      {name === undefined || popup ? (
        <PopupEditor key={name ?? ''} popup={popup} isEnded={isEnded} onClose={onClose} />
      ) : error ? (
        <ErrorState title={t('popups.failedOne')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="60%" />
      )}
    </Dialog>
  )
}

function usePopupForm(popup: PopupDetail | undefined, onClose: () => void) {
  const [values, setValues] = useState<PopupValues>(() => popupValuesOf(popup, new Date().toISOString()))
  const [words, setWords] = useState<'es' | 'en'>('es')
  const [isSubmitted, setSubmitted] = useState(false)
  const { mutate, isPending, error } = useSavePopup(popup?.name)
  const missing = missingOf(values)
  const submit = () => {
    setSubmitted(true)
    // a missing field may be in the other language
    const suffix = words === 'es' ? 'Es' : 'En'
    const here = missing.some((field) => field.endsWith(suffix) || field === 'from')
    if (missing.length > 0 && !here) setWords(words === 'es' ? 'en' : 'es')
    if (isPending || missing.length > 0) return
    mutate(popupBodyOf(values), {
      onSuccess: ({ message }) => {
        toasts.success(message)
        onClose()
      },
    })
  }
  return { values, setValues, words, setWords, missing: isSubmitted ? missing : [], submit, isPending, error }
}

interface PopupEditorProps {
  readonly popup: PopupDetail | undefined
  readonly isEnded: boolean
  onClose(): void
}

function PopupEditor({ popup, isEnded, onClose }: PopupEditorProps) {
  const { t } = useTranslation()
  const { values, setValues, words, setWords, missing, submit, isPending, error } = usePopupForm(popup, onClose)
  const fieldErrors = error instanceof CallError ? error.fields : {}
  return (
    <Form isPending={isPending} onAttempt={submit}>
      <div className={styles.form}>
        <fieldset className={styles.fields} disabled={isEnded}>
          <PopupFields
            values={values}
            words={words}
            missing={missing}
            problems={fieldErrors}
            onValues={setValues}
            onWords={setWords}
          />
        </fieldset>
        <PopupPreview values={values} words={words} isChanged={popup !== undefined && !isEnded} />
      </div>
      <Failure error={Object.keys(fieldErrors).length > 0 ? null : error} />
      <div className={dialogStyles.actions}>
        <Button onClick={onClose}>{t(isEnded ? 'common.close' : 'common.cancel')}</Button>
        {isEnded ? null : (
          <Button variant="primary" type="submit" blocked={isPending} aria-busy={isPending}>
            {t(isPending ? 'popups.form.saving' : 'popups.form.save')}
          </Button>
        )}
      </div>
    </Form>
  )
}
