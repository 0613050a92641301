import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PLAN_WORDS } from '#contract/plans/plan-messages.ts'
import { CallError } from '#web/lib/call.ts'
import { originLabel } from '#web/lib/origin-word.ts'
import { sentence } from '#web/lib/sentence.ts'
import { toasts } from '#web/lib/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import dialogStyles from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import styles from './plan-dialogs.module.css'
import { type NewPlanProblems, type NewPlanValues, NO_TERMS, newPlanOf, newPlanProblemsOf } from './plan-values.ts'
import { planKindsQuery, useCreatePlan } from './plans.api.ts'
import { TermsFields } from './terms-fields.tsx'

/** Currencies of plans. */
const CURRENCIES = ['CLP', 'USD', 'PEN', 'MXN', 'ARS', 'EUR']

const EMPTY: NewPlanValues = {
  ...{ planCode: '', planName: '', providerId: '', simTypeId: '', currency: 'CLP', pooled: false },
  terms: NO_TERMS,
}

/** Creates a plan. */
export function NewPlanDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [values, setValues] = useState(EMPTY)
  const [isSubmitted, setSubmitted] = useState(false)
  const { mutate, error, isPending } = useCreatePlan()
  const submit = () => {
    setSubmitted(true)
    if (isPending || Object.keys(newPlanProblemsOf(values)).length > 0) return
    const onSuccess = ({ message }: { message: string }) => {
      toasts.success(message)
      onClose()
    }
    mutate(newPlanOf(values), { onSuccess })
  }
  const fieldErrors = error instanceof CallError ? error.fields : {}
  const problems: NewPlanProblems = { ...fieldErrors, ...(isSubmitted ? newPlanProblemsOf(values) : {}) }
  return (
    <Dialog opened onClose={onClose} title={t('plans.new.title')} fullOnPhone>
      <Form isPending={isPending} onAttempt={submit}>
        <KindFields values={values} problems={problems} onValues={setValues} />
        <h3 className={styles.over}>{t('plans.terms.title')}</h3>
        <TermsFields
          typed={values.terms}
          problems={problems}
          currency={values.currency}
          onTyped={(terms) => setValues({ ...values, terms })}
        />
        <Failure error={Object.keys(fieldErrors).length > 0 ? null : error} />
        <div className={dialogStyles.actions}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" blocked={isPending} aria-busy={isPending}>
            {t('plans.new.button')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

interface FieldsProps {
  readonly values: NewPlanValues
  readonly problems: NewPlanProblems
  onValues(values: NewPlanValues): void
}

function KindFields({ values, problems, onValues }: FieldsProps) {
  const { t } = useTranslation()
  const { data: kinds } = useQuery(planKindsQuery)
  const set = (change: Partial<NewPlanValues>) => onValues({ ...values, ...change })
  return (
    <div className={styles.fields}>
      <Field
        label={t('plans.name')}
        value={values.planName}
        maxLength={80}
        autoComplete="off"
        error={problems.planName}
        data-autofocus
        onChange={(event) => set({ planName: event.currentTarget.value })}
      />
      <Field
        label={sentence(PLAN_WORDS.code)}
        value={values.planCode}
        maxLength={40}
        autoComplete="off"
        error={problems.planCode}
        onChange={(event) => set({ planCode: event.currentTarget.value })}
      />
      <ChoiceField
        label={sentence(PLAN_WORDS.currency)}
        value={values.currency}
        problem={problems.currency}
        onChoose={(currency) => set({ currency })}
      >
        {CURRENCIES.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </ChoiceField>
      <ChoiceField
        label={sentence(PLAN_WORDS.provider)}
        value={values.providerId}
        problem={problems.providerId}
        onChoose={(providerId) => set({ providerId })}
      >
        {values.providerId === '' ? <option value="">{t('plans.choose')}</option> : null}
        {kinds?.providers.map(({ providerId, providerName }) => (
          <option key={providerId} value={providerId}>
            {originLabel(providerName)}
          </option>
        ))}
      </ChoiceField>
      <ChoiceField
        label={sentence(PLAN_WORDS.simType)}
        value={values.simTypeId}
        problem={problems.simTypeId}
        onChoose={(simTypeId) => set({ simTypeId })}
      >
        {values.simTypeId === '' ? <option value="">{t('plans.choose')}</option> : null}
        {kinds?.simTypes.map(({ simTypeId, simTypeName }) => (
          <option key={simTypeId} value={simTypeId}>
            {simTypeName}
          </option>
        ))}
      </ChoiceField>
      <CheckLine
        label={styles.check}
        checked={values.pooled}
        onChange={(event) => set({ pooled: event.currentTarget.checked })}
      >
        {t('plans.new.pooled')}
      </CheckLine>
    </div>
  )
}
