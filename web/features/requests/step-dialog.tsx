import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { AreaField } from '#web/ui/area-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { type Step, useStep } from './requests.api.ts'

interface DialogProps {
  readonly requestId: number
  readonly step: Step
  onClose(): void
}

/** Asks before a step is taken, with what belongs to it: a reason, a carrier, a comment. */
export function StepDialog({ requestId, step, onClose }: DialogProps) {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  const [carrier, setCarrier] = useState('')
  const [tracking, setTracking] = useState('')
  const [isTried, setTried] = useState(false)
  const { mutate, isPending, error } = useStep(requestId)
  const isMissing = step === 'reject' && note.trim() === ''
  const submit = () => {
    setTried(true)
    if (isPending || isMissing) return
    const wish = { step, note, ...(step === 'ship' ? { carrier, tracking } : {}) }
    mutate(wish, {
      onSuccess: ({ message }) => {
        toasts.success(message)
        onClose()
      },
    })
  }
  const isGrave = step === 'reject' || step === 'cancel'
  return (
    <Dialog opened onClose={onClose} title={t(`requests.step.${step}.title`)} width="confirm">
      <Form isPending={isPending} onTry={submit}>
        <p>{t(`requests.step.${step}.text`)}</p>
        {step === 'ship' ? (
          <>
            <Field
              label={t('requests.carrier')}
              value={carrier}
              maxLength={120}
              onChange={(event) => setCarrier(event.currentTarget.value)}
            />
            <Field
              label={t('requests.tracking')}
              value={tracking}
              maxLength={120}
              autoComplete="off"
              onChange={(event) => setTracking(event.currentTarget.value)}
            />
          </>
        ) : null}
        <AreaField
          label={t(step === 'reject' ? 'requests.step.reason' : 'requests.step.note')}
          value={note}
          rows={3}
          maxLength={1000}
          error={isTried && isMissing ? sentence(FIELD_SENTENCES.required) : undefined}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Failure error={error} />
        <div className="dialog-actions">
          <Button onClick={onClose} data-autofocus>
            {t('requests.step.back')}
          </Button>
          <Button variant={isGrave ? 'danger' : 'primary'} type="submit" blocked={isPending} aria-busy={isPending}>
            {isPending ? t(`requests.step.${step}.busy`) : t(`requests.step.${step}.button`)}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
