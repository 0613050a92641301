import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/call.ts'
import { holds, useSession } from '#web/lib/session.ts'
import { toastThen } from '#web/lib/toast-store.ts'
import type { DraftData } from '#web/shared/drafts/drafts.api.ts'
import { Button } from '#web/ui/button.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Form } from '#web/ui/form.tsx'
import { ActiveField, AlarmFields } from './alarm-fields.tsx'
import styles from './alarm-form.module.css'
import {
  type AlarmProblems,
  type AlarmValues,
  addDraft,
  alarmBodyOf,
  alarmProblemsOf,
  alarmValuesOf,
  impactOf,
  previewRequestOf,
} from './alarm-values.ts'
import { type AlarmBody, type AlarmRow, useAlarmPreview, useSaveAlarm } from './alarms.api.ts'
import { type AlarmChange, ImpactStep, impactTitle } from './impact-step.tsx'
import { PreviewNote } from './preview-note.tsx'

interface FormProps {
  /** undefined for a new one */
  readonly alarm: AlarmRow | undefined
  /** which a new one is made of */
  readonly draft?: DraftData
  /** filter of the list */
  readonly company: number | undefined
  onClose(): void
  /** in place of that, once it is saved */
  onSaved?(): void
}

/** Creates or edits an alarm, with a preview on past cycles and its immediate effects. */
export function AlarmForm(props: FormProps) {
  const { alarm, draft, onClose, onSaved = onClose } = props
  const { t } = useTranslation()
  const form = useForm(props, onSaved)
  const { values, problems, asked: pending, error, isBusy } = form
  if (pending) {
    return (
      <Dialog opened onClose={onClose} title={t(impactTitle(pending))} width="confirm" fullOnPhone>
        <ImpactStep change={pending} backLabel={t('alarms.form.back')} onBack={form.goBack} onDone={onSaved} />
      </Dialog>
    )
  }
  const title = alarm?.name
    ? t('alarms.changeOf', { name: alarm.name })
    : t(alarm ? 'alarms.form.changeTitle' : draft ? 'drafts.edit' : 'alarms.form.newTitle')
  const fieldErrors = error instanceof CallError ? error.fields : {}
  const hasFieldErrors = Object.keys(fieldErrors).length > 0
  return (
    <Dialog opened onClose={onClose} title={title} fullOnPhone>
      <Form isPending={isBusy} onAttempt={form.submit}>
        <div className={styles.form}>
          <AlarmFields
            values={values}
            problems={{ ...fieldErrors, ...problems }}
            onValues={form.setValues}
            isOfDraft={draft !== undefined}
          />
          <PreviewNote request={previewRequestOf(values, alarm?.alarmId)} hasCompany={values.company !== undefined} />
        </div>
        <Failure error={hasFieldErrors ? null : error} />
        <div className={dialogStyles.actions}>
          <ActiveField values={values} onValues={form.setValues} />
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" blocked={isBusy} aria-busy={isBusy}>
            {t(isBusy ? 'alarms.form.saving' : alarm ? 'alarms.form.next' : 'alarms.form.create')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** The values of the form: of a new alarm with the company that the list is filtered by, or the user's own. */
function useValues({ alarm, draft, company }: FormProps) {
  const session = useSession()
  const [values, setValues] = useState<AlarmValues>(() => {
    // the server wrote the draft by the schema of the call
    const given = alarmValuesOf(draft ? (draft.body as unknown as AlarmBody) : alarm, session.userEmail)
    // the operator's own company has no fleet
    const own = holds(session, 'wholePortal') ? undefined : session.clientId
    return { ...given, company: given.company ?? company ?? own }
  })
  return { values, setValues }
}

/** Validation errors after the first attempt; an address that is being typed is not an error yet. */
function visibleProblems(values: AlarmValues, attempt: { draft: string } | undefined): AlarmProblems {
  if (!attempt) return {}
  return alarmProblemsOf(values.draft === attempt.draft ? values : { ...values, draft: '' })
}

function useForm(props: FormProps, onSaved: () => void) {
  const { alarm, draft } = props
  const { values, setValues } = useValues(props)
  const [attempt, setAttempt] = useState<{ draft: string }>()
  const [pending, setPending] = useState<AlarmChange>()
  const trial = useAlarmPreview()
  const savedAs = { alarmId: alarm?.alarmId, draftId: draft?.draftId }
  const save = useSaveAlarm(savedAs)
  const isBusy = trial.isPending || save.isPending
  const store = (body: AlarmBody) => save.mutate(body, { onSuccess: toastThen(onSaved) })
  const submit = () => {
    const withAddresses = addDraft(values)
    setValues(withAddresses)
    setAttempt({ draft: withAddresses.draft })
    const request = previewRequestOf(withAddresses, alarm?.alarmId)
    if (isBusy || !request || Object.keys(alarmProblemsOf(withAddresses)).length > 0) return
    trial.mutate(request, {
      onSuccess: ({ now }) => {
        const body = alarmBodyOf(withAddresses)
        const impact = impactOf(alarm, body, now)
        if (impact.fires + impact.restores > 0) setPending({ ...savedAs, body, impact })
        else store(body)
      },
    })
  }
  const goBack = () => setPending(undefined)
  const problems = visibleProblems(values, attempt)
  return { values, setValues, problems, asked: pending, goBack, submit, isBusy, error: trial.error ?? save.error }
}
