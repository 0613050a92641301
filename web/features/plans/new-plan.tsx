import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PLAN_WORDS } from '#contract/plans/plan-messages.ts'
import { originLabel } from '#web/lib/origin-word.ts'
import { sentence } from '#web/lib/sentence.ts'
import { CheckLine } from '#web/ui/checkbox.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { checkField, choiceField, type EditedFields, EditForm, typedField, useEditForm } from '#web/ui/edit-form.tsx'
import { Field } from '#web/ui/field.tsx'
import styles from './plan-dialogs.module.css'
import { type NewPlanValues, NO_TERMS, newPlanOf, newPlanProblemsOf } from './plan-values.ts'
import { planKindsQuery, useCreatePlan } from './plans.api.ts'
import { TermsFields } from './terms-fields.tsx'

/** Currencies of plans. */
const CURRENCIES = ['CLP', 'USD', 'PEN', 'MXN', 'ARS', 'EUR']

const EMPTY: NewPlanValues = {
  planCode: '',
  planName: '',
  providerId: '',
  simTypeId: '',
  currency: 'CLP',
  pooled: false,
  minimumStay: '0',
  terms: NO_TERMS,
}

/** Creates a plan. */
export function NewPlanDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const form = useEditForm({ initial: EMPTY, problemsOf: newPlanProblemsOf, bodyOf: newPlanOf, save: useCreatePlan(), onClose })
  const { values, problems, onValues } = form
  return (
    <Dialog opened onClose={onClose} title={t('plans.new.title')} fullOnPhone>
      <EditForm form={form} verb={t('plans.new.button')}>
        <KindFields {...form} />
        <h3 className={styles.over}>{t('plans.terms.title')}</h3>
        <TermsFields
          typed={values.terms}
          problems={problems}
          currency={values.currency}
          onTyped={(terms) => onValues({ ...values, terms })}
        />
      </EditForm>
    </Dialog>
  )
}

function KindFields(props: EditedFields<NewPlanValues>) {
  const { t } = useTranslation()
  const { data: kinds } = useQuery(planKindsQuery)
  const { values } = props
  return (
    <div className={styles.fields}>
      <Field label={t('plans.name')} {...typedField(props, 'planName')} maxLength={80} autoComplete="off" data-autofocus />
      <Field label={sentence(PLAN_WORDS.code)} {...typedField(props, 'planCode')} maxLength={40} autoComplete="off" />
      <ChoiceField label={sentence(PLAN_WORDS.currency)} {...choiceField(props, 'currency')}>
        {CURRENCIES.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </ChoiceField>
      <ChoiceField label={sentence(PLAN_WORDS.provider)} {...choiceField(props, 'providerId')}>
        {values.providerId === '' ? <option value="">{t('plans.choose')}</option> : null}
        {kinds?.providers.map(({ providerId, providerName }) => (
          <option key={providerId} value={providerId}>
            {originLabel(providerName)}
          </option>
        ))}
      </ChoiceField>
      <ChoiceField label={sentence(PLAN_WORDS.simType)} {...choiceField(props, 'simTypeId')}>
        {values.simTypeId === '' ? <option value="">{t('plans.choose')}</option> : null}
        {kinds?.simTypes.map(({ simTypeId, simTypeName }) => (
          <option key={simTypeId} value={simTypeId}>
            {simTypeName}
          </option>
        ))}
      </ChoiceField>
      <Field
        label={sentence(PLAN_WORDS.minimumStay)}
        {...typedField(props, 'minimumStay')}
        maxLength={3}
        autoComplete="off"
        inputMode="numeric"
        aside={<span className="text-tertiary text-small">{t('plans.unitMonths')}</span>}
      />
      <CheckLine labelClass={styles.check} {...checkField(props, 'pooled')}>
        {t('plans.new.pooled')}
      </CheckLine>
    </div>
  )
}
