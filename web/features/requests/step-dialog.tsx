import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FIELD_SENTENCES } from '#contract/messages.ts'
import { sentence } from '#web/lib/sentence.ts'
import { AreaField } from '#web/ui/area-field.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { type RequestStepName, useStep } from './requests.api.ts'

/** Confirms a step, with its fields: reason, carrier, comment. */
export function StepDialog({ requestId, step, onClose }: { requestId: number; step: RequestStepName; onClose: () => void }) {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  const [carrier, setCarrier] = useState('')
  const [tracking, setTracking] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const isMissing = step === 'reject' && note.trim() === ''
  return (
    <ConfirmDialog
      title={t(`requests.step.${step}.title`)}
      button={t(`requests.step.${step}.button`)}
      busy={t(`requests.step.${step}.busy`)}
      cancel={t('requests.step.back')}
      variant={step === 'reject' || step === 'cancel' ? 'destroy' : 'primary'}
      mutation={useStep(requestId)}
      variables={{ step, note, ...(step === 'ship' ? { carrier, tracking } : {}) }}
      onAttempt={() => {
        setSubmitted(true)
        return !isMissing
      }}
      onClose={onClose}
    >
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
        problem={isSubmitted && isMissing ? sentence(FIELD_SENTENCES.required) : undefined}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
